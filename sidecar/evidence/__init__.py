"""Query results: decoding them safely, keeping them by handle, and looking their numbers up.

    header, settings, errors   what comes with a payload, how large it may be, what is refused
    decoding                   one door to the formats: arrow, json_rows, rows
    store                      decoded tables by handle, per tenant
    index                      which cell agrees with a number

What happens to each kind of value is written down in ``docs/evidence.md``.
"""
