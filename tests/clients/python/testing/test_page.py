"""The page about testing shows what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import RunningServer
from plugged import PLUGIN

pytest_plugins = ("pytester",)

PAGE = (Path(__file__).parents[4] / "docs" / "testing.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def unsure(shown: str) -> str:
    """Without how sure a finding is, which other figures of calibration change."""
    return re.sub(r"\(\d+% sure\)", "(… sure)", shown)


def test_the_tests_of_the_page_do_what_it_says(
    pytester: pytest.Pytester, server: RunningServer
) -> None:
    report, snapshot, _ = blocks("python")
    pytester.makepyfile(test_agent=f"{report}\n\n{snapshot}")
    address = ("--verifyd-address", server.target)
    ran = pytester.runpytest(*PLUGIN, *address, "--verifyd-update")
    ran.assert_outcomes(passed=1, failed=1)
    (shown,) = blocks("text")
    told = "\n".join(line[len("E       ") :] for line in ran.outlines if line.startswith("E "))
    assert unsure(told.removeprefix("verifyd.testing.verifier.VerificationFailed: ")) == (
        unsure(shown.rstrip("\n"))
    )
    (kept,) = blocks("json")
    assert (pytester.path / "__verifyd__/test_agent/test_answer.json").read_text("utf-8") == kept


def test_the_connection_of_the_page_has_its_settings(pytester: pytest.Pytester) -> None:
    report, _, connection = blocks("python")
    pytester.makeconftest(connection)
    pytester.makepyfile(test_agent=report)
    ran = pytester.runpytest(*PLUGIN)
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["E *CLAIM_UNCITED*"])
