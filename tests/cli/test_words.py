"""The words of a command line: any order will do, and what is wrong with them is one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("report.md").write_text("North has 1,234 staff.")
    Path("x.csv").write_text("region,staff\nNorth,1234\nSouth,5678\n")
    Path("y.json").write_text('[{"region": "West", "wage": 910}]')
    Path("source.txt").write_text("North has 1,234 staff.")
    Path("folder").mkdir()


@pytest.mark.parametrize("command", ["check", "explain"])
def test_the_order_of_the_words_does_not_matter(verifyd: Run, command: str) -> None:
    groups = (["report.md"], ["--data", "x.csv", "y.json"], ["--config", os.devnull])
    shown = {
        verifyd(command, *(word for group in order for word in group))
        for order in permutations(groups)
    }
    assert [(ran.status, ran.err) for ran in shown] == [(0, "")]


@pytest.mark.parametrize("words", [["report.md", "x.csv"], ["x.csv", "report.md", "y.json"]])
def test_a_text_among_data_files_is_the_narrative(verifyd: Run, words: list[str]) -> None:
    ran = verifyd("check", "--data", *words)
    assert (ran.status, ran.err) == (0, "")
    assert "**Claims Matched**: 1 (100.0%)" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check", "NARRATIVE is missing"),
        ("check --data x.csv", "--data (query results) took x.csv. Write NARRATIVE before"),
        ("check --data x.csv y.json", "--data (query results) took x.csv, y.json. Write NARR"),
        ("check --data report.md source.txt x.csv", "took report.md, source.txt, x.csv."),
        ("check --sources source.txt report.md", "(documents that it cites) took source.txt, rep"),
        ("explain --data x.csv", "--data (query results) took x.csv. Write NARRATIVE before"),
        ("check report.md", "compare report.md with: add --data FILE (query results), --sources"),
        ("check x.csv --data report.md", "a text is given without an option, before --data"),
        ("check report.md x.csv", "'x.csv' is one word too many"),
        ("check report.md --data folder", "folder is a folder; --data takes files: .csv"),
        ("check report.md --data", "--data: expected at least one argument"),
        ("check report.md --dta x.csv", "there is no option --dta; did you mean --data?"),
        ("check report.md --format jsn", "'jsn' is not one of text, json, markdown"),
        (
            "check report.md --schema t9",
            "no schema or file 't9'; the named schemas are: t1, t2, t3",
        ),
        ("check report.md --schema no.json", "cannot read no.json: No such file"),
        ("chek report.md", "'chek' is not one of serve, proxy, check, explain"),
        ("explain nothing", "the checks are numeric, consistency"),
        ("outcome verify c.yaml", "required: OUTPUT"),
        ("outcome verfy c.yaml", "did you mean verify?"),
        ("eval validate folder", "cannot read folder: it is a folder"),
        ("health --address nowhere", "'tcp://nowhere' is not an address: unix:///path"),
        ("health --timeout soon", "--timeout: invalid float value: 'soon'"),
        ("serve --listen nowhere", "but it should be unix:///path/to.sock"),
        ("store", "required: {status,migrate}"),
    ],
)
def test_what_is_wrong_is_one_line_that_says_what_to_do(
    verifyd: Run, words: str, said: str
) -> None:
    ran = verifyd(*words.split())
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.startswith("verifyd")
    assert ran.err.endswith("]\n")
    assert ran.err.count("\n") == 1


def test_a_schema_of_the_settings_is_listed_too(verifyd: Run) -> None:
    Path("c.yaml").write_text("structure: {schemas: {mine: {inline: {type: object}}}}")
    ran = verifyd("check", "report.md", "--schema", "yours", "--config", "c.yaml")
    assert "the named schemas are: t1, t2, t3, mine [SCHEMA_UNKNOWN]" in ran.err


@pytest.mark.parametrize(
    ("words", "closed", "said"),
    [
        ("check report.md --data x.csv", 1, b"verifyd: standard output is closed\n"),
        ("check - --data x.csv", 0, b"cannot read -: standard input is closed [FILE_UNREADABLE]\n"),
    ],
)
def test_a_closed_stream_is_a_line(words: str, closed: int, said: bytes) -> None:
    # By a shell: in a fork of this process gRPC would start its threads again.
    ran = subprocess.run(
        ["sh", "-c", f'exec "$0" -m sidecar "$@" {closed}>&-', sys.executable, *words.split()],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.endswith(said)
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("review list --address nowhere", 2, "'nowhere' is not an address: unix:///path.sock or"),
        ("review list --address unix:///no.sock --token-file no", 2, "cannot read no: No such"),
        ("review list --address tcp://h:1 --ca no.pem", 2, "cannot read no.pem: No such file"),
        ("review list --address unix:///no.sock --timeout 0.1", 3, "or name another with --addr"),
    ],
)
def test_a_server_that_cannot_be_asked_is_a_line(
    verifyd: Run, words: str, status: int, said: str
) -> None:
    ran = verifyd(*words.split())
    assert (ran.status, ran.out, ran.err.count("\n")) == (status, "", 1)
    assert said in ran.err
    assert "ARGUMENT_INVALID" not in ran.err
    assert "Client" not in ran.err  # the command line is not Python
