"""What outlives the process: a database behind a URL, its schema, and transactions in it.

Tables belong to the parts that use them (``sidecar.reviews.records``); how they came to be is
described by the migrations here. A server whose settings name no store imports none of SQLAlchemy.
"""
