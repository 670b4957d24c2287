"""The combiner keeps to its table, and the table notices every small change to the combiner."""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from policy_table import PAIR, cases, faults

from sidecar import policy
from sidecar.checks import CHECKS
from sidecar.model.report import Action, Decision, Mode, Severity


@pytest.mark.slow
@pytest.mark.timeout(900)  # every pair of outcomes: a quarter of a minute of the processor
def test_every_row_of_the_table_for_all_checks_together() -> None:
    # Every outcome of every check beside every outcome of all others, and every pair's modes.
    assert next(faults(policy, [tuple(CHECKS)]), None) is None


def test_the_table_holds_every_decision() -> None:
    wanted = {case.wanted(CHECKS).name for case in cases(PAIR)}
    assert wanted == {"PASS", "WARN", "FAIL", "UNVERIFIED"}


FUNCTIONS = ("decide", "act", "find_mode", "_worst")
_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.Eq: ast.NotEq,
    ast.In: ast.NotIn,
}
_CALLS = {"max": "min", "any": "all"}
_MEMBERS = {
    kind.__name__: [member.name for member in kind] for kind in (Decision, Severity, Action, Mode)
}


def _swaps(node: ast.AST) -> Iterator[ast.AST]:
    """Every small fault that could stand in the place of a node."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _COMPARE:
            changed = copy.deepcopy(node)
            changed.ops = [_COMPARE[type(operator)]()]
            yield changed
        case ast.BoolOp():
            changed_op = copy.deepcopy(node)
            changed_op.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield changed_op
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.If():
            yield ast.Pass()  # the row is gone
        case ast.Attribute(value=ast.Name(id=name)) if name in _MEMBERS:
            for member in _MEMBERS[name]:
                if member != node.attr:
                    yield ast.Attribute(value=node.value, attr=member, ctx=ast.Load())
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            other = _CALLS[name]
            changed_call = copy.deepcopy(node)
            changed_call.func = ast.Name(id=other, ctx=ast.Load())
            yield changed_call


class _Replace(ast.NodeTransformer):
    def __init__(self, place: int, fault: ast.AST) -> None:
        self.left, self.fault = place, fault

    def visit(self, node: ast.AST) -> ast.AST:
        self.left -= 1
        if self.left == -1:
            return ast.copy_location(self.fault, node)
        return self.generic_visit(node)


class _Places(ast.NodeVisitor):
    """Nodes in the order in which ``_Replace`` meets them."""

    def __init__(self) -> None:
        self.nodes: list[ast.AST] = []

    def visit(self, node: ast.AST) -> None:
        self.nodes.append(node)
        self.generic_visit(node)


def _mutants() -> Iterator[tuple[str, ModuleType]]:
    source = inspect.getsource(policy)
    for name in FUNCTIONS:
        tree = ast.parse(source)
        function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
        places = _Places()
        places.visit(function)
        for index, node in enumerate(places.nodes):
            for fault in _swaps(node):
                mutant = copy.deepcopy(tree)
                at = next(i for i, n in enumerate(mutant.body) if getattr(n, "name", "") == name)
                changed = _Replace(index, fault).visit(mutant.body[at])
                assert isinstance(changed, ast.stmt)
                mutant.body[at] = changed
                ast.fix_missing_locations(mutant)
                module = ModuleType("mutant")
                sys.modules["mutant"] = module  # dataclasses look a model's module up
                exec(compile(mutant, "mutant", "exec"), module.__dict__)
                yield f"{name}: {ast.unparse(node)!r} became {ast.unparse(fault)!r}", module


def _caught(mutant: ModuleType) -> bool:
    try:
        return next(faults(mutant), None) is not None
    except Exception:
        return True


def test_every_mutant_of_the_combiner_is_caught() -> None:
    mutants = list(_mutants())
    assert len(mutants) > 25
    survivors = [name for name, mutant in mutants if not _caught(mutant)]
    assert survivors == []


@pytest.fixture(autouse=True)
def _forget_mutants() -> Iterator[None]:
    yield
    sys.modules.pop("mutant", None)
