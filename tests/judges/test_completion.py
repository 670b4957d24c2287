"""Nothing that an endpoint sends is trusted, and nothing of it makes a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.judges.completion import Completion, CompletionNotJson
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import ModelAnswer, PromptMessage, Question, TokenUsage

OBJECT = Question("count", "1", (PromptMessage("user", "How many?"),), {"type": "object"})
TEXT = Question("say", "1", (PromptMessage("user", "Say it."),))
YES = Question("yes", "1", (PromptMessage("user", "Is it?"),), max_tokens=1, first_token=True)


def completion(content: object = '{"a": 1}', **choice: Any) -> dict[str, Any]:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    return {"choices": [{"message": {"content": content}} | choice], "usage": usage}


def read(reply: object, question: Question = OBJECT) -> ModelAnswer:
    return Completion(json.dumps(reply).encode(), 99).answer(question, "m")


def test_an_answer_has_its_object_and_what_it_took() -> None:
    answer = read(completion('Here: {"a": 1}'))
    assert answer.json() == {"a": 1}
    assert answer.json() is not answer.json()  # who changes it changes it for nobody else
    assert answer.usage == TokenUsage(10, 5)


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ({"message": {"content": None, "refusal": "I must not."}}, "declines"),
        ({"message": {"content": "{}", "refusal": "I must not."}}, "declines"),
        ({"finish_reason": "length"}, "cut off"),
        ({"finish_reason": "content_filter"}, "withholds"),
        ({"message": {"content": None}}, "empty"),
        ({"message": {"content": ""}}, "empty"),
        ({"message": {"content": [{"type": "text", "text": "{}"}]}}, "empty"),
        ({"message": None}, "empty"),
    ],
)
def test_no_answer_is_no_answer(choice: dict[str, Any], why: str) -> None:
    with pytest.raises(JudgeError, match=why) as raised:
        read(completion(**choice))
    assert raised.value.reason == "JUDGE_ANSWER_INVALID"
    assert not isinstance(raised.value, CompletionNotJson)  # another way to ask would not help


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [1]}',
        b"[" * 200_000,
        b"\xff",
    ],
)
def test_what_is_no_completion_is_invalid(data: bytes) -> None:
    with pytest.raises(JudgeError, match="not a chat completion"):
        Completion(data, 99)


def test_more_brackets_than_an_answer_has_are_not_even_read() -> None:
    many: list[list[int]] = [[]] * 10_000
    assert read(completion() | {"extra": many}).json() == {"a": 1}
    with pytest.raises(JudgeError, match="not a chat completion"):
        read(completion() | {"extra": many * 3})


def test_prose_is_no_object_and_what_it_quotes_stays_out_of_the_error() -> None:
    with pytest.raises(CompletionNotJson) as raised:
        read(completion("The secret is 4711."))
    assert "4711" not in str(raised.value)
    assert raised.value.__context__ is None


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"prompt_tokens": -1, "completion_tokens": 5},
        {"prompt_tokens": True, "completion_tokens": 5},
        {"prompt_tokens": 1.5, "completion_tokens": 5},
        {"prompt_tokens": 10**30, "completion_tokens": 5},
        {"prompt_tokens": "10", "completion_tokens": "5"},
        {"prompt_tokens": 0, "completion_tokens": 0},
        {"prompt_tokens": 0, "completion_tokens": 100},
        {"prompt_tokens": 25, "completion_tokens": 1},
    ],
)
def test_tokens_that_cannot_be_are_counted_by_bytes(usage: object) -> None:
    answer = read(completion("x" * 400) | {"usage": usage}, TEXT)
    assert answer.usage == TokenUsage(99, 400, estimated=True)


def test_the_first_token_and_its_rivals() -> None:
    rivals = [{"token": "Yes", "logprob": -0.1}, {"token": "No", "logprob": -2.5}]
    told = {"content": [{"token": "Yes", "logprob": -0.1, "top_logprobs": rivals}]}
    answer = read(completion("Yes", logprobs=told, finish_reason="length"), YES)
    assert answer.text == "Yes"
    assert answer.first_token == {"Yes": -0.1, "No": -2.5}


@pytest.mark.parametrize("logprob", [0.5, None, "-1", True, 10**400, -(10**400), float("nan")])
def test_what_is_no_likelihood_is_not_told(logprob: object) -> None:
    told = {"content": [{"token": "Yes", "logprob": logprob, "top_logprobs": [7, None]}]}
    assert read(completion("Yes", logprobs=told), YES).first_token == {}


def test_who_did_not_ask_is_not_told_likelihoods() -> None:
    told = {"content": [{"token": "Yes", "logprob": -0.1}]}
    assert read(completion("Yes", logprobs=told), TEXT).first_token == {}


LEAF = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAMES = ["message", "content", "logprobs", "top_logprobs", "refusal", "finish_reason", "token"]
PART = st.recursive(
    LEAF | st.just('{"a": 1}'),
    lambda inner: st.dictionaries(st.sampled_from(NAMES), inner) | st.lists(inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.lists(PART, max_size=2), PART)
def test_any_reply_is_an_answer_or_a_judge_error(choices: object, usage: object) -> None:
    for question in (OBJECT, TEXT, YES):
        try:
            answer = read({"choices": choices, "usage": usage}, question)
        except JudgeError:
            continue
        answer.text.encode()
        if question.schema is not None:
            assert isinstance(answer.json(), dict)
