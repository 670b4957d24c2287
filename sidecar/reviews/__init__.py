"""Flagged findings that wait for a person: stored, listed, decided, and applied to the text."""
