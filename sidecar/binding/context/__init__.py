"""Binding by context: which cell, or which derivation of cells, a number speaks of.

Its packages, each of which knows only those before it: ``language``, ``tables``, ``passages``,
``weighing``, ``said``, ``operands`` and ``readings``. The modules beside them put these together:
``binder`` finds the readings of each number, ``decide`` settles what they come to.
"""
