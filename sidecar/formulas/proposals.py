"""Asking a model for the formulas of numbers.

One question holds all numbers of a text that are asked about. A model that does not answer leaves
each verdict as it was, and the report says of each number that it was asked in vain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidecar.formulas.prompt import VERSION, Prompt, read
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Judge, Message, Question
from sidecar.judges.spending import Allowance
from sidecar.model.formula import Formula, FormulaOrigin

UNANSWERED = "unanswered"
"""Why a number has no formula that the model was asked about, and said nothing of."""


class Proposed(NamedTuple):
    """What a model proposed.

    Attributes:
        formulas: One for each number that was asked about; without a query, with the reason, where
            there is none.
        failure: Why the model gave no answer at all, if it did not.
    """

    formulas: Sequence[Formula]
    failure: JudgeError | None = None


def question(asked: Prompt) -> Question:
    """A prompt as a question."""
    messages = Message("system", asked.system), Message("user", asked.user)
    return Question("propose", VERSION, messages, asked.schema)


async def propose(judge: Judge, asked: Prompt, allowance: Allowance) -> Proposed:
    """Ask a model for the formulas of a prompt.

    Args:
        judge: Who is asked.
        asked: The question.
        allowance: What the request may take.
    """
    try:
        answer = await judge.ask(question(asked), allowance)
    except JudgeError as error:
        return Proposed(without(asked, error.reason), error)
    return proposed(asked, answer.json())


def proposed(asked: Prompt, answer: Mapping[str, object]) -> Proposed:
    """What an answer proposes for each number of a prompt."""
    found = read(answer, asked.ids)
    missing = {formula.span: formula for formula in without(asked, UNANSWERED)}
    return Proposed(list((missing | found).values()))


def without(asked: Prompt, reason: str) -> list[Formula]:
    """The numbers of a prompt without a formula."""
    origin = FormulaOrigin.PROPOSED
    return [Formula(number.span, "", origin, reason) for number in asked.ids.values()]
