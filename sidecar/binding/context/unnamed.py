"""Numbers whose words name nothing of the evidence: their value alone speaks for them.

In large tables that only names can link, such a number has one reading: any cell at all. Where a
cell equals it, the chance that one would decides, and none of its words takes part. So these
numbers are settled together, as binding by value does it. Where none equals it, words may still say
that it is about something else; for those it is read, and for nothing else. All others are read
one by one, which would say the same of these.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath.settling import EQUAL, OPEN
from sidecar.binding.chance import among, at_random
from sidecar.binding.context.operands import typed
from sidecar.binding.context.operands.operands import UNLINKED
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.context.readings import counts
from sidecar.binding.context.said import stated
from sidecar.binding.equal import Chances, Equal
from sidecar.binding.language.words import Token, places
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.settled import settle
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.binding.units import ColumnUnit
from sidecar.binding.ways import Alike, kinds
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.text.claims import Claims
from sidecar.text.figures import Figures

_FEW = 2
"""Numbers of a sentence that say nothing of each other where nothing is named."""


class Unnamed(NamedTuple):
    """The numbers whose words name nothing.

    Attributes:
        equal: What those are bound to that a cell equals; None where names are not needed.
        settled: Their places.
        absent: Where the others begin, in UTF-8 bytes, that are alone in their sentences.
    """

    equal: Equal | None
    settled: Set[int]
    absent: Set[int]


NOTHING = Unnamed(None, frozenset(), frozenset())


def bind(
    claims: Claims,
    chars: NDArray[np.int64],
    scene: Scene,
    selection: Selection,
    settings: NumericSettings,
) -> Unnamed:
    """Settle the claims that a cell equals and whose words name nothing.

    Args:
        claims: The numbers of a text.
        chars: Where each begins, in code points.
        scene: The text.
        selection: Which query results may speak for each.
        settings: Tolerances, and the chance past which agreement alone supports nothing.
    """
    catalogs = scene.catalogs
    if not all(map(_needs_names, catalogs)):
        return NOTHING
    groups = kinds(claims)
    firsts = claims.items([int(alike[0]) for alike in groups])
    asked = [
        Alike(first.number, alike, selection.of(first.citation))
        for alike, first in zip(groups, firsts, strict=True)
        if _is_plain(first.number)
    ]
    results = [known.index for known in catalogs]
    settled = settle(asked, claims.figures, results, settings)
    plain = np.zeros(len(claims), np.bool_)
    for alike in asked:
        plain[alike.places] = True
    plain &= _counts_nothing(claims.figures.values, catalogs)
    equals, telling = settled.outcomes == EQUAL, _telling(scene)
    silent = _in_silence(plain & equals, _FEW, chars, scene, telling)
    absent = _in_silence(plain & ~equals, 1, chars, scene, telling)
    places = np.flatnonzero(silent).tolist()
    settled = settled._replace(outcomes=np.where(silent, EQUAL, OPEN))
    chances = Chances(
        _chances(places, claims.figures, asked, catalogs), settings.binding.max_chance
    )
    equal = Equal(claims, settled, results, chances)
    return Unnamed(equal, {*places}, {*claims.figures.starts[absent].tolist()})


def _chances(
    chosen: Sequence[int], figures: Figures, asked: Sequence[Alike], catalogs: Sequence[Catalog]
) -> NDArray[np.float64]:
    """How likely each of the chosen would be equal to a cell if it were a random number."""
    numbers = [sum(cells.values.size for cells in known.table.cells) for known in catalogs]
    compared = np.zeros(len(figures), np.int64)
    for alike in asked:
        compared[alike.places] = sum(numbers[table] for table in alike.speaking)
    told = np.abs(figures.values), figures.highs - figures.lows, compared
    each = zip(*(what[chosen].tolist() for what in told), strict=True)
    chances = np.zeros(len(figures))
    chances[chosen] = [among(at_random(size, width), cells) for size, width, cells in each]
    return chances


def _needs_names(known: Catalog) -> bool:
    """Whether nothing but a name links numbers with a table, and nothing but cells is in it."""
    return (
        known.rows > 1
        and len(known.measures) > UNLINKED
        and not (known.sole or known.pivoted or known.has_periods)
        and all(
            column.role is Role.MEASURE
            and column.scaling.unit == ColumnUnit()
            and not column.change
            and known.cells.is_large(column.place)
            for column in known.columns
            if known.table.cells[column.place].values.size
        )
    )


def _is_plain(number: Number) -> bool:
    """Whether a number, and those written alike, can be nothing but a cell as it stands."""
    return (
        number.unit is Unit.COUNT
        and number.form is Form.DIGITS
        and number.direction is Direction.NONE
        and not (number.symbol or number.scale)
    )


def _counts_nothing(values: NDArray[np.float64], catalogs: Sequence[Catalog]) -> NDArray[np.bool_]:
    """Which numbers count no rows: those with decimals, and those past all that is counted."""
    most = max(map(counts.most, catalogs), default=0)
    nothing: NDArray[np.bool_] = (values % 1 != 0) | (values > most)
    return nothing


def _in_silence(
    wanted: NDArray[np.bool_],
    most: int,
    chars: NDArray[np.int64],
    scene: Scene,
    telling: Sequence[int],
) -> NDArray[np.bool_]:
    """Which numbers stand in sentences of a few, all of them wanted, and that name nothing."""
    sentences = scene.sentences(chars)
    count = np.bincount(sentences)
    whole = (np.bincount(sentences, wanted) == count) & (count <= most)
    silent: NDArray[np.bool_] = whole[sentences]
    if telling:
        for at in np.flatnonzero(silent).tolist():
            around = scene.passages(chars[at])
            silent[at] = not any(_holds(telling, p.start, p.end) for p in around)
    return silent


def _telling(scene: Scene) -> list[int]:
    """Where the words stand that may name something, or tell what a number is, in code points."""
    labels = [labels for known in scene.catalogs for labels in known.labels]
    nouns = {part.noun for known in scene.catalogs for part in known.parts.values()} | typed.SHARES

    def tells(word: Token) -> bool:
        named = scene.names.tells(word) or any(each.tells(word) for each in labels)
        return named or word.stem in nouns or stated.tells_rate(word)

    return places(scene.string, tells)


def _holds(telling: Sequence[int], start: int, end: int) -> bool:
    """Whether a telling word stands in a stretch of the text."""
    at = bisect_left(telling, start)
    return at < len(telling) and telling[at] < end
