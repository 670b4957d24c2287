"""Comparing, combining and paying: the decision table, and every mutant that it must catch."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import pytest
from outcomes.seed import criterion, engine, valid

from bench import yaml_file
from sidecar.model.outcome import SuccessCriterion
from sidecar.outcomes import evaluation
from sidecar.outcomes.causes import JudgingStep, find_cause
from sidecar.outcomes.extractors.base import NotMeasured
from sidecar.outcomes.measuring import MetricValues

TABLE = yaml_file.read(Path(__file__).parent / "decisions.yaml")
KNOWN = engine()._extractors.metrics


class Combined(NamedTuple):
    success: bool
    score: str | None
    bonus: str
    penalty: str
    withheld: int


def combined(row: dict[str, Any], module: Any = evaluation) -> Combined:
    """What criteria come to, each of which is met, unmet or missing."""
    each = [
        criterion(
            metric,
            metric_type="numeric",
            threshold=1,
            bonus=None if "unpaid" in words else 1,
            penalty=2,
        )
        for metric, words in zip(["output_length", "word_count"], split(row), strict=False)
    ]
    criteria = valid({"criteria": each, "aggregation": row["aggregation"]})
    # What lets every task succeed, or none, is refused when criteria are read; here it is judged.
    if "minimum" in row:
        criteria = replace(criteria, minimum_weighted_score=Decimal(str(row["minimum"])))
    criteria = replace(criteria, criteria=tuple(map(described, criteria.criteria, split(row))))
    found = {
        one.metric: Decimal("met" in words)
        for one, words in zip(criteria.criteria, split(row), strict=True)
        if "missing" not in words
    }
    values = MetricValues(found)
    results = [module.evaluate(one, values, KNOWN) for one in criteria.criteria]
    whole = module.aggregate(results, criteria)
    success = whole.success and not row.get("refused", False)
    paid = module.apply_incentives(results, success=success)
    return Combined(
        success,
        None if whole.score is None else f"{whole.score.normalize():f}",
        str(sum(one.bonus for one in paid)),
        str(sum(one.penalty for one in paid)),
        sum(evaluation.WITHHELD in one.reason for one in paid),
    )


def described(one: SuccessCriterion, words: list[str]) -> SuccessCriterion:
    """A criterion that is required or not, with the weight that follows a ×."""
    one = replace(one, required="required" in words)
    weights = [word[1:] for word in words if word.startswith("×")]
    return replace(one, weight=Decimal(weights[0])) if weights else one


def split(row: dict[str, Any]) -> list[list[str]]:
    return [words.split() for words in row["criteria"]]


def wanted(row: dict[str, Any]) -> Combined:
    score = row.get("score")
    paid = str(row["bonus"]), str(row["penalty"])
    with_bonus = [words for words in split(row) if "met" in words and "unpaid" not in words]
    withheld = 0 if row["success"] else len(with_bonus)
    return Combined(row["success"], score and str(score), *paid, withheld)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["says"])
def test_the_decision_table(row: dict[str, Any]) -> None:
    assert combined(row) == wanted(row)


def test_the_table_has_every_case_of_two_criteria() -> None:
    states = [
        f"{how} {state}"
        for how in ("required", "optional")
        for state in ("met", "unmet", "missing")
    ]
    cases = {(row["aggregation"], tuple(row["criteria"])) for row in TABLE}
    for pair in itertools.combinations_with_replacement(states, 2):
        for aggregation in ("all", "any"):
            assert (aggregation, pair) in cases, (aggregation, pair)


class _Mutate(ast.NodeTransformer):
    """Changes the n-th place of some code that can be changed."""

    SWAPS: ClassVar[dict[type[ast.AST], Any]] = {
        ast.And: ast.Or, ast.Or: ast.And, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE,
        ast.LtE: ast.Lt, ast.Mult: ast.Add, ast.Div: ast.Mult,
    }  # fmt: skip

    def __init__(self, place: int) -> None:
        self.left = place
        self.said = ""

    def _here(self, node: ast.AST, said: str) -> bool:
        self.left -= 1
        if self.left == -1:
            self.said = f"line {getattr(node, 'lineno', 0)}: {said}"
            return True
        return False

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(node, "and, or"):
            node.op = self.SWAPS[type(node.op)]()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if type(node.op) in self.SWAPS and self._here(node, "operator"):
            node.op = self.SWAPS[type(node.op)]()
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ops[0], ast.Is | ast.IsNot):
            if self._here(node, "is, is not"):
                node.ops[0] = ast.IsNot() if isinstance(node.ops[0], ast.Is) else ast.Is()
        elif type(node.ops[0]) in self.SWAPS and self._here(node, "comparison"):
            node.ops[0] = self.SWAPS[type(node.ops[0])]()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._here(node, "not"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool) and self._here(node, "constant"):
            return ast.Constant(not node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr in {"met", "required", "success"} and self._here(node, f"not {node.attr}"):
            return ast.UnaryOp(ast.Not(), node)
        return node


COMBINERS = ("aggregate", "_weighted", "apply_incentives", "_paid")


def mutants() -> Iterator[tuple[str, Any]]:
    """The module with one thing changed in what combines results."""
    source = Path(evaluation.__file__).read_text("utf-8")
    for place in itertools.count():
        tree = ast.parse(source)
        mutate = _Mutate(place)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in COMBINERS:
                node.body = [mutate.visit(one) for one in node.body]
        if not mutate.said:
            return
        module = ModuleType("mutant")
        exec(compile(ast.fix_missing_locations(tree), "mutant", "exec"), vars(module))
        yield mutate.said, module


def test_every_mutant_of_the_combiner_is_caught() -> None:
    survived, tried = [], 0
    for said, module in mutants():
        tried += 1
        if all(_same(row, module) for row in TABLE):
            survived.append(said)
    assert tried > 15
    assert survived == []


def _same(row: dict[str, Any], module: Any) -> bool:
    try:
        return combined(row, module) == wanted(row)
    except Exception:  # a mutant that raises is caught
        return False


COMPARED: list[tuple[str, Any, str, bool]] = [
    ("gte", "0.9", "0.9", True),
    ("gte", "0.9", "0.8999999999", False),
    ("gt", "0.9", "0.9", False),
    ("gt", "0.9", "0.9000000001", True),
    ("lte", "0.9", "0.9", True),
    ("lte", "0.9", "0.9000000001", False),
    ("lt", "0.9", "0.9", False),
    ("eq", "0.9", "0.90009", True),
    ("eq", "0.9", "0.9001", False),
    ("eq", "0.9", "0.90009999999999999999999999999999999999", True),
    ("neq", "0.9", "0.9001", True),
    ("neq", "0.9", "0.90009", False),
    ("in_range", {"min": "0.1", "max": "0.9"}, "0.1", True),
    ("in_range", {"min": "0.1", "max": "0.9"}, "0.9", True),
    ("in_range", {"min": "0.1", "max": "0.9"}, "0.0999", False),
    ("in_range", {"min": "0.1", "max": "0.9"}, "0.9001", False),
]


@pytest.mark.parametrize(("comparison", "threshold", "value", "met"), COMPARED)
def test_values_are_compared_exactly(
    comparison: str, threshold: Any, value: str, met: bool
) -> None:
    given = criterion("confidence", metric_type="percentage", comparison=comparison)
    (one,) = valid({"criteria": [given | {"threshold": threshold}]}).criteria
    result = evaluation.evaluate(one, MetricValues({"confidence": Decimal(value)}), KNOWN)
    assert result.met is met
    assert result.error == ""
    assert value in result.reason


REASONS = [
    ("accuracy", "percentage", "gte", "0.9", "0.91", "accuracy 0.91 is at least 0.9"),
    ("accuracy", "percentage", "gte", "0.9", "0.89", "accuracy 0.89 is below 0.9"),
    ("latency_ms", "latency", "lt", 2000, "2000", "latency_ms 2000 is not below 2000"),
    ("word_count", "count", "neq", 3, "3", "word_count 3 is equal to 3"),
    ("word_count", "count", "in_range", {"min": 1, "max": 5}, "3", "word_count 3 is within 1 to 5"),
    (
        "word_count",
        "count",
        "in_range",
        {"min": 1, "max": 5},
        "6",
        "word_count 6 is outside 1 to 5",
    ),
    ("matches_pattern", "boolean", "eq", True, "0", "matches_pattern is false; true is required"),
    ("matches_pattern", "boolean", "neq", True, "0", "matches_pattern is false; false is required"),
    (
        *("contains_keywords", "contains", "contains_all", ["a", "b", "c"], "0.666666666666666630"),
        "contains_keywords 0.66666666666666663: 2 of 3 words found, all are required",
    ),
    (
        *("contains_keywords", "contains", "contains_any", ["a"], "1"),
        "contains_keywords 1: 1 of 1 word found, one is required",
    ),
]


@pytest.mark.parametrize(
    ("metric", "metric_type", "comparison", "threshold", "value", "reason"), REASONS
)
def test_a_reason_says_what_was_compared_with_what(
    metric: str, metric_type: str, comparison: str, threshold: Any, value: str, reason: str
) -> None:
    given = criterion(metric, metric_type=metric_type, comparison=comparison)
    (one,) = valid({"criteria": [given | {"threshold": threshold}]}).criteria
    result = evaluation.evaluate(one, MetricValues({metric: Decimal(value)}), KNOWN)
    assert result.reason == reason


def test_every_reason_begins_with_its_metric() -> None:  # which a table can then leave out
    (one,) = valid({"criteria": [criterion("confidence", metric_type="percentage")]}).criteria
    failed = NotMeasured("it took too long", find_cause(JudgingStep.ANY, "DEADLINE_EXCEEDED"))
    for values in (
        *(
            MetricValues({}),
            MetricValues({"confidence": Decimal(2)}),
            MetricValues({"confidence": Decimal("0.5")}),
        ),
        MetricValues({}, {}, {"confidence": failed}),
    ):
        assert evaluation.evaluate(one, values, KNOWN).reason.startswith("confidence ")


@pytest.mark.parametrize("step", JudgingStep)
def test_what_no_row_names_is_a_failed_check_or_a_failed_extractor(step: JudgingStep) -> None:
    of_checks = step in (JudgingStep.CHECKS, JudgingStep.SOURCES)
    wanted = "CHECK_FAILED" if of_checks else "EXTRACTOR_FAILED"
    assert find_cause(step, "SOMETHING_NEW").reason == wanted


@pytest.mark.parametrize(("value", "met"), [("1", True), ("0", False)])
def test_a_flag_is_compared_with_true(value: str, met: bool) -> None:
    given = criterion(
        "matches_schema", metric_type="matches_schema", comparison="eq", threshold=True
    )
    (one,) = valid({"criteria": [given]}).criteria
    result = evaluation.evaluate(one, MetricValues({"matches_schema": Decimal(value)}), KNOWN)
    assert result.met is met


def test_a_value_that_cannot_be_meets_nothing() -> None:
    (one,) = valid({"criteria": [criterion("confidence", metric_type="percentage")]}).criteria
    result = evaluation.evaluate(one, MetricValues({"confidence": Decimal(90)}), KNOWN)
    assert not result.met
    assert "impossible" in result.error
