"""The server: its life, its place, whom it lets in, and how calls reach the services.

Empty on purpose: reading the settings must not import gRPC.
"""
