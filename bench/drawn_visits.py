"""Drawn texts over one small table of which it is known which sentences are wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from verifyd import QueryResult

_WRONG = 0.08
_VISITS = {
    "Oslo": 41_207,
    "Bergen": 8_953,
    "Lyon": 26_418,
    "Porto": 17_634,
    "Turin": 9_871,
    "Malmö": 33_092,
    "Łódź": 12_745,
    "Cork": 5_386,
}
VISITS = QueryResult(
    "visits", [{"city": city, "visits": visits} for city, visits in _VISITS.items()]
)
"""The table."""


class VisitsText(NamedTuple):
    """A text about visits to cities.

    Attributes:
        sentences: Each with the white space behind it, and whether it is right.
    """

    sentences: Sequence[tuple[str, bool]]

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(sentence for sentence, _ in self.sentences)

    def wrong_before(self, end: int) -> list[str]:
        """The wrong sentences that begin before an offset in bytes."""
        start, found = 0, list[str]()
        for sentence, is_right in self.sentences:
            if start < end and not is_right:
                found.append(sentence)
            start += len(sentence.encode())
        return found


def draw(drawn: random.Random) -> VisitsText:
    """A text of 10 to 20 sentences, most of them right."""
    sentences = list[tuple[str, bool]]()
    for _ in range(drawn.randrange(10, 21)):
        city = drawn.choice(list(_VISITS))
        is_right = drawn.random() >= _WRONG
        number = _VISITS[city] if is_right else _VISITS[city] * 3 + 1_234
        behind = drawn.choice((" ", " ", "\n", "\n\n"))
        sentences.append((f"{city} had {number:,} visits.{behind}", is_right))
    return VisitsText(sentences)
