"""Cited statements judged against their sources: seed 002."""
