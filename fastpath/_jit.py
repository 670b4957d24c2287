"""Kernels: functions over numpy arrays in three forms that give equal results.

    compiled   ahead of time, when the package is installed (``_compile``); what runs in production
    numba      compiled at run time, in a background thread
    numpy      the twin: slower, always there

Where the compiled form is there, made for this CPU and from these very sources, it answers.
Otherwise the twin answers at once, and where numba is installed it is imported behind the twin's
back and takes over when it is ready. It keeps no cache, so it needs no folder to write to.

``FASTPATH_FORM`` names the only form that may answer; ``forced`` does the same for a test.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, ParamSpec, TypeVar

from fastpath import _cpu, _signature
from fastpath._signature import Argument

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

log = logging.getLogger(__name__)

FORM_VARIABLE = "FASTPATH_FORM"


class KernelForm(StrEnum):
    """How a kernel is executed."""

    COMPILED = "compiled"
    NUMBA = "numba"
    NUMPY = "numpy"


class Kernel(Generic[P, R]):
    """A function that is compiled, with its twin.

    Attributes:
        name: Of the kernel, unique among all.
        function: What is compiled, as it is written.
        twin: What answers where nothing is compiled.
        signature: Types of the arguments and of the result.
        brief: See ``kernel``.
        brief_to: See ``kernel``.
    """

    def __init__(
        self,
        function: Callable[P, R],
        signature: str,
        twin: Callable[P, R],
        *,
        brief: bool,
        brief_to: int = 0,
    ) -> None:
        self.name = f"{function.__module__.rpartition('.')[2]}_{function.__name__.lstrip('_')}"
        self.function = function
        self.twin = twin
        self.signature = _signature.parse(signature)
        self.brief, self.brief_to = brief, brief_to
        self.answer = _first(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run it, in the form that answers now. Arguments are given by position."""
        return self.answer(*args, **kwargs)

    def form(self, form: KernelForm) -> Callable[P, R]:
        """One form of it.

        Raises:
            LookupError: If that is not to be had here.
        """
        if form is KernelForm.NUMPY:
            return self.twin
        if form is KernelForm.NUMBA:
            return _at_run_time(self)
        if COMPILED is None:
            raise LookupError("there is no compiled module for this CPU and these sources")
        compiled: Callable[P, R] = getattr(COMPILED, self.name)
        return compiled


