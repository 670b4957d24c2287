"""What was recorded is answered again, by nobody."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from judges.scripted import Scripted

from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import make_allowance
from sidecar.judges.protocol import PromptMessage, Question
from sidecar.judges.recording import RecordingJudge, ReplayingJudge
from sidecar.judges.settings import JudgeSettings

QUESTION = Question("count", "1", (PromptMessage("user", "Wie viele? é"),), {"type": "object"})
SETTINGS = JudgeSettings()


def test_a_recorded_answer_comes_back(tmp_path: Path) -> None:
    recorder = RecordingJudge(Scripted(['So: {"a": "é"}']), tmp_path / "new")
    answer = asyncio.run(recorder.ask(QUESTION, make_allowance(SETTINGS, 10)))
    allowance = make_allowance(SETTINGS, 10)
    again = asyncio.run(ReplayingJudge(tmp_path / "new").ask(QUESTION, allowance))
    assert again.json() == answer.json() == {"a": "é"}
    assert again.usage == answer.usage
    assert again.kept
    assert allowance.account.tokens == 0
    (file,) = (tmp_path / "new").iterdir()
    assert file.name == f"{QUESTION.digest}.json"
    told = json.loads(file.read_bytes())
    assert told["question"]["messages"] == [{"role": "user", "content": "Wie viele? é"}]


def test_failures_are_not_recorded(tmp_path: Path) -> None:
    recorder = RecordingJudge(Scripted([JudgeError("JUDGE_UNREACHABLE")]), tmp_path)
    with pytest.raises(JudgeError):
        asyncio.run(recorder.ask(QUESTION, make_allowance(SETTINGS, 10)))
    assert not list(tmp_path.iterdir())


async def test_what_was_not_recorded_has_no_answer(tmp_path: Path) -> None:
    allowance = make_allowance(SETTINGS, 10)
    with pytest.raises(JudgeError) as raised:
        await ReplayingJudge(tmp_path).ask(QUESTION, allowance)
    assert raised.value.reason == "JUDGE_NOT_RECORDED"
    assert allowance.account.reasons == {"JUDGE_NOT_RECORDED": 1}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"answer": null}',
        '{"answer": {"text": 7}}',
        '{"answer": {"text": "prose"}}',
        '{"answer": {"text": "{}", "usage": {"price": 1}}}',
        '{"answer": {"text": "{}", "first_token": {"Yes": "likely"}}}',
        '{"answer": {"text": "{}", "first_token": []}}',
    ],
)
async def test_a_broken_recording_is_no_answer(content: str, tmp_path: Path) -> None:
    (tmp_path / f"{QUESTION.digest}.json").write_text(content)
    with pytest.raises(JudgeError) as raised:
        await ReplayingJudge(tmp_path).ask(QUESTION, make_allowance(SETTINGS, 10))
    assert raised.value.reason == "JUDGE_ANSWER_INVALID"
