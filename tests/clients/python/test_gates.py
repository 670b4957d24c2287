"""Gates: nothing comes out that was not released, or put in by the policy."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import cycle, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from gated import Gated, awaited, blocking, result, said, saying, started, update
from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd import (
    AsyncClient,
    AsyncStreamGate,
    Client,
    DeadlineExceeded,
    InvalidArgument,
    StreamGate,
    Unavailable,
    VerifydError,
)
from verifyd._screen import NOTICE, read_piece
from verifyd.v1 import common_pb2, verify_pb2
from verifyd.v1.report_pb2 import ACTION_HOLD, ACTION_RELEASE, DECISION_PASS
from waiting import wait_until

ROWS = {"q": [{"sector": "Energy", "staff": 1234}, {"sector": "Banking", "staff": 980}]}
RIGHT = "🦉 Énergie, that is Energy, has 1,234 staff. "
WRONG = "Banking has 999 staff. "
TEXT = (
    f"{RIGHT}{WRONG}It is large.\n\n"
    "- Banking has 980 staff.\n- Energy has 4,321 staff.\n\n"
    "| sector | staff |\n| --- | --- |\n| Energy | 4,321 |\n| Banking | 980 |\n\n"
    "That is all."
)
SHOWN = {
    "hold": RIGHT,
    "cut": RIGHT,
    "repair": TEXT.replace("999", "980").replace("4,321", "1,234"),
    "notice": (
        TEXT.replace(WRONG, f"{NOTICE} ")
        .replace("Energy has 4,321 staff.", NOTICE)
        .replace("| Energy | 4,321 |", NOTICE)
    ),
}
OUTCOMES = {"hold": "held", "cut": "cut", "repair": "replaced", "notice": "replaced"}

Through = Callable[..., Gated]
both = pytest.mark.parametrize("through", [blocking, awaited])


HOLD, RELEASE = ACTION_HOLD, ACTION_RELEASE
REPORT = verify_pb2.RELEASE_MODE_REPORT
PASSES = result(RELEASE, DECISION_PASS)
HOLDS = result(HOLD)


def words(text: str) -> list[str]:
    return re.split(r"(?<=\s)(?=\S)", text)


@both
@pytest.mark.parametrize("policy", SHOWN)
def test_each_policy(server: Any, through: Through, policy: str) -> None:
    seen = through(server.target, ROWS, list(TEXT), policy=policy)
    assert (seen.error, seen.text) == (None, SHOWN[policy])
    assert (seen.gate.outcome, seen.gate.retracted) == (OUTCOMES[policy], ())
    assert seen.is_closed
    written = seen.gate.report.narrative
    pieces = ["".join(TEXT[: seen.read - ahead]) for ahead in range(3)]  # what was read ahead
    assert written in pieces if policy == "cut" else written == pieces[0]
    assert seen.gate.rest == (written[len(RIGHT) :] if policy in ("hold", "cut") else "")
    with Client(server.target) as client:
        whole = client.verify(written, ROWS)
    assert seen.gate.report.raw.report == whole.raw.report


@both
@pytest.mark.parametrize("policy", SHOWN)
def test_a_text_that_is_right_is_shown_sentence_by_sentence(
    server: Any, through: Through, policy: str
) -> None:
    seen = through(server.target, ROWS, words(RIGHT * 3), policy=policy)
    assert seen.text == RIGHT * 3
    assert len(seen.texts) == 3
    assert seen.gate.outcome == "released"


@both
@settings(max_examples=12)
@given(
    cuts=st.lists(st.integers(1, len(TEXT) - 1), max_size=40),
    policy=st.sampled_from(["hold", "repair", "notice"]),
)
def test_any_cutting_shows_the_same_text(
    server: Any, through: Through, cuts: list[int], policy: str
) -> None:
    places = [0, *sorted(cuts), len(TEXT)]
    pieces = [TEXT[start:end] for start, end in pairwise(places)]
    seen = through(server.target, ROWS, pieces, policy=policy)
    assert seen.text == SHOWN[policy]
    if policy == "hold":
        shown = ["".join(seen.texts[: count + 1]) for count in range(len(seen.texts))]
        assert all(map(str.startswith, seen.released, shown))


@pytest.mark.parametrize(
    ("findings", "shown"),
    [
        ([(3, 6, "1")], "Ä 1. "),
        ([(3, 6, "1"), (3, 6, "1")], "Ä 1. "),
        ([(3, 6, "1"), (0, 2, "A")], "A 1. "),
        ([(0, 8, "")], ""),
        # Each needs its own; none may lie over another, or beyond the sentence.
        ([(3, 6, None)], "[?] "),
        ([(3, 6, "1"), (3, 6, None)], "[?] "),
        ([(3, 6, "1"), (3, 6, "2")], "[?] "),
        ([(3, 6, "1"), (0, 5, "A")], "[?] "),
        ([(3, 9, "1")], "[?] "),
        # A finding of another sentence, and none at all: a check has failed.
        ([(9, 10, "2")], "[?] "),
        ([], "[?] "),
    ],
)
@both
def test_a_sentence_is_repaired_where_all_that_holds_it_can_be(
    through: Through, findings: list[tuple[int, int, str | None]], shown: str
) -> None:
    responses = [started(), update(0, (0, 8, HOLD), (8, 12, RELEASE), findings=findings), HOLDS]
    with saying(said(*responses)) as target:
        seen = through(target, ROWS, ["Ä one. ", "Two."], policy="repair", notice="[?]")
    assert seen.text == f"{shown}Two."


@both
def test_what_does_not_hold_a_sentence_is_not_repaired(through: Through) -> None:
    noted = update(0, (0, 8, HOLD), findings=[(3, 6, "1")])
    noted.update.findings.add(id=9).finding.span.CopyFrom(common_pb2.Span(start=0, end=2))
    with saying(said(started(), noted, HOLDS)) as target:
        seen = through(target, ROWS, ["Ä one. "], policy="repair")
    assert seen.text == "Ä 1. "


def test_what_a_gate_needs(server: Any) -> None:
    with Client(server.target) as client:
        with pytest.raises(InvalidArgument, match="release='sentence'"):
            StreamGate(client.stream(ROWS), [])
        stream = client.stream(ROWS, release="sentence")
        with pytest.raises(InvalidArgument) as raised:
            StreamGate(stream, [], policy="repairs")  # type: ignore[arg-type]
        assert raised.value.choices == ("hold", "cut", "repair", "notice")


def chunk(text: str | None, index: int = 0) -> SimpleNamespace:
    choice = SimpleNamespace(index=index, delta=SimpleNamespace(content=text, role="assistant"))
    return SimpleNamespace(object="chat.completion.chunk", choices=[choice])


FORMS: dict[str, Callable[[str], Any]] = {
    "text": str,
    "chunk": chunk,
    "chunk as JSON": lambda text: {"choices": [{"index": 0, "delta": {"content": text}}]},
    "event": lambda text: SimpleNamespace(type="response.output_text.delta", delta=text),
    "event as JSON": lambda text: {"type": "response.output_text.delta", "delta": text},
}
EMPTY = [
    chunk(None),
    SimpleNamespace(choices=[], usage=SimpleNamespace(total_tokens=5)),
    SimpleNamespace(type="response.created"),
    SimpleNamespace(type="response.reasoning_text.delta", delta="Energy has 5 staff."),
]


@both
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_model(server: Any, through: Through, form: str) -> None:
    pieces = [*EMPTY, *map(FORMS[form], words(RIGHT)), *EMPTY]
    assert through(server.target, ROWS, pieces).text == RIGHT


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        (5, InvalidArgument),
        (None, InvalidArgument),
        (chunk("text", index=1), InvalidArgument),
        ({"type": "error", "message": "too many requests"}, VerifydError),
        (SimpleNamespace(type="response.failed"), VerifydError),
    ],
)
def test_what_is_no_text_is_an_error(piece: object, kind: type[VerifydError]) -> None:
    with pytest.raises(kind):
        read_piece(piece)


@both
def test_a_model_that_fails_ends_the_gate(server: Any, through: Through) -> None:
    class Lost(Exception):
        """The model's connection is lost."""

    def pieces() -> Iterator[str]:
        yield from words(RIGHT + WRONG)
        raise Lost

    seen = through(server.target, ROWS, pieces(), policy="notice")
    assert isinstance(seen.error, Lost)
    assert (RIGHT + NOTICE).startswith(seen.text)
    assert (seen.gate.report, seen.gate.outcome) == (None, None)


