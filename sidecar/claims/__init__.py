"""Cited statements judged against their sources."""
