"""What an agent is, what it gets of a question, and how it fails."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeAlias

from sidecar.evals.model import EvalQuestion, ResearchRun

Answer: TypeAlias = ResearchRun | str | Mapping[str, Any]
"""What an agent returns: a run, the text of an answer, or a mapping with fields of a run."""

MOST_BYTES = 16 << 20
"""Bytes of one answer with all that it comes with, as JSON."""

_SHOWN = 300


class AgentError(Exception):
    """An agent did not answer a question.

    Attributes:
        reason: For programs, such as ``AGENT_UNREACHABLE``.
        retryable: Whether the same question may be answered later.
        retry_after_s: When, where the agent says so.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        retryable: bool = False,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.retryable = retryable
        self.retry_after_s = retry_after_s


class AgentInvalid(ValueError):
    """No agent can be made of what was given; the message says why."""

    reason: ClassVar[str] = "AGENT_INVALID"


class Agent(Protocol):
    """Answers questions.

    Attributes:
        name: What it is, for people and for telling agents apart: without keys or tokens.
    """

    name: str

    async def answer(self, question: EvalQuestion) -> Answer:
        """Answer a question, of which ``for_agent`` has taken what is expected of the answer.

        Cancelling it ends the work, as far as that can be.

        Raises:
            AgentError: If there is no answer.
        """
        ...

    def notes(self, asked: Collection[str]) -> Sequence[str]:
        """What people should know after a whole data set was asked, by its ids."""
        ...

    async def close(self) -> None:
        """Close what was opened."""
        ...


def in_words(error: BaseException) -> str:
    """What an agent raised, in one line: anybody's words, so not too many."""
    words = " ".join(str(error).split())[:_SHOWN]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def for_agent(question: EvalQuestion) -> EvalQuestion:
    """The question without what is expected of its answer: no agent may read that."""
    return replace(
        question, expected_answer=None, expected_evidence_files=None, success_criteria=None
    )


def context_of(question: EvalQuestion) -> dict[str, Any]:
    """What an agent is given beside the question, as JSON has it; what is empty is left out."""
    whole: dict[str, Any] = {
        "tags": list(question.tags),
        "metadata": dict(question.metadata),
        "query_results": [dict(one) for one in question.query_results],
        "sources": [dict(one) for one in question.sources],
        "schema": question.schema,
    }
    return {name: given for name, given in whole.items() if given}
