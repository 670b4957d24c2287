"""Hostile texts that cite, and what they cite. The same seed gives the same inputs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from bench.fuzz_texts import texts
from sidecar.model.evidence import EvidenceItem, Source

_MARKERS = (
    "[ev-abc-001]", "[ev_abc_002]", "[EV–abc‑003.]", "[Source 3]", "[Sources 1, 2 and 4–9]", "[3]",
    "[^7]", "[1-999]", "Per LMIS: ", "According to GCC-STAT, ", "(QID:lmis_001)", "[QID:none]",
    "[Source: https://a.b/c]", "[see ev-1; ev-2]", "[3](https://a.b)", "[[ev-1]]", "\\[ev-1\\]",
    "Confidence: high", "Confidence: 80 %", "I am 85% confident that ", "with low confidence",
    "No evidence was found. ", "The sources do not mention it. ", "“as somebody said long ago”",
    "\n\n> ", ":\n\n- ", "[ev-1\u200b]", "[ev-" + "9" * 300 + "]", "[Source " + "1," * 40 + "2]",
)  # fmt: skip
_REPEATED = (
    "[ev-1]", "[", "[ev-", "[Source 1-50] ", "[1,", "Per A: ", "QID:x ", "confidence ", "“a",
    "Confidence: 8", "8% confident ", "no evidence ", "[x] ", "(source: A) ", "- a [1]\n",
    "| [ev-1] |\n", "not ",
)  # fmt: skip
_IDS = ("ev-abc-001", "ev_abc_002", "ev-abc-003", "ev-1", "lmis_002", "Ünïcode-4", "x" * 200)
_LEAST_TEXT = 1500


class Cited(NamedTuple):
    """One input.

    Attributes:
        text: What cites.
        items: Pieces of evidence.
        sources: Documents.
        bare_numbers: Whether bare numbers cite.
        settings: Of the ``citations`` check.
    """

    text: str
    items: list[EvidenceItem]
    sources: list[Source]
    bare_numbers: bool
    settings: dict[str, object]


def inputs(seed: int, count: int) -> Iterator[Cited]:
    """Yield inputs: in nine of ten markers are strewn into a text, the others repeat one."""
    source = random.Random(seed)
    told = texts(seed + 2, count)
    for text in texts(seed, count):
        repeated = source.random() < 0.1
        yield Cited(
            _repeated(source) if repeated else _strewn(source, text),
            *evidence(source, next(told)),
            source.random() < 0.5,
            {
                "required_for": source.choice([[], ["numbers", "quotes", "sentences"]]),
                "scope": source.choice(["sentence", "paragraph"]),
            },
        )


def evidence(source: random.Random, text: str) -> tuple[list[EvidenceItem], list[Source]]:
    """Items and sources that are sound in themselves, with a hostile text among theirs."""
    ids = source.sample(_IDS, source.randint(0, len(_IDS)))
    items = [
        EvidenceItem(
            id=identifier,
            text=source.choice((text, "", "The staff grew by 15 % to 1,234 people.")),
            provenance=source.choice(("", "grep", text[:40])),
            relevance=source.choice((None, 0.0, 0.5, 1.0)),
            title=text[:20],
        )
        for identifier in ids
    ]
    sources = [
        Source(id=f"s{number}", number=number, family=source.choice(("", "LMIS")), text=text)
        for number in range(1, source.randint(1, 6))
    ]
    return items, sources


def _strewn(source: random.Random, text: str) -> str:
    for _ in range(source.randint(1, 12)):
        at = source.randrange(len(text) + 1)
        text = text[:at] + source.choice(_MARKERS) + text[at:]
    return text


def _repeated(source: random.Random) -> str:
    unit = "".join(source.choices(_REPEATED, k=source.randint(1, 2)))
    return unit * (_LEAST_TEXT // len(unit))
