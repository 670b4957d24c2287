"""Is an offered repair the right value, and how many wrong numbers are given one?

A repair of a number is right where it is the right value at the precision that the right value is
written with. A sign that words tell stands in neither; one that is written is part of the value.
One that is offered for a right number is wrong, unless it equals it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bench.figures import Figures, higher
from bench.scoring import Predictions, Record
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

BAR = 0.95


class Repaired(NamedTuple):
    """A number that was flagged.

    Attributes:
        wrong: Whether it is wrong.
        right: How the right value is written.
        offered: What is offered in its place; "" where nothing is.
    """

    wrong: bool
    right: str
    offered: str

    @property
    def holds(self) -> bool:
        """Whether what is offered is the right value."""
        right, offered = (_read(text) for text in (self.right, self.offered))
        if right is None or offered is None:
            return self.right == self.offered
        return right[1] <= offered[0] <= right[2]


def figures(flagged: Iterable[Repaired], prefix: str) -> Figures:
    """``PREFIX_repair_precision`` and ``PREFIX_repair_share``, of what was flagged."""
    every = list(flagged)
    offered = [one for one in every if one.offered]
    wrong = [one for one in every if one.wrong]
    found: Figures = {}
    if offered:
        precision = sum(one.holds for one in offered) / len(offered)
        found[f"{prefix}_repair_precision"] = higher(precision, BAR)
    if wrong:
        share = sum(bool(one.offered) for one in wrong) / len(wrong)
        found[f"{prefix}_repair_share"] = higher(share)
    return found


def of_records(records: Iterable[Record], predictions: Predictions) -> Iterator[Repaired]:
    """The flagged numbers of annotated records; of a wrong one the gold must tell the right."""
    for record in records:
        for item in record["gold"]:
            wrong = item["label"] == "unsupported"
            if item["kind"] != "number" or not item["scored"] or (wrong and "right" not in item):
                continue
            about = [
                claim
                for claim in predictions.get(record["id"], ())
                if claim["start"] < item["end"] and item["start"] < claim["end"]
            ]
            if any(claim["verdict"] == "flagged" for claim in about):
                offered = next((c["repair"] for c in about if c.get("repair")), "")
                yield Repaired(wrong, item["right"] if wrong else item["text"], offered)


def line(found: Figures) -> str:
    """Figures as people read them."""
    return ", ".join(f"{name} {one['value']:.3f}" for name, one in found.items())


def _read(text: str) -> tuple[float, float, float] | None:
    """A written number: its value, and between which values it is rounded to."""
    claims = extract_numbers(
        Text(text), ExtractOptions(ignore_years=False, ordinals="ranks")
    ).claims
    if len(claims) != 1:
        return None
    number = claims[0].number
    return float(number.value), float(number.low), float(number.high)
