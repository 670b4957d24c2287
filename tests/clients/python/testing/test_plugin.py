"""The plugin for pytest, in runs of pytest of its own and with a real sidecar."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from conftest import RunningServer
from plugged import MODULE, PLUGIN

pytest_plugins = ("pytester",)


STAFF = """
ROWS = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
"""

Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, server: RunningServer) -> Run:
    """Runs pytest over a module of the given source, with the sidecar of all tests."""

    def ran(source: str, *arguments: str) -> pytest.RunResult:
        pytester.makepyfile(test_agent=STAFF + dedent(source))
        return pytester.runpytest(*PLUGIN, "--verifyd-address", server.target, *arguments)

    return ran


def kept(pytester: pytest.Pytester, name: str) -> Path:
    return pytester.path / "__verifyd__" / "test_agent" / f"{name}.json"


def test_three_lines_with_a_private_sidecar_that_starts_once(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        STAFF
        + dedent(
            """
            def test_right(verifyd):
                answer = "The North has 1,234 staff."
                verifyd.assert_supported(answer, query_results=[{"query_id": "q", "rows": ROWS}])
                test_right.address = verifyd.client.address

            def test_wrong(verifyd):
                assert verifyd.client.address == test_right.address
                verifyd.assert_supported("The South has 6,578 staff.", query_results={"q": ROWS})
            """
        )
    )
    ran = pytester.runpytest(*PLUGIN)
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(
        [
            "E *the answer is not supported: FAIL, 0 of 1 numbers supported",
            "E *answer:1:15: error CLAIM_NOT_FOUND: '6,578' is not what the data has: 5678 *",
            "E *  1 | The South has 6,578 staff.",
            "E *    |               ^^^^^",
            "E *  repair: write '5,678' instead of '6,578'",
        ]
    )


def test_a_failure_ends_in_the_test_and_not_in_the_library(run: Run) -> None:
    ran = run(
        """
        def test_wrong(verifyd):
            verifyd.assert_supported("The South has 6,578 staff.", query_results={"q": ROWS})
        """
    )
    ran.assert_outcomes(failed=1)
    assert "def assert_supported" not in ran.stdout.str()


def test_what_assertions_let_through(run: Run) -> None:
    ran = run(
        """
        import pytest
        from verifyd import EvidenceItem, InvalidRequest
        from verifyd.testing import VerificationFailed

        DATA = {"q": ROWS}
        ITEM = EvidenceItem("ev-a-1", "It grew.")
        NORTH = "The North has 1,234 staff."

        @pytest.mark.parametrize("lets_through", [
            lambda v: v.assert_supported(NORTH, DATA),
            lambda v: v.assert_supported("Nobody knows.", DATA, at_least=0),
            lambda v: v.assert_passes(NORTH, DATA),
            lambda v: v.assert_passes("It grew [ev-a-1].", checks=["citations"], items=[ITEM]),
        ])
        def test_passes(verifyd, lets_through):
            assert lets_through(verifyd).ok

        @pytest.mark.parametrize("refuses", [
            lambda v: v.assert_supported("Nobody knows.", DATA),  # says nothing
            lambda v: v.assert_supported(NORTH, DATA, at_least=2),
            lambda v: v.assert_supported(NORTH + " Their offices have 17 doors.", DATA),
            lambda v: v.assert_supported(NORTH, {"q": [{"region": "North", "offices": 3}]}),
            lambda v: v.assert_passes("The North has 5,678 staff.", DATA),
            lambda v: v.assert_passes("It grew [ev-a-2].", checks=["citations"], items=[ITEM]),
        ])
        def test_fails(verifyd, refuses):
            with pytest.raises(VerificationFailed) as failed:
                refuses(verifyd)
            assert failed.value.report.narrative

        def test_what_cannot_be_judged_is_an_error(verifyd):
            with pytest.raises(InvalidRequest):
                verifyd.assert_passes("A half.", checks=["consistence"])
            with pytest.raises(TypeError, match="an answer is a string, not NoneType"):
                verifyd.assert_passes(None)
        """
    )
    ran.assert_outcomes(passed=11)


def test_warnings_pass_unless_they_are_refused(run: Run) -> None:
    # Nothing speaks of doors: that number is inconclusive, which is a warning.
    ran = run(
        """
        TEXT = "The North has 1,234 staff. Its offices have 17 doors."

        def test_allowed(verifyd):
            assert str(verifyd.assert_passes(TEXT, {"q": ROWS}).decision) == "WARN"

        def test_refused(verifyd):
            verifyd.assert_passes(TEXT, {"q": ROWS}, allow_warnings=False)
        """
    )
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(["E *the answer does not pass: WARN (checks: numeric*"])


def test_what_is_contradicted_does_not_pass_even_as_a_warning(pytester: pytest.Pytester) -> None:
    # Nothing is sure enough to be an error there, so that the decision is WARN.
    settings = pytester.path / "warnings.yaml"
    settings.write_text("numeric: {binding: {error_at: 1.0}}", "utf-8")
    pytester.makepyfile(
        """
        ROWS = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]

        def test_wrong(verifyd):
            text = "The North has 1,234 staff. The South has 6,578 staff."
            assert str(verifyd.verify(text, {"q": ROWS}).decision) == "WARN"
            verifyd.assert_passes(text, {"q": ROWS})
        """
    )
    ran = pytester.runpytest(*PLUGIN, "--verifyd-config", "warnings.yaml")
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        [
            "E *the answer does not pass: WARN, 1 contradicted (checks: numeric*",
            "E *warning CLAIM_NOT_FOUND: '6,578' is not what the data has: 5678 at South, staff *",
        ]
    )


SNAPSHOT = """
    def test_answer(verifyd, verifyd_snapshot):
        verifyd.assert_findings(
            "The South has {} staff.", query_results={{"q": ROWS}}, snapshot=verifyd_snapshot
        )
