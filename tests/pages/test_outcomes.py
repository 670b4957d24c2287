"""The pages of the ledger over a socket: what they show is what the commands tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from page_calls import TOKENS, Person, person, settings, with_tokens
from verifyd import Client, Money, Settlement

from sidecar.__main__ import main

PAGE = "/review/outcomes"
CRITERIA = {
    "currency": "USD",
    "criteria": [
        {
            "metric": "accuracy",
            "metric_type": "accuracy",
            "comparison": "gte",
            "threshold": 0.9,
            "bonus": "0.000000001",
        }
    ],
}
AMOUNT = Decimal("900719925474099.123456789")  # no float has it
TODAY = datetime.now(UTC).date()
PERIOD = {"since": str(TODAY - timedelta(2)), "until": str(TODAY + timedelta(2))}


def settle(client: Client, key: str, amount: Decimal = AMOUNT) -> Settlement:
    """A settlement of a task that succeeds."""
    return client.settle_outcome(
        CRITERIA,
        {"predictions": ["a"]},
        task_input={"ground_truth": ["a"]},
        key=key,
        base_cost=Money(amount, "USD"),
        contract_id="contract",
        agent_id="agent",
        consumer_id="consumer",
    ).settlement


@pytest.fixture(scope="module")
def server(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return server_for(settings(f"sqlite://{tmp_path_factory.mktemp('pages')}/v.db"))


@pytest.fixture(scope="module")
def entries(server: Any) -> Mapping[str, Settlement]:
    """A settlement, one that is reversed, and its reversal."""
    with Client(server.target) as client:
        done = {key: settle(client, key) for key in ("kept", "reversed")}
        done["reversal"] = client.reverse_settlement(
            done["reversed"].id, contract_id="contract", key="back", reason="<b>was wrong</b>"
        )
    return done


@pytest.fixture
def ana(server: Any) -> Iterator[Person]:
    with person(server) as found:
        found.sign_in()
        yield found


def words(page: str) -> str:
    """The text of a page, as if it were read aloud."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_statement_of_a_party_and_period(
    server: Any, ana: Person, entries: Mapping[str, Settlement], capsys: pytest.CaptureFixture[str]
) -> None:
    period = ("--from", PERIOD["since"], "--to", PERIOD["until"])
    for party, name in (("agent", "agent"), ("consumer", "consumer")):
        options = (f"--{party}", name, *period, "--target", server.target)
        assert main(["outcome", "statement", *options]) == 0
        printed = capsys.readouterr().out.splitlines()
        page = words(ana.get(f"{PAGE}?{urlencode({party: name} | PERIOD)}").body.decode())
        lines = [" ".join(line.split()) for line in printed[2:-1]]
        assert len(lines) > 5
        position = page.index("Statement of")
        for line in lines:  # in this order
            position = page.index(line, position)
        assert "to be paid 900719925474099.12 " in page
        assert "Provisional" in page
        assert all(one.contract_id in page for one in entries.values())


@pytest.mark.parametrize("query", [{}, {"since": ""}, {"consumer": "c"}, {"result": "success"}])
def test_what_is_no_whole_statement_is_none(ana: Person, query: dict[str, str]) -> None:
    asked = {"agent": "agent"} | PERIOD | query if query else {"agent": "agent"}
    assert "Statement of" not in ana.get(f"{PAGE}?{urlencode(asked)}").body.decode()


@pytest.mark.parametrize("query", [{"agent": "nobody"}, {"until": PERIOD["since"]}])
def test_why_there_is_no_statement(ana: Person, query: dict[str, str]) -> None:
    reply = ana.get(f"{PAGE}?{urlencode({'agent': 'agent'} | PERIOD | query)}")
    assert reply.status == 200
    assert "There is no statement: " in reply.body.decode()


def test_entries_by_their_result(ana: Person, entries: Mapping[str, Settlement]) -> None:
    for query, shown in {
        "": {"kept", "reversed", "reversal"},
        "result=reversed": {"reversed"},
        "result=failure": set(),
        "result=nonsense": {"kept", "reversed", "reversal"},
        "contract=another": set(),
        f"until={PERIOD['since']}": set(),
    }.items():
        page = ana.get(f"{PAGE}?{query}").body.decode()
        assert {name for name, one in entries.items() if one.id in page} == shown, query


