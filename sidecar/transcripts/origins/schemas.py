"""What the JSON Schema of a tool says about single arguments."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from sidecar.transcripts.origins.leaves import Path

Schema = dict[str, Any]


@lru_cache(maxsize=256)
def read_schema(text: str) -> Schema:
    """A schema; empty where there is none."""
    try:
        schema = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return schema if isinstance(schema, dict) else {}


def find_subschema(schema: Schema, path: Path) -> Schema:
    """The part of a schema that is about one argument; empty where it says nothing."""
    here: Any = schema
    for part in path:
        name = "items" if isinstance(part, int) else "properties"
        inner = here.get(name)
        if isinstance(part, str) and isinstance(inner, dict):
            inner = inner.get(part)
        if not isinstance(inner, dict):
            return {}
        here = inner
    found: Schema = here
    return found


def find_choices(schema: Schema) -> frozenset[str]:
    """The values that a schema lists."""
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
    default = [schema["default"]] if "default" in schema else []
    values = [*listed, *default] if isinstance(listed, list) else default
    return frozenset(one if isinstance(one, str) else json.dumps(one) for one in values)
