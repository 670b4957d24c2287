"""What several expressions give together."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.formulas.flows import PIECE, Flow, Kind, merged


def one_of(flows: Sequence[Flow]) -> Flow:
    """One of several values, whichever it is."""
    first = flows[0]
    if len(flows) == 1:
        return first
    return Flow(
        kind=Kind.COUNT if any(f.kind is Kind.COUNT for f in flows) else first.kind,
        core="|".join(sorted(flow.core for flow in flows)),
        sources=merged(flows),
        grouped=any(flow.grouped for flow in flows),
        ratio=all(flow.ratio for flow in flows),
        factor=first.factor,
        nudged=any(flow.nudged for flow in flows),
        part=PIECE if any(flow.part == PIECE for flow in flows) else "",
    )


def truth(flows: Sequence[Flow], *, core: str = "", against_zero: bool = False) -> Flow:
    """Whether something holds of some values.

    Args:
        flows: The values.
        core: What it is; made of that of the values where it is not given.
        against_zero: Whether it holds where data are nought or missing, and asks nothing else.
    """
    return Flow(
        kind=Kind.TRUTH,
        core=core or "?" + ",".join(flow.core for flow in flows),
        sources=merged(flows),
        grouped=any(flow.grouped for flow in flows),
        against_zero=against_zero,
    )
