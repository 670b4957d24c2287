"""``verifyd outcome settle``, ``reverse``, ``list``, ``show`` and ``export`` over a real server."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import yaml
from pyarrow import parquet
from verifyd import Breakdown, CurrencyStatement, Statement

from sidecar.cli.statement import to_csv

Run = Callable[..., Any]
CRITERIA = {
    "currency": "USD",
    "criteria": [
        {
            "metric": "accuracy",
            "metric_type": "accuracy",
            "comparison": "gte",
            "threshold": 0.9,
            "bonus": 0.125,
            "penalty": "0.000000001",
        }
    ],
}


@pytest.fixture(scope="module")
def target(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A server whose store the tests of this file share; each has its own contracts and agents."""
    url = f"sqlite://{tmp_path_factory.mktemp('store')}/v.db"
    return str(server_for({"store": {"url": url, "migrate": True, "timeout_s": 20}}).target)


@pytest.fixture
def outcome(verifyd: Run, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, in a folder with criteria and tasks."""
    monkeypatch.chdir(tmp_path)
    Path("criteria.yaml").write_text(yaml.safe_dump(CRITERIA))
    Path("input.json").write_text('{"ground_truth": ["a"]}')
    Path("good.json").write_text('{"predictions": ["a"]}')
    Path("bad.json").write_text('{"predictions": ["b"]}')
    return lambda *words: verifyd("outcome", *words, "--target", target)


@pytest.fixture
def settle(outcome: Run, request: pytest.FixtureRequest) -> Run:
    """Settles for a contract of the test's own."""
    name = request.node.name

    def run(key: str, *words: str, output: str = "good.json", base: str = "10USD") -> Any:
        return outcome(
            *("settle", "criteria.yaml", output, "--input", "input.json", "--base", base),
            *("--contract", f"contract of {name}", "--agent", f"{key} of {name}"),
            *("--consumer", f"consumer of {name}", "--key", key, *words),
        )

    return run


def entry_id(ran: Any) -> str:
    assert ran.status == 0, ran.err
    return str(ran.out.split()[0])


class TestSettling:
    def test_what_it_comes_to_is_told(self, settle: Run) -> None:
        ran = settle("k", "--max-bonus", "0.1 usd")
        assert (ran.status, ran.err) == (0, "")
        head, parties, parts, audit, who, why = ran.out.splitlines()
        assert head.endswith("  settlement  10.10 USD")
        assert "pays k of" in parties
        assert parts == "  base +10, bonus +0.125, bonus capped -0.025"
        assert audit.startswith("  audit line ")
        assert who == "  requested by local"
        assert why == "  every required criterion is met"

    def test_the_same_again_is_replayed(self, settle: Run) -> None:
        first, again = settle("k"), settle("k")
        assert again.status == 0
        assert again.out == first.out
        assert "had been used for this before" in again.err
        told = json.loads(settle("k", "--json").out)
        assert told["replayed"] is True
        assert told["settlement"]["breakdown"]["bonus"] == "0.125"

    def test_the_same_key_for_something_else_is_refused(self, settle: Run) -> None:
        settle("k")
        ran = settle("k", base="11USD")
        assert (ran.status, ran.out) == (2, "")
        assert "[KEY_REUSED]" in ran.err

    @pytest.mark.parametrize(
        "money",
        [
            "10",
            "USD",
            "tenUSD",
            "NaNUSD",
            "1e99USD",
            "1e999999999USD",
            "0.0000000001USD",
            "1e-999999999USD",
            "10U5D",
        ],
    )
    def test_what_is_no_amount_is_told(self, settle: Run, money: str) -> None:
        ran = settle("k", base=money)
        assert ran.status == 2
        assert ran.out == ""
        assert "Traceback" not in ran.err
        assert "amount" in ran.err.lower()

    def test_files_that_cannot_be_used(self, settle: Run) -> None:
        for name, content, reason in (
            ("list.json", "[]", "OUTCOME_MALFORMED"),
            ("half.json", "{", "OUTCOME_MALFORMED"),
        ):
            Path(name).write_text(content)
            ran = settle("k", output=name)
            assert ran.status == 2
            assert f"[{reason}]" in ran.err
        assert settle("k", output="nowhere.json").status == 2
        Path("criteria.yaml").write_bytes(b"\xff")
        assert "[CRITERIA_INVALID]" in settle("k").err

    @pytest.mark.parametrize(
        ("option", "given", "told"),
        [
            ("--since", "yesterday", "'yesterday' should be a time, such as 2026-11-25"),
            ("--limit", "0", "'0' should be a number from 1"),
            ("--limit", "many", "'many' should be a number from 1"),
            ("--token-file", "none", "cannot read none: No such file or directory"),
        ],
    )
    def test_what_an_option_should_be_is_told(
        self, outcome: Run, option: str, given: str, told: str
    ) -> None:
        done = outcome("list", option, given)
        assert (done.status, done.out) == (2, "")
        assert told in done.err

    def test_no_server_is_an_exit_status_of_its_own(self, verifyd: Run, tmp_path: Path) -> None:
        ran = verifyd("outcome", "list", "--target", f"unix://{tmp_path}/nobody")
        assert (ran.status, ran.out) == (3, "")
        assert "no verifyd answers" in ran.err

    def test_without_a_store_it_is_refused(self, verifyd: Run, server: Any) -> None:
        ran = verifyd("outcome", "list", "--target", server.target)
        assert ran.status == 2
        assert "[STORE_NOT_CONFIGURED]" in ran.err


class TestTakingBack:
    def test_once(self, settle: Run, outcome: Run, request: pytest.FixtureRequest) -> None:
        settlement, contract = entry_id(settle("k")), f"contract of {request.node.name}"
        words = ("reverse", settlement, "--contract", contract, "--reason", "wrong \x1b[31mwork")
        first, again = outcome(*words, "--key", "back"), outcome(*words, "--key", "back")
        assert first.status == again.status == 0
        assert first.out == again.out
        assert "  reversal  -10.125 USD" in first.out
        assert f"  reverses {settlement}" in first.out
        assert "\x1b" not in first.out  # somebody else's words do not paint this terminal
        ran = outcome(*words, "--key", "more")
        assert ran.status == 2
        assert "[ALREADY_REVERSED]" in ran.err
        shown = outcome("show", settlement[:12]).out
        assert f"  reversed by {entry_id(first)}" in shown
        assert shown.splitlines()[0].endswith("  settlement  10.125 USD  reversed")
        listed = outcome("list", "--contract", contract).out.splitlines()
        assert [line.split()[3] for line in listed[:2]] == ["reversal", "reversed"]

    def test_of_another_contract(self, settle: Run, outcome: Run) -> None:
        ran = outcome("reverse", entry_id(settle("k")), "--contract", "other", "--key", "back")
        assert ran.status == 2
        assert "[SETTLEMENT_NOT_FOUND]" in ran.err


class TestListing:
    def test_filters_and_limits(
        self, settle: Run, outcome: Run, request: pytest.FixtureRequest
    ) -> None:
        name = request.node.name
        contract = f"contract of {name}"
        ids = [
            entry_id(settle("one", "--domain", "text")),
            entry_id(settle("two", output="bad.json")),
        ]
        back = entry_id(outcome("reverse", ids[0], "--contract", contract, "--key", "back"))

        def listed(*words: str) -> list[str]:
            ran = outcome("list", "--contract", contract, *words)
            assert ran.status == 0, ran.err
            *lines, last = ran.out.splitlines()
            noun = "entry" if len(lines) == 1 else "entries"
            assert last.startswith(f"{len(lines)} {noun}")
            return [line.split()[0] for line in lines]

        assert listed() == [back, ids[1], ids[0]]
        assert listed("--result", "success") == [ids[0]]
        assert listed("--result", "failure") == [ids[1]]
        assert listed("--result", "reversed") == [ids[0]]
        assert listed("--kind", "reversal") == [back]
        assert listed("--agent", f"two of {name}") == [ids[1]]
        assert listed("--domain", "text") == [back, ids[0]]
        assert listed("--until", "2000-01-01") == []
        assert listed("--limit", "2") == [back, ids[1]]
        ran = outcome("list", "--contract", contract, "--limit", "2")
        assert ran.out.splitlines()[-1] == "2 entries, and more"
        told = json.loads(outcome("list", "--contract", contract, "--json").out)
        assert [one["settlement"]["id"] for one in told["outcomes"]] == [back, ids[1], ids[0]]
        assert told["more"] is False

    def test_one_is_shown_with_its_criteria(self, settle: Run, outcome: Run) -> None:
        shown = outcome("show", entry_id(settle("k", output="bad.json")))
        assert shown.status == 0
        assert "    not met  accuracy 0 is below 0.9" in shown.out
        missing = outcome("show", "0" * 64)
        assert missing.status == 2
        assert "[SETTLEMENT_NOT_FOUND]" in missing.err


class TestStatements:
    def test_in_every_form(self, settle: Run, outcome: Run) -> None:
        agent = "=HYPERLINK(1)"
        for key in ("one", "two", "three"):
            settle(key, "--agent", agent, base="0.004USD", output="bad.json")
        words = ("statement", "--agent", agent, "--from", "2020-01-01")
        ran = outcome(*words, "--to", "2100-01-01")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.splitlines() == [
            f"agent {agent}, from 2020-01-01 00:00:00 UTC to before 2100-01-01 00:00:00 UTC",
            "USD",
            "  carried from before          0.00",
            "  3 settlements         0.011999997",
            "    base                      0.012",
            "    penalty            -0.000000003",
            "  to be paid                   0.01",
            "  carried forward       0.001999997",
            "provisional: more can still be written into this period",
        ]
        told = json.loads(outcome(*words, "--to", "2100-01-01", "--format", "json").out)
        (dollars,) = told["currencies"]
        assert (dollars["payable"], dollars["total"]) == ("0.01", "0.011999997")
        text = outcome(*words, "--to", "2100-01-01", "--format", "csv").out
        (row,) = csv.DictReader(io.StringIO(text, newline=""))
        assert row["agent_id"] == f"'{agent}"  # a spreadsheet takes it for no formula
        assert (row["currency"], row["settled_penalty"]) == ("USD", "-0.000000003")
        assert (row["payable"], row["closing_remainder"]) == ("0.01", "0.001999997")
        early = outcome(*words, "--to", "2021-01-01")
        assert "  nothing was settled or reversed" in early.out

    @pytest.mark.parametrize(
        "begins",
        ["=", "+", "-", "@", "\t=", "\r=", "＝", "＠", "'=", "\n="],
    )
    def test_no_cell_is_a_formula(self, begins: str) -> None:
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        nothing = Breakdown("USD", *[Decimal(0)] * 9)
        zero = CurrencyStatement("USD", 0, 0, 0, nothing, nothing, *[Decimal(0)] * 4)
        for name in ("agent_id", "consumer_id"):
            parties = {"agent_id": "", "consumer_id": ""} | {name: f"{begins}1+1"}
            found = Statement(
                **parties, since=moment, until=moment, currencies=(zero,), provisional=False
            )
            (row,) = csv.DictReader(io.StringIO(to_csv(found), newline=""))
            assert row[name] == f"'{begins}1+1"

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (("--agent", "nobody", "--from", "2026-01-01", "--to", "2026-02-01"), "PARTY_UNKNOWN"),
            (("--agent", "a", "--from", "2026-01-01", "--to", "2026-01-01"), "PERIOD_INVALID"),
            (("--agent", "a", "--from", "2026-01-01"), "--to"),
            (("--from", "2026-01-01", "--to", "2026-02-01"), "--agent"),
        ],
    )
    def test_what_is_no_statement(self, outcome: Run, words: tuple[str, ...], reason: str) -> None:
        ran = outcome("statement", *words)
        assert (ran.status, ran.out) == (2, "")
        assert reason in ran.err


