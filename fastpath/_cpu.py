"""Which of the targets that kernels are compiled for this CPU can run."""

from __future__ import annotations

from pathlib import Path

V3, GENERIC = "x86_64_v3", "generic"

_V3_FLAGS = frozenset(
    {
        *("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"),  # v2
        *("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"),
    }
)
"""What the psABI asks of x86-64-v3, as Linux spells it. Linux hides AVX where it is not saved."""

_CPUINFO = Path("/proc/cpuinfo")
_FIRST_CPU = 8192
"""Bytes; the file is written while it is read, and slowly where there are many CPUs."""


def targets() -> tuple[str, ...]:
    """The targets that run here, the fastest first."""
    return (V3, GENERIC) if _flags() >= _V3_FLAGS else (GENERIC,)


def _flags() -> frozenset[str]:
    """The features of the first CPU; none where the system does not tell."""
    try:
        with _CPUINFO.open("rb") as file:
            text = file.read(_FIRST_CPU).decode("ascii", "replace")
    except OSError:
        return frozenset()
    lines = (line.partition(":") for line in text.splitlines())
    return next(
        (frozenset(words.split()) for name, _, words in lines if name.strip() == "flags"),
        frozenset(),
    )