@both
def test_a_consumer_that_stops_ends_the_model_and_the_call(
    start_server: Any, through: Through
) -> None:
    # One stream at a time: the next one is let in once the one before has ended.
    server = start_server({"streams": {"max_streams": 1}})
    for _ in range(5):
        seen = through(server.target, ROWS, cycle(words(RIGHT)), most=1)
        assert (seen.error, len(seen.texts)) == (None, 1)
        assert seen.is_closed


def test_a_slow_consumer_slows_the_model(server: Any) -> None:
    seen = Gated()
    with Client(server.target) as client, client.stream(ROWS, release="sentence") as stream:
        texts = iter(StreamGate(stream, seen.model(cycle(words(RIGHT)))))
        assert next(texts).startswith(RIGHT)
        before = seen.read
        wait_until(lambda: stream.sentences)  # as much as the server makes of what it has
        assert seen.read == before
        assert next(texts)
        assert seen.read > before


def test_a_slow_consumer_slows_the_model_awaited(server: Any) -> None:
    seen = Gated()

    async def run() -> None:
        async with (
            AsyncClient(server.target) as client,
            client.stream(ROWS, release="sentence") as stream,
        ):
            texts = aiter(AsyncStreamGate(stream, seen.awaited_model(cycle(words(RIGHT)))))
            await anext(texts)
            before = seen.read
            for _ in range(1000):
                await asyncio.sleep(0)
            assert seen.read <= before + 2  # one waits to be taken, and one to be handed over

    asyncio.run(run())
    assert seen.is_closed


