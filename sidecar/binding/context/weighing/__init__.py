"""Readings of a number, whether they agree with it, and how much speaks for each."""
