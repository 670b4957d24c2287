"""What prompts have in common: rules from a file, and the schema of a list of answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def read_rules(package: str, version: str) -> str:
    """The rules of a prompt, from the folder ``prompts`` of a package."""
    return resources.files(package).joinpath("prompts", f"{version}.md").read_text("utf-8")


def list_schema(name: str, properties: Mapping[str, object], most: int) -> Mapping[str, object]:
    """A JSON Schema of an object that is one list of objects, each with all properties.

    Bound the strings, too: small models never end those that have no bound.

    Args:
        name: Of the list.
        properties: Of each object in it, by name.
        most: How many there may be.
    """
    entry = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": entry, "maxItems": most}},
        "required": [name],
        "additionalProperties": False,
    }
