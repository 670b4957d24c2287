"""``verifyd outcome``: the seed's file, as it stands, and tasks for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from outcomes.seed import YAML

from sidecar.__main__ import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "criteria.yaml").write_bytes(YAML)
    (tmp_path / "settings.yaml").write_text("outcomes: {currency: USD}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_the_seeds_examples_need_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["outcome", "validate", "criteria.yaml"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 2
    assert all(line.endswith("[CURRENCY_MISSING]") for line in told)
    assert told[1].startswith("criteria.yaml, example 2: ")


def test_with_a_currency_nothing_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["criteria.yaml", "--config", "settings.yaml"]
    assert main(["outcome", "validate", *given]) == 0
    assert "4 criteria, nothing is wrong" in capsys.readouterr().out
    assert main(["outcome", "validate", *given, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == [[], []]


def test_an_outcome_is_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "output.json").write_text('{"predictions": ["a"], "confidence": 0.7}', "utf-8")
    (folder / "input.json").write_text('{"ground_truth": ["a"]}', "utf-8")
    given = ["criteria.yaml", "output.json", "--config", "settings.yaml", "--example", "2"]
    assert main(["outcome", "verify", *given]) == 1
    assert "NO SUCCESS" in capsys.readouterr().out
    (folder / "output.json").write_text('{"predictions": ["a"], "confidence": 0.8}', "utf-8")
    assert main(["outcome", "verify", *given, "--input", "input.json", "--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["bonus"], result["currency"], result["weighted_score"]) == ("0.05", "USD", "1")
    assert result["criterion_results"][1] == {
        "metric": "confidence",
        "value": "0.8",
        "threshold": "0.8",
        "comparison": "gte",
        "met": True,
        "weight": "0.4",
        "required": True,
        "bonus": "0",
        "penalty": "0",
        "error": "",
        "reason": "confidence 0.8 is at least 0.8",
        "fault": "",
    }


def test_thresholds_are_printed_as_criteria_write_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "output.json").write_text('{"text": "A summary."}', "utf-8")
    given = ["criteria.yaml", "output.json", "--config", "settings.yaml", "--format", "json"]
    assert main(["outcome", "verify", *given]) == 1
    results = json.loads(capsys.readouterr().out)["criterion_results"]
    assert [(one["threshold"], one["comparison"], one["required"]) for one in results][1:] == [
        ("2000", "lte", False),
        ({"min": "100", "max": "500"}, "in_range", True),
        (["summary", "conclusion"], "contains_all", False),
    ]


@pytest.mark.parametrize(
    ("criteria", "output", "reason"),
    [
        ("a: *b", "{}", "CRITERIA_INVALID"),
        ("", "{}", "CRITERIA_INVALID"),
        ("criteria: []", "{}", "CRITERIA_INVALID"),
        (None, "[]", "OUTCOME_MALFORMED"),
        (None, "{", "OUTCOME_MALFORMED"),
    ],
)
def test_files_that_cannot_be_used(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    criteria: str | None,
    output: str,
    reason: str,
) -> None:
    if criteria is not None:
        (folder / "criteria.yaml").write_text(criteria, "utf-8")
    (folder / "output.json").write_text(output, "utf-8")
    arguments = ["outcome", "verify", "criteria.yaml", "output.json", "--config", "settings.yaml"]
    assert main(arguments) == 2
    assert f"[{reason}]" in capsys.readouterr().err
