"""Says for every value of a tool call where it comes from, and which values come from nowhere."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import chain

from sidecar.model.cached import cached_property
from sidecar.model.report import Verdict
from sidecar.model.text import Span, Text
from sidecar.model.transcript import Message, ToolCall, ToolDefinition
from sidecar.transcripts.origins.computed import Computation, Computations
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
from sidecar.transcripts.origins.kinds import carries_value, find_kind, is_minor, is_own_id
from sidecar.transcripts.origins.leaves import (
    ArgumentsInvalid,
    Leaf,
    Path,
    count_elements,
    find_totals,
    format_path,
    name_key,
    read_leaves,
)
from sidecar.transcripts.origins.lookup import find_origins
from sidecar.transcripts.origins.parts import find_parts
from sidecar.transcripts.origins.records import Records
from sidecar.transcripts.origins.repairs import Repairs
from sidecar.transcripts.origins.rules import ANYWHERE, COMPUTED, ToolRule, find_rule
from sidecar.transcripts.origins.schemas import (
    Schema,
    find_choices,
    find_subschema,
    has_prefix,
    read_schema,
)
from sidecar.work import check_abandoned

_OPTIONAL = frozenset((Kind.COUNT, Kind.ENUM, Kind.BOOLEAN, Kind.TEXT))
"""Kinds that an agent may choose, unless a rule says where they come from."""

_LASTING = frozenset((Kind.ID, Kind.NAME, Kind.EMAIL, Kind.DATE, Kind.PHONE, Kind.ADDRESS))
"""Kinds that a record has for good; an amount may differ from call to call."""

_PREFIXED = re.compile(r"(\D{1,8})(\d{4,})")
_LONGEST_WHOLE = 80  # code points of a text that a rule is about as a whole
_MOST_DATES = 16
_LARGEST_COUNT = 100  # that amounts may be multiplied by


def judge_call(
    call: ToolCall,
    before: Iterable[Message],
    rules: Sequence[ToolRule] = (),
    *,
    today: date | None = None,
    definition: ToolDefinition | None = None,
    read: dict[date | None, Conversation] | None = None,
) -> CallJudgement:
    """Judges where the arguments of a call come from.

    Args:
        call: The call.
        before: The messages before it.
        rules: Where values may come from; without a rule from the user, the system, tool results,
            and what is worked out from them.
        today: The day that "tomorrow" counts from; else the one that a system text names.
        definition: The tool, whose schema may list what values an argument can have.
        read: Keeps what was read of ``before``, for other calls after the same messages.

    Raises:
        ArgumentsInvalid: The arguments are no JSON.
    """
    leaves = read_leaves(call.arguments, keys=True)
    if leaves is None:
        message = f"the arguments of {call.tool or 'the call'} are no JSON"
        raise ArgumentsInvalid(message, tool=call.tool)
    leaves = [leaf for leaf in leaves if not leaf.is_key or carries_value(leaf.value)]
    read = {} if read is None else read
    if today not in read:
        read[today] = Conversation(before, today)
    judge = _Judge(call, leaves, read[today], rules, definition)
    return CallJudgement(tuple(one for leaf in leaves for one in judge.judge(leaf)))


@dataclass
class _Judge:
    """Judges the values of one call."""

    call: ToolCall
    leaves: Sequence[Leaf]
    said: Conversation
    rules: Sequence[ToolRule]
    definition: ToolDefinition | None

    def judge(self, leaf: Leaf) -> Iterator[JudgedArgument]:
        """Judge one value, or those that stand in it where it is a free text."""
        check_abandoned()
        kind = self._kinds[leaf]
        path = format_path(leaf.path)
        rule = find_rule(self.rules, self.call.tool, path)
        span = self._text.span(leaf.start, leaf.end)
        whole = JudgedArgument(path, span, leaf.value, kind, Verdict.INCONCLUSIVE)
        if rule.is_free:
            yield whole
            return
        parts = find_parts(leaf.value) if kind is Kind.TEXT else []
        if kind is not Kind.TEXT or (rule.names(path) and not (parts and _is_long(leaf))):
            yield self._settle(whole, leaf, rule)
            return
        yield whole
        places = leaf.find_places()
        for part, start, end in parts:
            span = self._text.span(places[start], places[end])
            one = JudgedArgument(path, span, leaf.value[start:end], part, whole.verdict)
            yield self._settle(one, leaf, rule)

    def _settle(self, one: JudgedArgument, leaf: Leaf, rule: ToolRule) -> JudgedArgument:
        """What is found out about one value."""
        origins = self._find_origins(one, leaf)
        allowed = tuple(origin for origin in origins if rule.allows(origin))
        if allowed:
            supported = replace(one, verdict=Verdict.SUPPORTED, origins=allowed)
            return self._compare_record(supported, leaf)
        computed = None if origins else self._compute(one, leaf)
        if computed and all(map(rule.allows, computed.origins)):
            verdict = Verdict.SUPPORTED if computed.is_sure else Verdict.INCONCLUSIVE
            return replace(one, verdict=verdict, origins=computed.origins)
        if one.kind in _OPTIONAL and (rule is ANYWHERE or not rule.names(one.path)):
            return one
        used = self._values - {self._folded[leaf]}
        return replace(
            one,
            verdict=Verdict.UNSUPPORTED,
            problem=Problem.WRONG_ORIGIN if origins else Problem.UNSUPPORTED,
            origins=tuple(origins),
            repair=self._repairs.find(one, name_key(leaf.path), rule, used),
        )

    def _find_origins(self, one: JudgedArgument, leaf: Leaf) -> list[Origin]:
        """Where a value stands, an id also without the prefix that the schema gives it."""
        origins = find_origins(one.kind, _as_compared(one, leaf), self.said)
        prefixed = _PREFIXED.fullmatch(one.value) if one.kind is Kind.ID and not origins else None
        if prefixed and has_prefix(self._schema_of(leaf), prefixed[1]):
            return find_origins(one.kind, prefixed[2], self.said)
        return origins

    def _compare_record(self, one: JudgedArgument, leaf: Leaf) -> JudgedArgument:
        """A value with what is wrong with it where it is that of another record."""
        parent, key = leaf.path[:-1], leaf.path[-1] if leaf.path else 0
        if one.kind not in _LASTING or not isinstance(key, str) or is_own_id(leaf):
            return one
        others = (other for other in self._lasting[parent] if other is not leaf)
        beside = {self._folded[other] for other in others if self._kinds[other] is not Kind.ID}
        right = self._records.find_right_values(key, beside, one.origins)
        if not right:
            return one
        repair = min(right) if len(right) == 1 else ""
        return replace(one, verdict=Verdict.CONTRADICTED, problem=Problem.MISMATCH, repair=repair)

    def _compute(self, one: JudgedArgument, leaf: Leaf) -> Computation | None:
        """How a number follows from others: amounts, or the dates of the same call."""
        amount = read_amount(_as_compared(one, leaf)) if one.kind is Kind.AMOUNT else None
        if amount is None:
            return None
        if how := self._day_counts.get(amount):
            return _computed(how)
        parts = self._totals.get(amount, ())
        if parts and amount not in parts:
            return _computed(" and ".join(f"{one:f}" for one in sorted(parts)))
        return self._computations.find(amount)

    def _schema_of(self, leaf: Leaf) -> Schema:
        return find_subschema(self._schema, leaf.path)

    @cached_property
    def _text(self) -> Text:
        return Text(self.call.arguments)

    @cached_property
    def _schema(self) -> Schema:
        return read_schema(self.definition.schema if self.definition else "")

    @cached_property
    def _kinds(self) -> dict[Leaf, Kind]:
        return {leaf: find_kind(leaf, find_choices(self._schema_of(leaf))) for leaf in self.leaves}

    @cached_property
    def _values(self) -> frozenset[str]:
        """The strings of the call, as they are compared."""
        return frozenset(self._folded[leaf] for leaf in self.leaves if leaf.quoted)

    @cached_property
    def _folded(self) -> dict[Leaf, str]:
        return {leaf: compact(leaf.value) for leaf in self.leaves}

    @cached_property
    def _lasting(self) -> dict[Path, list[Leaf]]:
        """The values of each object of the call that records have for good."""
        lasting: dict[Path, list[Leaf]] = defaultdict(list)
        for leaf, kind in self._kinds.items():
            if kind in _LASTING:
                lasting[leaf.path[:-1]].append(leaf)
        return lasting

    @cached_property
    def _repairs(self) -> Repairs:
        return Repairs(self.said)

    @cached_property
    def _records(self) -> Records:
        return Records(self.said)

    @cached_property
    def _computations(self) -> Computations:
        counts = {int(one) for one in chain(*self._totals.values()) if one <= _LARGEST_COUNT}
        factors = {*counts, *count_elements(self.leaves)}
        return Computations(self.said, self._values, factors)

    @cached_property
    def _totals(self) -> dict[Decimal, set[Decimal]]:
        return find_totals(self.leaves)

    @cached_property
    def _day_counts(self) -> dict[Decimal, str]:
        """How many days lie between two dates of the call, and how many they are with both."""
        dates = [leaf for leaf, kind in self._kinds.items() if kind is Kind.DATE][:_MOST_DATES]
        days = {leaf.value: read_dates(leaf.value)[0].resolve() for leaf in dates}
        return {
            Decimal((later - first).days + both): f"days from {start} to {end}"
            for start, first in days.items()
            for end, later in days.items()
            if first and later and first < later
            for both in (0, 1)
        }


def _is_long(leaf: Leaf) -> bool:
    """Whether a rule is about the values in a text, and not about the text as a whole."""
    return len(leaf.value) > _LONGEST_WHOLE


def _computed(how: str) -> Computation:
    """What follows from other arguments of the call."""
    return Computation((Origin(COMPUTED, -1, "", "", Span(0, 0), how),), is_sure=True)


def _as_compared(one: JudgedArgument, leaf: Leaf) -> str:
    """A value as it is compared: an amount in cents as a hundredth of that."""
    amount = read_amount(one.value) if one.kind is Kind.AMOUNT and is_minor(leaf) else None
    return one.value if amount is None else f"{amount / 100:f}"
