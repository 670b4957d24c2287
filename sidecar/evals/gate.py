"""Gates: comparisons of a metric with a number that fail a run, such as ``success_rate < 0.9``.

A name is that of a measure; ``by_tag.TAG.NAME`` is a measure of one tag, and ``.low`` or ``.high``
behind either is an end of its 95 % interval. A metric that nothing is known about fails.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sidecar.evals.measures.definitions import (
    CHECK_MEASURES,
    MEASURES,
    EvalMeasure,
    MeasureUnit,
    measure_of,
)
from sidecar.evals.measures.measured import EvalMeasurements
from sidecar.evals.measures.observing import QuestionEnding
from sidecar.evals.measures.resampling import Estimate
from sidecar.settings.section import suggest_name

_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_GATE = re.compile(r"\s*(\S(?:.*\S)?)\s*(<=|>=|==|!=|<|>)\s*([^\s<>=!]+)\s*(%?)\s*", re.DOTALL)
_COUNTS = ("total_questions", "successful_questions", *(f"endings.{one}" for one in QuestionEnding))
_TAG = "by_tag."
_ENDS = ("low", "high")


class GateInvalid(ValueError):
    """An expression that is no gate, or names a metric that does not exist."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A condition under which a run fails.

    Attributes:
        expression: As it was written.
        name: Of the metric.
        comparison: ``<``, ``<=``, ``>``, ``>=``, ``==`` or ``!=``.
        bound: What it is compared with.
    """

    expression: str
    name: str
    comparison: str
    bound: float


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """How a gate ended.

    Attributes:
        gate: Which.
        failed: Whether the run fails by it; also where the metric is not known.
        value: Of the metric; None where it is not known.
        message: In words.
    """

    gate: Gate
    failed: bool
    value: float | None
    message: str


def parse_gate(expression: str) -> Gate:
    """Read a gate, before anything is run.

    Raises:
        GateInvalid: It is no comparison of one metric with one number, or no metric can have the
            name. Names of tags and checks are only known once a run has ended.
    """
    found = _GATE.fullmatch(expression)
    if found is None:
        raise GateInvalid(
            f"{expression!r} is not a gate: write a metric, a comparison and a number, such as"
            " 'verification_pass_rate < 0.9'"
        )
    name, comparison, number, percent = found.groups()
    if percent or number.endswith("%"):
        number, percent = number.rstrip("%"), "%"
    try:
        bound = float(number) / (100 if percent else 1)
    except ValueError:
        bound = math.nan
    if not math.isfinite(bound):
        raise GateInvalid(f"{number!r} in {expression!r} is not a number")
    measure = _measure(name)
    if name not in _COUNTS and measure is None:
        raise GateInvalid(f"there is no metric {name!r}{suggest_name(name, _known())}")
    is_share = measure is not None and measure.unit is MeasureUnit.SHARE
    if percent and not is_share:  # 90 % of a count would be 0.9, and nearly every run would hold
        raise GateInvalid(f"{name} is not a share, so that {expression!r} says nothing of a run")
    if is_share and not 0 <= bound <= 1:
        raise GateInvalid(f"{name} is a share from 0 to 1, so {expression!r} says nothing of a run")
    return Gate(expression=expression, name=name, comparison=comparison, bound=bound)


def judge_gate(gate: Gate, metrics: EvalMeasurements) -> GateOutcome:
    """Whether a run fails by a gate."""
    value = _value(gate.name, metrics)
    if value is None:
        names = {*metrics.estimates, *_COUNTS}
        names |= {f"{_TAG}{tag}.{name}" for tag, each in metrics.by_tag.items() for name in each}
        there = gate.name in names or _without_end(gate.name) in names
        hint = "" if there else suggest_name(gate.name, sorted(names))
        return GateOutcome(gate, True, None, f"fails: nothing is known about {gate.name}{hint}")
    failed = _OPERATORS[gate.comparison](value, gate.bound)
    holds = "fails" if failed else "holds"
    message = f"{holds}: {gate.name} is {value:.6g}, and the run fails where it is"
    return GateOutcome(gate, failed, value, f"{message} {gate.comparison} {gate.bound:.6g}")


def judge_all(gates: Iterable[Gate], metrics: EvalMeasurements) -> list[GateOutcome]:
    """Every gate, in its order."""
    return [judge_gate(gate, metrics) for gate in gates]


def _measure(name: str) -> EvalMeasure | None:
    """What a name is of, or may be of."""
    names = [name, _without_end(name)]
    if name.startswith(_TAG):  # a tag may have dots in it: a measure behind any of them will do
        split = [one.removeprefix(_TAG).split(".") for one in reversed(names)]
        names = [".".join(parts[at:]) for parts in split for at in range(1, len(parts))]
    return next(filter(None, map(measure_of, names)), None)


def _without_end(name: str) -> str:
    head, _, last = name.rpartition(".")
    return head if head and last in _ENDS else name


def _value(name: str, metrics: EvalMeasurements) -> float | None:
    if name in {"total_questions", "successful_questions"}:
        return float(getattr(metrics, name))
    if name.startswith("endings."):
        return float(metrics.endings.get(QuestionEnding(name.removeprefix("endings.")), 0))
    found = _estimate(name, metrics)
    if found is not None:
        return found.value
    head, _, last = name.rpartition(".")
    found = _estimate(head, metrics)
    if found is None or last not in _ENDS:
        return None
    return found.low if last == "low" else found.high


def _estimate(name: str, metrics: EvalMeasurements) -> Estimate | None:
    if name in metrics.estimates:
        return metrics.estimates[name]
    if not name.startswith(_TAG):
        return None
    rest = name.removeprefix(_TAG)
    for tag, found in metrics.by_tag.items():
        measure = rest.removeprefix(f"{tag}.")
        if rest.startswith(f"{tag}.") and measure in found:
            return found[measure]
    return None


def _known() -> list[str]:
    checks = [f"checks.numeric.{name}" for name in CHECK_MEASURES]
    return [*MEASURES, *_COUNTS, *checks]
