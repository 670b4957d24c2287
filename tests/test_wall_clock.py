"""No test of ``make test`` measures how long something takes: a busy machine would fail it.

A duration is a clock's time minus an earlier one. Only tests marked ``timing`` may assert one,
themselves or through a helper of their module. A lower bound (``assert ... >= 0.4``) is allowed
everywhere, since a slow machine cannot break it; so is time of the processor (``process_time``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "time", "time_ns"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def reads_clock(node: ast.AST) -> bool:
    return any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and isinstance(each.func.value, ast.Name)
        and (each.func.value.id, each.func.attr) in {("time", clock) for clock in CLOCKS}
        for each in ast.walk(node)
    )


def is_lower_bound(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Assert)
        and isinstance(node.test, ast.Compare)
        and all(isinstance(each, ast.Gt | ast.GtE) for each in node.test.ops)
        and not any(map(reads_clock, node.test.comparators))
    )


def measures(node: ast.AST) -> bool:
    """True where a duration is taken, lower bounds apart."""
    if is_lower_bound(node):
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and reads_clock(node.left):
        return True
    return any(map(measures, ast.iter_child_nodes(node)))


def is_timing(node: Definition | ast.Assign) -> bool:
    marks = [node.value] if isinstance(node, ast.Assign) else node.decorator_list
    return any("pytest.mark.timing" in ast.unparse(mark) for mark in marks)


def unmarked(body: list[ast.stmt]) -> Iterator[Definition]:
    """The tests that are not marked, those of classes too."""
    for node in body:
        if isinstance(node, Definition) and not is_timing(node):
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from unmarked(node.body)
            elif node.name.startswith("test_"):
                yield node


def names(node: ast.AST) -> set[str]:
    """What a piece of code refers to, its fixtures among them."""
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return used | {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}


def asserts(node: ast.AST, durations: set[str]) -> bool:
    """True where an assertion depends on a duration, by its names or those computed from them."""
    known = set(durations)
    for each in ast.walk(node):
        if isinstance(each, ast.Assign) and (measures(each.value) or names(each.value) & known):
            known.update(*map(names, each.targets))
        if (
            isinstance(each, ast.withitem)
            and each.optional_vars
            and names(each.context_expr) & known
        ):
            known |= names(each.optional_vars)
    return any(
        isinstance(each, ast.Assert)
        and not is_lower_bound(each)
        and (measures(each) or names(each) & known)
        for each in ast.walk(node)
    )


def spread(
    helpers: Mapping[str, Definition], holds: Callable[[Definition, set[str]], bool]
) -> set[str]:
    """The helpers of which something holds, where it holds of all that use one of them."""
    known: set[str] = set()
    while new := {
        name for name, each in helpers.items() if name not in known and holds(each, known)
    }:
        known |= new
    return known


def measuring(source: str) -> list[str]:
    """The names of unmarked tests of a module that assert how long something takes."""
    body = ast.parse(source).body
    if any(isinstance(node, ast.Assign) and is_timing(node) for node in body):
        return []
    helpers = {
        node.name: node
        for node in body
        if isinstance(node, Definition) and not node.name.startswith(("test_", "Test"))
    }

    durations = spread(
        helpers, lambda helper, known: measures(helper) or bool(names(helper) & known)
    )
    asserting = spread(
        helpers, lambda helper, known: asserts(helper, durations) or bool(names(helper) & known)
    )
    return [
        test.name for test in unmarked(body) if asserts(test, durations) or names(test) & asserting
    ]


def test_only_marked_tests_measure_durations() -> None:
    paths = sorted(FOLDER.rglob("test_*.py"))
    found = {str(path): measuring(path.read_text("utf-8")) for path in paths}
    assert {path: tests for path, tests in found.items() if tests} == {}


MEASURED = {
    "itself": "def test_x():\n    t = time.time()\n    assert time.time() - t < 3",
    "in a name": "def test_x():\n    s = time.monotonic() - t\n    u = 2 * s\n    assert u < 3",
    "in a helper": "def took(): return time.perf_counter() - 1\ndef test_x(): assert took() < 3",
    "in a helper that asserts": "def quick(): assert time.time() - t < 3\ndef test_x(): quick()",
    "in a block": "class Took:\n    s = time.time() - t\n"
    "def test_x():\n    with Took() as a: pass\n    assert a.s < 3",
    "in a fixture": "def took(): return time.time() - 1\ndef test_x(took): assert took < 3",
    "in a class": "class TestX:\n    def test_x(self): assert time.time() - 3 < 4",
}


@pytest.mark.parametrize("source", MEASURED.values(), ids=MEASURED)
def test_a_duration_is_found(source: str) -> None:
    assert measuring(source) == ["test_x"]
    assert measuring("pytestmark = pytest.mark.timing\n" + source) == []


ALLOWED = {
    "a lower bound": "def test_x():\n    t = time.time()\n    assert time.time() - t >= 0.4",
    "a deadline": "def test_x(): ask(time.monotonic() + 3)",
    "a duration for something else": "def test_x():\n    s = time.time() - t\n    Timer(s)",
    "the processor": "def test_x(): assert time.process_time() - 3 < 4",
    "marked": "@pytest.mark.timing\ndef test_x(): assert time.time() - 3 < 4",
    "an unused helper": "def took(): return time.time() - 1\ndef test_x(): pass",
}


@pytest.mark.parametrize("source", ALLOWED.values(), ids=ALLOWED)
def test_other_uses_are_allowed(source: str) -> None:
    assert measuring(source) == []
