"""What is found out about the arguments of one tool call."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sidecar.model.report import Verdict
from sidecar.model.text import Span


class Kind(Enum):
    """What a value is, which says how it is compared and whether it needs an origin."""

    ID = "id"
    AMOUNT = "amount"
    COUNT = "count"
    DATE = "date"
    TIME = "time"
    EMAIL = "email"
    PHONE = "phone"
    URL = "url"
    ADDRESS = "address"
    NAME = "name"
    ENUM = "enum"
    BOOLEAN = "boolean"
    TEXT = "free text"


class Problem(Enum):
    """What is wrong with a value. Values are the codes of findings."""

    UNSUPPORTED = "ARGUMENT_UNSUPPORTED"  # it stands nowhere
    WRONG_ORIGIN = "ARGUMENT_WRONG_ORIGIN"  # it stands where the rule does not allow
    MISMATCH = "ARGUMENT_MISMATCH"  # it is another record's


@dataclass(frozen=True, slots=True)
class Origin:
    """A place that a value comes from.

    Attributes:
        source: "user", "system", "tool:NAME", or "computed".
        message: The index of the message; -1 for the day that the caller gave.
        call_id: The tool call that returned it; empty for words.
        path: Where it stands in the JSON of a result, such as "orders[0].id"; else empty.
        span: Where it stands in the text of the message or of the result.
        how: What was done to it: "3 days later", "105 + 102"; empty where it is the value itself.
    """

    source: str
    message: int
    call_id: str
    path: str
    span: Span
    how: str = ""


@dataclass(frozen=True, slots=True)
class JudgedArgument:
    """One value of a call's arguments, or one that stands in a free text among them.

    Attributes:
        path: Where it stands in the arguments, such as "passengers[0].dob".
        span: Its bytes in their JSON text, without quotes.
        value: What it says.
        kind: What it is.
        verdict: Supported, unsupported, contradicted by a record, or inconclusive: not judged.
        problem: What is wrong with it, if anything.
        origins: Where it comes from, the best place first.
        repair: The only value of its kind and shape that could stand instead; "" where there is
            none, or more than one.
    """

    path: str
    span: Span
    value: str
    kind: Kind
    verdict: Verdict
    problem: Problem | None = None
    origins: tuple[Origin, ...] = ()
    repair: str = ""


@dataclass(frozen=True, slots=True)
class CallJudgement:
    """What is found out about a call: its values, in the order in which they are written."""

    arguments: tuple[JudgedArgument, ...]

    @property
    def problems(self) -> tuple[JudgedArgument, ...]:
        """Those with which something is wrong."""
        return tuple(one for one in self.arguments if one.problem)
