"""One table of how numbers are ranked: by what they mean, and right ones against wrong ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.engine.data import LabelOutcome

Floats = NDArray[np.float64]

_ALARMS = (0.01, 0.03)


def table(parts: Mapping[str, Sequence[LabelOutcome]]) -> str:
    """The figures of parts, side by side."""
    lines = [
        f"{'':12}" + "".join(f"{name:>26}" for name in parts),
        f"{'meaning':12}" + len(parts) * f"{'n':>6}{'there':>7}{'first':>7}{'p':>6}",
    ]
    told = {name: [o for o in part if o.known] for name, part in parts.items()}
    counts: dict[str, int] = {}
    for part in told.values():
        for one in part:
            counts[one.function] = counts.get(one.function, 0) + 1
    for function in sorted(counts, key=lambda f: -counts[f]):
        some = [[o for o in part if o.function == function] for part in told.values()]
        lines.append(f"{function:12}" + "".join(map(_ranked, some)))
    lines.append(f"{'all known':12}" + "".join(map(_ranked, told.values())))
    claimless = [[o for o in part if o.function == "none"] for part in parts.values()]
    lines.append(f"{'no claim':12}" + "".join(map(_ranked, claimless)))
    lines += [f"{name:9} {_judged(part)}" for name, part in parts.items()]
    return "\n".join(lines)


def _ranked(some: Sequence[LabelOutcome]) -> str:
    if not some:
        return f"{'–':>6}{'':>20}"
    there, first, probability = (
        float(np.mean([float(getattr(o, name)) for o in some]))
        for name in ("there", "first", "probability")
    )
    return f"{len(some):>6}{there:>7.3f}{first:>7.3f}{probability:>6.2f}"


def area(some: Sequence[LabelOutcome]) -> float:
    """The chance that a wrong number has worse odds than a right one."""
    right, wrong = _odds(some)
    below = np.searchsorted(right, wrong, "left"), np.searchsorted(right, wrong, "right")
    return 1 - float((below[0] + below[1]).mean()) / 2 / right.size


def _odds(some: Sequence[LabelOutcome]) -> tuple[Floats, Floats]:
    """Those of right numbers, in order, and those of wrong ones."""
    right = np.sort([o.agrees for o in some if not np.isnan(o.agrees)])
    return right, np.array([o.wrong for o in some if not np.isnan(o.wrong)])


def _judged(some: Sequence[LabelOutcome]) -> str:
    """How well odds tell wrong numbers from right ones."""
    right, wrong = _odds(some)
    if not right.size or not wrong.size:
        return ""
    caught = [
        f"{float((wrong < right[int(alarms * right.size)]).mean()):.3f} at {alarms}"
        for alarms in _ALARMS
    ]
    count = float(np.mean([o.size for o in some]))
    return (
        f"{right.size} right, {wrong.size} wrong: area {area(some):.3f}, "
        f"caught {', '.join(caught)}; {count:.0f} candidates a number"
    )
