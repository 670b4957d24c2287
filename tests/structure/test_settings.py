"""Schemas of the settings are read at the start, and refused there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from sidecar.settings.root import Settings
from sidecar.structure.settings import StructureSettings


def settings(**schemas: Any) -> StructureSettings:
    return StructureSettings.model_validate({"schemas": schemas})


def test_a_file_is_read_once_and_counts_for_the_digest(tmp_path: Path) -> None:
    file = tmp_path / "s.json"

    def digest(schema: object) -> str:
        file.write_text(json.dumps(schema))
        structure = settings(mine={"file": str(file)})
        return Settings(structure=structure).digest

    first = digest({"type": "object"})
    assert digest({"type": "array"}) != first
    assert digest({"type": "object"}) == first
    assert settings(mine={"inline": {"type": "object"}}).named["mine"].text == '{"type": "object"}'


def test_schemas_ship_and_can_be_replaced() -> None:
    assert list(StructureSettings().named) == ["t1", "t2", "t3"]
    assert settings(t3={"inline": {}}).named["t3"].text == "{}"


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({}, "has a `file` or stands `inline`"),
        ({"file": "absent.json"}, "cannot read the schema absent.json"),
        ({"file": "a", "inline": {}}, "has a `file` or stands `inline`"),
        ({"inline": {"$schema": "http://json-schema.org/draft-04/schema#"}}, "DIALECT_UNKNOWN"),
        ({"inline": {"description": "x" * 70_000}}, "longer than 65536 bytes"),
        ({"inline": {"not": {}}, "rules": ["no_such_rule"]}, "limit_of_certainty"),
        ({"inline": {"default": {1, 2}}}, "not JSON"),
    ],
)
def test_what_cannot_be_used_keeps_the_server_from_starting(schema: Any, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        settings(mine=schema)


def test_a_default_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'t4' is not one of t1, t2, t3"):
        StructureSettings(default_schema="t4")
