"""How often each repeated field of a request may come: the one place that says so for the wire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sidecar.errors import VerifydError
from sidecar.evidence.errors import EvidenceTooLarge, TooManyEvidenceItems, UploadOutOfOrder
from sidecar.settings.root import Settings
from sidecar.wire.evidence import too_long
from sidecar.wire.formulas import FormulaInvalid
from sidecar.wire.verify import CurrencyRateInvalid

MAX_CHECKS = 64
MAX_DECISIONS = 2000
MAX_RATES = 1000
MAX_SYNONYMS = 50


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


def limits(settings: Settings) -> tuple[Limit, ...]:
    """Those of a server."""
    evidence = settings.evidence
    results, items = evidence.max_results_per_request, evidence.max_items_per_request
    columns = evidence.limits.max_columns
    return (
        Limit(("Evidence.query_results", "Evidence.handles"), results, _too_many("query results")),
        Limit(("Evidence.items", "Evidence.sources"), items, _too_many("items and sources")),
        Limit(("QueryResult.columns",), columns, _too_wide),
        Limit(("PutQueryResultHeader.columns",), columns, _too_wide),
        Limit(("Column.synonyms",), MAX_SYNONYMS, _too_long("columns.synonyms")),
        Limit(("VerifyRequest.checks",), MAX_CHECKS, _too_long("checks")),
        Limit(("VerifyRequest.currency_rates",), MAX_RATES, _too_many_rates),
        Limit(
            ("VerifyRequest.formulas",),
            settings.numeric.formulas.engine.max_formulas,
            _too_many_formulas,
        ),
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
    message = f"more than {maximum} columns of a query result are described"
    return EvidenceTooLarge(message, limit="max_columns", given=maximum + 1, maximum=maximum)


def _too_long(field: str) -> Callable[[int], VerifydError]:
    return lambda maximum: too_long(field, maximum + 1, maximum, "entries")


def _too_many_rates(maximum: int) -> VerifydError:
    message = f"the request has more than {maximum} exchange rates, which is all that is allowed"
    return CurrencyRateInvalid(message, given=maximum + 1, maximum=maximum)


def _too_many_formulas(maximum: int) -> VerifydError:
    message = f"the request has more than {maximum} formulas, which is all that the server allows"
    return FormulaInvalid(message, given=maximum + 1, maximum=maximum)


def _second_header(maximum: int) -> VerifydError:
    return UploadOutOfOrder("a piece of an upload holds two headers", position=0)