def test_text_is_shown_while_the_model_pauses(server: Any) -> None:
    async def run() -> None:
        shown = asyncio.Event()

        async def model() -> AsyncIterator[str]:
            yield f"{RIGHT}It grows "
            await shown.wait()

        async with (
            AsyncClient(server.target) as client,
            client.stream(ROWS, release="sentence") as stream,
        ):
            texts = aiter(AsyncStreamGate(stream, model()))
            assert await anext(texts) == RIGHT
            shown.set()
            assert [text async for text in texts] == ["It grows "]

    asyncio.run(run())


def test_a_gate_that_is_left_in_the_middle_of_an_error_is_closed(server: Any) -> None:
    # Python keeps a generator alive as long as a traceback does.
    seen = Gated()

    async def run() -> None:
        async with (
            AsyncClient(server.target) as client,
            client.stream(ROWS, release="sentence") as stream,
        ):
            texts = aiter(AsyncStreamGate(stream, seen.awaited_model(cycle(words(RIGHT)))))
            kept.append(texts)
            async for _ in texts:
                raise ZeroDivisionError

    kept: list[object] = []
    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
    assert seen.is_closed


@both
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ends_releases_nothing(
    start_server: Any, through: Through, number: signal.Signals
) -> None:
    server = start_server({"server": {"drain_s": 0.1}})
    pieces = words(TEXT)
    at = random.Random(f"{number} {through.__name__}").randrange(3, len(pieces))

    def until_it_ends() -> Iterator[str]:
        yield from pieces[:at]
        server.stop(number)
        yield from pieces[at:]

    seen = through(server.target, ROWS, until_it_ends(), policy="notice", idle_timeout=60)
    assert isinstance(seen.error, VerifydError)
    assert seen.error.code in ("UNAVAILABLE", "CANCELLED")
    assert SHOWN["notice"].startswith(seen.text.rstrip())
    assert seen.gate.report is None


@both
def test_no_server_shows_nothing(through: Through, tmp_path: Any) -> None:
    seen = through(f"unix://{tmp_path}/nobody", ROWS, words(TEXT), timeout=0.5)
    assert isinstance(seen.error, Unavailable)
    assert seen.texts == []
    assert seen.is_closed


