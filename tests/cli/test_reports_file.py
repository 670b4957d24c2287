"""``verifyd check --reports``: the reports of a repository, each against its own files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidecar.cli import local
from sidecar.cli.reports_file import _Entry
from sidecar.runner import Runner

Run = Callable[..., Any]
Repository = Callable[[dict[str, str]], None]
STAFF = "region,staff\nNorth,1234\nSouth,5678\n"
RIGHT, WRONG = "The North has 1,234 staff.", "The North has 9,999 staff."


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Write the files of a repository and go there."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)

    def put(contents: dict[str, str]) -> None:
        for name, content in contents.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")

    return put


def entries(**named: Any) -> str:
    return json.dumps({"reports": {f"{name}.md": entry for name, entry in named.items()}})


def test_each_report_is_verified_against_its_own_files(
    verifyd: Run, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    class Counted(Runner):
        def __init__(self, *given: Any) -> None:
            made.append(self)
            super().__init__(*given)

    monkeypatch.setattr(local, "Runner", Counted)
    repository(
        {
            "reports/a.md": RIGHT,
            "reports/b.md": "The North has 4,321 staff.",
            "data/a.csv": STAFF,
            "data/b.csv": "region,staff\nNorth,4321\n",
            ".verifyd.yaml": "reports:\n  reports/*.md:\n    data: data/{stem}.csv\n",
        }
    )
    ran = verifyd("check", "--reports", ".verifyd.yaml")
    assert (ran.status, ran.err, ran.out.count("**Status**: PASS")) == (0, "", 2)
    assert len(made) == 1  # one runner, with its threads and connections, for all reports


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        (RIGHT, RIGHT, 0),
        (RIGHT, WRONG, 1),
        (WRONG, RIGHT, 1),
        (WRONG, " ", 2),  # a text without words cannot be judged, whatever the other one is
        (" ", RIGHT, 2),
    ],
)
def test_the_worst_report_decides(
    verifyd: Run, repository: Repository, first: str, second: str, status: int
) -> None:
    names = {"a.md": first, "b.md": second, "s.csv": STAFF}
    repository(names | {"r.yaml": 'reports: {"*.md": {data: s.csv}}'})
    assert verifyd("check", "--reports", "r.yaml").status == status


def test_unverified_is_worse_than_fail(verifyd: Run, repository: Repository) -> None:
    config = "policy: {required_checks: [claims]}"  # needs a model, and none is configured
    mapping = entries(a={"data": "s.csv"}, b={"data": "s.csv", "config": "strict.yaml"})
    repository({"a.md": WRONG, "b.md": RIGHT, "s.csv": STAFF, "strict.yaml": config})
    repository({"r.yaml": mapping})
    ran = verifyd("check", "--reports", "r.yaml")
    assert ("**Status**: FAIL" in ran.out, "**Status**: UNVERIFIED" in ran.out) == (True, True)
    assert ran.status == 3


def test_an_entry_has_the_options_of_a_command_line(verifyd: Run, repository: Repository) -> None:
    # Semicolons, decimal commas, another query id and one check: none of them is a default.
    entry = {
        "data": "lmis=data/s.csv",
        "checks": "numeric",
        "csv_separator": "semicolon",
        "csv_decimal": "comma",
        "columns": "columns.yaml",
    }
    columns = "lmis: {family: LMIS, staff: {unit: count}}"
    repository({"sub/a.md": "The North has 1.5 staff (QID:lmis).", "sub/columns.yaml": columns})
    repository({"sub/data/s.csv": "region;staff\nNorth;1,5\n", "sub/r.yaml": entries(a=entry)})
    ran = verifyd("check", "--reports", "sub/r.yaml", "--format", "json")
    (result,) = json.loads(ran.out)["report"]["results"]
    (binding,) = result["findings"]["numeric"]["bindings"]
    assert (ran.status, result["check"], binding["matched_location"]) == (
        0,
        "numeric",
        "data[0].staff",
    )


def test_the_settings_of_the_file_hold_for_reports_without_their_own(
    verifyd: Run, repository: Repository
) -> None:
    observe, mapping = "policy: {mode: observe}", json.loads(entries(a={"data": "s.csv"}))
    repository({"a.md": WRONG, "s.csv": STAFF, "observe.yaml": observe, "own.yaml": ""})
    repository({"r.yaml": json.dumps({"config": "observe.yaml", **mapping})})
    assert verifyd("check", "--reports", "r.yaml").status == 0
    mapping["reports"]["a.md"]["config"] = "own.yaml"
    repository({"r.yaml": json.dumps({"config": "observe.yaml", **mapping})})
    assert verifyd("check", "--reports", "r.yaml").status == 1


def test_one_report_of_several_can_be_named(verifyd: Run, repository: Repository) -> None:
    repository({"a.md": RIGHT, "b.md": WRONG, "s.csv": STAFF})
    repository({"r.yaml": 'reports: {"*.md": {data: s.csv}}'})
    assert verifyd("check", "a.md", "--reports", "r.yaml").status == 0
    assert verifyd("check", "--reports", "r.yaml", "./b.md").status == 1
    missing = verifyd("check", "--reports", "r.yaml", "c.md")
    assert (missing.status, "r.yaml has no report c.md" in missing.err) == (2, True)


def test_names_with_the_signs_of_patterns_are_found(verifyd: Run, repository: Repository) -> None:
    repository({"q[3].md": RIGHT, "d/q[3].csv": STAFF, "d/a=b.csv": STAFF})
    repository({"r.yaml": 'reports: {"q[3].md": {data: ["d/{stem}.c*", d/a=b.csv]}}'})
    assert "**Claims Checked**: 1" in verifyd("check", "--reports", "r.yaml").out


@pytest.mark.parametrize(
    ("mapping", "told"),
    [
        ("reports: {q*.md: {data: s.csv}}", "r.yaml: reports: no file matches 'q*.md'"),
        ("reports: {d: {data: s.csv}, a.md: {data: s.csv}}", "cannot read d: Is a directory"),
        ("reports: {a.md: {data: [s.csv, t.csv]}}", "r.yaml: a.md: data: no file matches 't.csv'"),
        ("reports: {a.md: {data: x=t.csv}}", "r.yaml: a.md: data: no file matches 't.csv'"),
        ("reports: {a.md: {data: /*.csv}}", "r.yaml: a.md: data: no file matches '/*.csv'"),
        ("reports: {a.md: {sources: d/*.txt}}", "r.yaml: a.md: sources: no file matches"),
        ("reports: {a.md: {evidence: e.yaml}}", "cannot read e.yaml: No such file"),
        ("reports: {a.md: {dat: s.csv}}", "r.yaml: reports: a.md: dat: there is no such key; did"),
        ("report: {a.md: {data: s.csv}}", "r.yaml: report: there is no such key; did you mean 're"),
        ("reports: {a.md: {data: [1]}}", "r.yaml: reports: a.md: data: 0: input should be a valid"),
        ("reports: {a.md: }", "r.yaml: reports: a.md: should be a mapping"),
        ("reports: {a.md: {data: s.csv}, '*.md': {data: s.csv}}", "a.md is matched by 'a.md' and "),
        ("reports: {a.md: {data: s.csv, checks: sums}}", "a.md: there is no check 'sums'"),
        ("reports: {a.md: {data: s.csv, config: no.yaml}}", "no.yaml: No such file or directory"),
        ("reports: {a.md: {}}", "there is nothing to compare a.md with"),
        ("reports: {}", "r.yaml: reports: lists no report"),
        ("", "r.yaml: should be a mapping"),
        ("- a.md", "r.yaml: should be a mapping"),
    ],
)
def test_a_wrong_file_is_never_a_pass(
    verifyd: Run, repository: Repository, tmp_path: Path, mapping: str, told: str
) -> None:
    output, summary = tmp_path / "output", tmp_path / "summary"
    repository({"a.md": RIGHT, "s.csv": STAFF, "d/nothing": "", "r.yaml": mapping})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_OUTPUT", str(output))
        patch.setenv("GITHUB_STEP_SUMMARY", str(summary))
        ran = verifyd("check", "--reports", "r.yaml", "--format", "github")
    assert (ran.status, told in ran.err) == (2, True), ran.err
    assert told in ran.out.split("::")[2]  # the message of an annotation
    assert output.read_text() == "decision=UNVERIFIED\n"
    assert summary.read_text().startswith("# verifyd: UNVERIFIED\n")


@pytest.mark.parametrize(
    "words",
    [
        ["--data", "s.csv"],
        ["--check", "numeric"],
        ["--config", "s.yaml"],
        ["--bare-numbers"],
        ["--strip-formulas"],
        ["--write-fixed", "f.md"],
        ["--schema", "t2"],
        ["--encoding", "cp1252"],
    ],
)
def test_what_the_file_says_is_not_said_twice(
    verifyd: Run, repository: Repository, words: list[str]
) -> None:
    repository({"a.md": RIGHT, "s.csv": STAFF, "r.yaml": entries(a={"data": "s.csv"})})
    ran = verifyd("check", "--reports", "r.yaml", *words)
    assert (ran.status, f"{words[0]} cannot be combined with" in ran.err) == (2, True)


@pytest.mark.parametrize("form", ["html", "json", "annotated"])
def test_a_format_of_one_document_has_one_report(
    verifyd: Run, repository: Repository, form: str
) -> None:
    repository({"a.md": RIGHT, "b.md": RIGHT, "s.csv": STAFF})
    repository({"r.yaml": 'reports: {"*.md": {data: s.csv}}'})
    ran = verifyd("check", "--reports", "r.yaml", "--format", form)
    assert (ran.status, ran.out, "name the one that is wanted" in ran.err) == (2, "", True)
    assert verifyd("check", "b.md", "--reports", "r.yaml", "--format", form).status == 0


def test_the_page_has_a_file_that_works_and_every_key(verifyd: Run, repository: Repository) -> None:
    page = (Path(__file__).parents[2] / "docs/ci.md").read_text("utf-8")
    (mapping,) = re.findall(r"```yaml\n(config:.*?)```", page, re.DOTALL)
    rows = re.findall(r"^\| (`.+?) \| (?:`--|the same)", page, re.MULTILINE)
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == {
        field.alias or name for name, field in _Entry.model_fields.items()
    }
    trade = "region,trade\nNorth,1\n"
    repository({"reports/2026-q3.md": RIGHT, "data/staff.csv": STAFF, "data/trade_2026.csv": trade})
    repository({"reports/monthly/may.md": RIGHT, "data/may/staff.csv": STAFF, "settings.yaml": ""})
    columns = "staff: {staff: {unit: count}}"
    repository({"data/columns.yaml": columns, ".verifyd.yaml": mapping})
    ran = verifyd("check", "--reports", ".verifyd.yaml")
    assert (ran.status, ran.out.count("**Status**: PASS")) == (0, 2), ran.err
