"""What a text names: its sentences, and the columns, rows and periods that they speak of."""
