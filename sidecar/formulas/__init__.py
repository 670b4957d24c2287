"""Numbers that are the value of a query over the query results.

An agent declares the query of a number, or a model proposes one; arithmetic decides. A query is run
in a worker process that can be killed, and believed only where it reads the evidence: see ``gate``.
"""
