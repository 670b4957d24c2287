"""What tools returned, read as evidence: tables, texts, and what is neither."""
