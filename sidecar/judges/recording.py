"""Questions and answers on disk: written by one judge, answered from by another.

A file has one question with its answer, and is named by the question's digest. The model is no part
of it: what one model answered can be given for another. Files hold what was asked in full.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Any

from sidecar.judges.completion import extract_text
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Judge, ModelAnswer, Question, TokenUsage
from sidecar.judges.spending import Allowance


class RecordingJudge:
    """Asks another judge, and writes down what it answers; failures are not written.

    Args:
        judge: Who is asked.
        folder: Where files are written; it is made if need be.
    """

    def __init__(self, judge: Judge, folder: Path) -> None:
        self._judge = judge
        self._folder = folder

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        """See ``Judge.ask``.

        Raises:
            OSError: If the file cannot be written.
        """
        answer = await self._judge.ask(question, allowance)
        await asyncio.to_thread(_write, self._folder, question, answer)
        return answer


class ReplayingJudge:
    """Answers from what was recorded, and asks nobody.

    Args:
        folder: Where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        """See ``Judge.ask``."""
        try:
            answer = await asyncio.to_thread(_read, self._folder, question)
        except JudgeError as error:
            allowance.account.failed("recorded", error.reason)
            raise
        allowance.account.of(answer.model).kept += 1
        return answer


def _write(folder: Path, question: Question, answer: ModelAnswer) -> None:
    """Write a file, all of it or none."""
    folder.mkdir(parents=True, exist_ok=True)
    record = {"question": _plain(question), "answer": _plain(answer)}
    number, name = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(record, file, ensure_ascii=False, indent=1)
        Path(name).replace(_path(folder, question))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _plain(value: Question | ModelAnswer) -> dict[str, Any]:
    """The fields, by name all the way down."""
    plain = {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Question):
        return plain | {"messages": [message._asdict() for message in value.messages]}
    return plain | {"usage": value.usage._asdict()}


def _read(folder: Path, question: Question) -> ModelAnswer:
    """The answer in a file; who wrote it is not known, so it is read like one of an endpoint."""
    path = _path(folder, question)
    fault = ""
    try:
        return _answer(json.loads(path.read_bytes())["answer"], question)
    except FileNotFoundError:
        raise JudgeError("JUDGE_NOT_RECORDED", path.name) from None
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        fault = f"{path.name} is not a recording"
    raise JudgeError("JUDGE_ANSWER_INVALID", fault)


def _answer(given: Any, question: Question) -> ModelAnswer:
    first_token = {str(token): float(one) for token, one in given.get("first_token", {}).items()}
    usage = TokenUsage(**given.get("usage", {}))
    text = extract_text(given["text"], question)
    return ModelAnswer(text, str(given.get("model", "recorded")), usage, first_token, kept=True)


def _path(folder: Path, question: Question) -> Path:
    return folder / f"{question.digest}.json"
