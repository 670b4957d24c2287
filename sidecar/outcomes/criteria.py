"""Criteria from plain data, with everything that is wrong with them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from sidecar.model.currencies import is_money, wrong_currency
from sidecar.model.outcome import (
    Aggregation,
    CriteriaFault,
    SuccessCriteria,
    SuccessCriterion,
)
from sidecar.outcomes import thresholds
from sidecar.outcomes.criterion import CriterionReader
from sidecar.outcomes.faults import Faults, shown
from sidecar.outcomes.metrics import Metric
from sidecar.outcomes.money import Amounts
from sidecar.outcomes.numbers import exact
from sidecar.outcomes.settings import OutcomesSettings

OF_ALL = ("criteria", "aggregation", "minimum_weighted_score", "currency", "custom_code")


class Read(NamedTuple):
    """Criteria that were read.

    Attributes:
        criteria: None where there are faults.
        faults: Everything that is wrong, in the order of the criteria.
    """

    criteria: SuccessCriteria | None
    faults: Sequence[CriteriaFault]


def read(given: object, known: Mapping[str, Metric], settings: OutcomesSettings) -> Read:
    """Criteria from plain data, as YAML files have them.

    Args:
        given: A mapping with ``criteria``, ``aggregation`` and so on.
        known: Every metric that can be measured.
        settings: Bounds and defaults.
    """
    faults = Faults()
    reader = _Reader(known, settings, faults)
    criteria = reader.read(given)
    return Read(None if faults.found else criteria, faults.found)


class _Reader:
    """Reads criteria, and collects what is wrong."""

    def __init__(
        self, known: Mapping[str, Metric], settings: OutcomesSettings, faults: Faults
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
        amounts = Amounts(self._currency(given.get("currency")), self._settings.currency)
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
            self._faults.add("CODE_INVALID", "custom_code", f"code is text, not {shown(given)}")
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
        value = exact(given)
        if value is None or not 0 < value <= 1:
            message = f"the least score is above 0 and at most 1, not {shown(given)}"
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
            mine = thresholds.bounds(one.comparison, one.threshold)
            if not mine.meets(thresholds.bounds(other.comparison, other.threshold)):
                yield first, second
