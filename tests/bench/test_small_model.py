"""The small model: its process, its endpoints, and what its formulas must not do."""

from __future__ import annotations

import json
import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from verifyd import Client, Report, Verdict

from bench.model_endpoint import Endpoint, endpoint
from bench.small_model import declared
from bench.small_model.compare import compare
from bench.small_model.grammar import Cells, grammar
from bench.small_model.process import PYTHON, small_model
from bench.small_model.relay import Relay, only_queries, relay, without_schema
from bench.small_model.ways import VariantTally, ways

SALES = {"sales": [{"region": "North", "units": 104}, {"region": "South", "units": 105}]}
RIGHT, WRONG = "All in all, 209 units were sold.", "All in all, 219 units were sold."
GOLD = [{"kind": "number", "scored": True, "label": "wrong", "start": 12, "end": 15}]
SCHEMA = {
    "type": "json_schema",
    "json_schema": {
        "schema": {
            "properties": {"formulas": {"items": {"properties": {"id": {"enum": ["n1", "n2"]}}}}}
        }
    },
}


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=30) as reply:
        answer: dict[str, Any] = json.load(reply)
        return answer


def question(**more: object) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": "One word."}], **more}


@pytest.mark.skipif(not PYTHON.exists(), reason="make small-model installs the model")
def test_the_model_answers_and_ends_with_its_context() -> None:
    with small_model() as model:
        reply = post(model.base_url, question(max_tokens=3, model=model.model))
    assert reply["usage"]["completion_tokens"] in range(1, 4)
    with pytest.raises(ProcessLookupError):
        os.kill(model.pid, 0)


def test_an_environment_without_the_model_says_what_is_missing() -> None:
    with (
        pytest.raises(RuntimeError, match="No module named 'gemma3"),
        small_model(Path(sys.executable)),
    ):
        pass


@pytest.fixture
def known() -> Iterator[Endpoint]:
    with endpoint() as one:
        one.content = "yes"
        yield one


@pytest.fixture
def relayed(known: Endpoint) -> Iterator[Relay]:
    with relay(known.url) as one:
        yield one


def test_an_endpoint_that_knows_no_schema_refuses_one(known: Endpoint, relayed: Relay) -> None:
    relayed.manner = without_schema
    with pytest.raises(HTTPError) as raised:
        post(relayed.url, question(response_format=SCHEMA))
    assert raised.value.code == 400
    assert "response_format" in raised.value.read().decode()
    assert not known.asked
    assert post(relayed.url, question())["choices"][0]["message"]["content"] == "yes"


def test_an_endpoint_holds_the_model_to_queries(known: Endpoint, relayed: Relay) -> None:
    cells: Cells = {"region": ["North", "South"], "units": [104, 105]}
    relayed.manner = only_queries({"sales": cells})
    post(relayed.url, question(response_format=SCHEMA))
    (body,) = known.asked
    assert "response_format" not in body
    assert body["grammar"] == grammar({"sales": cells}, ["n1", "n2"])


def test_names_and_cells_stand_in_the_grammar_as_in_the_answer() -> None:
    rules = grammar({'a "b"': {"c": ["it's", None, 1.5]}}, ["n1"])
    # A quotation mark is doubled in the query, escaped in its JSON, and again in the grammar.
    assert r'" FROM " "\\\"a \\\"\\\"b\\\"\\\"\\\""' in rules
    assert r'"\\\"c\\\"" compared ("' + "'it''s'" + '" | "NULL" | "1.5")' in rules
    assert r'root ::= "{\"formulas\": [{\"id\": \"n1\", \"query\": \"" query "\"' in rules


def test_a_relay_asks_no_further_for_one_who_has_gone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as model:
        model.settimeout(10)
        with relay(f"http://127.0.0.1:{model.getsockname()[1]}/v1") as relayed:
            address = relayed.url.removeprefix("http://").removesuffix("/v1").split(":")
            with socket.create_connection((address[0], int(address[1]))) as caller:
                body = json.dumps(question()).encode()
                head = f"POST / HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                caller.sendall(head + body)
                asked, _ = model.accept()
            with asked:
                asked.settimeout(10)
                while asked.recv(4096):
                    pass  # it ends, since the relay has hung up


def judged(client: Client, text: str) -> Report:
    return client.verify(text, SALES, checks=["numeric"])


@pytest.fixture
def asking(known: Endpoint, connect: Any) -> Iterator[Client]:
    own = {"propose": "all", "base_url": known.url, "model": "m", "cache_bytes": 0}
    with connect({"numeric": {"formulas": own}}) as one:
        yield one


@pytest.fixture
def plain(server: Any) -> Iterator[Client]:
    with Client(server.target, timeout=30) as one:
        yield one


def said(query: str) -> str:
    return json.dumps({"formulas": [{"id": "n1", "query": query, "none": ""}]})


def test_a_wrong_number_that_a_formula_clears_is_told_apart(
    asking: Client, plain: Client, known: Endpoint
) -> None:
    known.content = said("SELECT sum(units) + 10 FROM sales")
    refused = compare(judged(plain, WRONG), judged(asking, WRONG), GOLD)
    assert not refused.settled
    assert not refused.faults
    assert dict(refused.endings) == {"REFUSED: VALUE_NOT_OF_DATA": 1}
    # With the label of a wrong number on a right one, a right formula does what none should.
    known.content = said("SELECT sum(units) FROM sales")
    before = judged(plain, WRONG)
    cleared = compare(before, judged(asking, RIGHT), GOLD)
    (one,) = cleared.settled
    assert (one.before, one.after) == (before.bindings[0].verdict, Verdict.SUPPORTED)
    assert one.is_cleared
    assert not one.is_flagged
    assert not cleared.faults


def test_a_change_without_a_formula_is_a_fault(plain: Client) -> None:
    wrong, right = judged(plain, WRONG), judged(plain, RIGHT)
    assert compare(right, right, GOLD).faults == []
    changed = compare(wrong, right, GOLD)
    assert not changed.settled
    assert [fault.partition(" without")[0] for fault in changed.faults] == [
        f"'209' became SUPPORTED from {wrong.bindings[0].verdict}",
        f"the decision became {right.decision} from {wrong.decision}",
    ]
    assert compare(wrong, judged(plain, f"{WRONG} And 9 more."), GOLD).faults == [
        "other numbers were judged"
    ]


def test_a_way_that_shows_nothing_or_takes_too_long_is_a_fault() -> None:
    slow, *others = (VariantTally(way) for way in ways(1))
    slow.took("x", 1.05)
    assert slow.shown() == ["the model was never late"]
    slow.endings["NONE: JUDGE_TIMEOUT"] += 1
    assert slow.shown() == []
    slow.took("x", 1.2)
    assert slow.shown() == ["x: 1.20 s, of 1 s"]
    assert [tally.shown() for tally in others] == [["the model never answered"]] * 3


@pytest.mark.skipif(not PYTHON.exists(), reason="make small-model installs the model")
def test_no_query_that_the_model_declares_supports_another_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert declared.main(["--count", "1"]) == 0
    assert "[^f1]: SELECT " in capsys.readouterr().out
