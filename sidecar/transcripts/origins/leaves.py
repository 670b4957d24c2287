"""The values of a JSON text, with their paths and with the places where they stand."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import accumulate, chain, combinations
from math import prod
from typing import NamedTuple

from sidecar.errors import VerifydError

Path = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]|[^\s{}\[\],:"]+')
_PIECE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
_LONGEST_NUMBER, _MOST_NUMBERS = 20, 6
_CONSTANTS = frozenset(("true", "false", "null"))


class ArgumentsInvalid(VerifydError):
    """The arguments of a call are no JSON, so that nothing in them can be judged."""

    code = "INVALID_ARGUMENT"
    reason = "REQUEST_MALFORMED"


class Leaf(NamedTuple):
    """A value that has no parts.

    Attributes:
        path: The keys and indices that lead to it.
        value: A string's text, or a number or constant as it is written.
        quoted: Whether it is a string.
        start: Its first code point in the text, without the quote.
        end: The code point behind it.
        raw: As it is written, without quotes.
        is_key: Whether it is a key, which the path then ends with.
    """

    path: Path
    value: str
    quoted: bool
    start: int
    end: int
    raw: str
    is_key: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether it is true, false or null."""
        return not self.quoted and self.value in _CONSTANTS

    @property
    def is_number(self) -> bool:
        """Whether it is a JSON number."""
        return not self.quoted and self.value not in _CONSTANTS

    def find_places(self) -> Sequence[int]:
        """The code point in the JSON text of each code point of the value, and of its end."""
        if "\\" not in self.raw:
            return range(self.start, self.end + 1)
        lengths = (len(piece) for piece in _PIECE.findall(self.raw))
        return [*accumulate(lengths, initial=self.start)]


def name_key(path: Path) -> str:
    """The key that says what a value is: the last one that is no index."""
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def format_path(path: Path) -> str:
    """A path as people write it: "passengers[0].dob"."""
    written = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return written.removeprefix(".")


def count_elements(leaves: Iterable[Leaf]) -> frozenset[int]:
    """How many elements the lists have that values stand in."""
    longest: dict[Path, int] = {}
    for leaf in leaves:
        for depth, part in enumerate(leaf.path):
            if isinstance(part, int):
                start = leaf.path[:depth]
                longest[start] = max(longest.get(start, 0), part + 1)
    return frozenset(longest.values())


def find_totals(leaves: Iterable[Leaf]) -> dict[Decimal, set[Decimal]]:
    """Sums of columns, and sums of products of two, each with the numbers that it is made of."""
    columns: dict[object, list[tuple[Decimal, ...]]] = defaultdict(list)
    objects: dict[Path, list[tuple[str, Decimal]]] = defaultdict(list)
    for leaf in leaves:
        if leaf.is_number and len(leaf.value) <= _LONGEST_NUMBER:
            number = Decimal(leaf.value)
            columns[name_key(leaf.path)].append((number,))
            objects[leaf.path[:-1]].append((name_key(leaf.path), number))
    for numbers in objects.values():
        for (key, one), (other_key, other) in combinations(numbers[:_MOST_NUMBERS], 2):
            columns[key, other_key].append((one, other))
    return {
        sum((prod(parts, start=Decimal(1)) for parts in column), Decimal()): {*chain(*column)}
        for column in columns.values()
    }


def read_leaves(text: str, *, keys: bool = False) -> list[Leaf] | None:
    """The values of a JSON text in the order of the text; None where it is no JSON.

    Args:
        text: Any text.
        keys: Whether the keys of objects are listed as well.
    """
    try:
        json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return list(_walk(text, keys=keys))


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _walk(text: str, *, keys: bool) -> Iterator[Leaf]:
    """The leaves of a text that is known to be JSON."""
    path: list[str | int] = []
    awaits_key = False
    for match in _TOKEN.finditer(text):
        mark = match[0]
        if mark in "{[":
            path.append("" if mark == "{" else 0)
            awaits_key = mark == "{"
        elif mark in "}]":
            path.pop()
            awaits_key = False
        elif mark == ",":
            last = path[-1]
            awaits_key = isinstance(last, str)
            path[-1] = last + 1 if isinstance(last, int) else last
        elif awaits_key:
            path[-1] = json.loads(mark)
            awaits_key = False
            if keys:
                yield _read(match, (*path,), is_key=True)
        else:
            yield _read(match, (*path,), is_key=False)


def _read(match: re.Match[str], path: Path, *, is_key: bool) -> Leaf:
    token, start, end = match[0], match.start(), match.end()
    if token[0] != '"':
        return Leaf(path, token, False, start, end, token)
    raw = token[1:-1]
    value = json.loads(token) if "\\" in raw else raw
    return Leaf(path, value, True, start + 1, end - 1, raw, is_key)
