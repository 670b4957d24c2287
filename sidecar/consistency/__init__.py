"""What a text says about its own numbers: shares of a whole, totals, parts, growth, conversions.

Each module reads one kind of statement and yields a ``Sum`` for each that it is sure to understand;
what could mean something else is left alone. No evidence and no model take part.
"""
