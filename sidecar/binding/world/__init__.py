"""What the world calls its countries, their parts, its currencies, months and weekdays.

Columns of query results hold codes ("CA"), texts hold names ("California"). Which of several things
a code stands for is decided by all values of its column; the names are those of CLDR and ISO.
"""

from __future__ import annotations

from sidecar.binding.world.calling import names_in, names_of
from sidecar.binding.world.kinds import kind_of, kinds_of
from sidecar.binding.world.peoples import people_of
from sidecar.binding.world.sections import WorldKind, WorldSection, section_of

__all__ = [
    "WorldKind",
    "WorldSection",
    "kind_of",
    "kinds_of",
    "names_in",
    "names_of",
    "people_of",
    "section_of",
]
