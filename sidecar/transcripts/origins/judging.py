"""Says for every value of a tool call where it comes from, and which values come from nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sidecar.model.cached import cached_property
from sidecar.model.report import Verdict
from sidecar.model.text import Span, Text
from sidecar.model.transcript import Message, ToolCall, ToolDefinition
from sidecar.transcripts.origins.computed import Computation, find_computation
from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.dates import read_dates
from sidecar.transcripts.origins.figures import read_amount
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import (
    CallJudgement,
    JudgedArgument,
    Kind,
    Origin,
    Problem,
)
from sidecar.transcripts.origins.kinds import find_kind, is_minor
from sidecar.transcripts.origins.leaves import (
    ArgumentsInvalid,
    Leaf,
    Path,
    format_path,
    name_key,
    read_leaves,
)
from sidecar.transcripts.origins.lookup import find_origins
from sidecar.transcripts.origins.parts import find_parts
from sidecar.transcripts.origins.repairs import find_repair
from sidecar.transcripts.origins.rules import ANYWHERE, COMPUTED, ToolRule, find_rule
from sidecar.transcripts.origins.schemas import find_choices, find_subschema, read_schema

_OPTIONAL = frozenset((Kind.COUNT, Kind.ENUM, Kind.BOOLEAN, Kind.TEXT))
"""Kinds that an agent may choose, unless a rule says where they come from."""


def judge_call(
    call: ToolCall,
    before: Iterable[Message],
    rules: Sequence[ToolRule] = (),
    *,
    today: date | None = None,
    definition: ToolDefinition | None = None,
) -> CallJudgement:
    """Judges where the arguments of a call come from.

    Args:
        call: The call.
        before: The messages before it.
        rules: Where values may come from; without a rule from the user, the system, tool results,
            and what is worked out from them.
        today: The day that "tomorrow" counts from; else the one that a system text names.
        definition: The tool, whose schema may list what values an argument can have.

    Raises:
        ArgumentsInvalid: The arguments are no JSON.
    """
    leaves = read_leaves(call.arguments)
    if leaves is None:
        message = f"the arguments of {call.tool or 'the call'} are no JSON"
        raise ArgumentsInvalid(message, tool=call.tool)
    judge = _Judge(call, leaves, Conversation(before, today), rules, definition)
    return CallJudgement(tuple(one for leaf in leaves for one in judge.judge(leaf)))


@dataclass
class _Judge:
    """Judges the values of one call."""

    call: ToolCall
    leaves: Sequence[Leaf]
    said: Conversation
    rules: Sequence[ToolRule]
    definition: ToolDefinition | None

    @cached_property
    def _text(self) -> Text:
        return Text(self.call.arguments)

    @cached_property
    def _schema(self) -> dict[str, Any]:
        return read_schema(self.definition.schema if self.definition else "")

    @cached_property
    def _values(self) -> frozenset[str]:
        """The strings of the call, as they are compared."""
        return frozenset(compact(leaf.value) for leaf in self.leaves if leaf.quoted)

    @cached_property
    def _lengths(self) -> frozenset[int]:
        """How many elements the lists of the call have."""
        longest: dict[Path, int] = {}
        for leaf in self.leaves:
            for depth, part in enumerate(leaf.path):
                if isinstance(part, int):
                    start = leaf.path[:depth]
                    longest[start] = max(longest.get(start, 0), part + 1)
        return frozenset(longest.values())

    def judge(self, leaf: Leaf) -> Iterator[JudgedArgument]:
        """Judge one value, or those that stand in it where it is a free text."""
        kind = find_kind(leaf, find_choices(find_subschema(self._schema, leaf.path)))
        path = format_path(leaf.path)
        rule = find_rule(self.rules, self.call.tool, path)
        whole = JudgedArgument(
            path, self._text.span(leaf.start, leaf.end), leaf.value, kind, Verdict.INCONCLUSIVE
        )
        if rule.is_free:
            yield whole
        elif kind is Kind.TEXT and rule is ANYWHERE:
            yield whole
            for part, start, end in find_parts(leaf.value):
                span = self._text.span(*leaf.place(start, end))
                value = leaf.value[start:end]
                one = JudgedArgument(path, span, value, part, Verdict.INCONCLUSIVE)
                yield self._settle(one, leaf, rule)
        else:
            yield self._settle(whole, leaf, rule)

    def _settle(self, one: JudgedArgument, leaf: Leaf, rule: ToolRule) -> JudgedArgument:
        """What is found out about one value."""
        origins = find_origins(one.kind, self._compared(one, leaf), self.said)
        allowed = tuple(origin for origin in origins if rule.allows(origin))
        if allowed:
            return replace(one, verdict=Verdict.SUPPORTED, origins=allowed)
        if not origins and one.kind in (Kind.AMOUNT, Kind.COUNT):
            computed = self._compute(one, leaf)
            if computed and all(rule.allows(origin) for origin in computed.origins):
                verdict = Verdict.SUPPORTED if computed.is_sure else Verdict.INCONCLUSIVE
                return replace(one, verdict=verdict, origins=computed.origins)
        if rule is ANYWHERE and one.kind in _OPTIONAL:
            return one
        repair = self._repair(one, leaf, rule)
        problem = Problem.WRONG_ORIGIN if origins else Problem.UNSUPPORTED
        return replace(
            one,
            verdict=Verdict.UNSUPPORTED,
            problem=problem,
            origins=tuple(origins),
            repair=repair,
        )

    def _compared(self, one: JudgedArgument, leaf: Leaf) -> str:
        """A value as it is compared: an amount in cents as a hundredth of that."""
        amount = read_amount(one.value) if one.kind is Kind.AMOUNT else None
        return one.value if amount is None or not is_minor(leaf) else f"{amount / 100:f}"

    def _compute(self, one: JudgedArgument, leaf: Leaf) -> Computation | None:
        """How a number follows from others: amounts, or the dates of the same call."""
        amount = read_amount(self._compared(one, leaf))
        if amount is None or one.kind is not Kind.AMOUNT:
            return None
        if how := self._day_counts.get(amount):
            place = Origin(COMPUTED, -1, "", "", Span(0, 0), how)
            return Computation((place,), is_sure=True)
        return find_computation(amount, self.said, self._values, self._lengths)

    @cached_property
    def _day_counts(self) -> dict[Decimal, str]:
        """How many days lie between two dates of the call, and how many they are with both."""
        read = {leaf.value: read_dates(leaf.value) for leaf in self.leaves if leaf.quoted}
        days = {value: dates[0].resolve() for value, dates in read.items() if len(dates) == 1}
        return {
            Decimal((later - first).days + both): f"days from {start} to {end}"
            for start, first in days.items()
            for end, later in days.items()
            if first and later and first < later
            for both in (0, 1)
        }

    def _repair(self, one: JudgedArgument, leaf: Leaf, rule: ToolRule) -> str:
        used = self._values - {compact(leaf.value)}
        return find_repair(one, name_key(leaf.path), rule, self.said, used)
