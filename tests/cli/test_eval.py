"""``verifyd eval`` as people run it: a process, its folder, its signals, its exit status."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from evals import agents
from sampled import sampled
from waiting import wait_until

from sidecar.__main__ import main
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.journal import load_run
from sidecar.evals.plain import to_plain

COUNT = 40
KILLS = 10
START_S = 60


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    agents.write(tmp_path / "staff.yaml", 6)
    lines = [
        json.dumps({"id": one.id, "answer": agents.answer(one), "duration_seconds": 0.5})
        for one in EvalDataset.load(tmp_path / "staff.yaml").questions
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    return tmp_path


RECORDED = ("eval", "run", "staff.yaml", "--agent", "recorded:answers.jsonl")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sidecar", "eval", *arguments]


def environ(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("VERIFYD_")}
    return {**kept, **more}


def comparable(path: Path) -> list[dict[str, Any]]:
    """The results of a run without what differs from one to the next."""
    found = []
    for result in load_run(path).results:
        plain = to_plain(result)
        for name in ("run_id", "started_at", "duration_seconds"):
            del plain["run"][name]
        for name in ("verified_at", "seconds"):
            del plain["run"]["verification"][name]
        found.append(plain)
    return found


ENGINES = [(), ("--processes", "1"), ("--engine", "dask")]


@pytest.mark.parametrize("options", sampled(ENGINES, 3))
def test_nothing_but_progress_on_stderr(folder: Path, options: tuple[str, ...]) -> None:
    """Though the agent has loaded DuckDB, and another cluster has Dask's usual port."""
    if "dask" in options:
        pytest.importorskip("distributed")
    Path("agent.py").write_text("import duckdb\n\ndef answer(question):\n    return 'It is 1.'\n")
    run = command("run", "staff.yaml", "--agent", "python:agent:answer", "--out", "r", *options)
    with socket.socket() as taken:
        with suppress(OSError):  # by somebody else: so much the better
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        done = subprocess.run(run, check=False, env=environ(), capture_output=True, text=True)
    assert done.returncode == 0
    told = [line.partition(": ") for line in done.stderr.splitlines()]
    assert {begins for begins, _, _ in told} == {"verifyd eval"}, done.stderr