def kernel(
    signature: str, *, twin: Callable[P, R], brief: bool = False, brief_to: int = 0
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Mark a function for compilation. It allocates nothing and raises nothing.

    Args:
        signature: See ``_signature``.
        twin: Does the same with numpy, to the same arguments.
        brief: Keeps the interpreter to itself. For what takes microseconds: giving the
            interpreter away may cost five milliseconds until it comes back.
        brief_to: The same where its first argument, an array, has no more items than this.
    """

    def mark(function: Callable[P, R]) -> Kernel[P, R]:
        made = Kernel(function, signature, twin, brief=brief, brief_to=brief_to)
        if made.name in KERNELS:
            raise ValueError(f"there are two kernels {made.name}")
        KERNELS[made.name] = made
        return made

    return mark


def helper(function: F) -> F:
    """Mark a plain function that kernels call."""
    HELPERS.append(function)
    return function


@contextmanager
def forced(form: KernelForm) -> Iterator[None]:
    """Let one form of every kernel answer while the context lasts; for tests.

    Raises:
        LookupError: If it is not to be had here.
    """
    before = {name: each.answer for name, each in KERNELS.items()}
    if form is KernelForm.NUMBA and find_spec("numba") is None:
        raise LookupError("numba is not installed")
    # Compiling all kernels takes minutes where there are few cores: only those that are called.
    is_late = form is KernelForm.NUMBA
    chosen = {
        name: _late(each, form) if is_late else each.form(form) for name, each in KERNELS.items()
    }
    for name, answer in chosen.items():
        KERNELS[name].answer = answer
    try:
        yield
    finally:
        for name, answer in before.items():
            KERNELS[name].answer = answer


def digest() -> str:
    """A digest of the sources: what was compiled from others must not answer."""
    total = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def load() -> ModuleType | None:
    """The compiled module, if it is there for this CPU and made from these sources.

    The CPU is asked before the module is imported: what it cannot run would end the process.
    """
    for target in _cpu.targets():
        try:
            module = import_module(f"fastpath._compiled_{target}")
        except ImportError:
            continue
        if digest() == module.DIGEST:
            return module
        log.warning("the compiled kernels are older than their sources; run make setup")
    return None


def in_types(numba: Any, argument: Argument) -> Any:
    """The numba type of an argument."""
    item = getattr(numba.types, argument.dtype)
    if not argument.is_array:
        return item
    return numba.types.Array(item, 1, "C", readonly=not argument.writable)


def register(extending: Any) -> None:
    """Make numba know the helpers: a kernel may call them, and they each other."""
    for function in HELPERS:
        if function not in _registered:
            extending.register_jitable(error_model="numpy")(function)
            _registered.add(function)


def _first(kernel: Kernel[P, R]) -> Callable[P, R]:
    """What answers at first."""
    if ONLY is not None:
        return kernel.twin if ONLY is KernelForm.NUMPY else _late(kernel, ONLY)
    if COMPILED is not None:
        return kernel.form(KernelForm.COMPILED)

    def twin(*args: P.args, **kwargs: P.kwargs) -> R:
        _start_behind()
        return kernel.twin(*args, **kwargs)

    return twin


def _late(kernel: Kernel[P, R], form: KernelForm) -> Callable[P, R]:
    """A form that is made when it is first called: helpers may be defined after a kernel."""

    def first(*args: P.args, **kwargs: P.kwargs) -> R:
        kernel.answer = kernel.form(form)
        return kernel.answer(*args, **kwargs)

    return first


def _at_run_time(kernel: Kernel[P, R]) -> Callable[P, R]:
    """Compile a kernel here and now.

    Raises:
        LookupError: If numba is not installed.
    """
    with _compiling:
        known = _made.get(kernel.name)
        if known is None:
            try:
                numba = import_module("numba")
            except ImportError as error:
                raise LookupError("numba is not installed") from error
            extending = import_module("numba.extending")
            register(extending)
            arguments = [in_types(numba, argument) for argument in kernel.signature.arguments]
            signature = getattr(numba.types, kernel.signature.result)(*arguments)
            make = numba.njit(signature, nogil=not kernel.brief, error_model="numpy")
            known = _made[kernel.name] = make(kernel.function)
        return known


def _start_behind() -> None:
    """Compile all kernels in a background thread, once."""
    global _behind  # noqa: PLW0603
    with _starting:
        if _behind is None:
            _behind = threading.Thread(target=_take_over, name="fastpath", daemon=True)
            _behind.start()


def _take_over() -> None:
    """Let numba answer for every kernel, where it is installed."""
    for each in list(KERNELS.values()):
        try:
            each.answer = _at_run_time(each)
        except LookupError:
            each.answer = each.twin
        except Exception:  # whatever numba raises, the twin can do it
            log.exception("numba cannot compile a kernel", extra={"kernel": each.name})
            each.answer = each.twin


KERNELS: dict[str, Kernel[Any, Any]] = {}
HELPERS: list[Callable[..., Any]] = []

ONLY = KernelForm(os.environ[FORM_VARIABLE]) if FORM_VARIABLE in os.environ else None
COMPILED = load() if ONLY in (None, KernelForm.COMPILED) else None

_made: dict[str, Callable[..., Any]] = {}
_registered: set[Callable[..., Any]] = set()
_compiling = threading.Lock()
_starting = threading.Lock()
_behind: threading.Thread | None = None