"""


def test_a_missing_snapshot_fails_and_is_not_written(run: Run, pytester: pytest.Pytester) -> None:
    ran = run(SNAPSHOT.format("6,578"))
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["E *there is no snapshot *test_answer.json; write it with *"])
    assert not (pytester.path / "__verifyd__").exists()


def test_a_snapshot_holds_until_the_findings_are_others(
    run: Run, pytester: pytest.Pytester
) -> None:
    run(SNAPSHOT.format("6,578"), "--verifyd-update").assert_outcomes(passed=1)
    written = json.loads(kept(pytester, "test_answer").read_text("utf-8"))
    assert written == {
        "decision": "FAIL",
        "numbers": {"judged": 1, "supported": 0},
        "findings": [
            {
                "check": "numeric",
                "code": "CLAIM_NOT_FOUND",
                "severity": "error",
                "verdict": "contradicted",
                "text": "6,578",
                "data_has": "5678 at q data[1].staff",
                "repair": "5,678",
            }
        ],
    }
    run(SNAPSHOT.format("6,578")).assert_outcomes(passed=1)
    # The same finding further on in the text is no other finding.
    longer = SNAPSHOT.replace("The South", "By our count: the South")
    run(longer.format("6,578")).assert_outcomes(passed=1)
    ran = run(SNAPSHOT.format("1,234"))
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        ['E *-      "code": "CLAIM_NOT_FOUND",', 'E *+      "code": "WRONG_ROW",']
    )
    before = kept(pytester, "test_answer").read_bytes()
    run(SNAPSHOT.format("5,678"), "--verifyd-update").assert_outcomes(passed=1)
    assert kept(pytester, "test_answer").read_bytes() != before
    assert not list(pytester.path.glob("__verifyd__/**/*.tmp"))


def test_a_broken_snapshot_is_told(run: Run, pytester: pytest.Pytester) -> None:
    run(SNAPSHOT.format("6,578"), "--verifyd-update")
    kept(pytester, "test_answer").write_text("{")
    ran = run(SNAPSHOT.format("6,578"))
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["E *the snapshot *test_answer.json cannot be read: *"])


MANY = """
    import pytest

    @pytest.mark.parametrize("staff", ["1,234", "5/678", "5_678", "4,321"])
    def test_answer(verifyd, verifyd_snapshot, staff):
        text = f"The South has {staff} staff."
        verifyd.assert_findings(text, query_results={"q": ROWS}, snapshot=verifyd_snapshot)
        verifyd.assert_findings(text + " Yes.", {"q": ROWS}, snapshot=verifyd_snapshot)