def test_a_run_its_summary_and_its_gate(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RECORDED, "--out", "r"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Staff: 6 questions: 2 failed, 4 passed"
    assert "  failed   q002: " in out
    assert "6/6, 4 of 6 passed" in err
    assert sorted(path.name for path in Path("r", "answers").iterdir()) == [
        "q002.html",
        "q005.html",
    ]
    assert main([*RECORDED, "--out", "g", "--fail-if", "verification_pass_rate < 0.9"]) == 1
    assert "gate fails" in capsys.readouterr().err
    assert main([*RECORDED, "--out", "h", "--fail-if", "verification_pass_rate < 0.5"]) == 0


def test_an_error_of_the_agent_is_no_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "answers.jsonl"
    path.write_text(path.read_text().replace('"q001"', '"other"'))
    gate = ("--fail-if", "verification_pass_rate < 0.6")
    assert main([*RECORDED, "--out", "r", *gate]) == 1, "3 of 6 pass"
    out, err = capsys.readouterr()
    assert "1 error, 2 failed, 3 passed" in out
    assert "1 recorded answers belong to no question: other" in err


EXITS = {
    "imported": "import sys\nsys.exit(0)",
    "asked": "import sys\nasync def answer(q):\n    sys.exit(0)",
    "behind": "import asyncio, sys\nasync def answer(q):\n"
    "    asyncio.get_running_loop().call_soon(sys.exit, 0)\n    await asyncio.sleep(5)",
}


@pytest.mark.parametrize("code", sampled(EXITS.values(), len(EXITS), EXITS))
def test_an_agent_that_exits_is_no_success(folder: Path, code: str) -> None:
    Path("agent.py").write_text(code)
    run = command("run", "staff.yaml", "--agent", "python:agent:answer", "--out", "r")
    done = subprocess.run(run, check=False, env=environ(), capture_output=True, text=True)
    assert done.returncode in {1, 2}, done.stderr
    assert "Traceback" not in done.stderr


def test_an_agent_that_never_answers_is_no_success(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "answers.jsonl"
    path.write_text(path.read_text().replace('"q00', '"other'))
    assert main([*RECORDED, "--out", "r"]) == 1
    assert "no question was answered" in capsys.readouterr().err
    assert main([*RECORDED, "--out", "s", "--format", "json"]) == 1
    assert main(["eval", "report", "r"]) == 1


def test_no_gate_holds_before_the_run_has_ended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RECORDED, "--out", "r"]) == 0
    report = ("eval", "report", "r", "--junit", "j.xml", "--fail-if", "success_rate < 0.9")
    assert main(report) == 0
    path = Path("r", "results.jsonl")
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n")
    capsys.readouterr()
    assert main(report) == 1
    assert "no gate holds before the run has ended" in capsys.readouterr().err
    assert 'tests="2" failures="0" errors="1"' in Path("j.xml").read_text()
    assert main(["eval", "report", "r"]) == 0, "what there is may be looked at"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--agent", "recorded:none"), "AGENT_INVALID"),
        (("--temperature", "1"), "AGENT_INVALID"),
        (("--agent", "http://127.0.0.1:9/", "--api-key-env", "NOT_SET"), "AGENT_INVALID"),
        (("--agent", "openai:http://127.0.0.1:9/v1#m", "--system-prompt", "no"), "AGENT_INVALID"),
        (("--fail-if", "pass_rate"), "GATE_INVALID"),
        (("--fail-if", "verification_pas_rate < 1"), "GATE_INVALID"),
        (("--tags", "none"), "DATASET_EMPTY"),
        (("--resume",), "OPTION_INVALID"),
        (("--config", "none.yaml"), "SETTINGS_INVALID"),
        (("--check", "numerics"), "CHECK_UNKNOWN"),
        (("--out", "answers.jsonl"), "FILE_UNWRITABLE"),
    ],
)
def test_what_cannot_be_run(
    folder: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], reason: str
) -> None:
    assert main([*RECORDED, *more]) == 2
    assert f"[{reason}]" in capsys.readouterr().err
    assert not (folder / "eval-runs").exists()


def test_a_run_is_not_written_over_and_another_does_not_go_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RECORDED, "--out", "r", "--limit", "2"]) == 0
    assert len(load_run(Path("r")).results) == 2
    assert main([*RECORDED, "--out", "r", "--limit", "2"]) == 2
    assert main([*RECORDED, "--out", "r", "--limit", "3", "--resume"]) == 2
    err = capsys.readouterr().err
    assert "has a run already" in err
    assert "has another run; of its own are the questions of the data set (then " in err
    assert main([*RECORDED, "--out", "r", "--limit", "2", "--resume"]) == 0


def test_a_run_that_was_complete_tells_of_nothing_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RECORDED, "--out", "r"]) == 0
    capsys.readouterr()
    assert main([*RECORDED, "--out", "r", "--resume"]) == 0
    told = ["6 of 6 are done", "6/6", "the run is in r"]
    assert capsys.readouterr().err.splitlines() == [f"verifyd eval: {one}" for one in told]


def test_tags_that_no_question_has(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RECORDED, "--tags", "od,evn"]) == 2
    assert "no question of staff.yaml has a tag of 'od,evn'" in capsys.readouterr().err


def test_questions_are_chosen_by_tags(folder: Path) -> None:
    assert main([*RECORDED, "--out", "r", "--tags", "odd, x"]) == 0
    assert [one.question.id for one in load_run(Path("r")).results] == ["q001", "q003", "q005"]


