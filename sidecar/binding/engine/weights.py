"""The weights that are shipped with the package; ``python -m bench.engine.fit --out`` fits them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("weights.json")


@cache
def shipped() -> Mapping[str, float]:
    """The shipped weights, by the names of features."""
    found: Mapping[str, float] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found
