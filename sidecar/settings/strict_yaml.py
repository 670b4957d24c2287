"""YAML that cannot surprise.

A key that stands twice is refused, and so are aliases, which let a small file grow without bound,
and more than ``MOST_LEVELS`` levels, which take the reader quadratic time. ``010``, ``1:30`` and
``1_000``, which YAML 1.1 reads as 8, 90 and 1000, are text, as in YAML 1.2 and CSV.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from decimal import Decimal
from math import isfinite
from typing import NoReturn

import yaml

MOST_LEVELS = 64
"""Most levels of lists and mappings in each other."""

Line = Callable[[Sequence[str | int]], int]
"""The line, from 1, of what lies under some keys and places."""

_FLOAT = "tag:yaml.org,2002:float"
_NUMBERS = {
    "tag:yaml.org,2002:int": re.compile(r"[-+]?(?:0|[1-9][0-9]*)$"),
    _FLOAT: re.compile(
        r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$|[-+]?\.(?:inf|Inf|INF)$"
        r"|\.(?:nan|NaN|NAN)$"
    ),
}
"""What is a number; every other word is text."""


class YamlInvalid(ValueError):
    """The bytes are no strict YAML; the message says why, and where if that is known."""


def parse(data: bytes) -> object:
    """The one document that the bytes hold.

    Raises:
        YamlInvalid: If they hold none.
    """
    return _loaded(data, _StrictLoader)[0]


def parse_exact(data: bytes, lines_before: int = 0) -> object:
    """The same, with numbers as they are written, which amounts must be.

    A number that is no float is a ``Decimal``.

    Args:
        data: A file, or a part of one.
        lines_before: The lines of the file before it, for the line that a fault names.

    Raises:
        YamlInvalid: If they hold none.
    """
    return _loaded(data, _ExactLoader, lines_before)[0]


def parse_with_lines(data: bytes) -> tuple[object, Line]:
    """The same, as JSON would have it (a date is text), and where each part of it stands.

    Raises:
        YamlInvalid: If they hold none.
    """
    value, root = _loaded(data, _PlainLoader)

    def line(path: Sequence[str | int]) -> int:
        node = root
        for name in path:
            below = _below(node, name)
            if below is None:
                break
            node = below
        return node.start_mark.line + 1 if node is not None else 1

    return value, line


def _below(node: yaml.Node | None, name: str | int) -> yaml.Node | None:
    """What a mapping has under a key, or a list at a place."""
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(name)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(name, int) and name < len(node.value):
        found: yaml.Node = node.value[name]
        return found
    return None


def _loaded(
    data: bytes, kind: type[_StrictLoader], lines_before: int = 0
) -> tuple[object, yaml.Node | None]:
    """The one document and its tree, from which its parts know their lines."""
    try:
        loader = kind(data)
        try:
            node: yaml.Node | None = loader.get_single_node()
            return (None if node is None else loader.construct_document(node)), node
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", line {lines_before + mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise YamlInvalid(f"{place}: {error.problem}") from None
    except yaml.reader.ReaderError as error:
        raise YamlInvalid(_unprintable(data, error.position, lines_before)) from None
    except (yaml.YAMLError, UnicodeError, RecursionError, TypeError, ValueError) as error:
        raise YamlInvalid(f": no valid YAML ({type(error).__name__})") from None


def _unprintable(data: bytes, position: int, lines_before: int) -> str:
    """What is said of a character that YAML does not allow."""
    before = data.decode("utf-8", "replace")[:position]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f", line {lines_before + line}, column {column}: a control character, or not UTF-8"


_TOO_DEEP = f"more than {MOST_LEVELS} levels"


class _StrictLoader(yaml.SafeLoader):
    """The safe loader, without aliases, repeated keys and more levels than anybody writes."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (as yaml has it)
        first: [one for one in each if one[0] not in _NUMBERS]
        for first, each in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    _levels = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            self._refuse("aliases are not allowed", event.start_mark)
        self._levels += 1
        if self._levels > MOST_LEVELS + 1:  # a word in the last one is no level
            self._refuse(_TOO_DEEP, event.start_mark)
        node = super().compose_node(parent, index)
        self._levels -= 1
        return node

    def fetch_flow_collection_start(self, token_class: type[yaml.Token]) -> None:
        """Brackets are read far ahead, and each costs as much as there are open ones."""
        if self.flow_level >= MOST_LEVELS:
            self._refuse(_TOO_DEEP, self.get_mark())
        super().fetch_flow_collection_start(token_class)

    def _refuse(self, problem: str, mark: object) -> NoReturn:
        raise yaml.constructor.ConstructorError(None, None, problem, mark)  # type: ignore[arg-type]

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value in seen:
                twice = f"the key {key.value!r} appears twice"
                problem = twice if isinstance(key, yaml.ScalarNode) else "a key must be a word"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


for _tag, _pattern in _NUMBERS.items():
    _StrictLoader.add_implicit_resolver(_tag, _pattern, list("-+.0123456789"))


class _PlainLoader(_StrictLoader):
    """The strict loader, to which ``2024-03-01`` is text, as it is in JSON."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (as yaml has it)
        first: [one for one in each if one[0] != "tag:yaml.org,2002:timestamp"]
        for first, each in _StrictLoader.yaml_implicit_resolvers.items()
    }


class _ExactLoader(_StrictLoader):
    """The strict loader, to which numbers are decimal, and lose no digits."""

    def construct_number(self, node: yaml.ScalarNode) -> float | Decimal:
        """A float, where that is the number that is written."""
        made: float = self.construct_yaml_float(node)
        if not isfinite(made) or _NUMBERS[_FLOAT].fullmatch(node.value) is None:
            return made
        written = Decimal(node.value)
        return made if written == Decimal(repr(made)) else written


_ExactLoader.add_constructor(_FLOAT, _ExactLoader.construct_number)
