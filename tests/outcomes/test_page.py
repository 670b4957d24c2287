"""docs/outcomes.md says what is there, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import verifyd
from outcomes.seed import YAML, engine, task, verify

from sidecar.__main__ import main
from sidecar.outcomes.causes import CAUSES
from sidecar.outcomes.documents import parse_documents
from sidecar.outcomes.extractors import Extractors
from sidecar.outcomes.settings import ExtractorsSettings
from sidecar.structure.settings import StructureSettings

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/outcomes.md").read_text("utf-8")


def block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_its_criteria_are_those_of_the_seed_with_a_currency() -> None:
    shown = [dict(one) for one in parse_documents(block("criteria").encode())]  # type: ignore[call-overload]
    assert [one.pop("currency") for one in shown] == ["USD", "USD"]
    assert shown == parse_documents(YAML)
    assert all(engine(currency="").read(one | {"currency": "USD"}).criteria for one in shown)


def test_its_command_prints_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, file in (
        ("criteria", "criteria.yaml"), ("output", "output.json"), ("input", "input.json")
    ):  # fmt: skip
        Path(file).write_text(block(name), "utf-8")
    assert main(block("verify").split()[1:]) == 1
    assert capsys.readouterr().out == block("printed")


def test_its_python_runs(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[Any] = []
    criteria = parse_documents(block("criteria").encode())[0]
    said = {"criteria": criteria, "summary": "A summary and its conclusion. " * 5}
    own = verifyd.Client
    monkeypatch.setattr(verifyd, "Client", lambda: own(server.target))
    exec(block("python"), said | {"print": lambda *each: printed.extend(each)})
    success, bonus, reason = printed
    assert success
    assert str(bonus.amount) == "0.05"
    assert reason == "every required criterion is met"


async def test_its_code_computes_a_metric() -> None:
    (given,) = parse_documents(block("custom").encode())
    on = {"extractors": {"custom": {"enabled": True}}}
    assert (await verify(given, task("12 % and 7 %"), **on)).success


def test_it_shows_the_table_of_faults() -> None:
    rows = [
        "| asked | what happened | | whose | `SettleOutcome` |",
        "| --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {row.part} | `{row.code}` | {row.words} | {row.whose} | "
        + (f"`{row.reason}`, again after {row.retry_s:g} s |" if row.reason else "a verdict |")
        for row in CAUSES
    ]
    assert "\n".join(rows) == PAGE.partition("<!-- causes -->\n")[2].partition("\n\n")[0]


def test_it_lists_every_metric() -> None:
    known = Extractors(ExtractorsSettings(), StructureSettings()).metrics
    table = PAGE.partition("## Metrics")[2].partition("## The result")[0]
    assert set(re.findall(r"`(\w+)`", table)) >= known.keys()


def test_it_lists_every_code_of_faults_and_flags() -> None:
    sources = (ROOT / "sidecar/outcomes").glob("*.py")
    said = {
        code
        for source in sources
        for code in re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', source.read_text("utf-8"))
    }
    said -= {"GOVERNANCE_FLAG"}
    assert {code for code in said if f"`{code}`" not in PAGE} == set()
    assert len(said) > 25
