"""Every file that people write as JSON is read as JSON: escapes, tabs and long keys included."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Write = Callable[[str, str], Path]

STAFF = "region,staff\nNorth \U0001f600,1234\nSouth,5678\n"
SENTENCE = "North \U0001f600 has 1,234 staff."
QUERY = "SELECT staff FROM s WHERE region LIKE 'North%'"
LONG = "k" * 2000  # YAML 1.1 reads no key of more than 1024 characters

GIVEN: dict[str, tuple[list[str], Any]] = {
    "evidence": (["--evidence"], [{"id": "ev-1", "text": SENTENCE}]),
    "sources": (["--sources"], [{"id": "s1", "text": SENTENCE}]),
    "columns": (["--columns"], {"s": {"staff": {"label": "\U0001f600", "unit": "persons"}}}),
    "formulas": (["--formulas"], [{"text": "1,234", "query": QUERY}]),
    "settings": (["--config"], {"numeric": {"currencies": ["€"]}}),
}


def tabbed(value: Any) -> str:
    """JSON with tabs, with pairs of escapes for what is beyond the basic plane."""
    text = json.dumps(value, indent="\t", ensure_ascii=True)
    assert "\t" in text
    return text


def checked(verifyd: Run, write: Write, words: list[str | Path]) -> Any:
    data = write("s.csv", STAFF)
    return verifyd("check", write("n.md", SENTENCE), "--data", data, "--check", "numeric", *words)


@pytest.mark.parametrize("name", [name for name in GIVEN if name != "settings"])
@pytest.mark.parametrize("ending", [".json", ".yaml"])
def test_each_file_is_read_as_json(verifyd: Run, write: Write, name: str, ending: str) -> None:
    options, value = GIVEN[name]
    ran = checked(verifyd, write, [*options, write(f"given{ending}", tabbed(value))])
    assert (ran.status, ran.err) == (0, "")
    assert "**Status**: PASS" in ran.out


@pytest.mark.parametrize("name", list(GIVEN))
def test_an_error_names_file_line_and_column(verifyd: Run, write: Write, name: str) -> None:
    options, value = GIVEN[name]
    text = tabbed(value)
    path = write("given.json", text + " x")
    at = f"{path}, line {text.count(chr(10)) + 1}, column 3: not valid JSON: Extra data"
    ran = checked(verifyd, write, [*options, path])
    assert (ran.status, ran.out) == (2, "")
    assert at in ran.err


@pytest.mark.parametrize("name", ["evidence", "sources", "formulas"])
def test_lists_may_be_json_lines(verifyd: Run, write: Write, name: str) -> None:
    options, value = GIVEN[name]
    more = {"evidence": {"id": "ev-2"}, "sources": {"id": "s2"}, "formulas": value[0]}[name]
    lines = "\n".join(map(json.dumps, [*value, more]))
    ran = checked(verifyd, write, [*options, write("given.jsonl", lines)])
    assert ran.status == 0, ran.err


def test_criteria_and_data_sets_are_read_as_json(verifyd: Run, write: Write) -> None:
    criterion = {
        "metric": "accuracy",
        "metric_type": "accuracy",
        "comparison": "gte",
        "threshold": 0.9,
    }
    path = write("criteria.json", tabbed({"success_criteria": {"criteria": [criterion]}}))
    assert verifyd("outcome", "validate", path).status == 0
    asked = {"id": "q1", "question": "\U0001f600?", "metadata": {LONG: "\t"}}
    path = write("set.json", tabbed({"questions": [asked]}))
    assert verifyd("eval", "validate", path).status == 0
    path = write("set.yaml", tabbed({"questions": [asked]}))
    assert verifyd("eval", "validate", path).status == 0
