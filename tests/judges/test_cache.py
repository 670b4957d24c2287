"""What was answered is kept within its bound; equal questions at once are one call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from judges.fake_endpoint import http, says, serving
from judges.scripted import Scripted

from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import AnswerCache, CachingJudge, Judges, make_allowance
from sidecar.judges.protocol import ModelAnswer, PromptMessage, Question, ask_all
from sidecar.judges.settings import JudgeSettings

SETTINGS = JudgeSettings()


def question(said: str = "Is it?", version: str = "1") -> Question:
    return Question("say", version, (PromptMessage("user", said),))


async def test_an_answer_is_kept_and_costs_nothing_then() -> None:
    scripted = Scripted(["yes"])
    judge = CachingJudge(scripted, AnswerCache(10_000), "m", "")
    allowance = make_allowance(SETTINGS, 10)
    first = await judge.ask(question(), allowance)
    second = await judge.ask(question(), allowance)
    assert (first.text, first.kept) == ("yes", False)
    assert (second.text, second.kept) == ("yes", True)
    assert allowance.account.models["m"].kept == 1
    assert len(scripted.asked) == 1


@pytest.mark.parametrize("other", [question("Is it not?"), question(version="2")])
async def test_another_question_is_asked(other: Question) -> None:
    judge = CachingJudge(Scripted(["yes", "no"]), AnswerCache(10_000), "m", "")
    allowance = make_allowance(SETTINGS, 10)
    assert (await judge.ask(question(), allowance)).text == "yes"
    assert (await judge.ask(other, allowance)).text == "no"


@pytest.mark.parametrize(("model", "scope"), [("other", ""), ("m", "other")])
async def test_another_model_or_endpoint_has_answers_of_its_own(model: str, scope: str) -> None:
    cache = AnswerCache(10_000)
    allowance = make_allowance(SETTINGS, 10)
    await CachingJudge(Scripted(["yes"]), cache, "m", "").ask(question(), allowance)
    answer = await CachingJudge(Scripted(["no"]), cache, model, scope).ask(question(), allowance)
    assert answer.text == "no"


async def test_failures_are_not_kept() -> None:
    judge = CachingJudge(
        Scripted([JudgeError("JUDGE_UNREACHABLE"), "yes"]), AnswerCache(10_000), "m", ""
    )
    allowance = make_allowance(SETTINGS, 10)
    with pytest.raises(JudgeError):
        await judge.ask(question(), allowance)
    assert (await judge.ask(question(), allowance)).text == "yes"


def test_the_bound_holds_and_the_least_used_goes_first() -> None:
    cache = AnswerCache(5000)
    for name in "abcd":
        cache.put(name, ModelAnswer(name * 200, "m"))
    assert cache.used_bytes <= 5000
    assert cache.get("a") is not None  # now the one that was used last
    cache.put("e", ModelAnswer("e" * 200, "m"))
    assert cache.get("b") is None
    assert cache.get("a") is not None
    cache.put("f", ModelAnswer("f" * 5000, "m"))  # longer than all may be
    assert cache.get("f") is None
    cache.put("g", ModelAnswer("g", "m", first_token={"t" * 5000: -1.0}))
    assert cache.get("g") is None
    cache.put("e", ModelAnswer("e", "m"))  # once more, and shorter
    assert cache.used_bytes <= 4 * (1024 + 200)


async def test_equal_questions_at_once_are_one_call() -> None:
    scripted = Scripted(["yes"], delay_s=0.05)
    cache = AnswerCache(0)  # which keeps nothing
    judge = CachingJudge(scripted, cache, "m", "")
    answers = await ask_all(judge, [question()] * 10, make_allowance(SETTINGS, 10))
    assert [one.text for one in answers if isinstance(one, ModelAnswer)] == ["yes"] * 10
    assert len(scripted.asked) == 1
    assert not cache.running


async def test_a_failure_is_shared_by_those_who_wait() -> None:
    scripted = Scripted([JudgeError("JUDGE_UNREACHABLE", "status 500")], delay_s=0.05)
    judge = CachingJudge(scripted, AnswerCache(0), "m", "")
    allowance = make_allowance(SETTINGS, 10)
    answers = await ask_all(judge, [question()] * 3, allowance)
    assert allowance.account.models["m"].failures == 2  # beside that of the judge itself
    assert [str(one) for one in answers] == [str(JudgeError("JUDGE_UNREACHABLE", "status 500"))] * 3


@pytest.mark.parametrize("reason", ["JUDGE_TIMEOUT", "JUDGE_BUDGET_SPENT"])
async def test_what_one_request_may_not_another_may(reason: str) -> None:
    scripted = Scripted([JudgeError(reason), "yes"], delay_s=0.02)
    judge = CachingJudge(scripted, AnswerCache(10_000), "m", "")
    poor, rich = (
        asyncio.create_task(judge.ask(question(), make_allowance(SETTINGS, 10))) for _ in "ab"
    )
    with pytest.raises(JudgeError):
        await poor
    assert (await rich).text == "yes"


async def test_a_cancelled_asker_does_not_take_the_others_along() -> None:
    scripted = Scripted(["lost", "yes"], delay_s=0.05)
    cache = AnswerCache(10_000)
    judge = CachingJudge(scripted, cache, "m", "")
    tasks = [
        asyncio.create_task(judge.ask(question(), make_allowance(SETTINGS, 10))) for _ in range(3)
    ]
    await asyncio.sleep(0.01)
    tasks[0].cancel()
    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, asyncio.CancelledError)
    assert len({one.text for one in others if isinstance(one, ModelAnswer)}) == 1
    assert len(scripted.asked) == 2
    assert not cache.running


async def test_a_cancelled_waiter_does_not_end_the_call() -> None:
    judge = CachingJudge(Scripted(["yes"], delay_s=0.05), AnswerCache(10_000), "m", "")
    first, second = (
        asyncio.create_task(judge.ask(question(), make_allowance(SETTINGS, 10))) for _ in "ab"
    )
    await asyncio.sleep(0.01)
    second.cancel()
    assert (await first).text == "yes"
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_who_waits_keeps_to_its_own_deadline() -> None:
    judge = CachingJudge(Scripted(["yes"], delay_s=0.3), AnswerCache(10_000), "m", "")
    first = asyncio.create_task(judge.ask(question(), make_allowance(SETTINGS, 10)))
    await asyncio.sleep(0.01)
    with pytest.raises(JudgeError) as raised:
        await judge.ask(question(), make_allowance(SETTINGS, 0.05))
    assert raised.value.reason == "JUDGE_TIMEOUT"
    assert (await first).text == "yes"


async def test_over_the_wire_a_second_request_is_answered_from_the_first(
    judges: Judges, settings_for: Callable[..., JudgeSettings]
) -> None:
    async with serving(says("yes"), http(500)) as endpoint:
        settings = settings_for(endpoint.url, cache_bytes=10_000, retries=0)
        for _ in range(2):
            allowance = make_allowance(settings, 10)
            answer = await judges.judge_for(settings).ask(question(), allowance)
            assert answer.text == "yes"
        assert (allowance.account.models["m"].calls, allowance.account.tokens) == (0, 0)
        with pytest.raises(JudgeError):
            await judges.judge_for(settings, "better").ask(question(), allowance)
