"""Evidence of a whole conversation: ids, pages, limits, and nothing from after the message."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import build_table
from sidecar.model.evidence import Column
from sidecar.model.transcript import Message, Role, ToolCall, ToolResult, Transcript
from sidecar.transcripts.choosing import choose_message
from sidecar.transcripts.errors import TranscriptTooLarge
from sidecar.transcripts.results.gathering import Gathered, gather

Step = tuple[str, dict[str, Any], str]


def conversation(steps: Sequence[Step], *, failed: bool = False) -> Transcript:
    """Calls with their results, two messages each, and an answer."""
    messages = []
    for place, (tool, arguments, content) in enumerate(steps):
        call = ToolCall(f"c{place}", tool, json.dumps(arguments))
        result = ToolResult(call.id, tool, content, failed)
        messages.append(Message(2 * place, "", Role.ASSISTANT, "", (call,)))
        messages.append(Message(2 * place + 1, "", Role.TOOL, "", (), (result,)))
    messages.append(Message(len(messages), "", Role.ASSISTANT, "Done."))
    return Transcript(tuple(messages))


def read(*steps: Step, before: int | None = None) -> Gathered:
    return gather(conversation(steps), before)


ROWS = '[{"a": 1}]'


def test_ids_name_the_message_and_the_tool() -> None:
    found = read(("get", {}, ROWS), ("get sales/x", {}, f"Here:\n{ROWS}"), ("", {}, "5"))
    assert [table.query_id for table in found.tables] == ["m1-get", "m3-get_sales_x", "m5-result"]
    assert [source.id for source in found.sources] == ["m3-get_sales_x-text"]


def test_results_of_one_message_have_ids_of_their_own() -> None:
    results = tuple(ToolResult(f"c{n}", "get", f"Text.\n\n{ROWS}", False) for n in range(3))
    calls = tuple(ToolCall(one.call_id, "get", f'{{"n": "{one.call_id}"}}') for one in results)
    asked = Message(0, "", Role.ASSISTANT, "", calls)
    found = gather(Transcript((asked, Message(1, "", Role.TOOL, "", (), results))))
    ids = [table.query_id for table in found.tables] + [source.id for source in found.sources]
    assert len({*ids}) == 6


def test_results_after_the_message_are_no_evidence() -> None:
    steps: list[Step] = [("get", {}, ROWS), ("get", {}, '[{"b": 2}]')]
    assert [table.columns for table in read(*steps, before=2).tables] == [("a",)]


def test_pages_are_one_table() -> None:
    rows = [[{"a": n}, {"a": n + 1}] for n in range(0, 6, 2)]
    steps: list[Step] = [
        ("get", {"page": n, "limit": 2}, json.dumps(page)) for n, page in enumerate(rows)
    ]
    (table,) = read(*steps).tables
    assert (table.query_id, table.rows) == ("m1-get", tuple((n,) for n in range(6)))
    assert table.cut_at == 6
    steps.append(("get", {"page": 3, "limit": 2}, '[{"a": 6}]'))
    (table,) = read(*steps).tables
    assert table.cut_at is None


@pytest.mark.parametrize(
    "second",
    [
        ("get", {"page": 1}, ROWS),  # the same page again
        ("get", {"page": 2, "shop": "A"}, ROWS),
        ("put", {"page": 2}, ROWS),
        ("get", {"page": 2}, '[{"b": 1}]'),
        ("get", {}, ROWS),
    ],
)
def test_other_results_are_tables_of_their_own(second: Step) -> None:
    assert len(read(("get", {"page": 1}, ROWS), second).tables) == 2


def test_of_too_many_tables_the_last_ones_count() -> None:
    steps: list[Step] = [("get", {"n": str(n)}, ROWS) for n in range(65)]
    assert not read(*steps[:64]).unread
    found = read(*steps)
    assert [table.message for table in found.tables] == list(range(3, 131, 2))
    assert [one.message for one in found.unread] == [1]


def test_too_many_cells() -> None:
    rows = json.dumps([[0] * 100] * 100)
    steps: list[Step] = [("get", {}, rows)] * 101
    with pytest.raises(TranscriptTooLarge) as error:
        read(*steps)
    assert error.value.metadata == {
        "limit": "max_cells",
        "given": "1010000",
        "maximum": "1000000",
    }


def test_only_some_tools() -> None:
    found = gather(conversation([("get", {}, ROWS), ("put", {}, ROWS)]), only_tools={"put"})
    assert [table.tool for table in found.tables] == ["put"]


def test_a_failed_call_gives_nothing_but_a_reason() -> None:
    found = gather(conversation([("get", {}, ROWS)], failed=True))
    assert (found.tables, found.sources) == ((), ())
    assert [(one.message, one.reason) for one in found.unread] == [(1, "the call failed")]


NAMES = st.sampled_from(["a", "b", "data", "rows", "columns", "id", "total", "", "key", "error"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=30,
)


@settings(max_examples=300)
@given(st.lists(JSON, max_size=2))
def test_every_table_is_evidence_that_can_be_read(values: list[object]) -> None:
    found = read(*(("get", {"year": 2024, "shop": "A"}, json.dumps(value)) for value in values))
    for table in found.tables:
        columns = [Column(name=name) for name in table.columns]
        data = [[row[place] for row in table.rows] for place in range(len(columns))]
        made = build_table(columns, data, Header(query_id=table.query_id), EvidenceLimits())
        assert made.row_count == len(table.rows)


def test_results_with_one_id_are_read_once() -> None:
    results = tuple(ToolResult("c", "get", ROWS, False) for _ in range(3))
    messages = (
        Message(0, "", Role.TOOL, "", (), results),
        Message(1, "", Role.ASSISTANT, "There are 5."),
    )
    read_ids = [one.query_ids for one in choose_message(Transcript(messages), None).readings()]
    assert sorted(map(len, read_ids)) == [0, 0, 3]
