"""Numbers that are plans, targets or assumptions of the text rather than figures of the data."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.place import Place
from sidecar.binding.context.words import Token, stem
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_NEAR = 0.6
_GOAL = "goal"
_AIMS = frozenset({"of", "is", "was", ":"})
_PLANS = frozenset(
    map(
        stem,
        one_of(
            "target targets goal goals plan plans planned budget budgeted forecast forecasts "
            "expected expects assumed assumption benchmark ambition aim aims aimed objective "
            "guidance capped cap ceiling hoped hopes wish wanted"
        ),
    )
)
_FUTURE = frozenset(
    map(stem, one_of("announced announces promised promises pledged pledges propose proposed"))
)
_FURTHER = one_of("further more new additional extra")
_BETWEEN = one_of(
    "of for at to by is was were be been a an the our its their : about around roughly under over "
    "below above least most reach reaching hit achieve set from than next year quarter month had"
)
"""What may stand between a plan and its number: "the target of 90%", "hoped for at least 12"."""


def is_planned(place: Place) -> bool:
    """Whether a number is a plan, target or assumption rather than a figure."""
    if _PLANS.isdisjoint(place.passage.stems):
        return False
    words = place.passage.words
    return any(
        _is_plan(words, at) and place.own.near(at, at + 1) >= _NEAR
        for at in range(max(0, place.first - 8), min(len(words), place.last + 10))
    )


def is_aimed(place: Place, number: Number, catalogs: Sequence[Catalog]) -> bool:
    """Whether words say at a number itself that it is aimed at, and no data tell of aims.

    "Against a target of 90%", "the 90% goal", "announced 200 further beds".
    """
    words = place.passage.words
    told = any(word.stem in _FUTURE for word in words[max(0, place.first - 4) : place.first])
    if told and any(word.word in _FURTHER for word in words[place.last : place.last + 2]):
        return True
    if _PLANS.isdisjoint(place.passage.stems) or any(map(_tells, catalogs)):
        return False
    at = place.first - 1
    naming = place.passage.naming
    while at >= 0 and (words[at].word in _BETWEEN or at in naming):
        at -= 1
    if at >= 0 and _is_plan(words, at):
        return True
    after = words[place.last].stem if place.last < len(words) else ""
    return after in _PLANS and (after != _GOAL or number.unit is not Unit.COUNT)


def _tells(known: Catalog) -> bool:
    """Whether a table has plans as well: its own budget is a figure as any other."""
    names = {w for c in known.columns for phrase in c.phrases for w in phrase.words}
    return not _PLANS.isdisjoint(names | known.title)


def _is_plan(words: Sequence[Token], at: int) -> bool:
    """Whether a word tells of a plan: "its goal of 12", "the goal is 12", but no goal scored."""
    aim = at + 1 < len(words) and words[at + 1].word in _AIMS
    return words[at].stem in _PLANS and (words[at].stem != _GOAL or aim)
