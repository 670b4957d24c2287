"""The engine that reads numbers by context: evidence and text as arrays, one table of formulas.

``evidence`` (views, dimensions, measures, names), ``reading`` (words, clauses, mentions), ``links``
(row sets and columns of a number), ``formulas`` and ``candidates`` (what the number may be),
``ranking`` (how probably each is intended), ``joint`` and ``texts`` (all numbers of a text
together), all of which see no value of the text; ``decision`` compares.
"""
