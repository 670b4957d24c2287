"""Criteria from plain data, with everything that is wrong with them at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from enum import StrEnum
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

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
from sidecar.outcomes import thresholds
from sidecar.outcomes.metrics import KINDS, Kind, Metric, narrower
from sidecar.outcomes.money import Amounts, currency_of
from sidecar.outcomes.numbers import exact
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settings.fields import nearest

FIELDS = (
    *("metric", "metric_type", "comparison", "threshold"),
    *("weight", "required", "bonus", "penalty"),
)
OF_ALL = ("criteria", "aggregation", "minimum_weighted_score", "currency", "custom_code")
KEYWORDS = "contains_keywords"
"""The one metric that looks for the words of its own threshold."""
_NAME = re.compile("[a-z][a-z0-9_]{0,79}")
_SHOWN = 80

E = TypeVar("E", bound=StrEnum)


class Read(NamedTuple):
    """Criteria that were read.

    Attributes:
        criteria: None where there are faults.
        faults: Everything that is wrong, in the order of the criteria.
    """

    criteria: SuccessCriteria | None
    faults: Sequence[CriteriaFault]


def read(given: object, known: Mapping[str, Metric], settings: OutcomesSettings) -> Read:
    """Criteria from plain data, as the seed's YAML has them.

    Args:
        given: A mapping with ``criteria``, ``aggregation`` and so on.
        known: Every metric that can be measured.
        settings: Bounds and defaults.
    """
    reader = _Reader(known, settings)
    criteria = reader.read(given)
    return Read(None if reader.faults else criteria, reader.faults)


class _Reader:
    """Reads criteria, and collects what is wrong."""

    def __init__(self, known: Mapping[str, Metric], settings: OutcomesSettings) -> None:
        self._known, self._settings = known, settings
        self._custom: set[str] = set()
        self._index: int | None = None
        self._metric = ""
        self.faults: list[CriteriaFault] = []

    def read(self, given: object) -> SuccessCriteria | None:
        """The criteria; None where they cannot even be read."""
        if not isinstance(given, dict):
            self._fault("CRITERIA_MALFORMED", "", "criteria are a mapping with a list `criteria`")
            return None
        self._unknown(given, OF_ALL)
        each = given.get("criteria")
        most = self._settings.max_criteria_per_task
        if not isinstance(each, list | tuple) or not each:
            self._fault("CRITERIA_EMPTY", "criteria", "there is no list of criteria")
            each = ()
        if len(each) > most:
            message = f"there are {len(each)} criteria, and at most {most} are allowed"
            self._fault("CRITERIA_TOO_MANY", "criteria", message)
        aggregation = self._one_of(Aggregation, given, "aggregation", Aggregation.ALL)
        amounts = Amounts(self._currency(given.get("currency")))
        criteria = [self._criterion(index, one, amounts) for index, one in enumerate(each[:most])]
        self._index, self._metric = None, ""
        custom_code = self._code(given.get("custom_code"))
        score = self._score(given.get("minimum_weighted_score"), aggregation)
        found = tuple(one for one in criteria if one is not None)
        for code, message in amounts.faults():
            self._fault(code, "currency", message)
        if len(found) == len(each) and aggregation is not None:
            self._together(found, aggregation)
        return SuccessCriteria(
            criteria=found,
            aggregation=aggregation or Aggregation.ALL,
            minimum_weighted_score=score,
            currency=amounts.currency if amounts.given else "",
            custom_code=custom_code,
        )

    def _criterion(self, index: int, given: Any, amounts: Amounts) -> SuccessCriterion | None:
        self._index, self._metric = index, ""
        if not isinstance(given, dict):
            self._fault("CRITERIA_MALFORMED", "", f"is {_shown(given)}, and no mapping")
            return None
        before = len(self.faults)
        self._metric = str(given.get("metric") or "")[:_SHOWN]
        self._unknown(given, FIELDS)
        custom = given.get("metric_type") == MetricType.CUSTOM
        metric = self._known_metric(given.get("metric"), custom=custom)
        metric_type = self._one_of(MetricType, given, "metric_type")
        comparison = self._one_of(ComparisonOperator, given, "comparison")
        kind = self._kind(metric, metric_type)
        threshold = None
        if metric_type is not None and comparison is not None and kind is not None:
            self._operator(metric_type, comparison)
            threshold = self._threshold(given.get("threshold"), metric_type, comparison, kind)
        weight = self._weight(given.get("weight"))
        required = self._flag(given, "required")
        bonus = self._amount(given, "bonus", amounts)
        penalty = self._amount(given, "penalty", amounts)
        if len(self.faults) > before:
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
        if custom and self._settings.extractors.custom.enabled:
            if isinstance(name, str) and _NAME.fullmatch(name):
                self._custom.add(name)
                return Metric(Kind.NUMBER, "custom_code")
            message = f"a metric of its own has a name of small letters, not {_shown(name)}"
            self._fault("METRIC_UNKNOWN", "metric", message)
            return None
        said = nearest(str(name)[:_SHOWN], self._known) if name else ""
        self._fault("METRIC_UNKNOWN", "metric", f"{_shown(name)} is not measured here{said}")
        return None

    def _kind(self, metric: Metric | None, metric_type: MetricType | None) -> Kind | None:
        """What values there can be; of an unknown metric, what its type says."""
        if metric_type is None:
            return None
        said = KINDS[metric_type]
        kind = said if metric is None else narrower(metric.kind, said)
        if kind is None and metric is not None:
            message = f"the metric is {metric.kind.words}, and no {metric_type}"
            self._fault("METRIC_TYPE_WRONG", "metric_type", message)
        return kind

    def _operator(self, metric_type: MetricType, comparison: ComparisonOperator) -> None:
        """Whether an operator is one for a type."""
        if comparison in thresholds.WORDS:
            if self._metric != KEYWORDS:
                message = f"{comparison} is for the metric {KEYWORDS} alone"
                self._fault("COMPARISON_WRONG", "comparison", message)
        elif KINDS[metric_type] is Kind.FLAG and comparison not in thresholds.EQUALITY:
            message = f"{metric_type} is true or false, so it is compared by eq or neq"
            self._fault("COMPARISON_WRONG", "comparison", message)

    def _threshold(
        self, given: object, metric_type: MetricType, comparison: ComparisonOperator, kind: Kind
    ) -> Threshold | None:
        if given is None:
            self._fault("THRESHOLD_MISSING", "threshold", "has no threshold")
            return None
        found = thresholds.read(given, metric_type, comparison, kind)
        if not isinstance(found, list):
            return found
        for wrong in found:
            self._fault(*wrong)
        return None

    def _weight(self, given: object) -> Decimal:
        if given is None:
            return Decimal(1)
        value = exact(given)
        if value is None or value < 0:
            message = f"a weight is a finite number from 0, not {_shown(given)}"
            self._fault("WEIGHT_INVALID", "weight", message)
        return value or Decimal(0)

    def _flag(self, given: Mapping[str, Any], field: str) -> bool:
        value = given.get(field, True)
        if not isinstance(value, bool):
            self._fault("CRITERIA_MALFORMED", field, f"{field} is true or false, not {value!r:.80}")
        return value is True

    def _amount(self, given: Mapping[str, Any], field: str, amounts: Amounts) -> Money | None:
        if given.get(field) is None:
            return None
        try:
            return amounts.read(given[field])
        except ValueError as error:
            self._fault("AMOUNT_INVALID", field, str(error))
            return None

    def _currency(self, given: object) -> str:
        if given in (None, ""):
            return self._settings.currency
        currency = currency_of(given)
        if not currency:
            message = f"a currency is three capital letters, such as USD, not {_shown(given)}"
            self._fault("CURRENCY_INVALID", "currency", message)
        return currency

    def _code(self, given: object) -> str:
        """The code for metrics that nothing else measures."""
        most = self._settings.extractors.custom.sandbox.max_code_bytes
        code = given if isinstance(given, str) else ""
        if given is not None and not isinstance(given, str):
            self._fault("CODE_INVALID", "custom_code", f"code is text, not {_shown(given)}")
        elif len(code.encode("utf-8", "surrogatepass")) > most:
            self._fault("CODE_INVALID", "custom_code", f"the code has more than {most} bytes")
        elif self._custom and not code.strip():
            names = ", ".join(sorted(self._custom))
            self._fault("CODE_MISSING", "custom_code", f"no code computes {names}")
        elif code and not self._custom:
            message = "no criterion has a metric that the code could compute"
            self._fault("CODE_UNUSED", "custom_code", message)
        return code

    def _score(self, given: object, aggregation: Aggregation | None) -> Decimal | None:
        if given is None:
            weighted = aggregation is Aggregation.WEIGHTED
            return self._settings.minimum_weighted_score if weighted else None
        value = exact(given)
        if value is None or not 0 < value <= 1:
            message = f"the least score is above 0 and at most 1, not {_shown(given)}"
            self._fault("SCORE_INVALID", "minimum_weighted_score", message)
        if aggregation not in {Aggregation.WEIGHTED, None}:
            message = f"a least score is for `weighted`, and the aggregation is {aggregation}"
            self._fault("SCORE_WITHOUT_WEIGHTS", "minimum_weighted_score", message)
        return value

    def _together(self, each: Sequence[SuccessCriterion], aggregation: Aggregation) -> None:
        """What is wrong with criteria that are right one by one."""
        if aggregation is Aggregation.WEIGHTED and each and not sum(one.weight for one in each):
            message = "the weights sum to 0, so there is no weighted score"
            self._fault("WEIGHTS_SUM_TO_NOTHING", "criteria", message)
        if aggregation is Aggregation.ALL and each and not any(one.required for one in each):
            message = "with `aggregation: all` one must be required, or every task succeeds"
            self._fault("NOTHING_REQUIRED", "criteria", message)
        if aggregation is Aggregation.ALL:
            for (first, _), (second, one) in _contradicting(each):
                self._index, self._metric = second, one.metric
                message = f"no value meets it and criterion {first} as well; both are required"
                self._fault("CRITERIA_CONTRADICT", "threshold", message)
            self._index, self._metric = None, ""

    def _one_of(
        self, kind: type[E], given: Mapping[str, Any], field: str, default: E | None = None
    ) -> E | None:
        value = given.get(field)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            with suppress(ValueError):
                return kind(value)
        names = [str(one) for one in kind]
        said = nearest(str(value)[:_SHOWN], names) or f": {', '.join(names)}"
        self._fault(f"{field.upper()}_UNKNOWN", field, f"{_shown(value)} is no {field}{said}")
        return None

    def _unknown(self, given: Mapping[Any, Any], known: Sequence[str]) -> None:
        for name in given:
            if name not in known:
                message = f"there is no field {_shown(name)}{nearest(str(name)[:_SHOWN], known)}"
                self._fault("CRITERIA_MALFORMED", str(name)[:_SHOWN], message)

    def _fault(self, code: str, field: str, message: str) -> None:
        """Add a fault; its message names the criterion."""
        if self._index is None:
            self.faults.append(CriteriaFault(code=code, message=message, field=field))
            return
        named = f"criteria[{self._index}]{' ' + self._metric if self._metric else ''}: {message}"
        self.faults.append(
            CriteriaFault(
                code=code, message=named, index=self._index, metric=self._metric, field=field
            )
        )


def _contradicting(
    each: Sequence[SuccessCriterion],
) -> Iterator[tuple[tuple[int, SuccessCriterion], tuple[int, SuccessCriterion]]]:
    """Pairs of required criteria of one metric that no value meets."""
    required = [(index, one) for index, one in enumerate(each) if one.required]
    for first, second in combinations(required, 2):
        one, other = first[1], second[1]
        if one.metric == other.metric:
            mine = thresholds.bounds(one.comparison, one.threshold)
            if not mine.meets(thresholds.bounds(other.comparison, other.threshold)):
                yield first, second


def _shown(given: object) -> str:
    return repr(given)[:_SHOWN] if given is not None else "nothing"
