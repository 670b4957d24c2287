"""Whether an answer meets the success criteria of its question."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sidecar.evals.model import EvalQuestion, ResearchRun
from sidecar.model.report import Report
from sidecar.settings.root import Settings

if TYPE_CHECKING:
    from sidecar.model.outcome import SuccessCriteria
    from sidecar.outcomes.engine import Engine

_TOP = "success_criteria"
_KEPT = 128  # criteria that were read: many questions have the same ones


class Judged(NamedTuple):
    """How criteria ended.

    Attributes:
        met: Whether they are met; never where they cannot be read.
        issues: Why not, in sentences.
    """

    met: bool
    issues: tuple[str, ...] = ()


class Criteria:
    """Judges runs by the criteria of their questions.

    Governance is not asked: it may remember other tasks, and an eval is no delivery.

    Args:
        settings: Of verifyd.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine: Engine | None = None
        self._known: dict[str, SuccessCriteria] = {}

    async def judge(
        self, run: ResearchRun, question: EvalQuestion, report: Report | None
    ) -> Judged:
        """Whether a run meets the criteria of its question, which has some."""
        from sidecar.model.outcome import Task  # noqa: PLC0415 (few data sets have criteria)
        from sidecar.outcomes.engine import canonical  # noqa: PLC0415

        engine = self._ready()
        criteria = self._read(question, engine)
        if isinstance(criteria, Judged):
            return criteria
        task = Task(
            input=_input(question),
            output=run.output if isinstance(run.output, dict) else {"text": run.answer},
            metadata={"duration_ms": 1000 * run.duration_seconds},
            report=report,
        )
        try:
            parts = canonical(task)
        except (TypeError, ValueError) as error:
            return Judged(False, (f"the success criteria cannot be judged: {error}",))
        ended = await engine.verify(criteria, task, parts, tenant="", in_thread=asyncio.to_thread)
        unmet = [one.reason for one in ended.criterion_results if not one.met]
        issues = (
            () if ended.success else (ended.reason, *(u for u in unmet if u not in ended.reason))
        )
        return Judged(ended.success, issues)

    def faults(self, question: EvalQuestion) -> tuple[str, ...]:
        """What is wrong with the criteria of a question, if it has some."""
        if question.success_criteria is None:
            return ()
        read = self._read(question, self._ready())
        return read.issues if isinstance(read, Judged) else ()

    def _ready(self) -> Engine:
        if self._engine is None:
            from sidecar.outcomes.engine import Engine  # noqa: PLC0415 (as above)
            from sidecar.outcomes.governance import All  # noqa: PLC0415

            own = self._settings
            self._engine = Engine(own.outcomes, own.structure, governance=All([]))
        return self._engine

    def _read(self, question: EvalQuestion, engine: Engine) -> SuccessCriteria | Judged:
        given: Any = question.success_criteria or {}
        given = given.get(_TOP, given) if len(given) == 1 else given
        key = json.dumps(given, sort_keys=True, default=repr)
        known = self._known.get(key)
        if known is not None:
            return known
        read = engine.read(given)
        if read.criteria is None:
            return Judged(False, tuple(f"{one.message} [{one.code}]" for one in read.faults))
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[key] = read.criteria
        return read.criteria


def _input(question: EvalQuestion) -> Mapping[str, Any]:
    """What the task was given: what extractors read there, beside the question itself."""
    given: dict[str, Any] = {**question.metadata, "question": question.question}
    if question.expected_answer is not None:
        given.setdefault("reference", question.expected_answer)
    if question.schema is not None:
        given.setdefault("output_schema", question.schema)
    return given
