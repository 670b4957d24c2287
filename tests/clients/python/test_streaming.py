"""Narratives that are verified while they are written, by a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from gated import result, said, saying, started, update
from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd import (
    AsyncClient,
    Client,
    DeadlineExceeded,
    InvalidArgument,
    InvalidRequest,
    QueryResult,
    Report,
    StreamUpdate,
    VerifydError,
)
from verifyd.v1.report_pb2 import ACTION_HOLD, ACTION_RELEASE, DECISION_PASS
from waiting import wait_until

ROWS = {"q": [{"sector": "Energy", "staff": 1234}, {"sector": "Banking", "staff": 980}]}
TEXT = (
    "🦉 Énergie: Energy has 1,234 staff. Banking has 999 staff (QID:q). 🦉 is 35 % of it.\n\n"
    "- Banking has 980 staff.\n- Energy has 4,321 staff.\n\n"
    "```\ncode 5\n```\n\n"
    "| sector | staff |\n| --- | --- |\n| Energy | 1,234 |\n| Banking | 777 |\n\n"
    "Of them 50 % work in Doha, 30 % in Lusail and 30 % in Al Khor."
)
DATA = TEXT.encode()

MODES = ["report", "sentence"]

Piece = str | bytes


def blocking(target: str, pieces: Sequence[Piece], **asked: Any) -> tuple[Report, Any]:
    with Client(target) as client, client.stream(ROWS, **asked) as stream:
        for piece in pieces:
            stream.write(piece)
        return stream.finish(), stream


def awaited(target: str, pieces: Sequence[Piece], **asked: Any) -> tuple[Report, Any]:
    async def run() -> tuple[Report, Any]:
        async with AsyncClient(target) as client, client.stream(ROWS, **asked) as stream:
            for piece in pieces:
                await stream.write(piece)
            return await stream.finish(), stream

    return asyncio.run(run())


Streamed = Callable[..., tuple[Report, Any]]
both = pytest.mark.parametrize("streamed", [blocking, awaited])


@both
@settings(max_examples=15)
@given(cuts=st.lists(st.integers(1, len(DATA) - 1), max_size=60), release=st.sampled_from(MODES))
def test_any_cutting_gives_the_report_of_the_whole(
    server: Any, streamed: Streamed, cuts: list[int], release: str
) -> None:
    pieces = [DATA[start:end] for start, end in pairwise([0, *sorted(cuts), len(DATA)])]
    report, stream = streamed(server.target, pieces, release=release)
    with Client(server.target) as client:
        whole = client.verify(TEXT, ROWS)
    assert report.narrative == stream.narrative == TEXT
    assert report.raw.report == whole.raw.report
    assert sorted(map(str, stream.findings)) == sorted(map(str, whole.findings))
    assert "".join(TEXT[slice(*one.span)] for one in stream.sentences) == TEXT
    released = 0 if release == "report" else TEXT.index("Banking has 999")
    assert stream.released == TEXT[:released]
    assert stream.released_bytes == len(stream.released.encode())


@both
@pytest.mark.parametrize("release", MODES)
def test_a_text_that_is_right_is_released(server: Any, streamed: Streamed, release: str) -> None:
    text = "🦉 Energy has 1,234 staff. Banking has 980."
    report, stream = streamed(server.target, list(text), release=release)
    assert (report.ok, stream.released, stream.released_bytes) == (True, text, len(text.encode()))
    assert stream.report is report


@both
def test_updates_tell_what_changes(server: Any, streamed: Streamed) -> None:
    updates: list[StreamUpdate] = []
    _, stream = streamed(server.target, list(TEXT), release="sentence", on_update=updates.append)
    held: dict[int, Any] = {}
    for change in updates:
        for id_ in change.withdrawn_ids:
            del held[id_]
        held |= {one.id: one for one in change.findings}
    assert len(updates) > 3
    assert tuple(one.finding for one in held.values()) == stream.findings
    assert all(TEXT[slice(*one.span)] == one.text for one in stream.findings)
    assert [one.holds for one in held.values() if one.finding.text == "999"] == [True]
    assert updates[-1].judged == len(TEXT)
    reached = [change.released for change in updates]
    assert reached == sorted(reached)


def test_findings_come_while_the_narrative_is_written(server: Any) -> None:
    with Client(server.target) as client, client.stream(ROWS) as stream:
        stream.write("🦉 Banking has 999 staff. It grows")
        wait_until(lambda: stream.findings)
        assert [one.text for one in stream.findings] == ["999"]
        assert stream.report is None
        stream.write(".")
        assert stream.finish().findings == stream.findings


def test_evidence_between_the_pieces(server: Any) -> None:
    text = "Energy has 1,234 staff. Ships number 77. Planes number 55."
    ships = QueryResult("ships", [{"thing": "Ships", "number": 77}])
    planes = [QueryResult("planes", [{"thing": "Planes", "number": 55}])]
    with Client(server.target) as client, client.stream(ROWS) as stream:
        stream.write(text[:30])
        stream.add_evidence(planes)
        stream.add_evidence(handles=[client.put(ships)])
        stream.write(text[30:])
        report = stream.finish()
        evidence = [*planes, ships]
        whole = client.verify(text, [QueryResult("q", ROWS["q"]), *evidence])
    assert report.claims_matched == whole.claims_matched == 3


def test_evidence_between_the_pieces_awaited(server: Any) -> None:
    async def run() -> Report:
        async with AsyncClient(server.target) as client, client.stream() as stream:
            await stream.add_evidence(ROWS)
            await stream.write("Energy has 1,234 staff.")
            return await stream.finish()

    assert asyncio.run(run()).claims_matched == 1


def test_evidence_that_was_dropped_is_put_again(server: Any) -> None:
    with Client(server.target) as client:
        handle = client.put(QueryResult("ships", [{"thing": "Ships", "number": 7.7}]))
        with Client(server.target) as other:
            other.delete(handle.id)
        with client.stream(handles=[handle]) as stream:
            stream.write("Ships number 7.7.")
            assert stream.finish().claims_matched == 1


def test_what_comes_after_the_end_is_refused(server: Any) -> None:
    with Client(server.target) as client, client.stream(ROWS) as stream:
        stream.write("Energy has 1,234 staff.")
        report = stream.finish()
        assert stream.finish() is report
        late: list[Callable[[], object]] = [
            lambda: stream.write("More."),
            lambda: stream.add_evidence(ROWS),
        ]
        for call in late:
            with pytest.raises(InvalidArgument, match="finished"):
                call()


@both
@pytest.mark.parametrize(
    ("pieces", "asked", "reason"),
    [
        (["Energy."], {"checks": ["numerics"]}, "CHECK_UNKNOWN"),
        ([], {}, "NARRATIVE_EMPTY"),
        (["It is large. " * 100_000], {}, "NARRATIVE_TOO_LARGE"),
        ([b"Energy \xff"], {}, "ARGUMENT_INVALID"),
        (["🦉".encode()[:2]], {}, "ARGUMENT_INVALID"),
        (["🦉".encode()[:2], "text"], {}, "ARGUMENT_INVALID"),
        ([5], {}, "ARGUMENT_INVALID"),
        (["\ud83d"], {}, "ARGUMENT_INVALID"),
        (["text"], {"release": "line"}, "ARGUMENT_INVALID"),
        (["text"], {"detail": "al"}, "ARGUMENT_INVALID"),
    ],
)
def test_a_request_that_cannot_be_judged(
    server: Any, streamed: Streamed, pieces: list[Any], asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidRequest) as raised:
        streamed(server.target, pieces, **asked)
    assert raised.value.reason == reason


def test_an_error_is_raised_by_whatever_is_called_next(server: Any) -> None:
    with Client(server.target) as client, client.stream(ROWS, checks=["numerics"]) as stream:
        for call in (lambda: stream.write("text"), stream.finish, lambda: stream.write("text")):
            with pytest.raises(InvalidRequest, match="CHECK_UNKNOWN"):
                call()


@both
def test_the_time_bounds_all_of_it(server: Any, streamed: Streamed) -> None:
    with pytest.raises(DeadlineExceeded):
        streamed(server.target, ["Energy has 1,234 staff. "] * 20_000, timeout=0.1)


@both
def test_what_a_caller_raises_ends_the_stream(server: Any, streamed: Streamed) -> None:
    def fail(update: StreamUpdate) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        streamed(server.target, [TEXT], on_update=fail)


def test_a_stream_that_was_cancelled_stays_so(server: Any) -> None:
    with Client(server.target) as client, client.stream(ROWS) as stream:
        stream.write("Energy has 1,234 staff. ")
        stream.cancel()
        with pytest.raises(VerifydError, match="CANCELLED"):
            stream.finish()
    with Client(server.target) as client, client.stream(ROWS) as unopened:
        unopened.cancel()
        with pytest.raises(VerifydError, match="CANCELLED"):
            unopened.finish()


@both
def test_leaving_the_context_ends_the_call(start_server: Any, streamed: Streamed) -> None:
    # One stream at a time: the next one is let in once the one before has ended.
    server = start_server({"streams": {"max_streams": 1}})
    with Client(server.target) as client:
        for _ in range(3):
            with client.stream(ROWS) as left:
                left.write("Energy has 1,234 staff. ")
            report, _ = streamed(server.target, ["Energy has 1,234 staff."])
            assert report.ok


# What only a broken server says.


def test_what_is_released_never_goes_back() -> None:
    with (
        saying(said(started(), update(6), update(0), result(ACTION_HOLD))) as target,
        Client(target) as client,
        client.stream(release="sentence") as stream,
    ):
        stream.write("Ä one. Two.")
        stream.finish()
        assert (stream.released, stream.released_bytes) == ("Ä one", 6)


@pytest.mark.parametrize(
    "responses",
    [
        [],
        [started()],
        [started(), update(5)],
        # A report on what has come so far: the narrative is not finished.
        [started(), result(ACTION_RELEASE, DECISION_PASS)],
    ],
)
def test_a_server_that_ends_before_the_narrative(responses: list[Any]) -> None:
    def say(parts: Any, context: Any) -> Any:
        next(parts)
        yield from responses

    def write(target: str) -> None:
        with Client(target) as client, client.stream() as stream:
            while True:
                stream.write("One. ")

    async def write_awaited(target: str) -> None:
        async with AsyncClient(target) as client, client.stream() as stream:
            while True:
                await stream.write("One. ")

    with saying(say) as target:
        with pytest.raises(VerifydError, match="INTERNAL"):
            write(target)
        # grpc.aio may lose what the server has said while a part is sent.
        with pytest.raises(VerifydError, match=r"INTERNAL|UNAVAILABLE"):
            asyncio.run(write_awaited(target))
