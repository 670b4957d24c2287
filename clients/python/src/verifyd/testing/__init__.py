"""Tests of agents: assertions about what an agent said, and a plugin for pytest.

Example:
    def test_report(verifyd):
        answer = my_agent("How many people work in Energy?")
        verifyd.assert_supported(answer, query_results={"lmis_1": rows})

The plugin (``verifyd.testing.plugin``) is found by pytest itself. ``Verifier`` needs no pytest: any
test runner that understands ``AssertionError`` can use it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifyd.testing.snapshots import Snapshot, SnapshotMismatch
    from verifyd.testing.verifier import VerificationFailed, Verifier

__all__ = ["Snapshot", "SnapshotMismatch", "VerificationFailed", "Verifier"]

_PLACES = {
    "Snapshot": "snapshots",
    "SnapshotMismatch": "snapshots",
    "VerificationFailed": "verifier",
    "Verifier": "verifier",
}


def __getattr__(name: str) -> object:
    # Loaded when first asked for: pytest loads the plugin, and so this, in runs that never use it.
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
