"""Numbers in heaps: past the first fifty, their value alone speaks for them.

Prose and lists have a word or more for each number, tables a header. A text whose other numbers
outnumber its words names nothing for most of them, and to look around each of them for what its
words name would only cost time. So the rest of them are bound by value, and where a cell agrees the
chance that one would decides, as where nothing links a number that was read.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.bound import Bound, undecided
from sidecar.binding.certainty import Doubt
from sidecar.binding.chance import among, at_random
from sidecar.binding.context.decide import Limits
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.language.words import Token, is_numeral, places
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.value import ValueBinder
from sidecar.model.report import Detail, Grade, Verdict
from sidecar.text.claims import Claims

_READ = 50
"""Numbers that are read by their words, however few those are."""


def bind(
    claims: Claims,
    chars: NDArray[np.int64],
    known: Container[int],
    scene: Scene,
    settings: NumericSettings,
    limits: Limits,
) -> Mapping[int, Bound]:
    """Bind what lies in a heap, past the first fifty numbers of it, by their places.

    Args:
        claims: The numbers of a text.
        chars: Where each begins, in code points.
        known: The places of those that are bound already.
        scene: The text.
        settings: Tolerances.
        limits: The chance past which agreement alone supports nothing.
    """
    wanted = [at for at in _rest(chars, scene) if at not in known]
    if not wanted:
        return {}
    results = [catalog.index for catalog in scene.catalogs]
    bounds = ValueBinder(settings, results, Detail.BINDINGS).bind(claims.take(wanted))
    selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)
    sizes = [sum(cells.values.size for cells in each.table.cells) for each in results]
    widths = claims.figures.highs - claims.figures.lows
    found = dict(zip(wanted, bounds, strict=True))
    for at, bound in found.items():
        if bound.binding.verdict is not Verdict.SUPPORTED:
            found[at] = bound._replace(doubt=Doubt())
        else:
            number, _, citation = bound.binding.claim
            cells = sum(sizes[result] for result in selection.of(citation))
            one = at_random(abs(float(number.value)), widths.item(at))
            found[at] = _by_chance(bound, among(one, cells), limits)
    return found


def _rest(chars: NDArray[np.int64], scene: Scene) -> Sequence[int]:
    """What lies in a heap past the first fifty numbers of it; none in most texts."""
    if chars.size <= _READ:
        return ()
    heap = np.flatnonzero(~scene.in_tables(chars))
    if heap.size <= max(_READ, len(places(scene.string, _is_word))):
        return ()
    rest: list[int] = heap[_READ:].tolist()
    return rest


def _by_chance(bound: Bound, chance: float, limits: Limits) -> Bound:
    """Agreement at the written precision supports a number that is no likely coincidence."""
    binding = bound.binding
    if binding.grade is Grade.EXACT and chance <= limits.coincidence:
        return bound._replace(binding=binding._replace(chance=chance))
    return undecided(binding.claim, "COINCIDENCE_LIKELY", binding.reading, chance)


def _is_word(word: Token) -> bool:
    return len(word.word) > 1 and not is_numeral(word.word)
