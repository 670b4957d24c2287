"""Narratives that do tell of their query results, out of joint. The same seed gives the same ones.

Hostile texts name nothing of the evidence that they are sent with, so most of binding by context
never sees them. These are stretches of the open halves of the analysts' yardsticks, with words
dropped, doubled and exchanged between texts, over the tables that they were written about.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.analysts.build import build
from bench.scoring import Record

_SETS = ("phrases", "reports")  # of short texts
_LONGEST = 400  # characters: a number may cost some milliseconds
_SCRAP = 8  # characters: a number alone, half a word
_PIECES = re.compile(r"\w+|\W+")
_JOINTS = (" and ", ", ", "; ", " of the ", " than ", ": ", "\n- ", " | ", " (", ") ", " 12 ", "% ")


class FuzzInput(NamedTuple):
    """One input.

    Attributes:
        text: The narrative.
        results: Query ids and payloads in JSON.
    """

    text: str
    results: Sequence[tuple[str, str]]


def inputs(seed: int, count: int) -> Iterator[FuzzInput]:
    """Yield inputs."""
    source = random.Random(seed)
    records = [record for name in _SETS for record in build("open", name)]
    for _ in range(count):
        record, other = source.sample(records, 2)
        yield FuzzInput(_out_of_joint(source, record, other), _payloads(record))


def _out_of_joint(source: random.Random, record: Record, other: Record) -> str:
    pieces = _PIECES.findall(_stretch(source, record["narrative"]))
    strange = _PIECES.findall(_stretch(source, other["narrative"]))
    for _ in range(source.randint(0, 10)):
        at = source.randrange(len(pieces) + 1)
        match source.randrange(5):
            case 0:
                del pieces[at : at + source.randint(1, 4)]
            case 1:
                pieces[at:at] = pieces[at : at + source.randint(1, 8)]
            case 2:
                pieces[at:at] = strange[: source.randint(1, 12)]
            case 3:
                pieces[at:at] = source.choice(_JOINTS)
            case _:
                pieces[at : at + 1] = source.choice(pieces or strange)
    return "".join(pieces)[:_LONGEST]


def _stretch(source: random.Random, text: str) -> str:
    start = source.randrange(max(1, len(text) - _LONGEST))
    longest = source.choice((_SCRAP, _LONGEST, _LONGEST, _LONGEST))
    return text[start : start + source.randint(1, longest)]


def _payloads(record: Record) -> list[tuple[str, str]]:
    return [
        (each["query_id"], json.dumps({"columns": each["columns"], "rows": each["rows"]}))
        for each in record["query_results"]
    ]
