"""Settings for one request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from verifyd import _arguments
from verifyd.enums import Mode
from verifyd.v1 import verify_pb2


class NumericOverrides(TypedDict, total=False):
    """Settings of the numeric check for one request; see ``NumericOverrides`` in the contract."""

    abs_epsilon: float
    rel_epsilon: float
    hedge_epsilon: float
    epsilon_pct: float
    epsilon_amount: float
    ignore_numbers_below: float
    ignore_years: bool
    require_citation_first: bool


class ConsistencyOverrides(TypedDict, total=False):
    """Settings of the consistency check for one request; see the contract."""

    sum_to_100: bool
    epsilon_pct: float
    table_totals: bool
    arithmetic: bool


class CitationsOverrides(TypedDict, total=False):
    """Settings of the citations check for one request; see the contract."""

    require_citations: bool
    min_overlap: float


class SupportOverrides(TypedDict, total=False):
    """Settings of the support check for one request; see the contract."""

    min_evidence_support: float
    confidence_tolerance: float


class StructureOverrides(TypedDict, total=False):
    """Settings of the structure check for one request; see the contract."""

    repair_json: bool
    fill_defaults: bool
    check_formats: bool


class ClaimsOverrides(TypedDict, total=False):
    """Settings of the claims check for one request; see the contract."""

    confidence_threshold: float
    min_quote_overlap: float
    skip_opinions: bool


class Overrides(TypedDict, total=False):
    """Settings for one request: stricter always, looser only where the server allows it."""

    mode: Mode | str
    numeric: NumericOverrides
    consistency: ConsistencyOverrides
    citations: CitationsOverrides
    support: SupportOverrides
    structure: StructureOverrides
    claims: ClaimsOverrides


def overrides_message(overrides: Overrides) -> verify_pb2.Overrides | None:
    """The overrides as a message.

    Raises:
        InvalidArgument: If there is no such check or setting, which lists them, or a value does
            not fit its setting.
    """
    parts = verify_pb2.Overrides.DESCRIPTOR.fields_by_name
    given: Mapping[str, Any] = _mapping("overrides", overrides, parts)
    filled: dict[str, Any] = {}
    for name, value in given.items():
        if name == "mode":
            filled[name] = f"MODE_{_arguments.choice('overrides.mode', value, Mode)}"
            continue
        if name not in parts:
            raise _arguments.no_such("overrides", name, parts)
        where = f"overrides.{name}"
        kind: Any = type(getattr(verify_pb2.Overrides(), name))
        settings = _mapping(where, value, kind.DESCRIPTOR.fields_by_name)
        filled[name] = _arguments.message(kind, where, settings)
    return verify_pb2.Overrides(**filled) if filled else None


def _mapping(argument: str, given: object, names: Mapping[str, object]) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise _arguments.wrong(argument, given, f"a dict with any of {', '.join(names)}")
    return given
