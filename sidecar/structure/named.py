"""Schemas that requests can name: those that ship, and those of the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import model_validator

from sidecar.model.cached import cached_property
from sidecar.settings import strict_json
from sidecar.settings.section import Section

RuleName = Literal["limit_of_certainty", "citation_or_negation"]


class NamedSchema(Section):
    """A JSON Schema, and the rules beside it that no schema can say."""

    file: Path | None = None
    inline: dict[str, Any] | None = None
    rules: tuple[RuleName, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        """Read the file at the start: the settings' digest is then that of its content."""
        if not isinstance(given, dict):
            return given
        if (given.get("file") is None) == (given.get("inline") is None):
            raise ValueError("a schema has a `file` or stands `inline`")
        if given.get("inline") is not None:
            return given
        try:
            data = Path(str(given["file"])).read_bytes()
            content = strict_json.parse(data.decode(json.detect_encoding(data)))
        except strict_json.NotJson as error:
            raise ValueError(f"cannot read the schema {given['file']}{error}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"cannot read the schema {given['file']}: {error}") from None
        return {**given, "file": None, "inline": content}

    @cached_property
    def text(self) -> str:
        """The schema as JSON."""
        try:
            return json.dumps(self.inline)
        except (TypeError, ValueError, RecursionError) as error:  # YAML holds more than JSON
            raise ValueError(f"the schema is not JSON: {error}") from None


_RULES: Mapping[str, tuple[RuleName, ...]] = {
    "t1": ("citation_or_negation",),
    "t2": ("limit_of_certainty",),
    "t3": (),
}


@cache
def shipped() -> Mapping[str, NamedSchema]:
    """The schemas that come with the server, by name."""
    folder = Path(__file__).parent / "schemas"
    return {
        name: NamedSchema.model_validate({"file": folder / f"{name}.json", "rules": rules})
        for name, rules in _RULES.items()
    }
