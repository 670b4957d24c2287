"""Numbers that a statement holds below nothing though they are stated as they are: costs, taxes.

Where all of a row lies below nothing, as costs do in a profit and loss account, "operating
expenses rose by 5% to 241" tells of -241, and of a value that went down.
"""

from __future__ import annotations

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.courses import differing
from sidecar.binding.context.said.losses import reversed_of
from sidecar.binding.language.words import is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import Direction, Form, Number, Unit

_STEPS = frozenset({Direction.UP_BY, Direction.DOWN_BY})


def below(said: Number, place: Place) -> Number:
    """A number with the sign that the data give what it is attributed to."""
    if said.sign or said.form is not Form.DIGITS or not place.may_be_below:
        return said
    told = said.direction in _STEPS or said.unit in (Unit.COUNT, Unit.CURRENCY)
    if not told or differing(place) or not _is_of_costs(place):
        return said  # "1.8 less than in May" tells no value
    if said.direction is Direction.DOWN_BY:
        return said._replace(sign=1, direction=Direction.NONE)
    return reversed_of(said)


def _is_of_costs(place: Place) -> bool:
    """Whether the last row that is named before a number lies below nothing in all columns."""
    at = place.first - 1
    words = place.passage.words
    named = [one for one in place.passage.labels if one.mention.end <= place.first]
    if not named:
        return False
    since = next((i for i in range(at, -1, -1) if is_numeral(words[i].word)), -1)
    own = [one for one in named if one.mention.start > since] or named[-1:]
    return all(_lies_below(place.passage, one.table, one.mention.rows.tolist()) for one in own)


def _lies_below(passage: Passage, table: int, rows: list[int]) -> bool:
    known = passage.catalogs[table]
    return bool(known.below) and all(_is_below(known, row) for row in rows)


def _is_below(known: Catalog, row: int) -> bool:
    """Whether a row has several numbers, all of them less than nothing."""
    held = [
        float(known.table.cells[column.place].values[at])
        for column, at in known.cells.row(row)
        if at is not None
    ]
    return len(held) > 1 and max(held) < 0
