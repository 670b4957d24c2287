"""The rules of context binding, each of which can be switched off for a while.

The code of the check has no switches. A rule is one of

- a public function below ``sidecar.binding.context`` whose signature tells what it is to do when it
  does nothing: yield nothing, say no, or give back what it is given (``readings.groups.readings``,
  ``said.aims.is_planned``, ``operands.sided.told``). Its code is exchanged, so that every table and
  every module that refers to it is reached;
- a sign that a number is about something else (``sign:planned``): it is not shown;
- a feature of a reading (``feature:row``): it weighs nothing.

What is remembered between requests is forgotten when a rule goes and when it comes back.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from sidecar.binding import context
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.readings import signs
from sidecar.binding.context.weighing.candidate import Kind
from sidecar.binding.context.weighing.weigh import FEATURES, shipped


class Rule(NamedTuple):
    """A rule.

    Attributes:
        off: Switches it off for as long as the context lasts.
        code: What a profile knows it by, if it is a function.
    """

    off: Callable[[], AbstractContextManager[None]]
    code: CodeType | None = None


# What a function does that does nothing. Only the code of these is used, with the globals of the
# function that it is put into: they can refer to builtins alone.
def _yields_nothing(*args: Any, **kwargs: Any) -> Any:
    return iter(())


def _has_nothing(*args: Any, **kwargs: Any) -> Any:
    return []


def _says_no(*args: Any, **kwargs: Any) -> Any:
    return False


def _finds_none(*args: Any, **kwargs: Any) -> Any:
    return None


def _gives_back(*args: Any, **kwargs: Any) -> Any:
    return [*args, *kwargs.values()][0]


def _gives_back_each(*args: Any, **kwargs: Any) -> Any:
    return iter([*args, *kwargs.values()][0])


def _gives_back_all(*args: Any, **kwargs: Any) -> Any:
    return list([*args, *kwargs.values()][0])


_Neutral = Callable[..., Any]


def _neutral(function: FunctionType) -> _Neutral | None:
    """The one of these that stands for a function; None where its signature tells of none."""
    told = inspect.signature(function)
    returns = str(told.return_annotation)
    given = str(next(iter(told.parameters.values())).annotation) if told.parameters else ""
    outer, _, inner = returns.partition("[")
    if returns == given:
        return None if returns in ("float", "int", "str") else _gives_back
    if outer in ("Iterator", "list", "Sequence"):
        same = inner and inner == given.partition("[")[2]
        if outer == "Iterator":
            return _gives_back_each if same else _yields_nothing
        return _gives_back_all if same else _has_nothing
    if returns.endswith("| None"):
        return _finds_none
    return _says_no if returns == "bool" else None


def rules() -> dict[str, Rule]:
    """All rules by name."""
    found: dict[str, Rule] = {}
    for module in _modules():
        short = module.__name__.removeprefix(f"{context.__name__}.")
        for name, function in _functions(module):
            if (neutral := _neutral(function)) is not None:
                found[f"{short}.{name}"] = Rule(
                    partial(_without_function, function, neutral), function.__code__
                )
    found |= {f"sign:{name}": Rule(partial(_without_sign, name)) for name in _signs()}
    return found | {f"feature:{name}": Rule(partial(_without_feature, name)) for name in FEATURES}


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(context.__path__, f"{context.__name__}."):
        yield importlib.import_module(found.name)


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The public functions that a module defines, out of what remembers their results."""
    for name, value in vars(module).items():
        function = inspect.unwrap(value) if callable(value) else value
        if (
            isinstance(function, FunctionType)
            and function.__module__ == module.__name__
            and not name.startswith("_")
        ):
            yield name, function


def _signs() -> list[str]:
    """The signs that weigh anything: what has a weight and is neither feature nor kind."""
    kinds = {name for kind in Kind for name in (kind.name.lower(), f"{kind.name.lower()}_asked")}
    return [name for name in shipped().scores if name not in {*FEATURES, *kinds, "outside"}]


@contextmanager
def _without_function(function: FunctionType, neutral: _Neutral) -> Iterator[None]:
    code = function.__code__
    function.__code__ = neutral.__code__
    _forget()
    try:
        yield
    finally:
        function.__code__ = code
        _forget()


def _without_sign(name: str) -> AbstractContextManager[None]:
    of = signs.of

    def others(question: Question) -> list[str]:
        return [sign for sign in of(question) if sign != name]

    return _exchanged(of, others)


def _without_feature(name: str) -> AbstractContextManager[None]:
    weights = shipped()
    scores = {feature: score for feature, score in weights.scores.items() if feature != name}
    lighter = replace(weights, scores=scores)
    return _exchanged(shipped, lambda: lighter)


@contextmanager
def _exchanged(old: object, new: object) -> Iterator[None]:
    """Another object in the place of one, in every module of the binding that names it."""
    places = [
        (module, name)
        for module in _loaded("sidecar.binding")
        for name, value in vars(module).items()
        if value is old
    ]
    _forget()
    for module, name in places:
        setattr(module, name, new)
    try:
        yield
    finally:
        for module, name in places:
            setattr(module, name, old)
        _forget()


def _forget() -> None:
    """Forget what functions remember of their results."""
    for module in _loaded("sidecar"):
        for value in list(vars(module).values()):
            clear = None if isinstance(value, type) else getattr(value, "cache_clear", None)
            if value is not shipped and callable(clear):
                clear()


def _loaded(package: str) -> Sequence[ModuleType]:
    return [
        module
        for name, module in list(sys.modules.items())
        if module is not None and (name == package or name.startswith(f"{package}."))
    ]
