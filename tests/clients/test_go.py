"""The Go client: its own tests, the examples of its README, and calls to a real server.

The shared cases run through its driver in ``test_shared_cases.py``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from go_module import MODULE, NEEDS_GO, go

pytestmark = NEEDS_GO

ROWS = {"queryId": "q", "json": '[{"place": "North", "owls": 12}, {"place": "South", "owls": 34}]'}
TEXT = "🦉 Naïve: the North has 21 owls."

Ask = Callable[..., list[Any]]


class Example(NamedTuple):
    """A program of the README, and what the README says it prints."""

    program: str
    printed: str


README = (MODULE / "README.md").read_text("utf-8")
EXAMPLES = [
    Example(*found)
    for found in re.findall(r"```go\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)
]
CLIENT = "github.com/verifyd/verifyd/clients/go"
ARROW = MODULE / "examples" / "arrow"


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("go") / "driver"
    go("build", "-o", str(program), "./internal/driver")
    return program


@pytest.fixture
def ask(driver: Path, server: Any) -> Ask:
    """What the driver answers to some calls, in order."""

    def run(*calls: Mapping[str, Any]) -> list[Any]:
        lines = [json.dumps({"address": server.target, "method": "Verify", **one}) for one in calls]
        done = subprocess.run(
            [driver],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


@pytest.fixture
def environment(server: Any, tmp_path: Path) -> dict[str, str]:
    """An environment in which a server listens where clients look for it by themselves."""
    socket = tmp_path / "run" / "verifyd" / "verifyd.sock"
    socket.parent.mkdir(parents=True)
    socket.symlink_to(server.target.removeprefix("unix://"))
    return {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path / "run")}


@pytest.mark.slow
def test_the_sources_are_vetted_formatted_and_tested() -> None:
    go("vet", "./...")
    go("test", "-race", "./...")
    gofmt = Path(go("env", "GOROOT").strip()) / "bin" / "gofmt"  # not always on the path
    ours = [path for path in MODULE.rglob("*.go") if not path.name.endswith(".pb.go")]
    listed = subprocess.run([gofmt, "-l", *ours], capture_output=True, check=True, text=True)
    assert ours
    assert listed.stdout == ""


def test_the_module_can_be_fetched_by_itself() -> None:
    module = json.loads(go("mod", "edit", "-json"))
    assert module["Module"]["Path"] == CLIENT
    assert not module["Replace"]
    go("mod", "tidy", "-diff")
    assert (MODULE / "LICENSE").read_bytes() == (MODULE.parents[1] / "LICENSE").read_bytes()


@pytest.mark.parametrize("example", EXAMPLES[:2], ids=["verify", "upload"])
def test_an_example_of_the_readme_prints_what_it_says(
    example: Example, environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "example"
    folder.mkdir()
    (folder / "main.go").write_text(example.program, "utf-8")
    # A module of its own, as a reader's is: nothing of the client's internals can be imported.
    required = json.loads(go("mod", "edit", "-json"))["Require"]
    lines = [f"{one['Path']} {one['Version']}" for one in required]
    (folder / "go.mod").write_text(
        "module example.org/reader\n\ngo 1.26.0\n\n"
        + "".join(f"require {line}\n" for line in [f"{CLIENT} v0.1.0", *lines])
        + f"\nreplace {CLIENT} => {MODULE}\n",
        "utf-8",
    )
    shutil.copy(MODULE / "go.sum", folder)
    assert go_run(folder, environment) == example.printed


@pytest.mark.slow
def test_the_example_of_arrow_prints_what_it_says(environment: dict[str, str]) -> None:
    example = EXAMPLES[2]
    assert (ARROW / "main.go").read_text("utf-8") == example.program
    assert go_run(ARROW, environment) == example.printed


def go_run(folder: Path, environment: dict[str, str]) -> str:
    """What the program of a module prints."""
    command = [shutil.which("go") or "go", "run", "."]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readme_installs_the_package_of_its_examples() -> None:
    # The module's root holds no package: to get that alone would leave out what the package needs.
    assert f"go get {CLIENT}/verifyd\n" in README
    assert len(EXAMPLES) == 3
    assert all(f'"{CLIENT}/verifyd"' in example.program for example in EXAMPLES)


def test_places_are_byte_indices(ask: Ask) -> None:
    (answer,) = ask({"request": {"narrative": TEXT, "evidence": {"queryResults": [ROWS]}}})
    report = answer["report"]
    (finding,) = report["findings"]
    assert (report["decision"], report["released"]) == ("FAIL", False)
    assert (finding["code"], finding["text"]) == ("CLAIM_NOT_FOUND", "21")
    assert TEXT.encode()[finding["start"] : finding["end"]] == b"21"
    assert report["repaired"] == TEXT.replace("21", finding["replacement"])


def test_evidence_that_the_server_dropped_is_put_again(ask: Ask) -> None:
    request = {"narrative": TEXT.replace("21", "12")}
    for dropped in (False, True):
        put, known = ask(
            {"request": request, "put": [ROWS], "drop": dropped},
            {"method": "Put", "request": ROWS},
        )
        assert put["report"]["decision"] == "PASS"
        assert known["response"]["alreadyPresent"]


def test_a_result_that_does_not_fit_is_uploaded(ask: Ask) -> None:
    rows = [{"name": f"{n:0400d}", "n": n} for n in range(12_000)]
    large = {"queryId": "large", "json": json.dumps(rows)}
    request = {"narrative": "The North has 12 owls.", "evidence": {"queryResults": [large, ROWS]}}
    (answer,) = ask({"request": request, "timeout_s": 60})
    assert answer["report"]["decision"] == "PASS"


def test_evidence_is_described_and_deleted(ask: Ask) -> None:
    source = {"id": "survey", "text": "Wages rose by 2 %."}
    (put,) = ask({"method": "PutSource", "request": {"source": source}})
    handle = {"handle": put["response"]["handle"]}
    found, gone, lost = ask(
        {"method": "GetEvidence", "request": handle},
        {"method": "DeleteEvidence", "request": handle},
        {"method": "GetEvidence", "request": handle},
    )
    assert found["response"]["info"]["source"]["id"] == "survey"
    assert gone == {"response": {}}
    assert lost["error"]["kind"] == "EvidenceNotFound"
    assert lost["error"]["metadata"]["handle"] == handle["handle"]


def test_kinds_of_errors(ask: Ask, tmp_path: Path) -> None:
    request = {"narrative": TEXT}
    unknown, empty, loose, nobody, clear = ask(
        {"request": {**request, "checks": ["numerics"]}},
        {"request": {"narrative": " "}},
        {"request": {**request, "checks": ["numeric"], "overrides": {"mode": "MODE_OBSERVE"}}},
        {"address": f"unix://{tmp_path}/nobody", "request": request},
        {"address": "tcp://192.0.2.1:443", "token": "secret", "request": request},
    )
    assert [one["error"]["kind"] for one in (unknown, empty, loose, nobody, clear)] == [
        "InvalidRequest",
        "InvalidRequest",
        "NotAllowed",
        "Unavailable",
        "InvalidRequest",
    ]
    assert unknown["error"]["reason"] == "CHECK_UNKNOWN"
    assert unknown["error"]["metadata"]["check"] == "numerics"
    assert loose["error"]["reason"] == "OVERRIDE_NOT_ALLOWED"
    assert clear["error"]["metadata"] == {"argument": "token"}


def test_what_waits_for_a_person_is_decided_once(
    ask: Ask, settling_server_for: Callable[[Mapping[str, Any]], Any]
) -> None:
    store = {"address": settling_server_for({}).target}
    request = {"narrative": TEXT, "evidence": {"queryResults": [ROWS]}}
    (verified,) = ask({**store, "request": request})
    review = {"reviewId": verified["response"]["meta"]["review"]["reviewId"]}

    def decide(action: str) -> dict[str, Any]:
        decision = {"itemId": 1, "action": f"REVIEW_ACTION_{action}"}
        asked = {**review, "decisions": [decision], "decidedBy": "Ana"}
        return {**store, "method": "Decide", "request": asked}

    listed, kept, removed, text = ask(
        {**store, "method": "ListFlagged", "request": review},
        decide("KEEP"),
        decide("REMOVE"),
        {**store, "method": "GetRevision", "request": review},
    )
    assert [item["text"] for item in listed["response"]["items"]] == ["21"]
    assert kept["response"]["revision"] == "1"
    assert removed["error"]["kind"] == "ReviewConflict"
    assert text["response"]["text"] == TEXT


@pytest.mark.parametrize(
    "line", ["no JSON", '{"method": "Refute"}', '{"method": "Put", "request": 5}']
)
def test_a_line_that_is_no_call_ends_the_driver(driver: Path, line: str) -> None:
    done = subprocess.run([driver], input=line, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("driver: ")


def test_the_driver_measures_the_stub_and_the_face(ask: Ask) -> None:
    request = {"narrative": TEXT, "evidence": {"queryResults": [ROWS]}}
    (measured,) = ask({"method": "Measure", "count": 20, "request": request})
    assert set(measured) == {"stub_ms", "face_ms"}
    assert all(0 < p50 <= p95 for p50, p95 in measured.values())
