"""The only value that could stand in the place of one that came from nowhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.figures import read_figures
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import JudgedArgument, Kind
from sidecar.transcripts.origins.leaves import name_key
from sidecar.transcripts.origins.passages import Passage
from sidecar.transcripts.origins.rules import ToolRule

_TOKEN = re.compile(r"#?[^\W_][\w]*(?:[-_./:@+][\w]+)*")
_LETTERS, _DIGITS = re.compile(r"[A-Z]+|[a-z]+"), re.compile(r"\d")


def find_shape(value: str) -> str:
    """What a value looks like: digits one by one, letters by their case: "HAT110" is "A999"."""
    return _DIGITS.sub("9", _LETTERS.sub(lambda run: "A" if run[0].isupper() else run[0], value))


def find_repair(
    one: JudgedArgument, key: str, rule: ToolRule, said: Conversation, used: Collection[str]
) -> str:
    """The only value of the same kind and shape in the places that the rule allows, or "".

    Of several, the only one that the user names, else the only one that stands under the same key.
    What the call already has elsewhere is left out.
    """
    wanted = _describe(one.kind, one.value)
    every: dict[str, str] = {}
    named: dict[str, str] = {}
    alike: dict[str, str] = {}
    for passage, candidate in _candidates(one.kind, said):
        folded = compact(candidate)
        if folded in used or _describe(one.kind, candidate) != wanted:
            continue
        if not rule.allows(passage.origin(0, len(passage.string))):
            continue
        every.setdefault(folded, candidate)
        if passage.source == "user":
            named.setdefault(folded, candidate)
        if name_key(passage.path) == key:
            alike.setdefault(folded, candidate)
    for values in (every, named, alike):
        if len(values) == 1:
            return next(iter(values.values()))
    return ""


def _describe(kind: Kind, value: str) -> str:
    """What values must share to stand for one another."""
    if kind in (Kind.AMOUNT, Kind.COUNT, Kind.NAME, Kind.ADDRESS, Kind.EMAIL, Kind.URL):
        return ""
    if kind is Kind.ID:
        mixed = re.sub(r"[A-Za-z0-9]", "x", value) if _is_mixed(value) else ""
        return mixed or find_shape(value)
    return find_shape(value)


def _is_mixed(value: str) -> bool:
    """Whether letters and digits alternate, as in record locators: "8C8K4E", "MSJ4OA"."""
    return value.isalnum() and (value.isupper() or value.isdecimal()) and len(value) <= 8


def _candidates(kind: Kind, said: Conversation) -> Iterator[tuple[Passage, str]]:
    """Values of a kind in a conversation."""
    for passage in said.passages:
        if passage.is_value:
            if _is_of(kind, passage):
                yield passage, passage.string
        elif kind is Kind.AMOUNT and passage.source == "user":
            for _, _, amount, symbol in read_figures(passage.string).numbers:
                if symbol.isupper():
                    yield passage, f"{amount.normalize():f}"
        elif kind is Kind.ID:
            for match in _TOKEN.finditer(passage.string):
                if any(c.isdigit() for c in match[0]):
                    yield passage, match[0]


def _is_of(kind: Kind, passage: Passage) -> bool:
    """Whether a value of a result may be of a kind."""
    if kind in (Kind.AMOUNT, Kind.COUNT):
        return False  # more often a part of the right one than the right one
    return not passage.is_number or kind is Kind.ID
