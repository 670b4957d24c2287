"""Why a question has no answer: a reason for programs, and its words for people."""

from __future__ import annotations

from typing import NamedTuple


class FailureMeaning(NamedTuple):
    """What a reason means.

    Attributes:
        words: A sentence without its full stop.
        retryable: Whether the same question may be answered later.
    """

    words: str
    retryable: bool


REASONS = {
    "JUDGE_NOT_CONFIGURED": FailureMeaning("no endpoint of a model is set", False),
    "JUDGE_NOT_INSTALLED": FailureMeaning(
        "the package openai is not installed: see the extra llm", False
    ),
    "JUDGE_UNREACHABLE": FailureMeaning(
        "the model's endpoint cannot be reached, or has a fault", True
    ),
    "JUDGE_TIMEOUT": FailureMeaning("the model did not answer in time", True),
    "JUDGE_REFUSED": FailureMeaning("the model's endpoint refused the question", False),
    "JUDGE_RATE_LIMITED": FailureMeaning(
        "the model's endpoint takes no more questions for now", True
    ),
    "JUDGE_ANSWER_INVALID": FailureMeaning("the model's answer is not what was asked for", True),
    "JUDGE_BUDGET_SPENT": FailureMeaning("the request may not spend more on models", False),
    "JUDGE_NOT_RECORDED": FailureMeaning("no answer to this question was recorded", False),
}
"""Every reason of a ``JudgeError``."""


class JudgeError(Exception):
    """A question was not answered.

    It never holds what was asked, what was answered or the key, and it has no cause, which would.

    Attributes:
        reason: A key of ``REASONS``.
        detail: What more may be shown.
        retryable: Whether the same question may be answered later.
        retry_after_s: When, where the endpoint says so.
    """

    def __init__(self, reason: str, detail: str = "", retry_after_s: float | None = None) -> None:
        why = REASONS[reason]
        super().__init__(f"{why.words}: {detail}" if detail else why.words)
        self.reason = reason
        self.detail = detail
        self.retryable = why.retryable
        self.retry_after_s = retry_after_s


# What came in the way of a call: a value, since an exception would carry the call along.


class CallFailure(NamedTuple):
    """Why a call has no answer.

    Attributes:
        reason: As in ``JudgeError``.
        detail: What may be shown of it.
        again: Whether the same call may succeed now.
        retry_after_s: When, where the endpoint says so.
        told: What the endpoint says where it may not understand the request, for finding another
            way to ask; never shown.
        no_object: Whether the model wrote something else than the object that it was asked for.
    """

    reason: str
    detail: str = ""
    again: bool = False
    retry_after_s: float | None = None
    told: str | None = None
    no_object: bool = False

    @property
    def error(self) -> JudgeError:
        """The same for anyone who asked."""
        return JudgeError(self.reason, self.detail, self.retry_after_s)
