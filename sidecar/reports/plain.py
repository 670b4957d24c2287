"""Answers of a client as plain data, for JSON and for templates; decimals stay exact, as text."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def to_plain(answer: DataclassInstance) -> dict[str, Any]:
    """An answer as JSON has it."""
    found: dict[str, Any] = json.loads(json.dumps(asdict(answer), default=_as_json))
    return found


def write_json(value: dict[str, Any]) -> str:
    """Plain data as indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=_as_json)


def _as_json(value: object) -> str:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Decimal):
        return f"{value:f}"
    return value.isoformat() if isinstance(value, datetime) else str(value)
