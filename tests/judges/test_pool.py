"""What requests share, and that it costs nothing before a question is asked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sidecar.judges.errors import REASONS, JudgeError
from sidecar.judges.pool import Judges, make_allowance
from sidecar.judges.protocol import PromptMessage, Question
from sidecar.judges.settings import JudgeSettings

QUESTION = Question("say", "1", (PromptMessage("user", "Is it?"),))


@pytest.mark.parametrize("modules", ["sidecar.server.server", "sidecar.judges.pool"])
def test_the_client_is_not_loaded_before_the_first_call(modules: str) -> None:
    program = (
        f"import sys, {modules}; from sidecar.judges.pool import Judges;"
        "print([name for name in sys.modules if name.split('.')[0] in ('openai', 'httpx2')])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


async def test_without_an_endpoint_nobody_is_asked(judges: Judges) -> None:
    with pytest.raises(JudgeError) as raised:
        judges.judge_for(JudgeSettings())
    assert raised.value.reason == "JUDGE_NOT_CONFIGURED"


async def test_without_the_package_it_says_so(
    judges: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.delitem(sys.modules, "sidecar.judges.calls", raising=False)
    settings = JudgeSettings(base_url="http://127.0.0.1:9/v1", model="m", api_key_env="")
    with pytest.raises(JudgeError) as raised:
        await judges.judge_for(settings).ask(QUESTION, make_allowance(settings, 10))
    assert raised.value.reason == "JUDGE_NOT_INSTALLED"
    assert not raised.value.retryable


async def test_stricter_settings_of_a_request_share_what_there_is(judges: Judges) -> None:
    settings = JudgeSettings(base_url="http://127.0.0.1:9/v1", model="m")
    stricter = settings.changed(timeout_s=1.0, max_tokens_per_request=7)
    judges.judge_for(settings)
    judges.judge_for(stricter)
    assert judges.slots(settings) is judges.slots(stricter)
    assert len(judges._connections) == 1
    assert make_allowance(stricter, 5).max_tokens == 7


def test_every_reason_has_its_words() -> None:
    for reason, why in REASONS.items():
        assert str(JudgeError(reason)) == why.words
        assert str(JudgeError(reason, "so")) == f"{why.words}: so"