def test_reports_are_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("out").mkdir()
    assert main([*RECORDED, "--out", "r", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)
    files = ("--html", "out/r.html", "--json", "r.json", "--junit", "r.xml", "--markdown", "r.md")
    assert main(["eval", "report", "r", "--against", "r", *files]) == 0
    assert "**Compared**: 6 questions" in capsys.readouterr().out
    assert json.loads(Path("r.json").read_text())
    assert 'tests="6"' in Path("r.xml").read_text()
    page = Path("out/r.html").read_text()
    linked = set(re.findall(r'href="([^"#]*answers/[^"]*)"', page))
    assert linked == {"../r/answers/q002.html", "../r/answers/q005.html"}
    assert Path("r.md").read_text().startswith("# ")
    assert main(["eval", "report", "r", "--fail-if", "success_rate < 1"]) == 0
    assert main(["eval", "report", "r", "--fail-if", "verification_pass_rate < 1"]) == 1
    assert main(["eval", "report", "nothing"]) == 2


def test_two_runs_are_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RECORDED, "--out", "a"]) == 0
    path = folder / "answers.jsonl"
    path.write_text(path.read_text().replace("South has 1,002", "North has 1,002"))
    assert main([*RECORDED, "--out", "b"]) == 0
    capsys.readouterr()
    assert main(["eval", "compare", "a", "b"]) == 0
    printed = capsys.readouterr().out
    assert re.search("Newly passing.*1.*q002", printed)
    assert main(["eval", "compare", "a", "b", "--html", "compared.html"]) == 0
    assert capsys.readouterr().out == printed
    page = Path("compared.html").read_text("utf-8")
    assert "<h2>Newly passing (1)</h2>" in page
    (link,) = re.findall(r'href="([^"#]*answers/[^"]*)"', page)  # those that pass have no page
    assert (folder / link).is_file()


def test_links_lead_to_the_pages_of_answers(folder: Path) -> None:
    name = "a/b c%20d ü"
    Path("one.jsonl").write_text(json.dumps({"id": name, "question": "How many?"}))
    Path("said.jsonl").write_text(json.dumps({"id": name, "answer": "Nobody knows."}))
    agent = ("--agent", "recorded:said.jsonl", "--pages", "all", "--out", "r")
    assert main(["eval", "run", "one.jsonl", *agent]) == 0
    assert main(["eval", "report", "r", "--html", "r.html"]) == 0
    (link,) = re.findall(r'href="([^"#]*answers/[^"]*)"', Path("r.html").read_text("utf-8"))
    assert (folder / unquote(link)).is_file()


def test_a_data_set_is_validated(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "validate", "staff.yaml"]) == 0
    assert "6 questions, 2 tags, nothing is wrong" in capsys.readouterr().out
    Path("bad.yaml").write_text("questions: [{id: a, question: b, tag: c}]")
    assert main(["eval", "validate", "bad.yaml"]) == 1
    assert "'tag'" in capsys.readouterr().out
    assert main(["eval", "validate", "none.yaml"]) == 2


