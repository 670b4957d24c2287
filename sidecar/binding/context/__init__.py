"""Binding by context: which cell, or which derivation of cells, a number speaks of (design 5)."""