"""


def names(pytester: pytest.Pytester) -> list[str]:
    return sorted(path.name for path in (pytester.path / "__verifyd__/test_agent").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("processes", [(), ("-n", "2", "-p", "xdist")], ids=["one", "xdist"])
def test_every_assertion_of_every_case_has_a_file_and_unused_ones_are_told(
    run: Run, pytester: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    run(MANY, "--verifyd-update", *processes).assert_outcomes(passed=4)
    written = names(pytester)
    assert len(written) == 8  # 5/678 and 5_678 stay apart
    ran = run(MANY, *processes)
    ran.assert_outcomes(passed=4)
    assert "no test uses" not in ran.stdout.str()

    kept(pytester, "test_gone").write_text("{}")
    kept(pytester, "test_answer[1,234].3").write_text("{}")
    lost = kept(pytester, "test_x").parent.with_name("test_lost")
    lost.mkdir()
    (lost / "test_one.json").write_text("{}")
    told = [
        "*snapshots that no test uses*",
        "__verifyd__/test_agent/test_answer[[]1_234]*.3.json",
        "__verifyd__/test_agent/test_gone.json",
        "__verifyd__/test_lost/test_one.json",
        "--verifyd-update removes them",
    ]
    # The name of a case with a comma is made safe, and has a digest after it.
    (stem,) = (name for name in written if name.startswith("test_answer[1_") and ".2." not in name)
    kept(pytester, "test_answer[1,234].3").rename(kept(pytester, f"{stem.removesuffix('.json')}.3"))
    ran = run(MANY, *processes)
    ran.assert_outcomes(passed=4)  # told, and no failure
    ran.stdout.fnmatch_lines(told)
    run(MANY, "--verifyd-update", *processes).stdout.fnmatch_lines(["removed *test_gone.json"])
    assert names(pytester) == written
    assert not list(lost.iterdir())


TWO = """
    def test_first(verifyd, verifyd_snapshot):
        verifyd.assert_findings("The South has 1 staff.", {"q": ROWS}, snapshot=verifyd_snapshot)

    def test_second(verifyd, verifyd_snapshot):
        verifyd.assert_findings("The South has 2 staff.", {"q": ROWS}, snapshot=verifyd_snapshot)
"""


@pytest.mark.parametrize(
    "part",
    [("-k", "first"), ("test_agent.py::test_first",), ("--deselect", "test_agent.py::test_second")],
)
def test_snapshots_of_tests_that_did_not_run_are_not_called_unused(
    run: Run, pytester: pytest.Pytester, part: tuple[str, ...]
) -> None:
    run(TWO, "--verifyd-update").assert_outcomes(passed=2)
    ran = run(TWO, "--verifyd-update", *part)
    assert ran.ret == 0
    assert "no test uses" not in ran.stdout.str()
    assert names(pytester) == ["test_first.json", "test_second.json"]


def test_snapshots_of_a_test_that_failed_are_kept(run: Run, pytester: pytest.Pytester) -> None:
    run(TWO, "--verifyd-update").assert_outcomes(passed=2)
    failing = TWO.replace('{"q": ROWS}', '{"q": 1 / 0}', 1)
    run(failing, "--verifyd-update").assert_outcomes(passed=1, failed=1)
    assert names(pytester) == ["test_first.json", "test_second.json"]


def test_settings_come_from_the_projects_configuration(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", strict="numeric: {binding: {require_citation_first: true}}")
    pytester.makeini("[pytest]\nverifyd_config = strict.yaml\n")
    pytester.makepyfile(
        STAFF
        + dedent(
            """
            def test_uncited(verifyd):
                verifyd.assert_passes("The North has 1,234 staff.", {"q": ROWS})
            """
        )
    )
    ran = pytester.runpytest(*PLUGIN)
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["E *CLAIM_UNCITED*"])


def test_an_address_and_settings_at_once_are_refused(pytester: pytest.Pytester) -> None:
    both = ("--verifyd-address", "tcp://localhost:1", "--verifyd-config", "x.yaml")
    ran = pytester.runpytest(*PLUGIN, *both)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(["*give an address or a settings file, not both"])


def test_no_sidecar_is_an_error_and_no_pass(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from verifyd import Unavailable
        import pytest

        def test_one(verifyd):
            with pytest.raises(Unavailable):
                verifyd.assert_supported("There are 2.", {"q": [{"n": 2}]}, timeout=1.0)
        """
    )
    address = f"unix://{pytester.path}/nobody.sock"
    pytester.runpytest(*PLUGIN, "--verifyd-address", address).assert_outcomes(passed=1)


def test_the_plugin_costs_a_run_that_does_not_use_it_no_imports() -> None:
    code = (
        f"import sys, {MODULE}; print([n for n in ('grpc', 'google.protobuf') if n in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(("arguments", "fixtures"), [((), 3), (("-p", "no:verifyd"), 0)])
def test_what_the_package_declares_is_found_by_pytest_and_can_be_left_out(
    pytester: pytest.Pytester, arguments: tuple[str, ...], fixtures: int
) -> None:
    # An installation as the package's own project file describes it.
    project = Path(__file__).parents[4] / "clients/python/pyproject.toml"
    declared = tomllib.loads(project.read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    lines = ["[pytest11]", *(f"{name} = {module}" for name, module in declared.items())]
    installed = pytester.mkdir("plugged-1.dist-info")
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("\n".join(lines))
    found = [*map(str, (pytester.path, *sys.path))]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "--fixtures", *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(found)},
        cwd=pytester.path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(re.findall(r"^verifyd\w*\b", ran.stdout, re.MULTILINE)) == fixtures, ran.stdout
