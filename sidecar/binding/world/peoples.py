"""What is of a country: "Dutch" for NL. ``bench.world`` writes the file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sidecar.binding.world.kinds import code_of
from sidecar.binding.world.sections import WorldKind

PEOPLES = Path(__file__).with_name("peoples.txt")


@cache
def _peoples() -> Mapping[str, str]:
    lines = PEOPLES.read_text("utf-8").splitlines()
    return dict(line.split("|") for line in lines if not line.startswith("#"))


def people_of(kind: WorldKind, value: str) -> str:
    """The adjective of a country; empty for anything else.

    Args:
        kind: What the value is, as ``kind_of`` says of its column.
        value: A code or name.
    """
    code = code_of(kind, value, hinted=True) if kind.what == "country" else None
    return _peoples().get(code, "") if code is not None else ""
