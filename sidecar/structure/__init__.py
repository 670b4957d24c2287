"""Responses in JSON: reading, repairing, and judging them against a JSON Schema.

What can take unbounded time or memory on hostile input happens in ``worker``, a process that the
kernel ends past its limits. The worker imports this package, so nothing is imported here.
"""
