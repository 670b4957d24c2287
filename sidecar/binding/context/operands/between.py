"""Between which two periods a change is told: "from May to July", "5% up on May", "yearly"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language import edges
from sidecar.binding.language.periods import MONTHS, NOTHING, Period
from sidecar.binding.language.picks import Pick
from sidecar.binding.language.relative import STEPS, months_between
from sidecar.binding.language.words import is_numeral
from sidecar.text.vocabulary import one_of

_HOLDING = one_of(
    "% percent points more less fewer higher lower up down above below better worse than from on "
    "over vs versus against compared relative with to in the"
)
"""Words between a number and what it is compared with."""

_TWO = 2


class Ends(NamedTuple):
    """Between which two periods a change is told.

    Attributes:
        old: The earlier one; nothing where it is not told.
        new: The later one.
        by: How many months lie between them, where that is all that is told: "year on year".
    """

    old: Period = NOTHING
    new: Period = NOTHING
    by: int = 0

    @property
    def told(self) -> bool:
        """Whether it tells one."""
        return bool(self.old.known or self.new.known or self.by)

    def among(self, picked: Sequence[Pick]) -> Sequence[Pick]:
        """Those of some pairs that are between these periods; all where none is."""
        if not self.told:
            return picked
        told = [p for p in picked if self.old.covers(p.old) and self.new.covers(p.new)]
        if self.by:
            told = [p for p in told if months_between(p.old, p.new) == self.by]
        return told or picked


def ends(passage: Passage) -> Ends:
    """The ends of the one range of a sentence: "between May and July"."""
    ranges = [(m, m.until) for m in passage.periods if m.until is not None]
    if len(ranges) != 1:
        return Ends()
    (whole, until), *_ = ranges
    if not (whole.period.known and until.known) or whole.period == until:
        return Ends()
    if any(m.start < whole.start or m.end > whole.end for m in passage.periods):
        return Ends()
    return Ends(whole.period, until)


def between(place: Place) -> Ends:
    """The same for a number, of which a sentence may tell that it is compared with another period.

    "Q4 had 12 more than Q1", where no other number stands between.
    """
    told, mentions = place.passage.once(ends), place.passage.periods
    direct = next((m for m in mentions if m.edge and _is_right_behind(place, m.start)), None)
    if direct is not None and direct.period.known:
        said = place.passage.words[direct.start : direct.end]
        by = next((STEPS[word.word] for word in said if word.word in STEPS), 0)
        named = any(word.word[0].isdigit() or word.word in MONTHS for word in said)
        return Ends(direct.period) if named or not by else Ends(by=by)
    if told.told or len(mentions) != _TWO:
        return told
    base = next((m for m in mentions if m.period in place.passage.once(bases)), None)
    other = next((m for m in mentions if m is not base), None)
    if base is None or other is None or other.edge:
        return told
    apart = place.passage.words[place.last : base.start]
    later = other.start >= place.last and place.is_done(place.passage.words[other.start].start)
    if later or any(map(is_numeral, (word.word for word in apart))):
        return told
    return Ends(base.period, other.period)


def _is_right_behind(place: Place, start: int) -> bool:
    """Whether words stand right behind a number and are what it is compared to: "5% up on May"."""
    apart = place.passage.words[place.last : start]
    return start >= place.last and all(word.word in _HOLDING for word in apart)


def bases(passage: Passage) -> list[Period]:
    """The periods of a sentence that are only compared with: "up on May"."""
    compared = (named for named in passage.periods if named.edge)
    return [each.period for each in compared if not edges.closes(passage.words, each)]
