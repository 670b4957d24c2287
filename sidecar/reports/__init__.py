"""A report for people: one module per form, each with one ``render``."""
