"""Words, names of rows and periods: how texts and tables say them, whatever they speak of."""
