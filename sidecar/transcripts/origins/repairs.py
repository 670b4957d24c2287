"""The only value that could stand in the place of one that came from nowhere."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.figures import read_figures
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import JudgedArgument, Kind, Origin
from sidecar.transcripts.origins.leaves import name_key
from sidecar.transcripts.origins.passages import Passage
from sidecar.transcripts.origins.rules import ToolRule

_TOKEN = re.compile(r"#?[^\W_][\w]*(?:[-_./:@+][\w]+)*")
_LETTERS, _DIGITS = re.compile(r"[A-Z]+|[a-z]+"), re.compile(r"\d")
_LOCATOR = re.compile(r"(?=.*\d|[A-Z]+\Z)[A-Z\d]{1,8}")
_MOST_ALIKE = 256  # of so many values of a shape none is the only one


class Candidate(NamedTuple):
    """A value that may stand instead, as it is compared, with its key and its place."""

    value: str
    folded: str
    key: str
    origin: Origin


class Repairs:
    """The values of a conversation by their kind and shape."""

    def __init__(self, said: Conversation) -> None:
        self._said = said
        self._of_kind: dict[Kind, dict[str, list[Candidate]]] = {}

    def find(self, one: JudgedArgument, key: str, rule: ToolRule, used: Collection[str]) -> str:
        """The only value of the same kind and shape in the places that the rule allows, or "".

        Of several, the only one that the user names, else the only one under the same key. What
        the call already has elsewhere is left out.
        """
        if one.kind not in self._of_kind:
            self._of_kind[one.kind] = self._list(one.kind)
        alike = self._of_kind[one.kind].get(_find_shape(one.kind, one.value), [])
        if len(alike) > _MOST_ALIKE:
            return ""
        free = [it for it in alike if it.folded not in used and rule.allows(it.origin)]
        named = [it for it in free if it.origin.source == "user"]
        same = [it for it in free if it.key == key]
        for candidates in (free, named, same):
            if len({it.folded for it in candidates}) == 1:
                return candidates[0].value
        return ""

    def _list(self, kind: Kind) -> dict[str, list[Candidate]]:
        """The values of a kind, by their shapes."""
        found: dict[str, dict[tuple[str, str, str], Candidate]] = defaultdict(dict)
        for passage, value in _iterate_values(kind, self._said):
            folded, key = compact(value), name_key(passage.path)
            shape = found[_find_shape(kind, value)]
            if len(shape) <= _MOST_ALIKE and (folded, key, passage.source) not in shape:
                origin = passage.origin(0, len(passage.string))
                shape[folded, key, passage.source] = Candidate(value, folded, key, origin)
        return {shape: list(candidates.values()) for shape, candidates in found.items()}


def _find_shape(kind: Kind, value: str) -> str:
    """What values must share to stand for one another: "HAT110" is "A999"."""
    if kind not in (Kind.ID, Kind.DATE, Kind.TIME, Kind.PHONE):
        return ""
    if kind is Kind.ID and _LOCATOR.fullmatch(value):
        return "A" * len(value)  # letters and digits stand anywhere in record locators: "8C8K4E"
    return _DIGITS.sub("9", _LETTERS.sub(lambda run: "A" if run[0].isupper() else run[0], value))


def _iterate_values(kind: Kind, said: Conversation) -> Iterator[tuple[Passage, str]]:
    """Values of a kind in a conversation; amounts of the user only.

    An amount of a result is more often a part of the right one than the right one.
    """
    for passage in said.passages:
        if kind in (Kind.AMOUNT, Kind.COUNT):
            values = _list_money(passage.string) if passage.source == "user" else []
        elif passage.is_value:
            values = [] if passage.is_number and kind is not Kind.ID else [passage.string]
        else:
            values = _list_coded(passage.string) if kind is Kind.ID else []
        for value in values:
            yield passage, value


def _list_money(string: str) -> list[str]:
    """The amounts of a text that have a currency."""
    numbers = read_figures(string).numbers
    return [f"{amount.normalize():f}" for _, _, amount, symbol in numbers if symbol.isupper()]


def _list_coded(string: str) -> list[str]:
    """The words of a text that have a digit."""
    return [word for word in _TOKEN.findall(string) if any(c.isdigit() for c in word)]
