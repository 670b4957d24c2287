"""YAML files of the repository's own, read by libyaml, which takes a tenth of the time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def read(path: Path) -> Any:
    """What a file has."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
