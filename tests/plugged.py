"""Runs of pytest with the client's plugin, whether or not an installation has declared it."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

MODULE: Final = "verifyd.testing.plugin"
_DECLARED: Final = any(found.value == MODULE for found in entry_points(group="pytest11"))
PLUGIN: Final = () if _DECLARED else ("-p", MODULE)
"""Arguments of pytest that load the plugin, where it does not come by itself."""
