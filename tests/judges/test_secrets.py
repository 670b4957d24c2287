"""The key goes to the endpoint, and nowhere else; and nothing else goes along with it."""

from __future__ import annotations

import gc
import logging
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from judges import fake_endpoint as fake
from judges.fake_endpoint import says, serving

from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import Judges, make_allowance
from sidecar.judges.protocol import PromptMessage, Question, ask_all
from sidecar.judges.settings import JudgeSettings

KEY = "sk-4711-secret"
QUESTION = Question("say", "1", (PromptMessage("user", "Is it Rumpelstilzchen?"),))

SettingsFor = Callable[..., JudgeSettings]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the package openai would read by itself, beside a key of ours."""
    monkeypatch.setenv("JUDGE_KEY", KEY + "\n")  # as files of secrets often end
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-ours")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-ours")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: ours")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/elsewhere")


async def test_only_what_a_call_needs_is_sent(judges: Judges, settings_for: SettingsFor) -> None:
    async with serving(says("ok")) as endpoint:
        settings = settings_for(endpoint.url, api_key_env="JUDGE_KEY")
        await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
    headers = endpoint.requests[0].headers
    assert headers.pop("authorization") == f"Bearer {KEY}"
    assert set(headers) == {
        "accept",
        "accept-encoding",
        "content-length",
        "content-type",
        "host",
        "user-agent",
    }
    assert headers["user-agent"] == "verifyd"


@pytest.mark.parametrize("variable", ["", "NO_SUCH_VARIABLE"])
async def test_without_a_key_none_is_sent(
    variable: str, judges: Judges, settings_for: SettingsFor
) -> None:
    async with serving(says("ok")) as endpoint:
        settings = settings_for(endpoint.url, api_key_env=variable)
        await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
    assert "authorization" not in endpoint.requests[0].headers


async def test_proxies_of_the_environment_are_not_used(
    judges: Judges, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(says("no")) as proxy, serving(says("ok")) as endpoint:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        settings = settings_for(endpoint.url)
        answer = await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
    assert answer.text == "ok"
    assert not proxy.requests


@pytest.mark.parametrize(
    "reply",
    [
        says("ok"),
        fake.refuses(f"Incorrect API key provided: {KEY}. You asked: Is it Rumpelstilzchen?", 401),
        fake.refuses(
            f"Invalid request with {KEY}: Is it Rumpelstilzchen?", 400, param=KEY, code=KEY
        ),
        fake.http(500, KEY.encode()),
        fake.http(302, location=f"http://127.0.0.1/{KEY}"),
        fake.raw(b""),
        fake.http(200, KEY.encode()),
        says(None, message={"refusal": KEY}),
        says("{" + KEY),
    ],
)
async def test_neither_key_nor_question_is_logged_raised_or_shown(
    reply: fake.Reply,
    judges: Judges,
    settings_for: SettingsFor,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(reply) as endpoint:
        settings = settings_for(endpoint.url, api_key_env="JUDGE_KEY", retries=0)
        judge: Any = judges.judge_for(settings)
        object_asked = Question("say", "1", QUESTION.messages, {"type": "object"})
        told = [repr(judge), repr(judges), repr(settings), repr(vars(judge))]
        questions = [QUESTION, object_asked]
        for outcome in await ask_all(judge, questions, make_allowance(settings, 10)):
            if isinstance(outcome, JudgeError):
                told += [repr(outcome), repr(vars(outcome)), *traceback.format_exception(outcome)]
    told += [record.getMessage() for record in caplog.records]
    told += [str(vars(record)) for record in caplog.records]
    told += list(capfd.readouterr())
    shown = "\n".join(told)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in shown
    assert "Rumpelstilzchen" not in shown


async def test_a_variable_that_holds_no_key_is_not_shown(
    judges: Judges, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", "sk-47\n11")
    settings = settings_for("http://127.0.0.1:9/v1", api_key_env="JUDGE_KEY")
    with pytest.raises(JudgeError, match="JUDGE_KEY does not hold a key") as raised:
        await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
    assert raised.value.reason == "JUDGE_NOT_CONFIGURED"


async def test_closed_judges_hold_no_connection(settings_for: SettingsFor) -> None:
    async with serving(says("ok")) as endpoint:
        judges = Judges()
        settings = settings_for(endpoint.url)
        await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
        assert endpoint.connections == 1
        await judges.close()
        await fake.until(lambda: not endpoint.connections)
    gc.collect()  # what was left open would warn here
