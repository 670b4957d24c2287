"""What does binding by context add to a warm Verify?

The texts and values of ``warm_verify`` and ``server_cpu``, in the mode ``context``; those measure
the mode ``value``. These texts name neither a row nor a column, so that only chance can decide:
what prose costs that does name them is measured beside it, by ``prose``. No figures where the
sidecar has no such mode. A request that outlasts the server's deadline is cut off there: ten
seconds then stand for more.
"""

from __future__ import annotations

from bench import prose, server_cpu, warm_verify
from bench.accuracy import MODES
from bench.figures import Figures, lower

MODE = "context"


def measure(quick: bool) -> Figures:
    """Of texts that name nothing: time above an echo, beside one, a large request; then prose."""
    if MODE not in MODES:
        return {}
    found = warm_verify.measure(quick, MODE) | server_cpu.measure(quick, MODE)
    return {
        "context_verify_cpu_ms_over_echo": lower(found["verify_cpu_ms_over_echo"]["value"], 5.0),
        "context_claims_5000_s": lower(found["claims_5000_s"]["value"], 1.0),
        "context_unnamed_over_echo": lower(found["warm_verify_over_echo"]["value"]),
    } | prose.measure(quick)