@both
def test_a_server_that_does_not_read_stops_the_model(through: Through) -> None:
    ended = threading.Event()

    def say(parts: Any, context: Any) -> Any:
        yield started()
        ended.wait()

    with saying(say) as target:
        endless = iter(lambda: "Energy has 1,234 staff. " * 1000, "")
        seen = through(target, ROWS, endless, idle_timeout=0.5)
        ended.set()
    assert isinstance(seen.error, DeadlineExceeded)
    assert seen.texts == []
    assert seen.is_closed


@both
def test_a_server_that_never_answers_shows_nothing(through: Through) -> None:
    ended = threading.Event()

    def say(parts: Any, context: Any) -> Any:
        yield started()
        for _ in parts:
            pass
        ended.wait()

    with saying(say) as target:
        for waits in ({"idle_timeout": 0.5}, {"timeout": 0.5}):
            seen = through(target, ROWS, words(TEXT), **waits)
            assert isinstance(seen.error, DeadlineExceeded)
            assert seen.texts == []
        ended.set()


@both
@pytest.mark.parametrize(
    ("responses", "shown", "outcome"),
    [
        # The report alone releases.
        ([started(), PASSES], "Ä one. Two.", "released"),
        ([started(), HOLDS], "", "held"),
        # Inside a character, and past the end or what was judged.
        ([started(), update(1), HOLDS], "", "held"),
        ([started(), update(2**63), HOLDS], "Ä one. Two.", "retracted"),
        ([started(), update(12, judged=8), HOLDS], "Ä one. ", "retracted"),
        # Back.
        ([started(), update(8), update(0), HOLDS], "Ä one. ", "retracted"),
        # Sentences release nothing where the report must.
        ([started(REPORT), update(0, (0, 8, HOLD), (8, 12, RELEASE)), HOLDS], "", "held"),
        ([started(REPORT), update(12), HOLDS], "", "held"),
        # Nor before one that is held, nor behind a gap, nor without a length.
        ([started(), update(0, (0, 8, RELEASE)), HOLDS], "", "held"),
        ([started(), update(0, (0, 3, HOLD), (8, 12, RELEASE)), HOLDS], "[?] ", "held"),
        ([started(), update(0, (0, 0, HOLD)), HOLDS], "", "held"),
        ([started(), update(0, (5, 1, HOLD)), HOLDS], "", "held"),
        # An action that is not known, or none.
        ([started(), update(0, (0, 8, 9), (8, 12, RELEASE)), HOLDS], "[?] Two.", "replaced"),
        ([started(), update(0, (0, 8, 0), (8, 12, RELEASE)), HOLDS], "[?] Two.", "replaced"),
        # Released, and then held by what came later.
        (
            [started(), update(8, (0, 8, RELEASE)), update(8, (0, 8, HOLD)), HOLDS],
            "Ä one. ",
            "retracted",
        ),
    ],
)
def test_what_a_server_may_say(
    through: Through, responses: list[Any], shown: str, outcome: str
) -> None:
    with saying(said(*responses)) as target:
        seen = through(target, ROWS, ["Ä one. ", "Two."], policy="notice", notice="[?]")
    assert (seen.error, seen.text, seen.gate.outcome) == (None, shown, outcome)


@both
def test_retracted_text_has_its_place(through: Through) -> None:
    responses = [started(), update(8, (0, 8, RELEASE)), update(8, (0, 8, HOLD)), HOLDS]
    with saying(said(*responses)) as target:
        seen = through(target, ROWS, ["Ä one. ", "Two."])
    assert [seen.gate.report.narrative[slice(*span)] for span in seen.gate.retracted] == ["Ä one. "]
    assert seen.gate.rest == "Two."


@both
@pytest.mark.parametrize("responses", [[started()], [started(), update(8)], [update(8)]])
def test_a_stream_without_a_report_is_an_error(through: Through, responses: list[Any]) -> None:
    with saying(said(*responses)) as target:
        seen = through(target, ROWS, ["Ä one. ", "Two."])
    assert isinstance(seen.error, VerifydError)
    assert seen.error.reason == "INTERNAL"
    assert seen.text in ("", "Ä one. ")
    assert (seen.gate.report, seen.gate.outcome) == (None, None)
