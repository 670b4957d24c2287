"""One criterion from plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sidecar.model.outcome import (
    ComparisonOperator,
    MetricType,
    Money,
    SuccessCriterion,
    Threshold,
)
from sidecar.outcomes import thresholds
from sidecar.outcomes.faults import SHOWN, Faults, shown
from sidecar.outcomes.metrics import KINDS, Kind, Metric, narrower
from sidecar.outcomes.money import Amounts, AmountUnusable
from sidecar.outcomes.numbers import exact
from sidecar.settings.fields import nearest

FIELDS = (
    *("metric", "metric_type", "comparison", "threshold"),
    *("weight", "required", "bonus", "penalty"),
)
KEYWORDS = "contains_keywords"
"""The one metric that looks for the words of its own threshold."""
_NAME = re.compile("[a-z][a-z0-9_]{0,79}")


class CriterionReader:
    """Reads criteria one by one.

    Args:
        known: Every metric that can be measured.
        runs_code: Whether criteria may bring code for metrics of their own.
        faults: Where what is wrong is added.

    Attributes:
        custom: Metrics so far that only code of the criteria computes.
    """

    def __init__(self, known: Mapping[str, Metric], runs_code: bool, faults: Faults) -> None:
        self._known, self._runs_code, self._faults = known, runs_code, faults
        self.custom: set[str] = set()

    def read(self, index: int, given: Any, amounts: Amounts) -> SuccessCriterion | None:
        """The criterion; None where something is wrong with it."""
        self._faults.about(index)
        if not isinstance(given, dict):
            self._faults.add("CRITERIA_MALFORMED", "", f"is {shown(given)}, and no mapping")
            return None
        before = len(self._faults.found)
        self._faults.metric = str(given.get("metric") or "")[:SHOWN]
        self._faults.unknown(given, FIELDS)
        custom = given.get("metric_type") == MetricType.CUSTOM
        metric = self._known_metric(given.get("metric"), custom=custom)
        metric_type = self._faults.one_of(MetricType, given, "metric_type")
        comparison = self._faults.one_of(ComparisonOperator, given, "comparison")
        kind = self._kind(metric, metric_type)
        threshold = None
        if metric_type is not None and comparison is not None and kind is not None:
            self._operator(metric_type, comparison)
            threshold = self._threshold(given.get("threshold"), metric_type, comparison, kind)
        weight = self._weight(given.get("weight"))
        required = self._flag(given, "required")
        bonus = self._amount(given, "bonus", amounts)
        penalty = self._amount(given, "penalty", amounts)
        if len(self._faults.found) > before:
            return None
        assert metric_type is not None and comparison is not None  # noqa: S101, PT018 (no fault)
        assert threshold is not None  # noqa: S101
        return SuccessCriterion(
            metric=given["metric"],
            metric_type=metric_type,
            comparison=comparison,
            threshold=threshold,
            weight=weight,
            required=required,
            bonus=bonus,
            penalty=penalty,
        )

    def _known_metric(self, name: object, *, custom: bool) -> Metric | None:
        if isinstance(name, str) and name in self._known:
            return self._known[name]
        if custom and self._runs_code:
            if isinstance(name, str) and _NAME.fullmatch(name):
                self.custom.add(name)
                return Metric(Kind.NUMBER, "custom_code")
            message = f"a custom metric has a name in lower-case letters, not {shown(name)}"
            self._faults.add("METRIC_UNKNOWN", "metric", message)
            return None
        said = nearest(str(name)[:SHOWN], self._known) if name else ""
        self._faults.add("METRIC_UNKNOWN", "metric", f"{shown(name)} is not measured here{said}")
        return None

    def _kind(self, metric: Metric | None, metric_type: MetricType | None) -> Kind | None:
        """What values there can be; of an unknown metric, what its type says."""
        if metric_type is None:
            return None
        said = KINDS[metric_type]
        kind = said if metric is None else narrower(metric.kind, said)
        if kind is None and metric is not None:
            message = f"the metric is {metric.kind.words}, and no {metric_type}"
            self._faults.add("METRIC_TYPE_WRONG", "metric_type", message)
        return kind

    def _operator(self, metric_type: MetricType, comparison: ComparisonOperator) -> None:
        """Whether an operator is one for a type."""
        if comparison in thresholds.WORDS:
            if self._faults.metric != KEYWORDS:
                message = f"{comparison} is only for the metric {KEYWORDS}"
                self._faults.add("COMPARISON_WRONG", "comparison", message)
        elif KINDS[metric_type] is Kind.FLAG and comparison not in thresholds.EQUALITY:
            message = f"{metric_type} is true or false, so it is compared by eq or neq"
            self._faults.add("COMPARISON_WRONG", "comparison", message)

    def _threshold(
        self, given: object, metric_type: MetricType, comparison: ComparisonOperator, kind: Kind
    ) -> Threshold | None:
        if given is None:
            self._faults.add("THRESHOLD_MISSING", "threshold", "has no threshold")
            return None
        found = thresholds.read(given, metric_type, comparison, kind)
        if not isinstance(found, list):
            return found
        for wrong in found:
            self._faults.add(*wrong)
        return None

    def _weight(self, given: object) -> Decimal:
        if given is None:
            return Decimal(1)
        value = exact(given)
        if value is None or value < 0:
            message = f"a weight is a finite number from 0, not {shown(given)}"
            self._faults.add("WEIGHT_INVALID", "weight", message)
        return value or Decimal(0)

    def _flag(self, given: Mapping[str, Any], field: str) -> bool:
        value = given.get(field, True)
        if not isinstance(value, bool):
            self._faults.add(
                "CRITERIA_MALFORMED", field, f"{field} is true or false, not {value!r:.80}"
            )
        return value is True

    def _amount(self, given: Mapping[str, Any], field: str, amounts: Amounts) -> Money | None:
        if given.get(field) is None:
            return None
        try:
            return amounts.read(given[field])
        except AmountUnusable as error:
            self._faults.add(error.code, field, str(error))
            return None
