"""Asking a model: the client, its limits, and the account of what it costs.

A model proposes or judges; it never decides by itself what is supported.
"""
