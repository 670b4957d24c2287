"""Lookups over numeric arrays. Imports nothing of the sidecar and knows no protobuf."""
