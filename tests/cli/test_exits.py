"""What every exit status means: no input that is wrong has that of a verdict, or a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidecar.evidence import json_rows

Run = Callable[..., Any]

NARRATIVE = "North has 1,234 staff."
STAFF = "region,staff\nNorth,1234\n"
OPTIONS = {
    "narrative": "check {} --data s.csv",
    "csv": "check n.md --data {}.csv",
    "tsv": "check n.md --data {}.tsv",
    "json": "check n.md --data q={}.json",
    "jsonl": "check n.md --data {}.jsonl",
    "parquet": "check n.md --data {}.parquet",
    "arrow": "check n.md --data {}.arrow",
    "columns": "check n.md --data s.csv --columns {}",
    "evidence": "check n.md --data s.csv --evidence {}",
    "sources": "check n.md --data s.csv --sources {}",
    "config": "check n.md --data s.csv --config {}",
    "schema": "check n.md --response r.json --schema {}",
    "response": "check n.md --response {} --schema t3",
    "transcript": "check --transcript {}",
    "rules": "check --transcript t.json --rules {}",
    "explain": "explain {} --data s.csv",
}
"""Every place of the command line that a file is named in, with its name to come."""

BAD: dict[str, bytes] = {
    "bytes": bytes(range(256)),
    "latin1": '{"a": "Übermut"}'.encode("latin-1"),
    "empty": b"",
    "blank": b" \n",
    "cut_off": b'[{"a": 1',
    "deep": b"[" * 60_000,
    "deep_objects": b'{"a":' * 12_000,
    "null": b"null",
    "null_row": b'[{"a": 1}, null]',
    "nan": b"[NaN]",
    "exponent": b'[{"a": 1e9999999999999999999}]',
    "negative_exponent": b'{"a": -1E-9999999999999999999}',
    "digits": b"[" + b"9" * 5000 + b"]",
    "half_a_surrogate": b'[{"\\ud800": "\\ud800"}]',
    "key_twice": b'{"a": 1, "a": 2}',
    "no_date": b"- 2024-99-99",
    "no_number": b"a: !!int x",
    "list_as_key": b"? [a, b]\n: c",
    "aliases": b"a: &a [x, x]\nb: [*a, *a]",
    "python_object": b"!!python/object:os.system {}",
    "quote": b'a\n"x',
    "ragged": b"a,b\n1\n",
}
"""Files that are of no use in most of these places."""

FITS = {
    "narrative": {*BAD} - {"bytes", "latin1", "empty", "blank"},  # any text is one
    "explain": {*BAD} - {"bytes", "latin1", "empty", "blank"},
    "csv": {*BAD} - {"bytes", "latin1", "empty", "blank", "quote", "ragged"},
    "tsv": {*BAD} - {"bytes", "latin1", "empty", "blank", "quote"},
    "jsonl": {"empty", "blank"},  # no line is no row
    "columns": {"empty", "blank", "null"},
    "config": {"empty", "blank", "null"},
    # A response that is not JSON is a finding; a schema that is none is a failure.
    "response": {*BAD} - {"bytes", "latin1", "empty", "blank"},
    "schema": {*BAD} - {"bytes", "latin1", "empty", "blank"},
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("n.md").write_text(NARRATIVE)
    Path("s.csv").write_text(STAFF)
    Path("r.json").write_text('{"answer": "x"}')
    Path("t.json").write_text('[{"role": "assistant", "content": "North has 1,234 staff."}]')
    return tmp_path


def _words(place: str, name: str) -> list[str]:
    return OPTIONS[place].format(name).split()


@pytest.mark.parametrize("place", OPTIONS)
def test_a_file_that_is_of_no_use_exits_with_2(verifyd: Run, files: Path, place: str) -> None:
    for name, content in BAD.items():
        if name in FITS.get(place, ()):
            continue
        (files / name).write_bytes(content)
        for suffix in ("csv", "tsv", "json", "jsonl", "parquet", "arrow"):
            (files / f"{name}.{suffix}").write_bytes(content)
        ran = verifyd(*_words(place, name))
        assert (ran.status, ran.out) == (2, ""), name
        assert ran.err.startswith("verifyd "), name
        assert ran.err.endswith("]\n"), name
        assert "Traceback" not in ran.err, name


@pytest.mark.parametrize("place", OPTIONS)
def test_a_file_that_is_none_exits_with_2(verifyd: Run, files: Path, place: str) -> None:
    words = _words(place, "folder")
    folder = next(word for word in words if "folder" in word).removeprefix("q=")
    assert verifyd(*words).status == 2
    (files / folder).mkdir()
    ran = verifyd(*words)
    assert (ran.status, ran.out, "Traceback" in ran.err) == (2, "", False)


@pytest.mark.parametrize("place", ["schema", "response", "csv", "narrative"])
def test_what_is_judged_has_no_traceback_either(verifyd: Run, files: Path, place: str) -> None:
    for name in FITS[place]:
        for path in (name, f"{name}.csv"):
            (files / path).write_bytes(BAD[name])
        ran = verifyd(*_words(place, name))
        assert ran.status in ({0, 2, 3} if place == "schema" else {0, 1, 2, 3}), name
        assert "Traceback" not in ran.err, name


@pytest.mark.parametrize("words", ["check --help", "explain --help", "serve --help", "--help"])
def test_the_help_names_them(verifyd: Run, words: str) -> None:
    said = " ".join(verifyd(*words.split()).out.split())
    assert "70 internal error" in said
    assert "2 " in said


def test_a_fault_of_its_own_is_a_line_and_no_verdict(
    verifyd: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise LookupError("never\nseen")

    Path("d.json").write_text("[]")
    monkeypatch.setattr(json_rows, "_parse", broken)
    ran = verifyd("check", "n.md", "--data", "d.json")
    assert (ran.status, ran.out) == (70, "")
    assert ran.err.startswith("verifyd: a fault of its own: LookupError: never seen at ")
    assert ran.err.count("\n") == 1


def test_a_fault_of_a_check_is_a_line_beside_the_report(files: Path) -> None:
    # In a process of its own: pytest takes what is logged for itself.
    code = (
        "import sys, sidecar.checks as c; from sidecar.__main__ import main\n"
        "def broken(*_): raise LookupError('never seen')\n"
        "c.CHECKS['numeric'].run = broken\n"
        "sys.exit(main(['check', 'n.md', '--data', 's.csv']))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert ran.stderr.startswith("verifyd: check failed: LookupError: never seen at ")
    assert ran.stderr.count("\n") == 1


def test_an_interrupt_is_no_verdict(
    verifyd: Run, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sidecar.cli.check_options.load", interrupted)
    assert verifyd("check", "n.md") == (130, "", "verifyd: interrupted\n")


def test_a_full_disk_is_no_verdict(files: Path) -> None:
    # Trap: Python's own status is 1 where it cannot write, and so is that of FAIL.
    with Path("/dev/full").open("wb") as full:
        ran = _process("check n.md --data s.csv", stdout=full)
    assert ran.returncode == 70
    assert b"No space left" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_terminal_that_cannot_show_it_is_no_reason_to_fail(files: Path) -> None:
    Path("n.md").write_text("東京 has 1,234 staff.")
    words = "check n.md --data s.csv --detail explain --format html"
    ran = _process(words, PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\u6771" in ran.stdout


def _process(words: str, stdout: Any = subprocess.PIPE, **environ: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "sidecar", *words.split()],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=os.environ | environ,
        check=False,
    )
