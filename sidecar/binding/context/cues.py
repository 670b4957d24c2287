"""Words that ask for a derivation: totals, means, extremes, differences, shares, growth, multiples."""

from __future__ import annotations

from enum import Flag, auto

from sidecar.binding.context.place import Place
from sidecar.model.number import Direction, Form, Number, Unit

_REACH = 12  # words on either side
_NEAR = 0.5


class Cue(Flag):
    """What the words around a number ask for."""

    NONE = 0
    TOTAL = auto()
    MEAN = auto()
    MEDIAN = auto()
    HIGH = auto()
    LOW = auto()
    DIFFERENCE = auto()
    SHARE = auto()
    CHANGE = auto()
    COMPOUND = auto()
    RATIO = auto()
    COUNT = auto()
    FIRST = auto()
    LAST = auto()
    RANK = auto()
    RANGE = auto()


_WORDS = {
    Cue.TOTAL: "total combine combin altogether sum together overall aggregate aggregat cumulative "
    "cumulativ entir whol jointly amount add all collectively worldwide nationwide",
    Cue.MEAN: "average averag mean typical typically averaging normally per",
    Cue.MEDIAN: "median middle midpoint",
    Cue.HIGH: "high highest peak maximum top most largest biggest best record greatest max "
    "strongest hottest hot warmest leader fastest longest heaviest upper busiest",
    Cue.LOW: "low lowest minimum least smallest bottom weakest fewest trough worst min coolest "
    "coldest cold slowest shortest lightest",
    Cue.DIFFERENCE: "differenc difference gap margin more few fewer less lead ahead behind exceed exce high "
    "higher low lower than spread large larger small smaller difer differ wide apart lag outscor outpac short "
    "surplus deficit balance balanc net advantag rang swing beat edg separat",
    Cue.SHARE: "shar share percent percentage proportion account represent fraction part make contribut "
    "contribution compris constitut portion of ratio rate rat out every penetration utilis occupancy "
    "margin coverag hold capture captur respons",
    Cue.CHANGE: "grow ris rise increas decline declin fall fell drop chang change gain jump climb "
    "surg shrink shrank contract slip los loss up down add expand expansion improv reduc reduction cut "
    "widen narrow compar year-on-year yoy advanc plung soar slid slide eas slump decreas "
    "recover rebound swing uptick hik since versus annual previous",
    Cue.COMPOUND: "compound cagr annualis annualiz annual annually",
    Cue.RATIO: "time twice doubl tripl triple quadrupl fold multipl multiple per ratio each every half ratio apiece every",
    Cue.COUNT: "out only number count there",
    Cue.FIRST: "begin began start open initial initially first from",
    Cue.LAST: "end clos close final finish last latest now to",
    Cue.RANK: "rank place position no number",
    Cue.RANGE: "rang range between vary varied fluctuat span from",
}
DERIVING = (
    Cue.TOTAL | Cue.MEAN | Cue.MEDIAN | Cue.HIGH | Cue.LOW | Cue.DIFFERENCE | Cue.SHARE
    | Cue.CHANGE | Cue.COMPOUND | Cue.RATIO | Cue.RANK
)  # fmt: skip
"""Cues that ask for something else than a cell."""

_BY_STEM: dict[str, Cue] = {}
for _cue, _words in _WORDS.items():
    for _word in _words.split():
        _BY_STEM[_word] = _BY_STEM.get(_word, Cue.NONE) | _cue


def cues(place: Place, number: Number, names: frozenset[str]) -> Cue:
    """What the words near a number, and its own form, ask for.

    Args:
        place: Where it stands.
        number: The number.
        names: Stems that columns are called by: they ask for nothing.
    """
    words = place.passage.words
    own = place.own()
    found = Cue.NONE
    for at in range(max(0, place.first - _REACH), min(len(words), place.last + _REACH)):
        cue = _BY_STEM.get(words[at].stem)
        if cue is not None and words[at].stem not in names and own.near(at, at + 1) >= _NEAR:
            found |= cue
    if number.direction in (Direction.UP_BY, Direction.DOWN_BY):
        found |= Cue.CHANGE
    if number.form is Form.MULTIPLE:
        found |= Cue.RATIO | Cue.CHANGE
    if number.form is Form.FRACTION:
        found |= Cue.SHARE
    if number.unit is Unit.PERCENT and number.symbol in ("pp", "bps"):
        found |= Cue.CHANGE | Cue.DIFFERENCE
    return found
