"""What the scan of a text knows about one number: the columns of a record."""

from __future__ import annotations

STATE = 0  # what is known about it, see below
START, END = 1, 2  # its span; of a number that needs judgement the span of its digits or word
DIGITS = 3  # where its digits begin
STEP = 4  # the power of ten of its last written place, and of its mantissa
SCALED = 5  # the power of ten of its scale
UNIT_OF = 6  # the number of its unit in the caller's table, 0 for none
KIND = 7  # what kind of unit that is, as a flag of ``scan_words``
HINTED = 8  # 1 where a cue stands near
SPELLED = 9  # not 0 where its scale is a word
MANTISSA = 10  # its digits without point: its value is this times its power of ten
QUALIFIER, DIRECTION = 11, 12  # how it is hedged, and which movement it is given; 0 for none
COLUMNS = 13

DOUBTFUL, PLAIN, YEAR = 0, 1, 2  # it needs judgement; it is read; it is, and is a year
DOLLAR, PERCENT_SIGN = 1, 2  # the units that signs stand for, in every table
