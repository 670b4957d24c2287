"""Words of business and statistics that mean the same: what is called one is told by the others."""

from __future__ import annotations

from sidecar.binding.context.language.words import stem

_GROUPS = (
    "revenue sales turnover", "profit earnings", "cost expense expenditure spending",
    "salary pay wage remuneration", "headcount employee staff workforce personnel worker",
    "customer client", "visitor tourist", "population inhabitant resident people",
    "output production", "store shop outlet", "company firm enterprise", "student pupil",
    "attrition churn", "unemployment jobless", "loan lending", "deposit saving",
    "vehicle car", "dwelling home house", "accident crash", "crime offence",
    "death fatality killed dead",
)  # fmt: skip

ALIKE: dict[str, tuple[str, ...]] = {}
"""The other stems of each stem's group."""
for _words in _GROUPS:
    _stems = tuple(dict.fromkeys(map(stem, _words.split())))
    for _stem in _stems:
        ALIKE[_stem] = tuple(other for other in _stems if other != _stem)


OVER = frozenset({"overrun", "overspend", "underspend"})
"""What holds an outcome against its plan."""

_TOLD_BY = {
    **dict.fromkeys(map(stem, ("actual", "outturn", "realised", "spent")), OVER | {"spend"}),
    **dict.fromkeys(map(stem, ("budget", "budgeted", "planned", "plan")), OVER),
}
"""Words that tell of plans and of what became of them, by a word of the columns that hold these."""


def told_by(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What speaks of a column beside its name: an overrun is one of actual cost over the plan."""
    return [(said,) for word in words for said in sorted(_TOLD_BY.get(word, ()))]


def others(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A name with one of its words said otherwise, in every way that there is."""
    return [
        (*words[:at], other, *words[at + 1 :])
        for at, word in enumerate(words)
        for other in ALIKE.get(word, ())
    ]
