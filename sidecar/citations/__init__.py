"""What the citations of a text point at, which statements lack one, and whether they fit.

The ``citations`` check tells it, and ``support`` counts what is cited.
"""
