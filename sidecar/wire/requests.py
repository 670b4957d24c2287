"""Requests from their bytes: how much they hold is counted before any object of it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from verifyd.v1 import (
    evidence_service_pb2,
    review_service_pb2,
    transcript_service_pb2,
    verify_pb2,
)

from fastpath.field_counts import DEPTH, FIELDS, INTO, MALFORMED, Tree, over
from sidecar.errors import VerifydError
from sidecar.evidence.errors import EvidenceTooLarge, TooManyEvidenceItems, UploadOutOfOrder
from sidecar.settings.root import Settings
from sidecar.store.errors import PageInvalid
from sidecar.wire.evidence import make_too_long
from sidecar.wire.formulas import FormulaInvalid
from sidecar.wire.messages import VerifyRequest, VerifyStreamRequest, VerifyTranscriptRequest
from sidecar.wire.verify import CurrencyRateInvalid

MAX_CHECKS = 64
MAX_DECISIONS = 2000
MAX_PREMISES = 10_000
MAX_RATES = 1000
MAX_ORIGINS = 32
MAX_RULES = 1000
MAX_SYNONYMS = 50
MAX_TOOLS = 500


@dataclass(frozen=True, slots=True)
class Limit:
    """How often some fields may come, together, in one message.

    Attributes:
        fields: Their names, such as ``Evidence.items``.
        maximum: How often.
        error: What is raised past it. Nobody counts on from there: one more is all that is known.
    """

    fields: tuple[str, ...]
    maximum: int
    error: Callable[[int], VerifydError]


def list_limits(settings: Settings) -> tuple[Limit, ...]:
    """Those of a server."""
    evidence = settings.evidence
    results, items = evidence.max_results_per_request, evidence.max_items_per_request
    columns = evidence.limits.max_columns
    return (
        Limit(("Evidence.query_results", "Evidence.handles"), results, _too_many("query results")),
        Limit(("Evidence.items", "Evidence.sources"), items, _too_many("items and sources")),
        Limit(("QueryResult.columns",), columns, _too_wide),
        Limit(("PutQueryResultHeader.columns",), columns, _too_wide),
        Limit(("QueryResult.control_totals",), columns, _too_wide),
        Limit(("PutQueryResultHeader.control_totals",), columns, _too_wide),
        Limit(("Column.synonyms",), MAX_SYNONYMS, _too_long("columns.synonyms")),
        Limit(("VerifyRequest.checks",), MAX_CHECKS, _too_long("checks")),
        Limit(("VerifyRequest.currency_rates",), MAX_RATES, _too_many_rates),
        Limit(
            ("VerifyRequest.formulas",),
            settings.numeric.formulas.engine.max_formulas,
            _too_many_formulas,
        ),
        Limit(("VerifyRequest.premises",), MAX_PREMISES, _too_long("premises")),
        Limit(("Transcript.tools",), MAX_TOOLS, _too_long("tools")),
        Limit(
            ("VerifyTranscriptRequest.rules", "VerifyToolCallRequest.rules"),
            MAX_RULES,
            _too_long("rules"),
        ),
        Limit(("ToolRule.origins",), MAX_ORIGINS, _too_long("origins")),
        Limit(("DecideRequest.decisions",), MAX_DECISIONS, _too_long("decisions")),
        # A second one replaces the first where a chunk stands between them.
        Limit(("PutQueryResultRequest.header",), 1, _second_header),
    )


def _too_many(what: str) -> Callable[[int], VerifydError]:
    def error(maximum: int) -> VerifydError:
        message = f"more than {maximum} {what} in one request, which is all that the server allows"
        return TooManyEvidenceItems(message, given=maximum + 1, maximum=maximum)

    return error


def _too_wide(maximum: int) -> VerifydError:
    message = f"more than {maximum} columns of a query result are described, or have control totals"
    return EvidenceTooLarge(message, limit="max_columns", given=maximum + 1, maximum=maximum)


def _too_long(field: str) -> Callable[[int], VerifydError]:
    return lambda maximum: make_too_long(field, maximum + 1, maximum, "entries")


def _too_many_rates(maximum: int) -> VerifydError:
    message = f"the request has more than {maximum} exchange rates, which is all that is allowed"
    return CurrencyRateInvalid(message, given=maximum + 1, maximum=maximum)


def _too_many_formulas(maximum: int) -> VerifydError:
    message = f"the request has more than {maximum} formulas, which is all that the server allows"
    return FormulaInvalid(message, given=maximum + 1, maximum=maximum)


def _second_header(maximum: int) -> VerifydError:
    return UploadOutOfOrder("a piece of an upload holds two headers", position=0)


Read = Callable[[bytes], Any]

_NO_LIMIT = 1 << 62
_SERVICES = [
    service
    for module in (verify_pb2, transcript_service_pb2, evidence_service_pb2, review_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
]
_OWN = {
    one.DESCRIPTOR.full_name: one
    for one in (VerifyRequest, VerifyStreamRequest, VerifyTranscriptRequest)
}
"""Messages that the server reads in another form than the generated one."""


def make_readers(settings: Settings) -> Mapping[str, Read]:
    """What reads the requests of each method, by its path.

    Raises:
        ValueError: If a repeated field has no limit.
    """
    known = list_limits(settings)
    return {
        f"/{service.full_name}/{method.name}": make_reader(_class(method.input_type), known)
        for service in _SERVICES
        for method in service.methods
    }


def make_reader(message: Any, known: Sequence[Limit]) -> Read:
    """What reads messages of a class.

    It raises what the ``Limit`` says that is passed, and ``DecodeError`` for what is no message.

    Raises:
        ValueError: If a repeated field has no limit.
    """
    growing = _Growing(known)
    growing.below(0, message.DESCRIPTOR, 0)
    parse: Read = message.FromString
    tree, passed = growing.tree(), growing.limits
    if len(passed) == 1:  # nothing is counted
        return parse

    def read(data: bytes) -> Any:
        node = over(data, tree)
        if node == MALFORMED:
            raise DecodeError
        limit = passed[node]
        if limit is not None:
            raise limit.error(limit.maximum)
        return parse(data)

    return read


def _class(message: Descriptor) -> Any:
    return _OWN.get(message.full_name) or GetMessageClass(message)


class _Growing:
    """The tree of a message while it is made, with the limit of each node that has one."""

    def __init__(self, known: Sequence[Limit]) -> None:
        self._known = {field: limit for limit in known for field in limit.fields}
        self._steps: list[list[int]] = [[0] * FIELDS]
        self._ends = [1]
        self.limits: list[Limit | None] = [None]

    def tree(self) -> Tree:
        """What ``fastpath`` counts by."""
        most = [_NO_LIMIT if limit is None else limit.maximum for limit in self.limits]
        steps = [step for node in self._steps for step in node]
        return Tree(*(np.array(each, np.int64) for each in (steps, self._ends, most)))

    def below(self, node: int, message: Descriptor, depth: int) -> None:
        """Add what is counted of a message."""
        nodes: dict[Limit, int] = {}
        # A node is followed by those below it, so the fields that have some come first.
        for field in sorted(message.fields, key=lambda each: not self._counted(each.message_type)):
            limit, counted = self._limit(field, message), self._counted(field.message_type)
            if limit is None and not counted:
                continue
            place = nodes.get(limit) if limit else None
            if field.number >= FIELDS or depth + 1 >= DEPTH or (place and counted):
                raise ValueError(f"{field.full_name} cannot be counted")
            if place is None:
                place = self._add(limit)
                if counted:
                    self.below(place, field.message_type, depth + 1)
                self._ends[place] = len(self._ends) if field.is_repeated else place + 1
                if limit:
                    nodes[limit] = place
            self._steps[node][field.number] = 2 * place + (INTO if counted else 0)

    def _add(self, limit: Limit | None) -> int:
        self._steps.append([0] * FIELDS)
        self._ends.append(0)
        self.limits.append(limit)
        return len(self.limits) - 1

    def _limit(self, field: FieldDescriptor, message: Descriptor) -> Limit | None:
        limit = self._known.get(f"{message.name}.{field.name}")
        if field.is_repeated and limit is None:
            raise ValueError(f"{field.full_name} has no limit")
        return limit

    def _counted(self, message: Descriptor | None) -> bool:
        """Whether anything in a message is."""
        return message is not None and any(
            self._limit(field, message) is not None or self._counted(field.message_type)
            for field in message.fields
        )


# What requests for pages have in common, and times on the wire.

_DEFAULT_PAGE = 100
_MAX_PAGE = 1000
_LAST_US = (1 << 63) - 1


def read_page_size(given: int) -> int:
    """How many items are asked for.

    Raises:
        PageInvalid: If that is out of range.
    """
    if given > _MAX_PAGE:
        raise PageInvalid(
            f"a page has at most {_MAX_PAGE} items",
            field="page_size",
            given=given,
            maximum=_MAX_PAGE,
        )
    return given or _DEFAULT_PAGE


def to_microseconds(moment: Timestamp) -> int:
    """The first microsecond since the epoch that is not before a time; what lies before it is 0."""
    return min(max(0, moment.seconds * 1_000_000 - -moment.nanos // 1000), _LAST_US)


def to_timestamp(microseconds: int) -> Timestamp:
    """A time on the wire."""
    seconds, rest = divmod(microseconds, 1_000_000)
    return Timestamp(seconds=seconds, nanos=rest * 1000)
