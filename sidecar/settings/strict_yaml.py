"""YAML that cannot surprise.

A key that stands twice is refused, and so are aliases, which let a small file grow without bound.
"""

from __future__ import annotations

from collections.abc import Hashable

import yaml


class NotYaml(ValueError):
    """The bytes are no strict YAML; the message says why, and where if that is known."""


def parse(data: bytes) -> object:
    """The one document that the bytes hold.

    Raises:
        NotYaml: If they hold none.
    """
    try:
        return yaml.load(data, _StrictLoader)  # noqa: S506 (a SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise NotYaml(f"{place}: {error.problem}") from None
    except (yaml.YAMLError, UnicodeError, RecursionError, TypeError, ValueError) as error:
        raise NotYaml(f": no valid YAML ({type(error).__name__})") from None


class _StrictLoader(yaml.SafeLoader):
    """The safe loader, without aliases and without repeated keys."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, "aliases are not allowed", mark)
        return super().compose_node(parent, index)

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value in seen:
                twice = f"the key {key.value!r} stands twice"
                problem = twice if isinstance(key, yaml.ScalarNode) else "a key must be a word"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)
