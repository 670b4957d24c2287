"""What the JSON Schema of a tool says about single arguments."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from sidecar.transcripts.origins.leaves import Path

Schema = dict[str, Any]
_FIXED = ("const", "default")


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
    values = [*_listed(schema.get("enum")), *(schema[key] for key in _FIXED if key in schema)]
    return frozenset(one if isinstance(one, str) else json.dumps(one) for one in values)


def has_prefix(schema: Schema, prefix: str) -> bool:
    """Whether a pattern, an example or the description of a value begins it so: "#W0000000"."""
    texts = [schema.get("pattern"), schema.get("description"), *_listed(schema.get("examples"))]
    form = re.compile(rf"(?<!\w){re.escape(prefix)}(?=\d|\\d|\[0-9|[xX#]{{2}})")
    return any(isinstance(text, str) and form.search(text) for text in texts)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
