"""``verifyd check`` from the words of the command line to its exit status."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from sidecar.checks import CHECKS, CheckError
from sidecar.cli import check
from sidecar.model.report import Action, Decision, Mode, Report

Run = Callable[..., Any]
Write = Callable[[str, str], Path]
STAFF = "region,staff\nNorth,1234\nSouth,5678\n"


def test_a_right_text_passes_with_0(verifyd: Run, write: Write) -> None:
    ran = verifyd("check", write("n.md", "North has 1,234 staff."), "--data", write("s.csv", STAFF))
    assert (ran.status, ran.err) == (0, "")
    assert "**Status**: PASS\n**Claims Checked**: 1\n**Claims Matched**: 1 (100.0%)" in ran.out


def test_a_wrong_number_fails_with_1_and_is_underlined(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "# Staff\n\nNorth has 9,999 staff.")
    ran = verifyd("check", narrative, "--data", write("s.csv", STAFF))
    assert ran.status == 1
    assert f"{narrative}:3:11: error CLAIM_NOT_FOUND: " in ran.out
    assert "  3 | North has 9,999 staff.\n    |           ^^^^^\n" in ran.out
    assert "\x1b" not in ran.out  # not a terminal


def test_expired_and_incomplete_data_fail(verifyd: Run, write: Write) -> None:
    data, narrative = write("s.csv", STAFF), write("n.md", "The average staff was 3,456.")
    for declared in ("{row_count: 7}", "{expires_at: 2001-01-01T00:00:00Z}"):
        columns = write("c.yaml", f"s: {declared}")
        ran = verifyd("check", narrative, "--data", data, "--columns", columns)
        code = "EVIDENCE_INCOMPLETE" if "row_count" in declared else "EVIDENCE_EXPIRED"
        assert (ran.status, f"error {code}: " in ran.out) == (1, True)


@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_no_report_says_that_nothing_is_wrong_beside_a_contradiction(
    verifyd: Run, write: Write, form: str
) -> None:
    # Nothing is sure enough to be an error with these settings: the decision is WARN.
    data, narrative = write("s.csv", STAFF), write("n.md", "North has 5,678 staff.")
    settings = write("c.yaml", "numeric: {binding: {error_at: 1.0}}")
    ran = verifyd("check", narrative, "--data", data, "--config", settings, "--format", form)
    assert (ran.status, "WARN" in ran.out) == (0, True)
    assert not re.search(r"(?i)nothing is wrong|everything|no (?:errors|problems)", ran.out)
    assert ("contradicted" in ran.out) or form == "text"


def test_a_check_that_cannot_finish_exits_with_3(
    verifyd: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*_: object) -> None:
        raise CheckError("TOO_MANY_NUMBERS", "more than 10000 numbers")

    monkeypatch.setattr(CHECKS["numeric"], "run", stuck)
    ran = verifyd("check", write("n.md", "North has 1,234."), "--data", write("s.csv", STAFF))
    assert ran.status == 3
    assert "TOO_MANY_NUMBERS" in ran.out
    assert "**Status**: UNVERIFIED" in ran.out


def test_memory_has_the_limit_of_a_request(verifyd: Run, write: Write) -> None:
    config = write("c.yaml", f"limits: {{request_memory_bytes: {1 << 20}}}")
    rows = "".join(f"region {at},{at * 7 + 1}\n" for at in range(9_000))
    data = write("s.csv", f"region,staff\n{rows}")
    args = write("n.md", "Region 5 has 36 staff."), "--data", data
    ran = verifyd("check", *args, "--config", config)
    assert (ran.status, "MEMORY_EXCEEDED" in ran.out) == (3, True)
    explained = verifyd("explain", *args, "--config", config)
    assert (explained.status, "MEMORY_EXCEEDED" in explained.err) == (2, True)


def test_a_warning_still_exits_with_0(verifyd: Run, write: Write) -> None:
    # Two query results explain the number equally well: AMBIGUOUS_SOURCE.
    data = [write(name, STAFF) for name in ("one.csv", "two.csv")]
    ran = verifyd("check", write("n.md", "North has 1,234 staff."), "--data", *data)
    assert (ran.status, "**Status**: WARN" in ran.out) == (0, True)


def test_the_query_id_is_the_stem_or_what_is_said(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "North has 1,234 staff (QID:lmis_001).")
    data = write("s.csv", STAFF)
    assert verifyd("check", narrative, "--data", data).status == 1  # QID:s it would be
    assert verifyd("check", narrative, "--data", f"lmis_001={data}").status == 0


def test_stdin_is_a_narrative(verifyd: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write("s.csv", STAFF)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"North has 9,999 staff.")))
    ran = verifyd("check", "-", "--data", data)
    assert ran.status == 1
    assert ran.out.startswith("<stdin>:1:11: error")


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".arrows", ".feather"])
def test_binary_formats(verifyd: Run, write: Write, tmp_path: Path, suffix: str) -> None:
    table = pa.table({"region": ["North"], "staff": pa.array([1234], pa.int64())})
    path = tmp_path / f"s{suffix}"
    if suffix == ".parquet":
        pq.write_table(table, path)
    elif suffix == ".feather":
        feather.write_feather(table, path, compression="uncompressed")
    else:
        make = pa.ipc.new_file if suffix == ".arrow" else pa.ipc.new_stream
        with make(path, table.schema) as writer:
            writer.write_table(table)
    ran = verifyd("check", write("n.md", "North has 1,234 staff."), "--data", path, "--format=json")
    assert ran.status == 0
    binding = json.loads(ran.out)["report"]["results"][0]["findings"]["numeric"]["bindings"][0]
    assert binding["matched_location"] == "data[0].staff"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.json", '[{"region": "North", "staff": 1234}]'),
        ("s.json", '{"columns": ["region", "staff"], "rows": [["North", 1234]]}'),
        ("s.jsonl", '{"region": "North", "staff": 1234}\n\n{"region": "South", "staff": 2}\n'),
        ("s.ndjson", '{"region": "North", "staff": 1234}'),
        ("s.tsv", "region\tstaff\nNorth\t1234\n"),
        ("S.CSV", "\ufeffregion,staff\r\nNorth,1234\r\n"),
    ],
)
def test_text_formats(verifyd: Run, write: Write, name: str, content: str) -> None:
    ran = verifyd("check", write("n.md", "North has 1,234 staff."), "--data", write(name, content))
    assert (ran.status, ran.err) == (0, "")


def test_column_metadata_reaches_the_check(verifyd: Run, write: Write) -> None:
    # 0.45 is 45 % only where the column is a fraction; declared as a count it is not.
    narrative = write("n.md", "The share is 45 %.")
    data = write("s.csv", "share\n0.45\n")
    fraction = write("f.yaml", "s: {share: {unit: fraction}}")
    count = write("c.yaml", "s: {share: {unit: count}}")
    passed = "**Status**: PASS"
    assert passed in verifyd("check", narrative, "--data", data, "--columns", fraction).out
    assert passed not in verifyd("check", narrative, "--data", data, "--columns", count).out


def test_settings_come_from_the_file(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "North has 1,234 staff.")
    config = write("verifyd.yaml", "binding: {require_citation_first: true}\n")  # at the top level
    ran = verifyd("check", narrative, "--data", write("s.csv", STAFF), "--config", config)
    assert ran.status == 1
    assert "CLAIM_UNCITED" in ran.out


def test_one_check_can_be_asked_for(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "- 61 %\n- 45 %\n")
    ran = verifyd("check", narrative, "--data", write("s.csv", STAFF), "--check", "consistency")
    assert ran.status == 1
    assert "MATH_INCONSISTENT" in ran.out
    assert "CLAIM_NOT_FOUND" not in ran.out
    assert "**Claims Checked**: not checked" in ran.out


def test_formats_hold_the_same_decision(verifyd: Run, write: Write) -> None:
    narrative, data = write("n.md", "人 North has 9,999 — staff."), write("s.csv", STAFF)
    loaded = json.loads(verifyd("check", narrative, "--data", data, "--format", "json").out)
    span = loaded["report"]["results"][0]["findings"]["findings"][0]["span"]
    assert "人 North has 9,999 — staff."[span["start"] : span["end"]] == "9,999"
    markdown = verifyd("check", narrative, "--data", data, "--format", "markdown").out
    assert markdown.startswith("## Result Verification Summary\n**Status**: FAIL\n")
    assert "| 1:13 | error | `CLAIM_NOT_FOUND` | 9,999 |" in markdown


def test_detail_explain_tells_what_was_skipped(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "In 2024 North has 1,234 staff.")
    ran = verifyd("check", narrative, "--data", write("s.csv", STAFF), "--detail", "explain")
    assert ":1:4: 2024: not judged, year\n" in ran.out
    assert ":1:19: 1,234: supported North, staff (s data[0].staff) = 1234\n" in ran.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["missing.md"], "FILE_UNREADABLE"),
        (["n.md", "--data", "missing.csv"], "FILE_UNREADABLE"),
        (["n.md", "--data", "s.docx"], "FORMAT_UNKNOWN"),
        (["n.md", "--data", "s.csv", "s.csv"], "QUERY_ID_DUPLICATE"),
        (["n.md", "--data", "two words=s.csv"], "QUERY_ID_INVALID"),
        (["n.md", "--data", "bad.json"], "EVIDENCE_MALFORMED"),
        (["n.md", "--data", "bad.parquet"], "EVIDENCE_MALFORMED"),
        (["n.md", "--data", "bad.arrow"], "EVIDENCE_MALFORMED"),
        (["n.md", "--data", "s.csv", "--check", "numerics"], "CHECK_UNKNOWN"),
        (["n.md", "--data", "s.csv", "--columns", "missing.yaml"], "FILE_UNREADABLE"),
        (["n.md", "--data", "s.csv", "--columns", "salery.yaml"], "EVIDENCE_COLUMN_UNKNOWN"),
        (["n.md", "--data", "s.csv", "--config", "bad.yaml"], "SETTINGS_INVALID"),
        (["empty.md", "--data", "s.csv"], "NARRATIVE_EMPTY"),
        (["latin1.md", "--data", "s.csv"], "NARRATIVE_MALFORMED"),
    ],
)
def test_what_cannot_be_judged_exits_with_2_and_one_reason(
    verifyd: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in {
        "n.md": "North has 1,234 staff.",
        "empty.md": " \n",
        "s.csv": STAFF,
        "s.docx": "",
        "bad.json": '[{"a": 1',
        "bad.parquet": "PAR1 nothing PAR1",
        "bad.arrow": "ARROW1 nothing",
        "salery.yaml": "s: {salery: {unit: QAR}}",
        "bad.yaml": "numeric: {rounding: {abs_epsilon: -1}}",
    }.items():
        Path(name).write_text(content, "utf-8")
    Path("latin1.md").write_bytes("Übermut 5".encode("latin-1"))
    ran = verifyd("check", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("verifyd check: ")
    assert ran.err.endswith(f"[{reason}]\n")
    assert "Traceback" not in ran.err


def test_wrong_words_exit_with_2(verifyd: Run) -> None:
    assert verifyd("check").status == 2
    assert verifyd("check", "n.md", "--format", "html").status == 2


def test_a_narrative_past_the_limit_is_refused(
    verifyd: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFYD_LIMITS__NARRATIVE_BYTES", "10")
    ran = verifyd("check", write("n.md", "North has 1,234 staff."))
    assert (ran.status, "[NARRATIVE_TOO_LARGE]" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("terminal", "variables", "wanted"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),  # no-color.org: only when it is not empty
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_color_is_for_terminals_whose_user_wants_it(
    verifyd: Run,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    variables: dict[str, str],
    wanted: bool,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    ran = verifyd("check", write("n.md", "North has 9,999."), "--data", write("s.csv", STAFF))
    assert ("\x1b[31m" in ran.out) is wanted


def test_the_report_does_not_depend_on_the_form_of_the_data(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "North has 1,234 staff, South 9,999.")
    shown = {
        verifyd("check", narrative, "--data", write(name, content)).out
        for name, content in (
            ("s.csv", "staff\n1234\n5678\n"),
            ("s.json", '[{"staff": 1234}, {"staff": 5678}]'),
        )
    }
    assert len(shown) == 1


@pytest.mark.parametrize("decision", Decision)
@pytest.mark.parametrize("action", Action)
def test_the_exit_status_is_that_of_the_action(decision: Decision, action: Action) -> None:
    # Trap: with `observe` the report says RELEASE, and a script that stops at 1 would hold.
    report = Report(
        decision=decision,
        action=action,
        mode=Mode.ENFORCE,
        results=(),
        text_digest="",
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )
    wanted = {Action.RELEASE: 0, Action.HOLD: 3 if decision is Decision.UNVERIFIED else 1}
    assert check.exit_status(report) == wanted[action]


@pytest.mark.parametrize(
    ("policy", "wanted"),
    [
        ("mode: enforce", 1),
        ("mode: observe", 0),
        ("modes: {numeric: observe, consistency: observe}", 0),
        ("modes: {numeric: observe}", 0),  # nothing but `numeric` finds an error
        ("hold_on: [UNVERIFIED]", 0),
    ],
)
def test_what_is_only_observed_exits_with_0(
    verifyd: Run, write: Write, policy: str, wanted: int
) -> None:
    narrative, data = write("n.md", "North has 9,999 staff."), write("s.csv", STAFF)
    config = write("c.yaml", f"policy: {{{policy}}}")
    ran = verifyd("check", narrative, "--data", data, "--config", config)
    assert (ran.status, "**Status**: FAIL" in ran.out) == (wanted, True)
    assert ("Action: RELEASE" in ran.out) is (wanted == 0)


def test_the_annotated_text_marks_wrong_numbers(verifyd: Run, write: Write) -> None:
    text = "# Staff\n\nNorth has 1,234 staff and South 9,999. 人 9,998 in the North."
    data = write("s.csv", STAFF)
    shown = verifyd("check", write("n.md", text), "--data", data, "--format", "annotated").out
    body, _, below = shown.partition("\n\n---\n\n")
    assert re.sub(r" \*\*\[[^]]+\]\*\*", "", body) == text
    assert "1,234 staff" in body  # a right number has no mark
    assert "South 9,999 **[❌ Finding 1: CLAIM_NOT_FOUND]**." in body
    assert "9,998 **[" in body
    assert "\n1. ❌ 3:33: '9,999' is not what the data has: 5678" in below
    assert "To fix it, write '5,678' instead of '9,999'" in below