def test_an_entry_with_its_evidence(
    server: Any, ana: Person, entries: Mapping[str, Settlement], capsys: pytest.CaptureFixture[str]
) -> None:
    entry = entries["reversed"]
    html = ana.get(f"{PAGE}/{entry.id}").body.decode()
    page = words(html)
    for line in (
        "REVERSED every required criterion is met",
        "accuracy met 1 is at least 0.9",
        f"Base cost {AMOUNT} USD",
        "Bonuses 0.000000001 USD",
        "Cost 900719925474099.12345679 USD",
        "Asked for by local",
        f"Audit line {entry.audit_sequence}",
        entry.audit_digest,
        entry.record_digest,
    ):
        assert line in page
    assert f'<a href="{PAGE}/{entries["reversal"].id}">' in html
    reversal = ana.get(f"{PAGE}/{entries['reversal'].id}").body.decode()
    assert f'<a href="{PAGE}/{entry.id}">' in reversal
    assert "&lt;b&gt;was wrong&lt;/b&gt;" in reversal

    assert main(["outcome", "show", entry.id, "--json", "--target", server.target]) == 0
    exported = ana.get(f"{PAGE}/{entry.id}/outcome.json")
    assert exported.json == json.loads(capsys.readouterr().out)
    assert exported.json["settlement"]["breakdown"]["base"] == str(AMOUNT)


def test_pages_follow_each_other(start_server: Any, tmp_path: Path) -> None:
    server = start_server(settings(f"sqlite://{tmp_path}/v.db"))
    with Client(server.target) as client:
        made = {settle(client, f"key-{n}", Decimal(n)).id for n in range(53)}
    with person(server) as ana:
        ana.sign_in()
        seen: list[str] = []
        path = PAGE
        while path:
            page = ana.get(path).body.decode()
            seen += re.findall(rf"{PAGE}/(\w+)", page)
            found = re.search(r'href="([^"]*)" rel="next"', page)
            path = unescape(found[1]) if found else ""
        assert sorted(seen) == sorted(made)
        assert ana.get(f"{PAGE}?page=nonsense").status == 200  # begins anew


def test_nobody_elses_entries(start_server: Any, tmp_path: Path) -> None:
    server = start_server(with_tokens(tmp_path))
    with Client(server.target, token=TOKENS["finance"]) as client:
        entry = settle(client, "key")
    path = f"{PAGE}/{entry.id}"
    statement = f"{PAGE}?{urlencode({'agent': 'agent'} | PERIOD)}"
    with person(server) as ana, person(server) as eve, person(server) as nobody:
        ana.sign_in(token=TOKENS["finance"])
        eve.sign_in("Eve", token=TOKENS["health"])
        for page in (path, f"{path}/outcome.json"):
            assert (ana.get(page).status, eve.get(page).status) == (200, 404)
        assert entry.id in ana.get(PAGE).body.decode()
        assert "Statement of" in ana.get(statement).body.decode()
        for page in (PAGE, statement):
            assert "contract" not in words(eve.get(page).body.decode()).replace("Contract", "")
        assert "There is no statement" in eve.get(statement).body.decode()
        for page in (PAGE, path, f"{path}/outcome.json"):
            assert (nobody.get(page).status, nobody.get(page).body) == (303, b"")


@pytest.mark.parametrize("path", ["x", "0000", "%00", "outcome.json", "../stats"])
def test_there_is_no_such_entry(ana: Person, path: str) -> None:
    assert ana.get(f"{PAGE}/{path}").status == 404


@pytest.mark.parametrize(
    "query", ["since=now", "until=2026-13-01", f"agent={'x' * 300}", "agent=%07"]
)
def test_what_cannot_be_asked(ana: Person, query: str) -> None:
    assert ana.get(f"{PAGE}?{query}").status == 400


def test_every_page_is_protected(ana: Person, entries: Mapping[str, Settlement]) -> None:
    for path in (PAGE, f"{PAGE}/{entries['kept'].id}"):
        reply = ana.get(path)
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert not re.search(r"<script(?! src=)|<style|\sstyle=", reply.body.decode())
