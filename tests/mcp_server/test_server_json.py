"""``server.json``, which tells the MCP registry how the server is started."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sidecar.__main__ import _parser

ROOT = Path(__file__).parents[2]
SERVER = json.loads((ROOT / "server.json").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
(PACKAGE,) = SERVER["packages"]


def strict(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": required | optional,
        "additionalProperties": False,
    }


def words(most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": most}


URL = {"type": "string", "pattern": "^https://"}
INPUT = {
    "description": words(255),
    "format": {"enum": ["string", "number", "boolean", "filepath"]},
    "placeholder": words(255),
    "value": words(255),
}
ARGUMENT = {
    "oneOf": [
        strict({"type": {"const": "positional"}, "value": words(255)}),
        strict({"type": {"const": "named"}, "name": {"pattern": "^--[a-z-]+$"}}, **INPUT),
    ]
}
# The fields that are used here, by the documentation of the format of December 2025.
SHAPE = strict(
    {
        "$schema": {
            "const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
        },
        "name": {**words(200), "pattern": r"^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$"},
        "description": words(100),
        "version": {**words(255), "pattern": r"^\d+\.\d+\.\d+$"},
        "packages": {
            "type": "array",
            "items": strict(
                {
                    "registryType": {"const": "pypi"},
                    "identifier": words(255),
                    "transport": strict({"type": {"const": "stdio"}}),
                },
                version={**words(255), "pattern": r"^\d+\.\d+\.\d+$"},
                runtimeHint={"const": "uvx"},
                runtimeArguments={"type": "array", "items": ARGUMENT},
                packageArguments={"type": "array", "items": ARGUMENT},
            ),
        },
    },
    title=words(100),
    repository=strict({"url": URL, "source": {"const": "github"}}),
)


def test_it_has_the_shape_of_the_registry() -> None:
    jsonschema.Draft202012Validator(SHAPE).validate(SERVER)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "verifyd"},
        {"description": "x" * 101},
        {"version": "latest"},
        {"packages": [{**PACKAGE, "transport": {}}]},
        {"packages": [{**PACKAGE, "packageArguments": [{"type": "positional"}]}]},
    ],
)
def test_another_shape_is_seen(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SHAPE).validate(SERVER | change)


def test_it_names_the_package_and_its_version() -> None:
    assert PACKAGE["identifier"] == PROJECT["name"]
    assert SERVER["version"] == PACKAGE["version"] == PROJECT["version"]
    # uvx runs the program that has the package's name.
    assert PROJECT["name"] in PROJECT["scripts"]
    (extra,) = (one["value"] for one in PACKAGE["runtimeArguments"])
    assert extra == f"{PROJECT['name']}[mcp]"
    assert "mcp" in PROJECT["optional-dependencies"]


def test_the_command_line_takes_its_arguments() -> None:
    given = [
        word
        for one in PACKAGE["packageArguments"]
        for word in ((one["value"],) if one["type"] == "positional" else (one["name"], "x"))
    ]
    args = _parser(["mcp"]).parse_args(given)
    assert (args.server, str(args.config)) == ("x", "x")


def test_the_page_of_the_package_names_the_server() -> None:
    # By this the registry knows that both have one owner.
    assert f"<!-- mcp-name: {SERVER['name']} -->" in (ROOT / PROJECT["readme"]).read_text("utf-8")
