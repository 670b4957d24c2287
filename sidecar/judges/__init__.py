"""Asking a model: the client, its limits, and the account of what it costs.

A model proposes or judges; it never decides by itself what is supported.

``pool.Judges`` makes judges, ``protocol`` says what they are asked and answer. Nothing here imports
``openai`` before the first call: see ``calls``.
"""
