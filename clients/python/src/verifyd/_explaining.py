"""From the wire to ``verifyd.explained``: what was weighed for a number."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from verifyd.enums import Grade, LinkOrigin, LinkPart
from verifyd.explained import Hint, Link, Odds, Reason, Why
from verifyd.numeric import Reading
from verifyd.results import Span
from verifyd.v1 import common_pb2, numeric_pb2

Locate = Callable[[common_pb2.Span], tuple[Span, str]]
"""Where a place of the wire is in the text, and the words there."""


def reading(message: numeric_pb2.Reading, locate: Locate) -> Reading:
    """One reading that was weighed."""
    return Reading(
        query_id=message.query_id,
        location=message.location,
        value=Decimal(message.value) if message.value else None,
        grade=Grade(message.grade),
        formula=message.formula,
        why=_why(message.why, locate) if message.HasField("why") else None,
    )


def odds(message: numeric_pb2.ClaimBinding) -> Odds | None:
    """How probably a number is right."""
    found = message.odds
    return Odds(found.right, found.wrong, found.outside) if message.HasField("odds") else None


def hints(message: numeric_pb2.ClaimBinding) -> tuple[Hint, ...]:
    """What would fix a wrong decision."""
    return tuple(Hint(hint.code, hint.message, dict(hint.details)) for hint in message.hints)


def _why(message: numeric_pb2.Why, locate: Locate) -> Why:
    return Why(
        kind=message.kind,
        weight=message.weight,
        query_id=message.query_id,
        row=message.row,
        column=message.column,
        cells=message.cells,
        agreeing=message.agreeing,
        links=tuple(_link(link, locate) for link in message.links),
        reasons=tuple(Reason(reason.feature, reason.weight) for reason in message.reasons),
    )


def _link(message: numeric_pb2.Link, locate: Locate) -> Link:
    span, text = locate(message.span) if message.HasField("span") else (None, "")
    return Link(
        part=LinkPart(message.part),
        name=message.name,
        origin=LinkOrigin(message.origin),
        strength=message.strength,
        span=span,
        text=text,
    )
