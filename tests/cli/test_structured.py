"""``verifyd check --schema`` and ``--response``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Write = Callable[[str, str], Path]
SCHEMA = '{"type": "object", "required": ["total"], "properties": {"total": {"type": "integer"}}}'


def test_the_narrative_is_the_response(verifyd: Run, write: Write) -> None:
    narrative = write("n.json", '{\n  "total": "12"\n}')
    ran = verifyd("check", narrative, "--schema", write("s.json", SCHEMA))
    assert ran.status == 1
    assert f"{narrative}:2:12: error FIELD_TYPE_MISMATCH: /total: " in ran.out
    assert '  2 |   "total": "12"\n    |            ^^^^\n' in ran.out
    assert "**Structure**: not valid (1 error, 0 repairs)\n" in ran.out


def test_a_response_of_its_own_beside_data(verifyd: Run, write: Write) -> None:
    words = ["check", write("n.md", "North has 1,234 staff."), "--schema", "t3"]
    words += ["--data", write("s.csv", "region,staff\nNorth,1234\n")]
    ran = verifyd(*words, "--response", write("r.json", '{"answer": "x"}'), "--format", "json")
    assert ran.status == 0
    report = json.loads(ran.out)["report"]
    assert [result["check"] for result in report["results"]] == [
        "numeric",
        "consistency",
        "structure",
    ]


def test_a_response_needs_no_schema(verifyd: Run, write: Write) -> None:
    ran = verifyd("check", write("n.md", "x"), "--response", write("r.json", "{'a': 1}"))
    assert ran.status == 0
    assert "response: warning RESPONSE_REPAIRED: " in ran.out


def test_a_schema_of_the_settings(verifyd: Run, write: Write) -> None:
    settings = {"structure": {"schemas": {"sales": {"file": str(write("s.json", SCHEMA))}}}}
    config = write("c.yaml", json.dumps(settings))
    words = ["check", write("n.json", '{"total": 1}'), "--config", config, "--schema"]
    assert verifyd(*words, "sales").status == 0
    assert verifyd(*words, "t2").status == 1


def test_the_schema_counts_for_the_digest(verifyd: Run, write: Write) -> None:
    def digest(schema: str) -> str:
        words = ["check", write("n.json", '{"answer": "x"}'), "--format", "json"]
        loaded = json.loads(verifyd(*words, "--schema", schema).out)
        return str(loaded["report"]["evidence_digest"])

    assert digest("t2") != digest("t3")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--schema", "absent.json"], "FILE_UNREADABLE"),
        (["--response", "absent.json"], "FILE_UNREADABLE"),
        (["--schema", "{large}"], "SCHEMA_TOO_LARGE"),
        (["--response", "{large}"], "RESPONSE_TOO_LARGE"),
        (["--schema", "{binary}"], "FILE_UNREADABLE"),
    ],
)
def test_what_cannot_be_read_is_refused_with_2(
    verifyd: Run, write: Write, tmp_path: Path, words: list[str], reason: str
) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff{}")
    files = {"large": write("large", '"' + "é" * 150_000 + '"'), "binary": binary}
    ran = verifyd("check", write("n.md", "x"), *(word.format_map(files) for word in words))
    assert ran.status == 2
    assert ran.err.endswith(f"[{reason}]\n")


def test_a_schema_that_cannot_be_followed_exits_with_3(verifyd: Run, write: Write) -> None:
    ran = verifyd("check", write("n.json", "{}"), "--schema", write("s.json", '{"$ref": "x.json"}'))
    assert ran.status == 3
    assert "check structure could not finish SCHEMA_REFERENCE_UNRESOLVED" in ran.out


def test_an_empty_schema_is_no_schema(verifyd: Run, write: Write) -> None:
    # Trap: a file that was never written judges by nothing.
    ran = verifyd("check", write("n.json", "{}"), "--schema", write("s.json", ""))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("[FILE_EMPTY]\n")


def test_what_the_settings_require_cannot_be_left_out(verifyd: Run, write: Write) -> None:
    config = write(
        "c.yaml", "policy: {required_checks: [structure]}\nstructure: {default_schema: t3}\n"
    )
    assert verifyd("check", write("n.md", "Sales rose."), "--config", config).status == 1
    assert verifyd("check", write("n.md", '{"answer": "x"}'), "--config", config).status == 0