class TestExporting:
    @pytest.fixture
    def export(self, settle: Run, outcome: Run, request: pytest.FixtureRequest) -> Run:
        settle("good")
        settle("bad", output="bad.json", base="999999999999.99USD")
        return lambda name: outcome(
            "export", "--contract", f"contract of {request.node.name}", "--out", name
        )

    def test_parquet_has_exact_decimals(self, export: Run) -> None:
        ran = export("o.parquet")
        assert (ran.status, ran.out) == (0, "")
        assert "2 records in o.parquet" in ran.err
        table = parquet.read_table("o.parquet")
        assert table.schema.field("total").type == pa.decimal128(38, 9)
        assert table.schema.field("created_at").type == pa.timestamp("us", tz="UTC")
        bad, good = table.to_pylist()
        assert good["bonus"] == Decimal("0.125")
        assert good["rounding"] == 0
        assert good["total"] == Decimal("10.125")
        assert bad["penalty"] == Decimal("-0.000000001")
        assert bad["total"] == Decimal("999999999999.989999999")
        assert (good["success"], bad["success"]) == (True, False)
        assert json.loads(good["metrics"]) == {"accuracy": "1"}

    def test_json_lines_say_the_same(self, export: Run) -> None:
        assert export("o.jsonl").status == 0
        bad, good = map(json.loads, Path("o.jsonl").read_text("utf-8").splitlines())
        assert good["settlement"]["breakdown"]["total"] == "10.125"
        assert bad["settlement"]["breakdown"]["penalty"] == "-0.000000001"
        assert bad["result"]["success"] is False

    def test_a_file_is_whole_or_not_there(self, export: Run) -> None:
        ran = export("o.xlsx")
        assert ran.status == 2
        assert "[FORMAT_UNKNOWN]" in ran.err
        assert "[FILE_UNWRITABLE]" in export("nowhere/o.jsonl").err
        assert (
            sorted(path.name for path in Path().iterdir() if path.name.startswith((".", "o.")))
            == []
        )
