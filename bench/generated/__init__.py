"""True statements about generated tables, and the same with one thing wrong.

A table (``facts``, ``tables``) comes from a vocabulary (``domains.yaml``, ``labels``, ``periods``,
``values``) or a CSV file (``csv_table``). Templates (``templates.yaml``, ``scenes``,
``derivations``) make statements of it (``statements``); ``mistakes`` puts one kind of error into a
statement. ``judged`` sends them through a sidecar, ``rates`` counts. Run it with
``python -m bench.generated``.
"""
