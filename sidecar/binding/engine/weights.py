"""The weights that are shipped with the package.

``bench.engine.fit --out`` writes those of the ranker, ``bench.engine.decide --out`` those of the
verdict.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sidecar.binding.engine.decision import Borders, Judge
from sidecar.binding.engine.trees import forest_of

FILE = Path(__file__).with_name("weights.json")
DECISION = Path(__file__).with_name("decision.json")


@cache
def shipped() -> Mapping[str, float]:
    """The shipped weights of the ranker, by the names of features."""
    found: Mapping[str, float] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


@cache
def shipped_judge() -> Judge:
    """The shipped judge."""
    return judge_of(json.loads(DECISION.read_text()))


def judge_of(stored: Mapping[str, Any]) -> Judge:
    """A judge as ``bench.engine.decide`` stores it."""
    return Judge(forest_of(stored), Borders(**stored["borders"]))
