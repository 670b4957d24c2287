"""Criteria from plain data, with everything that is wrong with them at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any, NamedTuple

from sidecar.model.currencies import is_money, wrong_currency
from sidecar.model.outcome import (
    Aggregation,
    ComparisonOperator,
    CriteriaFault,
    MetricType,
    Money,
    SuccessCriteria,
    SuccessCriterion,
    Threshold,
)
from sidecar.outcomes import quantities
from sidecar.outcomes.documents import SHOWN, CriteriaFaults, shorten_given
from sidecar.outcomes.metrics import KINDS, Metric, MetricKind, narrow_kind
from sidecar.outcomes.quantities import AmountReader, AmountUnusable, parse_exact
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settings.section import suggest_name

# One criterion from plain data.

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

    def __init__(
        self, known: Mapping[str, Metric], runs_code: bool, faults: CriteriaFaults
    ) -> None:
        self._known, self._runs_code, self._faults = known, runs_code, faults
        self.custom: set[str] = set()

    def read(self, index: int, given: Any, amounts: AmountReader) -> SuccessCriterion | None:
        """The criterion; None where something is wrong with it."""
        self._faults.about(index)
        if not isinstance(given, dict):
            self._faults.add("CRITERIA_MALFORMED", "", f"is {shorten_given(given)}, and no mapping")
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
                return Metric(MetricKind.NUMBER, "custom_code")
            message = f"a custom metric has a name in lower-case letters, not {shorten_given(name)}"
            self._faults.add("METRIC_UNKNOWN", "metric", message)
            return None
        said = suggest_name(str(name)[:SHOWN], self._known) if name else ""
        self._faults.add(
            "METRIC_UNKNOWN", "metric", f"{shorten_given(name)} is not measured here{said}"
        )
        return None

    def _kind(self, metric: Metric | None, metric_type: MetricType | None) -> MetricKind | None:
        """What values there can be; of an unknown metric, what its type says."""
        if metric_type is None:
            return None
        said = KINDS[metric_type]
        kind = said if metric is None else narrow_kind(metric.kind, said)
        if kind is None and metric is not None:
            message = f"the metric is {metric.kind.words}, and no {metric_type}"
            self._faults.add("METRIC_TYPE_WRONG", "metric_type", message)
        return kind

    def _operator(self, metric_type: MetricType, comparison: ComparisonOperator) -> None:
        """Whether an operator is one for a type."""
        if comparison in quantities.WORDS:
            if self._faults.metric != KEYWORDS:
                message = f"{comparison} is only for the metric {KEYWORDS}"
                self._faults.add("COMPARISON_WRONG", "comparison", message)
        elif KINDS[metric_type] is MetricKind.FLAG and comparison not in quantities.EQUALITY:
            message = f"{metric_type} is true or false, so it is compared by eq or neq"
            self._faults.add("COMPARISON_WRONG", "comparison", message)

    def _threshold(
        self,
        given: object,
        metric_type: MetricType,
        comparison: ComparisonOperator,
        kind: MetricKind,
    ) -> Threshold | None:
        if given is None:
            self._faults.add("THRESHOLD_MISSING", "threshold", "has no threshold")
            return None
        found = quantities.read_threshold(given, metric_type, comparison, kind)
        if not isinstance(found, list):
            return found
        for wrong in found:
            self._faults.add(*wrong)
        return None

    def _weight(self, given: object) -> Decimal:
        if given is None:
            return Decimal(1)
        value = parse_exact(given)
        if value is None or value < 0:
            message = f"a weight is a finite number from 0, not {shorten_given(given)}"
            self._faults.add("WEIGHT_INVALID", "weight", message)
        return value or Decimal(0)

    def _flag(self, given: Mapping[str, Any], field: str) -> bool:
        value = given.get(field, True)
        if not isinstance(value, bool):
            self._faults.add(
                "CRITERIA_MALFORMED", field, f"{field} is true or false, not {value!r:.80}"
            )
        return value is True

    def _amount(self, given: Mapping[str, Any], field: str, amounts: AmountReader) -> Money | None:
        if given.get(field) is None:
            return None
        try:
            return amounts.read(given[field])
        except AmountUnusable as error:
            self._faults.add(error.code, field, str(error))
            return None


OF_ALL = ("criteria", "aggregation", "minimum_weighted_score", "currency", "custom_code")


class CriteriaReading(NamedTuple):
    """Criteria that were read.

    Attributes:
        criteria: None where there are faults.
        faults: Everything that is wrong, in the order of the criteria.
    """

    criteria: SuccessCriteria | None
    faults: Sequence[CriteriaFault]


def read_criteria(
    given: object, known: Mapping[str, Metric], settings: OutcomesSettings
) -> CriteriaReading:
    """Criteria from plain data, as YAML files have them.

    Args:
        given: A mapping with ``criteria``, ``aggregation`` and so on.
        known: Every metric that can be measured.
        settings: Bounds and defaults.
    """
    faults = CriteriaFaults()
    reader = _CriteriaReader(known, settings, faults)
    criteria = reader.read(given)
    return CriteriaReading(None if faults.found else criteria, faults.found)


class _CriteriaReader:
    """Reads criteria, and collects what is wrong."""

    def __init__(
        self, known: Mapping[str, Metric], settings: OutcomesSettings, faults: CriteriaFaults
    ) -> None:
        self._settings = settings
        self._faults = faults
        custom = settings.extractors.custom.enabled
        self._each = CriterionReader(known, custom, self._faults)

    def read(self, given: object) -> SuccessCriteria | None:
        """The criteria; None where they cannot even be read."""
        if not isinstance(given, dict):
            self._faults.add(
                "CRITERIA_MALFORMED", "", "criteria are a mapping with a list `criteria`"
            )
            return None
        self._faults.unknown(given, OF_ALL)
        each = given.get("criteria")
        most = self._settings.max_criteria_per_task
        if not isinstance(each, list | tuple) or not each:
            self._faults.add("CRITERIA_EMPTY", "criteria", "there is no list of criteria")
            each = ()
        if len(each) > most:
            message = f"there are {len(each)} criteria, and at most {most} are allowed"
            self._faults.add("CRITERIA_TOO_MANY", "criteria", message)
        aggregation = self._faults.one_of(Aggregation, given, "aggregation", Aggregation.ALL)
        amounts = AmountReader(self._currency(given.get("currency")), self._settings.currency)
        criteria = [self._each.read(index, one, amounts) for index, one in enumerate(each[:most])]
        if len(each) <= most:
            self._twice(criteria)
        self._faults.about(None)
        custom_code = self._code(given.get("custom_code"))
        score = self._score(given.get("minimum_weighted_score"), aggregation)
        found = tuple(one for one in criteria if one is not None)
        for code, message in amounts.faults():
            self._faults.add(code, "currency", message)
        if len(found) == len(each) and aggregation is not None:
            self._together(found, aggregation)
        return SuccessCriteria(
            criteria=found,
            aggregation=aggregation or Aggregation.ALL,
            minimum_weighted_score=score,
            currency=amounts.currency if amounts.given else "",
            custom_code=custom_code,
        )

    def _currency(self, given: object) -> str:
        """The currency that the criteria name themselves; empty where they name none."""
        if given in (None, ""):
            return ""
        if isinstance(given, str) and is_money(given):
            return given
        self._faults.add("CURRENCY_INVALID", "currency", wrong_currency(given))
        return ""

    def _code(self, given: object) -> str:
        """The code for metrics that nothing else measures."""
        most = self._settings.extractors.custom.sandbox.max_code_bytes
        code = given if isinstance(given, str) else ""
        if given is not None and not isinstance(given, str):
            self._faults.add(
                "CODE_INVALID", "custom_code", f"code is text, not {shorten_given(given)}"
            )
        elif len(code.encode("utf-8", "surrogatepass")) > most:
            self._faults.add("CODE_INVALID", "custom_code", f"the code has more than {most} bytes")
        elif self._each.custom and not code.strip():
            names = ", ".join(sorted(self._each.custom))
            self._faults.add("CODE_MISSING", "custom_code", f"no code computes {names}")
        elif code and not self._each.custom:
            message = "no criterion has a metric that the code could compute"
            self._faults.add("CODE_UNUSED", "custom_code", message)
        return code

    def _score(self, given: object, aggregation: Aggregation | None) -> Decimal | None:
        if given is None:
            weighted = aggregation is Aggregation.WEIGHTED
            return self._settings.minimum_weighted_score if weighted else None
        value = parse_exact(given)
        if value is None or not 0 < value <= 1:
            message = f"the least score is above 0 and at most 1, not {shorten_given(given)}"
            self._faults.add("SCORE_INVALID", "minimum_weighted_score", message)
        if aggregation not in {Aggregation.WEIGHTED, None}:
            message = f"a least score is for `weighted`, and the aggregation is {aggregation}"
            self._faults.add("SCORE_WITHOUT_WEIGHTS", "minimum_weighted_score", message)
        return value

    def _twice(self, each: Sequence[SuccessCriterion | None]) -> None:
        """What is judged, and paid, more than once: a metric compared in the same way."""
        seen: dict[object, int] = {}
        for index, one in enumerate(each):
            if one is None:
                continue
            first = seen.setdefault(_judged(one), index)
            if first != index:
                self._faults.about(index, one.metric)
                message = f"it repeats criterion {first}, so that it would count and be paid twice"
                self._faults.add("CRITERION_REPEATED", "metric", message)

    def _together(self, each: Sequence[SuccessCriterion], aggregation: Aggregation) -> None:
        """What is wrong with criteria that are right one by one."""
        if aggregation is Aggregation.WEIGHTED and each and not sum(one.weight for one in each):
            message = "the weights sum to 0, so there is no weighted score"
            self._faults.add("WEIGHTS_SUM_TO_NOTHING", "criteria", message)
        if aggregation is Aggregation.ALL and each and not any(one.required for one in each):
            message = "with `aggregation: all` one must be required, or every task succeeds"
            self._faults.add("NOTHING_REQUIRED", "criteria", message)
        if aggregation is Aggregation.ALL:
            for (first, _), (second, one) in _contradicting(each):
                self._faults.about(second, one.metric)
                message = f"no value meets it and criterion {first} as well; both are required"
                self._faults.add("CRITERIA_CONTRADICT", "threshold", message)
            self._faults.about(None)


def _judged(one: SuccessCriterion) -> tuple[object, ...]:
    """What a criterion asks, however it is written; what it weighs and pays is beside that."""
    asked: object = one.threshold
    if isinstance(one.threshold, tuple):  # whatever the order of words and their case
        asked = frozenset(word.casefold() for word in one.threshold)
    return one.metric, one.comparison, type(asked), asked


def _contradicting(
    each: Sequence[SuccessCriterion],
) -> Iterator[tuple[tuple[int, SuccessCriterion], tuple[int, SuccessCriterion]]]:
    """Pairs of required criteria of one metric that no value meets."""
    required = [(index, one) for index, one in enumerate(each) if one.required]
    for first, second in combinations(required, 2):
        one, other = first[1], second[1]
        if one.metric == other.metric:
            mine = quantities.find_bounds(one.comparison, one.threshold)
            if not mine.meets(quantities.find_bounds(other.comparison, other.threshold)):
                yield first, second
