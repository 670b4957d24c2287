"""Rules that say where the values of an argument may come from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sidecar.errors import VerifydError

if TYPE_CHECKING:  # settings are made of rules, and no start waits for what judges
    from sidecar.transcripts.origins.judgement import Origin

COMPUTED, FREE = "computed", "free"
_WORDS = frozenset(("user", "system", "tool", COMPUTED, FREE))
_PATTERN = re.compile(r"\*|[^\s.\[\]*]+(?:\[(?:\d*)\])*(?:\.[^\s.\[\]]+(?:\[(?:\d*)\])*)*")
_INDICES = re.compile(r"(?:\[\d+\])*")


class RuleInvalid(VerifydError):
    """A rule about tool-call arguments cannot be read."""

    code = "INVALID_ARGUMENT"
    reason = "TOOL_RULE_INVALID"


@dataclass(frozen=True, slots=True)
class ToolRule:
    """Where the values of one argument may come from.

    Attributes:
        tool: The name of a tool, or "*" for every one.
        argument: The path of an argument, such as "recipient" or "passengers[].name", or "*";
            with the arguments below it, of which choices and counts stay open.
        origins: "user", "system", "tool" for any tool, "tool:NAME" for one, "computed" for what is
            worked out from such values, "free" for anything.
        enforced: Whether it counts before every rule that is not.
    """

    tool: str
    argument: str
    origins: tuple[str, ...]
    enforced: bool = False

    def __post_init__(self) -> None:
        if not self.tool.strip():
            raise RuleInvalid("a rule names no tool; use * for every tool", field="tool", given="")
        if not _PATTERN.fullmatch(self.argument):
            message = f"{self.argument!r} is no path of an argument, such as passengers[].name"
            raise RuleInvalid(message, field="argument", given=self.argument)
        if not self.origins:
            message = f"the rule for {self.argument!r} allows no origin"
            raise RuleInvalid(message, field="origins", given="")
        for origin in self.origins:
            if origin not in _WORDS and not (origin.startswith("tool:") and origin[5:].strip()):
                allowed = "user, system, tool, tool:NAME, computed, free"
                message = f"{origin!r} is no origin; use {allowed}"
                raise RuleInvalid(message, field="origins", given=origin)
        if self.is_free and len(self.origins) > 1:
            message = f"the rule for {self.argument!r} has 'free' beside other origins"
            raise RuleInvalid(message, field="origins", given=", ".join(self.origins))

    @property
    def is_free(self) -> bool:
        """Whether anything is allowed."""
        return FREE in self.origins

    def names(self, path: str) -> bool:
        """Whether it is about one argument itself, or about the elements of that list."""
        found = _compile(self.argument).fullmatch(path) if self.argument != "*" else None
        return found is not None and _INDICES.fullmatch(found["below"] or "") is not None

    def allows(self, origin: Origin) -> bool:
        """Whether a value may come from a place."""
        if origin.how and origin.source != "user":
            if COMPUTED not in self.origins:
                return False
            if self.origins == (COMPUTED,):
                return True
        return origin.source in self.origins or origin.source.partition(":")[0] in self.origins


ANYWHERE = ToolRule("*", "*", ("user", "system", "tool", COMPUTED))


def find_rule(rules: Iterable[ToolRule], tool: str, path: str) -> ToolRule:
    """The rule for an argument: the first of those that say most of it."""
    fitting = [
        rule
        for rule in rules
        if rule.tool in ("*", tool) and _compile(rule.argument).fullmatch(path)
    ]
    return max(fitting, key=_weight, default=ANYWHERE)


def _weight(rule: ToolRule) -> tuple[bool, int, bool]:
    length = 0 if rule.argument == "*" else len(rule.argument)
    return rule.enforced, length, rule.tool != "*"


@lru_cache(maxsize=1024)
def _compile(argument: str) -> re.Pattern[str]:
    """A path pattern as an expression: "[]" is any index, and what lies below is included.

    Case does not count: there are tools that read "Recipient" as "recipient".
    """
    if argument == "*":
        return re.compile(r"(?P<below>.*)", re.DOTALL)
    here = re.escape(argument).replace(r"\[\]", r"\[\d+\]")
    return re.compile(here + r"(?P<below>[.\[].*)?", re.DOTALL | re.IGNORECASE)
