"""Reading events: the same however they arrive, whatever stands between them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.proxy.errors import ProxyError
from sidecar.proxy.events import Assembly, add_delta, read_events

WRITTEN = (
    b": a comment\r\n\r\n"
    b'event: chunk\r\ndata: {"id": 1, "text": "\xe2\x82\xac 5"}\r\n\r\n'
    b'id: 7\ndata:{"id": 2,\ndata: "text": "x"}\n\n'
    b"\n\n"
    b"data: [DONE]\n\ndata: {never read\n\n"
)
CHUNKS = [{"id": 1, "text": "€ 5"}, {"id": 2, "text": "x"}]


async def _arrive(pieces: Sequence[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def read(pieces: Sequence[bytes]) -> list[Any]:
    async def go() -> list[Any]:
        return [one async for chunks in read_events(_arrive(pieces)) for one in chunks]

    return asyncio.run(go())


@given(st.sets(st.integers(0, len(WRITTEN))))
def test_how_a_stream_is_cut_changes_nothing(cuts: set[int]) -> None:
    ends = [0, *sorted(cuts), len(WRITTEN)]
    assert read([WRITTEN[a:b] for a, b in pairwise(ends)]) == CHUNKS


@given(st.integers(0, WRITTEN.index(b"[DONE]") + 6))
def test_a_stream_that_breaks_off_is_an_error(end: int) -> None:
    with pytest.raises(ProxyError):
        read([WRITTEN[:end]])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["content", "tool_calls", "index", "function", "arguments", "x"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.sampled_from(["choices", "id"]), json_values), max_size=4))
def test_no_chunk_is_more_than_an_error(chunks: list[Any]) -> None:
    assembly = Assembly()
    try:
        for chunk in json.loads(json.dumps(chunks)):
            assembly.add(chunk)
        assembly.completion()
    except ProxyError:
        pass


@given(st.lists(st.dictionaries(st.sampled_from(["content", "tool_calls", "x"]), json_values)))
def test_no_delta_is_more_than_an_error(deltas: list[Any]) -> None:
    whole: dict[str, Any] = {}
    try:
        for delta in deltas:
            add_delta(whole, delta)
    except ProxyError:
        pass


def test_parts_of_a_call_are_put_together() -> None:
    whole: dict[str, Any] = {}
    for part in (
        {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": ""}},
        {"index": 1, "id": "d", "function": {"name": "g", "arguments": "{}"}},
        {"index": 0, "function": {"arguments": '{"a":'}},
        {"index": 0, "function": {"arguments": " 1}"}},
    ):
        add_delta(whole, {"tool_calls": [part]})
    assert whole["tool_calls"] == [
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}},
        {"id": "d", "function": {"name": "g", "arguments": "{}"}},
    ]
