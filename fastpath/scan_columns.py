"""What the scan of a text knows about one number: the columns of a record."""

from __future__ import annotations

from fastpath._jit import helper

STATE = 0  # what is known about it, see below
START, END = 1, 2  # its span; of a number that needs judgement the span of its digits or word
MANTISSA = 3  # its digits without point: its value is this times its power of ten
STEP = 4  # the power of ten of its last written place, and of its mantissa
UNIT_OF = 5  # the number of its unit in the caller's table, 0 for none
SCALED = 6  # the power of ten of its scale
SPELLED = 7  # not 0 where its scale is a word
QUALIFIER, DIRECTION = 8, 9  # how it is hedged, and which movement it is given; 0 for none
ALIKE = 10  # see ``alike``
KEPT = 11  # columns that are handed out; the others are for those who read the number
DIGITS = 11  # where its digits begin
KIND = 12  # what kind of unit it has, as a flag of ``scan_words``
COLUMNS = 13

DOUBTFUL, PLAIN, YEAR = 0, 1, 2  # it needs judgement; it is read; it is, and is a year
DOLLAR, PERCENT_SIGN = 1, 2  # the units that signs stand for, in every table

IN_DIGITS = 1  # a form
_SCALES, _FORMS, _MOVES, _SIGNS = 128, 8, 8, 3
"""More than there are of each."""


@helper
def alike(unit: int, scale: int, form: int, direction: int, sign: int) -> int:
    """Equal for numbers of the same unit, scale, form, direction and sign."""
    return (((unit * _SCALES + scale) * _FORMS + form) * _MOVES + direction) * _SIGNS + sign + 1
