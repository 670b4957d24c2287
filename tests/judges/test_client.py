"""An endpoint on a real socket, in every mood that endpoints have."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Callable
from decimal import Decimal
from email.utils import formatdate
from typing import Any

import pytest
from judges import fake_endpoint as fake
from judges.fake_endpoint import Reply, says, serving, serving_by

from sidecar.judges.client import backoff_s
from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import Judges, make_allowance
from sidecar.judges.protocol import ModelAnswer, PromptMessage, Question, ask_all
from sidecar.judges.settings import JudgeSettings

SettingsFor = Callable[..., JudgeSettings]

OBJECT = Question("count", "1", (PromptMessage("user", "How many?"),), {"type": "object"})
TEXT = Question("say", "1", (PromptMessage("user", "Say it."),))
GOOD = says('{"a": 1}')


def text(number: int) -> Question:
    return Question("say", "1", (PromptMessage("user", f"Say {number}."),))


async def failing(judges: Judges, settings: JudgeSettings, timeout_s: float = 10) -> JudgeError:
    with pytest.raises(JudgeError) as raised:
        await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, timeout_s))
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None  # which would carry the call along
    return raised.value


async def all_free(slots: asyncio.Semaphore, size: int) -> None:
    """Fails where a place for calls is still taken; else they are as free as before."""
    async with asyncio.timeout(10):
        for _ in range(size):
            await slots.acquire()
    for _ in range(size):
        slots.release()


async def test_an_answer_and_its_account(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(GOOD) as endpoint:
        prices = {"m": {"input": "3", "output": "15"}}
        settings = settings_for(endpoint.url, prices=prices)
        allowance = make_allowance(settings, 10)
        answer = await judges.judge_for(settings).ask(OBJECT, allowance)
    assert answer.json() == {"a": 1}
    use = allowance.account.models["m"]
    assert (use.calls, use.failures, use.prompt_tokens, use.completion_tokens) == (1, 0, 10, 5)
    assert use.cost == Decimal("0.000105")
    assert endpoint.requests[0].line == "POST /v1/chat/completions HTTP/1.1"
    assert endpoint.requests[0].body["model"] == "m"


@pytest.mark.parametrize(
    "fault",
    [
        fake.http(500),
        fake.http(503, b"<html>"),
        fake.http(408),
        fake.http(429, retry_after="0"),
        fake.raw(b""),  # a connection that was lost
        fake.raw(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"),
        fake.raw(b"\x16\x03\x01 what?\r\n\r\n"),
    ],
)
async def test_what_may_pass_is_tried_again(
    fault: Reply, judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fault, GOOD) as endpoint:
        settings = settings_for(endpoint.url)
        allowance = make_allowance(settings, 10)
        answer = await judges.judge_for(settings).ask(OBJECT, allowance)
    assert answer.json() == {"a": 1}
    assert allowance.account.models["m"].calls == 2
    assert allowance.account.models["m"].failures == 0


@pytest.mark.parametrize(
    ("fault", "reason", "calls"),
    [
        (fake.http(500), "JUDGE_UNREACHABLE", 2),
        (fake.http(429, retry_after="0"), "JUDGE_RATE_LIMITED", 2),
        (fake.raw(b""), "JUDGE_UNREACHABLE", 2),
        (fake.refuses("no such key", 401), "JUDGE_REFUSED", 1),
        (fake.refuses("not for you", 403), "JUDGE_REFUSED", 1),
        (fake.refuses("no such model", 404), "JUDGE_REFUSED", 1),
        (fake.refuses("too long", 400, code="context_length_exceeded"), "JUDGE_REFUSED", 1),
        (fake.http(200, b"<html>", content_type="text/html"), "JUDGE_ANSWER_INVALID", 1),
        (fake.http(200, b"{}"), "JUDGE_ANSWER_INVALID", 1),
        (fake.http(204), "JUDGE_ANSWER_INVALID", 1),
        (says(None, message={"refusal": "I must not."}), "JUDGE_ANSWER_INVALID", 1),
        (says('{"a"', finish_reason="length"), "JUDGE_ANSWER_INVALID", 1),
        (fake.floods, "JUDGE_ANSWER_INVALID", 1),
        (fake.http(200, b" " * 300_000), "JUDGE_ANSWER_INVALID", 1),
        (fake.http(500, b" " * 300_000), "JUDGE_ANSWER_INVALID", 1),
        (
            fake.http(200, gzip.compress(b" " * 10_000_000), content_encoding="gzip"),
            "JUDGE_ANSWER_INVALID",
            1,
        ),
    ],
)
async def test_each_failure_has_its_reason(
    fault: Reply, reason: str, calls: int, judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fault) as endpoint:
        error = await failing(judges, settings_for(endpoint.url, retries=1))
        assert error.reason == reason
        assert len(endpoint.requests) == calls


async def test_where_nobody_listens(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(GOOD) as endpoint:
        pass
    error = await failing(judges, settings_for(endpoint.url, retries=0))
    assert error.reason == "JUDGE_UNREACHABLE"
    assert error.retryable


async def test_a_redirect_is_not_followed(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(GOOD) as elsewhere:
        async with serving(fake.http(307, location=elsewhere.url)) as endpoint:
            error = await failing(judges, settings_for(endpoint.url))
        assert error.reason == "JUDGE_REFUSED"
        assert not elsewhere.requests


async def test_endless_drops_end_with_the_call(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(fake.drips) as endpoint:
        error = await failing(judges, settings_for(endpoint.url, timeout_s=0.3))
        assert error.reason == "JUDGE_TIMEOUT"
        assert len(endpoint.requests) == 1  # the first may be paid for: it is not asked twice


async def test_the_deadline_of_the_request_holds(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(says("{}", delay_s=30)) as endpoint:
        settings = settings_for(endpoint.url)
        await judges.warm_up(settings)
        error = await failing(judges, settings, timeout_s=0.2)
        assert error.reason == "JUDGE_TIMEOUT"


async def test_nothing_is_sent_after_the_deadline(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(GOOD) as endpoint:
        settings = settings_for(endpoint.url)
        await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
        error = await failing(judges, settings, timeout_s=0)  # over a connection that is open
        assert error.reason == "JUDGE_TIMEOUT"
        await asyncio.sleep(0.05)
        assert len(endpoint.requests) == 1


@pytest.mark.parametrize("after", ["30", formatdate(1_000_000_030, usegmt=True)])
async def test_who_must_wait_past_the_deadline_is_told_at_once(
    after: str, judges: Judges, settings_for: SettingsFor
) -> None:
    date = formatdate(1_000_000_000, usegmt=True)  # the clock of the endpoint may be anywhere
    async with serving(fake.http(429, retry_after=after, date=date)) as endpoint:
        error = await failing(judges, settings_for(endpoint.url))
        assert error.reason == "JUDGE_RATE_LIMITED"
        assert error.retry_after_s == 30
        assert len(endpoint.requests) == 1


async def test_the_wait_that_is_asked_for_is_kept(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fake.http(429, retry_after="0.4"), GOOD) as endpoint:
        settings = settings_for(endpoint.url)
        started = time.monotonic()
        await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
        assert time.monotonic() - started >= 0.4


@pytest.mark.parametrize("nonsense", ["soon", "nan", "inf", "-5", ""])
async def test_a_wait_that_is_none_is_ours(
    nonsense: str, judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fake.http(429, retry_after=nonsense), GOOD) as endpoint:
        settings = settings_for(endpoint.url)
        await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
        assert len(endpoint.requests) == 2


def test_waits_double_and_differ_by_question() -> None:
    low, high = "0" * 64, "f" * 64
    assert [backoff_s(low, n) for n in (1, 2, 3)] == [0.125, 0.25, 0.5]
    assert [backoff_s(high, n) for n in (1, 2, 3)] == [0.25, 0.5, 1]
    assert backoff_s(high, 1000) == 8


async def test_the_way_that_works_is_found_and_remembered(
    judges: Judges, settings_for: SettingsFor
) -> None:
    def picky(request: fake.Request) -> Reply:
        """Knows no schema, no temperature, and another name of the limit."""
        body = request.body
        if "max_tokens" in body:
            return fake.refuses("Unsupported parameter", param="max_tokens")
        if "temperature" in body:
            return fake.refuses("'temperature' does not support 0.0", 422)
        if body.get("response_format", {}).get("type") == "json_schema":
            return fake.refuses("unknown response_format")
        return GOOD

    async with serving_by(picky) as endpoint:
        settings = settings_for(endpoint.url)
        for calls in (4, 5):
            answer = await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
            assert answer.json() == {"a": 1}
            assert len(endpoint.requests) == calls


async def test_an_endpoint_that_refuses_without_a_word(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fake.http(400), GOOD) as endpoint:
        settings = settings_for(endpoint.url)
        answer = await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
    assert answer.json() == {"a": 1}


async def test_an_endpoint_that_takes_a_schema_and_does_not_follow_it(
    judges: Judges, settings_for: SettingsFor
) -> None:
    def chatty(request: fake.Request) -> Reply:
        return says("It is one.") if "response_format" in request.body else GOOD

    async with serving_by(chatty) as endpoint:
        settings = settings_for(endpoint.url)
        allowance = make_allowance(settings, 10)
        for calls in (3, 4):
            await judges.judge_for(settings).ask(OBJECT, allowance)
            assert len(endpoint.requests) == calls
    assert allowance.account.tokens == 4 * 15  # prose is paid for, too


async def test_a_model_that_once_followed_the_schema_is_not_asked_in_other_ways(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(GOOD, says('{"a": ')) as endpoint:
        settings = settings_for(endpoint.url)
        await judges.judge_for(settings).ask(OBJECT, make_allowance(settings, 10))
        error = await failing(judges, settings)
        assert error.reason == "JUDGE_ANSWER_INVALID"
        assert len(endpoint.requests) == 2


async def test_a_hopeless_model_costs_three_calls_once(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("Who knows?")) as endpoint:
        for calls in (3, 4):
            error = await failing(judges, settings_for(endpoint.url))
            assert error.reason == "JUDGE_ANSWER_INVALID"
            assert len(endpoint.requests) == calls


async def test_yes_or_no_with_likelihoods(judges: Judges, settings_for: SettingsFor) -> None:
    rivals = [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.4}]
    told = {"content": [{"token": "Yes", "logprob": -0.1, "top_logprobs": rivals}]}
    question = Question(
        "yes", "1", (PromptMessage("user", "Is it?"),), max_tokens=1, first_token=True
    )
    async with serving(says("Yes", logprobs=told, finish_reason="length")) as endpoint:
        settings = settings_for(endpoint.url)
        answer = await judges.judge_for(settings).ask(question, make_allowance(settings, 10))
    assert answer.first_token == {"Yes": -0.1, "No": -2.4}
    assert endpoint.requests[0].body["logprobs"] is True


async def test_an_endpoint_without_likelihoods_still_answers(
    judges: Judges, settings_for: SettingsFor
) -> None:
    def plain(request: fake.Request) -> Reply:
        if "logprobs" in request.body:
            return fake.refuses("logprobs are not available")
        return says("Yes")

    question = Question(
        "yes", "1", (PromptMessage("user", "Is it?"),), max_tokens=1, first_token=True
    )
    async with serving_by(plain) as endpoint:
        settings = settings_for(endpoint.url)
        answer = await judges.judge_for(settings).ask(question, make_allowance(settings, 10))
    assert (answer.text, answer.first_token) == ("Yes", {})


async def test_never_more_calls_at_once_than_allowed(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("ok", delay_s=0.01)) as endpoint:
        settings = settings_for(endpoint.url, max_parallel=4)
        requests = [  # ten requests, each with judges of its own making
            ask_all(
                judges.judge_for(settings),
                [text(10 * n + m) for m in range(10)],
                make_allowance(settings, 30),
            )
            for n in range(10)
        ]
        answers = [one for each in await asyncio.gather(*requests) for one in each]
        assert len(endpoint.requests) == 100
        assert endpoint.most_in_flight == 4
    assert all(isinstance(answer, ModelAnswer) for answer in answers)
    await all_free(judges.slots(settings), 4)


async def test_calls_wait_their_turn_in_the_order_of_asking(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("ok", delay_s=0.005)) as endpoint:
        settings = settings_for(endpoint.url, max_parallel=1)
        questions = [text(number) for number in range(20)]
        await ask_all(judges.judge_for(settings), questions, make_allowance(settings, 30))
        asked = [request.body["messages"][0]["content"] for request in endpoint.requests]
    assert asked == [f"Say {number}." for number in range(20)]


async def test_waiting_for_a_turn_ends_with_the_deadline(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("ok", delay_s=1)) as endpoint:
        settings = settings_for(endpoint.url, max_parallel=1)
        judge = judges.judge_for(settings)
        first = asyncio.create_task(judge.ask(TEXT, make_allowance(settings, 10)))
        await fake.until(lambda: bool(endpoint.requests))
        error = await failing(judges, settings, timeout_s=0.1)
        assert error.reason == "JUDGE_TIMEOUT"
        assert (await first).text == "ok"
        assert len(endpoint.requests) == 1


async def test_a_cancelled_question_leaves_nothing(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fake.drips) as endpoint:
        settings = settings_for(endpoint.url, max_parallel=2)
        allowance = make_allowance(settings, 60)
        before = asyncio.all_tasks()
        questions = [text(number) for number in range(10)]
        asking = asyncio.create_task(ask_all(judges.judge_for(settings), questions, allowance))
        await fake.until(lambda: endpoint.in_flight == 2)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await fake.until(lambda: not endpoint.connections)
        await all_free(judges.slots(settings), 2)
        assert allowance._held_tokens == 0
        await asyncio.sleep(0.05)
        assert asyncio.all_tasks() == before
        endpoint.replies = [says("ok")]
        answer = await judges.judge_for(settings).ask(TEXT, allowance)  # the slots are free again
        assert answer.text == "ok"


async def test_one_failure_does_not_take_the_others_along(
    judges: Judges, settings_for: SettingsFor
) -> None:
    def moody(request: fake.Request) -> Reply:
        said = request.body["messages"][0]["content"]
        return fake.http(403) if said == "Say 1." else says(said)

    async with serving_by(moody) as endpoint:
        settings = settings_for(endpoint.url)
        questions = [text(number) for number in range(3)]
        answers = await ask_all(judges.judge_for(settings), questions, make_allowance(settings, 10))
    first, second, third = answers
    assert isinstance(first, ModelAnswer)
    assert isinstance(second, JudgeError)
    assert isinstance(third, ModelAnswer)
    assert (first.text, second.reason, third.text) == ("Say 0.", "JUDGE_REFUSED", "Say 2.")


async def test_a_spent_budget_sends_nothing(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(says("ok", usage=(60, 60))) as endpoint:
        settings = settings_for(endpoint.url, max_tokens_per_request=100)
        allowance = make_allowance(settings, 10)
        judge = judges.judge_for(settings)
        await judge.ask(TEXT, allowance)
        with pytest.raises(JudgeError) as raised:
            await judge.ask(TEXT, allowance)
        assert raised.value.reason == "JUDGE_BUDGET_SPENT"
        assert len(endpoint.requests) == 1
        await judge.ask(TEXT, make_allowance(settings, 10))  # another request has its own


@pytest.mark.parametrize("usage", [None, (0, 0), (1, 0)])
async def test_an_endpoint_that_counts_no_tokens_spends_them_all_the_same(
    usage: Any, judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("\u6570" * 300, usage=usage)) as endpoint:
        allowance = make_allowance(settings_for(endpoint.url, max_tokens_per_request=1000), 10)
        judge = judges.judge_for(settings_for(endpoint.url))
        await judge.ask(TEXT, allowance)
        assert allowance.account.tokens > 900
        await judge.ask(TEXT, allowance)
        with pytest.raises(JudgeError, match="it is 1000 tokens"):
            await judge.ask(TEXT, allowance)
        assert len(endpoint.requests) == 2


async def test_a_reply_that_cannot_be_read_is_paid_for(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(fake.http(200, b'{"choices": []}' + b" " * 1000)) as endpoint:
        allowance = make_allowance(settings_for(endpoint.url, max_tokens_per_request=900), 10)
        judge = judges.judge_for(settings_for(endpoint.url, retries=0))
        reasons = []
        for _ in range(2):
            with pytest.raises(JudgeError) as raised:
                await judge.ask(TEXT, allowance)
            reasons.append(raised.value.reason)
        assert reasons == ["JUDGE_ANSWER_INVALID", "JUDGE_BUDGET_SPENT"]


async def test_a_prompt_that_is_longer_than_the_budget_is_not_sent(
    judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("ok")) as endpoint:
        prices = {"m": {"input": "1000000", "output": "0"}}  # one for each token
        settings = settings_for(endpoint.url, prices=prices, max_cost_per_request="100")
        allowance = make_allowance(settings, 10)
        long = Question("say", "1", (PromptMessage("user", "word " * 200),))
        with pytest.raises(JudgeError) as raised:
            await judges.judge_for(settings).ask(long, allowance)
        assert raised.value.reason == "JUDGE_BUDGET_SPENT"
        await judges.judge_for(settings).ask(TEXT, allowance)
        assert len(endpoint.requests) == 1


@pytest.mark.parametrize("piece", ["[],", '{"a":1},', '"a",', "1.5,", '"\\u00e9",'])
async def test_a_large_reply_does_not_hold_the_loop(
    piece: str, judges: Judges, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        before = time.thread_time()
        run(handle)
        taken.append(time.thread_time() - before)

    largest = "[" + piece * (250_000 // len(piece)) + "0]"  # within the bound of 256 KiB
    async with serving(says("ok"), fake.http(200, largest.encode())) as endpoint:
        settings = settings_for(endpoint.url)
        await judges.judge_for(settings).ask(TEXT, make_allowance(settings, 10))
        monkeypatch.setattr(asyncio.Handle, "_run", timed)
        error = await failing(judges, settings)
    assert error.reason == "JUDGE_ANSWER_INVALID"
    assert max(taken) < 0.2  # garbage of the whole test run may be collected in it


async def test_other_encodings_of_the_words_are_kept(
    judges: Judges, settings_for: SettingsFor
) -> None:
    said: Any = "Größe: 4,2 Mio. € \u2212 \U0001f600"
    question = Question("say", "1", (PromptMessage("user", said),))
    async with serving_by(lambda request: says(request.body["messages"][0]["content"])) as endpoint:
        settings = settings_for(endpoint.url)
        answer = await judges.judge_for(settings).ask(question, make_allowance(settings, 10))
    assert answer.text == said
    json.dumps(answer.text).encode()
