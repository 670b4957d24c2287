"""Which cell does a number speak of: candidates in, one best reading out."""
