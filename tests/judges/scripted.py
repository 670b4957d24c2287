"""A judge with prepared answers, for tests of whoever asks one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from sidecar.judges.completion import extract_text
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import ModelAnswer, Question, TokenUsage
from sidecar.judges.spending import Allowance

Prepared = str | JudgeError
Script = Iterable[Prepared] | Callable[[Question], Prepared]


class Scripted:
    """Answers what it was told to, as the model ``scripted``.

    Attributes:
        asked: The questions, in their order.

    Args:
        script: What the model writes, or the failure: one for each question, or made of it. They
            are read as those of an endpoint are.
        delay_s: How long it takes.
    """

    def __init__(self, script: Script, delay_s: float = 0) -> None:
        self._next = script if callable(script) else self._in_turn(iter(script))
        self._delay_s = delay_s
        self.asked: list[Question] = []

    @staticmethod
    def _in_turn(script: Iterable[Prepared]) -> Callable[[Question], Prepared]:
        remaining = iter(script)
        return lambda _: next(remaining)

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        self.asked.append(question)
        allowance.account.of("scripted").calls += 1
        try:
            await asyncio.sleep(self._delay_s)
            prepared = self._next(question)
            if isinstance(prepared, JudgeError):
                raise prepared
            return ModelAnswer(extract_text(prepared, question), "scripted", TokenUsage(10, 5))
        except JudgeError as error:
            allowance.account.failed("scripted", error.reason)
            raise
