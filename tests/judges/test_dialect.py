"""What an endpoint refuses leads to the next way to ask, and to an end."""

from __future__ import annotations

import json

import pytest

from sidecar.judges.dialect import Dialect, ObjectRequest
from sidecar.judges.protocol import PromptMessage, Question
from sidecar.judges.settings import JudgeSettings

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
TOLD = (PromptMessage("system", "Be brief."), PromptMessage("user", "How many?"))
QUESTION = Question("count", "1", TOLD, SCHEMA)
SETTINGS = JudgeSettings(seed=7, max_tokens=100)


def test_a_schema_is_enforced_where_the_endpoint_can() -> None:
    body = Dialect().body(QUESTION, SETTINGS)
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "count", "strict": True, "schema": SCHEMA},
    }
    assert body["messages"] == [message._asdict() for message in TOLD]
    assert (body["max_tokens"], body["temperature"], body["seed"]) == (100, 0, 7)


@pytest.mark.parametrize(
    ("form", "wanted"),
    [(ObjectRequest.OBJECT, {"type": "json_object"}), (ObjectRequest.TEXT, None)],
)
def test_else_the_prompt_has_it(form: ObjectRequest, wanted: object) -> None:
    body = Dialect(form).body(QUESTION, SETTINGS)
    assert body.get("response_format") == wanted
    system, user = body["messages"]
    assert system["content"].startswith("Be brief.")
    assert json.dumps(SCHEMA) in system["content"]
    assert user["content"] == "How many?"


def test_without_a_system_message_one_is_added() -> None:
    body = Dialect(ObjectRequest.TEXT).body(Question("count", "1", TOLD[1:], SCHEMA), SETTINGS)
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


def test_the_shorter_limit_holds() -> None:
    for asked, most in ((3, 3), (1000, 100), (None, 100)):
        question = Question("yes", "1", TOLD, max_tokens=asked)
        assert Dialect().body(question, SETTINGS)["max_tokens"] == most


def test_what_is_not_set_is_not_sent() -> None:
    body = Dialect().body(Question("yes", "1", TOLD), JudgeSettings(temperature=None))
    assert set(body) == {"messages", "max_tokens"}


@pytest.mark.parametrize("name", ["temperature", "seed"])
@pytest.mark.parametrize("told", ["{}", "Unsupported value: '{}' does not support 0"])
def test_a_refused_parameter_is_left_out(name: str, told: str) -> None:
    following = Dialect().after_refusal(told.format(name), QUESTION)
    assert following is not None
    assert following.form == ObjectRequest.SCHEMA
    assert name not in following.body(QUESTION, SETTINGS)


def test_likelihoods_are_done_without() -> None:
    question = Question("yes", "1", TOLD, first_token=True)
    assert Dialect().body(question, SETTINGS)["top_logprobs"] == 5
    following = Dialect().after_refusal("top_logprobs must be 0", question)
    assert following is not None
    assert not {"logprobs", "top_logprobs"} & set(following.body(question, SETTINGS))


def test_the_other_name_of_the_limit_is_tried() -> None:
    told = "'max_tokens' is not supported; use 'max_completion_tokens'"
    following = Dialect().after_refusal(told, QUESTION)
    assert following is not None
    body = following.body(QUESTION, SETTINGS)
    assert body["max_completion_tokens"] == 100
    assert "max_tokens" not in body


@pytest.mark.parametrize("question", [QUESTION, Question("yes", "1", TOLD, first_token=True)])
def test_an_endpoint_that_refuses_everything_is_left_soon(question: Question) -> None:
    everything = "temperature seed logprobs top_logprobs max_tokens max_completion_tokens"
    dialect: Dialect | None = Dialect()
    tries = 0
    while dialect is not None:
        dialect = dialect.after_refusal(everything, question)
        tries += 1
    assert tries <= 8