def test_success_criteria_are_validated_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = {"metric": "accurracy", "metric_type": "percentage", "comparison": "gte"}
    one = {"id": "a", "question": "b", "success_criteria": {"criteria": [wanted]}}
    Path("bad.jsonl").write_text(json.dumps(one))
    assert main(["eval", "validate", "bad.jsonl"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert all(line.startswith("bad.jsonl: question 'a': success_criteria: ") for line in out)
    assert "did you mean 'accuracy'? [METRIC_UNKNOWN]" in out[0]
    Path("none.yaml").write_text("store: 3")
    assert main(["eval", "validate", "staff.yaml", "--config", "none.yaml"]) == 2


def test_a_misspelt_list_of_questions_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.yaml").write_text("id: a\nquestons: [{id: a, question: b}]")
    assert main(["eval", "validate", "bad.yaml"]) == 1
    assert "'questons'; did you mean 'questions'?" in capsys.readouterr().out


def test_an_unknown_option_names_the_help_of_its_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "compare", "a", "b", "--agianst"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "verifyd eval compare: there is no option --agianst;"
        " see `verifyd eval compare --help` [ARGUMENT_INVALID]\n"
    )


@pytest.fixture
def slowly(tmp_path: Path, children_import_tests: None) -> tuple[list[str], dict[str, str], Path]:
    """A command that takes a while, its environment, and the trace that its agent leaves."""
    agents.write(tmp_path / "staff.yaml", COUNT)
    trace = tmp_path / "trace"
    return (
        command(
            *("run", str(tmp_path / "staff.yaml"), "--agent", "python:evals.agents:slow"),
            *("--parallel", "2", "--pages", "none", "--out", str(tmp_path / "run"), "--resume"),
        ),
        environ(TRACE=str(trace), SLEEP="0.15"),
        trace,
    )


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def children(pid: int) -> int:
    """How many processes a process has started that run."""
    started = Path(f"/proc/{pid}/task").glob("*/children")
    return sum(len(one.read_text().split()) for one in started)


def wait_for(path: Path, count: int) -> None:
    wait_until(lambda: lines(path) >= count)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_run_killed_ten_times_is_as_one_that_was_not(
    tmp_path: Path, slowly: tuple[list[str], dict[str, str], Path]
) -> None:
    words, environment, trace = slowly
    results = tmp_path / "run" / "results.jsonl"
    drawn = random.Random(7)
    for _ in range(KILLS):
        before = lines(results)
        process = subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL)
        try:
            wait_for(results, min(before + drawn.randrange(3), COUNT - 2))
            time.sleep(drawn.uniform(0, 0.3))
        finally:
            process.kill()
            process.wait()
        if drawn.random() < 0.5 and results.exists():  # and the machine stops amid a write
            data = results.read_bytes()
            results.write_bytes(data[: len(data) - drawn.randrange(200)])
    last = subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=False, timeout=120)
    assert last.returncode == 0
    assert lines(trace) > COUNT, "some questions were under way when it was killed"
    whole = [*words[: words.index("--out")], "--out", str(tmp_path / "whole")]
    environment = {**environment, "SLEEP": "0"}
    assert subprocess.run(whole, env=environment, check=False, timeout=120).returncode == 0
    assert comparable(tmp_path / "run") == comparable(tmp_path / "whole")
    assert [one["question"]["id"] for one in comparable(tmp_path / "run")] == [
        f"q{place:03}" for place in range(COUNT)
    ]


def test_ctrl_c_lets_questions_under_way_end(
    tmp_path: Path, slowly: tuple[list[str], dict[str, str], Path]
) -> None:
    words, environment, trace = slowly
    process = subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True)
    wait_for(trace, 5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopping" in err
    assert "the same command with --resume" in err
    assert "Traceback" not in err
    assert lines(tmp_path / "run" / "results.jsonl") == lines(trace) < COUNT
    assert lines(trace) <= 8


@pytest.mark.slow
@pytest.mark.parametrize("asked", [0, 2])
def test_ctrl_c_of_a_terminal_reaches_workers_of_dask_too(
    tmp_path: Path, slowly: tuple[list[str], dict[str, str], Path], asked: int
) -> None:
    """While they are started, and when they work."""
    pytest.importorskip("distributed")
    words, environment, trace = slowly
    words += ["--engine", "dask", "--processes", "2"]
    process = subprocess.Popen(
        words, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    if asked:
        wait_for(trace, asked)
    else:
        # a worker, beside what tracks resources
        wait_until(lambda: children(process.pid) >= 2)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "the same command with --resume" in err
    assert all(line.startswith("verifyd eval: ") for line in err.splitlines() if line), err
    assert lines(tmp_path / "run" / "results.jsonl") < COUNT


def test_a_second_ctrl_c_stops_at_once(
    tmp_path: Path, slowly: tuple[list[str], dict[str, str], Path]
) -> None:
    words, environment, trace = slowly
    words += ["--processes", "1"]
    process = subprocess.Popen(
        words, env={**environment, "SLEEP": "3600"}, stderr=subprocess.PIPE, text=True
    )
    wait_for(trace, 2)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, "0 of 40 questions are done" in err) == (130, True)
    assert "Traceback" not in err
