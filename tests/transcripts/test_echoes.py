"""What a tool repeats from made-up arguments is no evidence; what was known before is."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from conversations import Talk

from sidecar.model.transcript import Transcript
from sidecar.transcripts.results.gathering import Gathered, gather

MADE_UP = re.compile(r"5,?000,?000|\$5M")


def read(talk: Talk) -> Gathered:
    return gather(Transcript(tuple(talk.messages)))


def evidence_in(found: Gathered) -> str:
    """All that can support a number."""
    return json.dumps([[table.rows for table in found.tables]], default=str)


ECHOES: list[tuple[dict[str, Any], Any]] = [
    ({"revenue": 5_000_000}, {"saved": True, "revenue": 5_000_000}),
    ({"revenue": 5_000_000}, {"arguments": {"revenue": 5_000_000}, "id": 7}),
    ({"revenue": "5,000,000"}, [{"name": "x"}]),
    ({"revenue": "$5,000,000M"}, {"saved": "$5,000,000M"}),
    ({"revenue": "$5M"}, {"saved": "$5M"}),
    ({"revenue_no": 5_000_000}, [{"name": "x"}]),
    ({"note": "Revenue was $5,000,000."}, "Noted: Revenue was $5,000,000. Go on."),
    ({"note": "Revenue was $5,000,000."}, "Revenue was $5,000,000."),
    ({"revenue": 5_000_000}, "No shop with a revenue of 5,000,000 was found"),
    ({"query": "revenue 5000000"}, {"query": "revenue 5000000", "results": [], "total": 0}),
    ({"query": "SELECT 5000000 AS revenue"}, [{"revenue": 5_000_000}]),
    ({"query": "SELECT COUNT(*) AS n FROM s WHERE revenue = 5000000"}, [{"n": 0}]),
    ({"query": "SELECT COUNT(*) AS n FROM s WHERE revenue = '5000000'"}, [{"n": 0}]),
    ({"code": "print('revenue:', 5000000)"}, "revenue: 5000000"),
    ({"expression": "2500000 * 2"}, "5000000"),
]


@pytest.mark.parametrize(("arguments", "content"), ECHOES)
def test_a_made_up_number_is_no_evidence(arguments: dict[str, Any], content: object) -> None:
    found = read(Talk().user("What is the revenue?").tool("save", arguments, content))
    assert not MADE_UP.search(evidence_in(found))
    assert MADE_UP.search(evidence_in(read(Talk().tool("get", {}, content)))) or not MADE_UP.search(
        json.dumps(content)
    )


def test_a_second_echo_does_not_make_it_known() -> None:
    echo = {"revenue": 5_000_000}
    assert not MADE_UP.search(evidence_in(read(Talk().tool("a", echo, echo).tool("b", echo, echo))))


def test_a_result_of_no_known_call_may_repeat_any() -> None:
    talk = Talk().tool("save", {"revenue": 5_000_000}, {"revenue": 5_000_000})
    asked, answered = talk.messages
    (result,) = answered.results
    talk.messages = [asked, replace(answered, results=(replace(result, call_id="other"),))]
    assert not MADE_UP.search(evidence_in(read(talk)))


def test_what_was_known_before_is_evidence_where_the_result_says_it() -> None:
    echo = {"amount": 5_000_000}
    for talk in (
        Talk().user("Send $5M to Ann."),
        Talk().system("The limit is 5,000,000."),
        Talk().tool("look", {}, {"balance": 5_000_000}),
    ):
        (*_, table) = read(talk.tool("send", echo, echo)).tables
        assert table.rows == ((5_000_000,),)


def test_names_years_and_small_numbers_are_evidence() -> None:
    row = {"order_id": 48_213, "year": 2024, "total": 31, "paid": 99.5}
    (table,) = read(Talk().tool("get", {**row, "paid": 99.4}, [row])).tables
    assert table.rows == ((48_213, 2024, 31, 99.5),)


def test_an_argument_names_what_rows_are_about_only_if_it_was_known() -> None:
    arguments = {"store_id": 48_213}
    (table,) = read(Talk().tool("get", arguments, '[{"sold": 7}]')).tables
    assert table.columns == ("sold",)
    (table,) = read(Talk().user("Store 48213?").tool("get", arguments, '[{"sold": 7}]')).tables
    assert table.columns == ("store_id", "sold")


def test_a_text_that_only_repeats_its_call_is_no_source() -> None:
    found = read(Talk().tool("think", {"thought": "It grew by 4711."}, "It grew by 4711."))
    assert (found.tables, found.sources) == ((), ())
    assert [one.reason for one in found.unread] == ["it only repeats its call"]
