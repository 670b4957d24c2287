"""The text of a source: given in the request, kept from an earlier fetch, or fetched afresh.

``resolver.SourceResolver`` is the way in. What a URL may be, which hosts may be asked and which
addresses are connected to is decided in ``urls`` before anything is sent; ``worker`` is the process
that reads what hostile hosts answer. Nothing here imports an HTTP library before the first fetch:
see ``transport``.
"""
