"""Of how many the cells of a column are counted: ``cases_per_1000``, "Deaths per 100,000"."""

from __future__ import annotations

import re
from decimal import Decimal

from sidecar.model.evidence import Column

_PER = re.compile(
    r"(?:^|[^a-z])per[ _]?(?P<digits>1[0,._ ]{1,9}0)(?P<scale>[ _]?k|[ _]?m(?:illion)?)?(?![a-z\d])"
    r"|(?:^|[^a-z])per[ _](?P<word>hundred|thousand|million)(?![a-z])",
    re.IGNORECASE,
)
_WORDS = {"hundred": 2, "thousand": 3, "million": 6}
_SCALES = {"k": 3, "m": 6, "": 0}
_LONGEST = 200


def counted_per(column: Column) -> Decimal | None:
    """Of how many, by the unit, the label or the name; None where none of them says."""
    for told in (column.unit, column.label, column.name):
        match = _PER.search((told or "")[:_LONGEST])
        if match is None:
            continue
        if match["word"]:
            return Decimal(10) ** _WORDS[match["word"].lower()]
        zeros = match["digits"].count("0") + _SCALES[(match["scale"] or "").strip(" _")[:1].lower()]
        return Decimal(10) ** zeros
    return None
