"""What an agent is, what it gets of a question, how it fails, and how its answer becomes a run."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, ClassVar, Protocol, TypeAlias

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic_core import PydanticSerializationError, to_jsonable_python

from sidecar.evals.model import Action, EvalQuestion, EvidenceItem, ResearchRun, Usage
from sidecar.model.text import is_blank
from sidecar.settings.section import suggest_name

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
        """Answer a question, without what is expected of the answer: see ``hide_expectations``.

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


def describe_error(error: BaseException) -> str:
    """What an agent raised, in one line: anybody's words, so not too many."""
    words = " ".join(str(error).split())[:_SHOWN]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def hide_expectations(question: EvalQuestion) -> EvalQuestion:
    """The question without what is expected of its answer: no agent may read that."""
    return replace(
        question, expected_answer=None, expected_evidence_files=None, success_criteria=None
    )


def build_context(question: EvalQuestion) -> dict[str, Any]:
    """What an agent is given beside the question, as JSON has it; what is empty is left out."""
    whole: dict[str, Any] = {
        "tags": list(question.tags),
        "metadata": dict(question.metadata),
        "query_results": [dict(one) for one in question.query_results],
        "sources": [dict(one) for one in question.sources],
        "schema": question.schema,
    }
    return {name: given for name, given in whole.items() if given}


# What an agent returned, made a run: nothing in it is trusted.

for _kind in (Action, EvidenceItem, ResearchRun, Usage):  # what is misspelled would be lost, unseen
    with_config(ConfigDict(extra="forbid"))(_kind)

_RUNS: TypeAdapter[ResearchRun] = TypeAdapter(ResearchRun)
_OWN = frozenset({"verification"})
"""What an agent says of it does not count."""

_KNOWN = frozenset(field.name for field in fields(ResearchRun)) - _OWN
_MOST = 10**12
"""Of tokens, money and seconds: sums of it are exact enough, and none of them overflows."""
_MOST_TOLD = 3


def build_run(
    given: Answer, question: EvalQuestion, *, run_id: str, started_at: str, seconds: float
) -> ResearchRun:
    """The run that an agent returned.

    Args:
        given: What it returned.
        question: What it was asked.
        run_id: For a run that has no id of its own.
        started_at: When it was asked, in ISO 8601.
        seconds: How long it took.

    Raises:
        AgentError: If it is no run: no text, too large, no JSON, fields of the wrong type.
    """
    plain = _plain(given)
    unknown = [name for name in plain if name not in _KNOWN | _OWN]
    if unknown:
        name = str(unknown[0])
        raise _invalid(f"a run has no field {name[:60]!r}{suggest_name(name, _KNOWN)}")
    defaults = {"run_id": run_id, "started_at": started_at, "duration_seconds": seconds}
    told = {name: value for name, value in plain.items() if name not in _OWN and value is not None}
    for name, value in defaults.items():
        if not told.get(name):
            told[name] = value
    try:
        run = _RUNS.validate_json(
            _encode_plain({**told, "question": question.question}), strict=True
        )
    except ValidationError as error:
        raise _invalid(_describe_faults(error)) from None
    impossible = _impossible(run)
    if impossible:
        raise _invalid(impossible)
    if is_blank(run.answer) and run.output is None and not run.error:
        raise _invalid("the answer is empty")
    return run


def _impossible(run: ResearchRun) -> str:
    """Which figure of a run cannot be, or "": one of them would spoil every sum over a run."""
    if run.confidence is not None and not 0 <= run.confidence <= 1:
        return f"confidence: should be from 0 to 1, not {run.confidence:.6g}"
    used = run.usage
    figures = {
        "usage.input_tokens": used.input_tokens,
        "usage.output_tokens": used.output_tokens,
        "usage.cost": used.cost,
    }
    wrong = [name for name, figure in figures.items() if not 0 <= figure <= _MOST]
    if run.duration_seconds > _MOST:
        wrong.append("duration_seconds")
    return f"{wrong[0]}: should be from 0 to {_MOST:,}" if wrong else ""


def _plain(given: Answer) -> dict[str, Any]:
    """As JSON has it."""
    if isinstance(given, str):
        return {"answer": given}
    if not isinstance(given, ResearchRun | Mapping):
        raise _invalid(f"an answer is text, a mapping or a run, not {type(given).__name__}")
    try:
        plain = to_jsonable_python(given)
    except (PydanticSerializationError, UnicodeError, ValueError, RecursionError):
        raise _invalid("the answer holds what JSON does not have") from None
    if not isinstance(plain, dict):
        raise _invalid("the answer is not a mapping with fields of a run")
    return plain


def _encode_plain(plain: Mapping[str, Any]) -> bytes:
    try:
        data = json.dumps(plain, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError):  # NaN, half a pair of surrogates, what is none
        raise _invalid("the answer holds what JSON does not have") from None
    if len(data) > MOST_BYTES:
        raise _invalid(f"the answer is longer than {MOST_BYTES} bytes")
    return data


def parse_object(data: bytes | str, whose: str) -> dict[str, Any]:
    """The object of a reply in JSON.

    Raises:
        AgentError: If it is none, or too large.
    """
    if len(data) > MOST_BYTES:
        raise _invalid(f"{whose} is longer than {MOST_BYTES} bytes")
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise _invalid(f"{whose} is not JSON") from None
    if not isinstance(given, dict):
        raise _invalid(f"{whose} is not a JSON object")
    return given


def _invalid(why: str) -> AgentError:
    return AgentError("AGENT_ANSWER_INVALID", why)


def _describe_faults(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_input=False)
    each = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in faults[:_MOST_TOLD]]
    return "; ".join(each)[:_SHOWN]
