"""Narratives that are verified while they are written."""
