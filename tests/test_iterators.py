"""Iterators that end where nobody expects it.

A ``StopIteration`` that leaves a function is taken for the end of whatever iterates above it. One
that leaves a function in a thread is lost in asyncio's future, and who awaits that waits for ever.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sidecar

_FOLDER = Path(sidecar.__file__).parent


def test_next_has_a_default_where_no_generator_is_around_it() -> None:
    # In a generator, Python itself makes a RuntimeError of it.
    found = {
        str(path): list(_bare(ast.parse(path.read_text("utf-8")), safe=False))
        for path in sorted(_FOLDER.rglob("*.py"))
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def _bare(node: ast.AST, *, safe: bool) -> Iterator[int]:
    """The lines of each ``next(iterator)`` outside of generators."""
    if isinstance(node, ast.GeneratorExp):
        safe = True
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        safe = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
    if not safe and isinstance(node, ast.Call) and len(node.args) == 1:
        yield from [node.lineno] if ast.unparse(node.func) == "next" else []
    for below in ast.iter_child_nodes(node):
        yield from _bare(below, safe=safe)
