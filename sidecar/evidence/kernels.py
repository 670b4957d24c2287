"""Whether the compiled kernels are there. Without them all answers are the same, and slower."""

from __future__ import annotations

from importlib.util import find_spec

from fastpath import _cpu, _jit

NOTICE = (
    "the kernels are not compiled for this machine: numpy answers, with the same results, more"
    " slowly; see docs/install.md"
)


def are_missing() -> bool:
    """Whether numpy answers though nobody asked for it; old kernels have said so themselves."""
    if _jit.COMPILED is not None or _jit.ONLY is not None:
        return False
    return not any(find_spec(f"fastpath._compiled_{target}") for target in _cpu.targets())
