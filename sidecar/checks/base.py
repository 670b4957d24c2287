"""What a check is: options, and one method from a subject to its findings.

The runner does the rest: choosing, timing, bounding, and giving each finding the severity of its
code. A check may be called from several threads at once; its options are frozen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from sidecar.evidence.index import TableIndex
from sidecar.judges.pool import Judges
from sidecar.judges.spending import SpendingAccount
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.model.formula import Formula
from sidecar.model.memory import Memory
from sidecar.model.report import Detail, Findings, Severity
from sidecar.model.source_text import SourceText, Unavailable
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.model.window import TextWindow
from sidecar.text.claims import ClaimReader
from sidecar.transcripts.pending import PendingCall
from sidecar.work import ThreadRunner


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """What is to be verified.

    Attributes:
        text: The narrative.
        results: The query results, in the order of the request, with unique query ids.
        detail: How much of the reasoning the report will carry.
        items: Pieces of evidence, cited by their ids.
        sources: Documents, cited by number or name. All three kinds share one set of unique ids.
        bare_numbers: Whether "[3]" cites, as "[Source 3]" does.
        structured: A response in JSON and the shape that it must have.
        formulas: Queries that numbers of the text are said to be the values of.
        written: The narrative as it was written, where ``text`` leaves out footnotes with queries.
        window: Where the narrative is judged piece by piece.
        premises: What was said before: it supports nothing.
        expired: The query ids of results that no longer count.
        tool_call: The tool call whose arguments the text is.
        memory: What the checks may take, and have taken, of the request's memory.
        reader: Reads the numbers of the text, once for all checks.
    """

    text: Text
    results: Sequence[TableIndex] = ()
    detail: Detail = Detail.BINDINGS
    items: Sequence[EvidenceItem] = ()
    sources: Sequence[Source] = ()
    bare_numbers: bool = False
    structured: StructuredResponse | None = None
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)
    formulas: Sequence[Formula] = ()
    written: Text | None = None
    window: TextWindow | None = None
    premises: Sequence[str] = ()
    expired: frozenset[str] = frozenset()
    tool_call: PendingCall | None = None
    reader: ClaimReader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "reader", ClaimReader(self.text)
        )  # the only way into a frozen class


_OWN_S = 0.1, 1.0
"""Least and most seconds that a check keeps for itself of those that are left."""

_OWN_SHARE = 0.1
"""What it keeps between the two."""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What a check has that asks something outside.

    Attributes:
        work: Threads.
        judges: Models.
        left_s: Seconds that are left.
        account: What the request spends on models.
        text_of: The text of a source, within some seconds, or why it cannot be had.
        step: Is notified of what the check is at.
    """

    work: ThreadRunner
    judges: Judges
    left_s: Callable[[], float]
    account: SpendingAccount
    text_of: Callable[[Source, float, ThreadRunner], Awaitable[SourceText | Unavailable]]
    step: Callable[[str], None] = lambda _: None

    def asking_s(self) -> float:
        """Seconds that something outside may take; the others are for going on without it."""
        left_s = self.left_s()
        least, most = _OWN_S
        return max(0.0, left_s - min(max(least, _OWN_SHARE * left_s), most))


@dataclass(frozen=True, slots=True)
class Code:
    """One code.

    Attributes:
        code: Upper snake case.
        check: The check that gives it.
        severity: How bad it is, unless the settings change it.
        summary: When it is given, in a sentence.
        remedy: What to do about it, in a sentence.
        details: More, in a few sentences.
        also: Other checks that give it.
        optional: How bad it is where its check is not required; None where that is the same.
        of_text: Whether it speaks of the text as a whole, so that a part of it says nothing.
    """

    code: str
    check: str
    severity: Severity
    summary: str
    remedy: str
    details: str = ""
    also: tuple[str, ...] = ()
    optional: Severity | None = None
    of_text: bool = False

    def given_by(self, check: str) -> bool:
        """Whether a check has findings of this code."""
        return check == self.check or check in self.also


class Check(ABC):
    """One question about a text.

    Attributes:
        name: The key in ``CHECKS``, the name on the wire and the settings section.
        summary: What it does, in a sentence.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    codes: ClassVar[Sequence[Code]] = ()
    """What its findings can be, each with its cause and remedy."""

    judges_sentences: ClassVar[bool] = False
    """Whether it can judge the sentences of a text that is still being written."""

    @abstractmethod
    def __init__(self, settings: Any) -> None:  # each check has a section of its own
        ...

    @property
    def needs_thread(self) -> bool:
        """Whether it never runs on the event loop: it waits, or takes long for each number."""
        return self.waits

    @property
    def waits(self) -> bool:
        """Whether the work is done by something else, which bounds what it costs."""
        return False

    @abstractmethod
    def run(self, subject: CheckSubject) -> Findings:
        """Judge the subject.

        Its loops call ``sidecar.work.check_abandoned``, so that it ends where nobody waits.

        Raises:
            CheckError: If it cannot finish; the runner reports a ``Failure``.
            MemoryExceeded: If it would take more memory than the request may.
        """

    def inquires(self, subject: CheckSubject) -> bool:
        """Whether the subject needs ``run_async``: something outside is asked about it."""
        return False

    async def run_async(self, subject: CheckSubject, means: CheckContext) -> Findings:
        """Judge a subject that something outside is asked about, on the event loop.

        Args:
            subject: What is to be verified.
            means: Threads, models and time.

        Raises:
            CheckError: As ``run`` does.
            MemoryExceeded: As ``run`` does.
        """
        return await means.work(self.run, subject)

    @classmethod
    def enabled_by(cls, settings: Any) -> bool:
        """Whether it runs where nobody names it, by its section of the settings."""
        return True

    @classmethod
    @abstractmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Whether the subject holds evidence of the kind that this check needs."""


class CheckError(Exception):
    """A check cannot finish, for a reason that its caller should know.

    Attributes:
        reason: Upper snake case, as in ``CheckFailure.reason``.
        retryable: Whether the same request may succeed later.
    """

    def __init__(self, reason: str, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.reason = reason
        self.retryable = retryable


TEXT_S = 1e-6
"""Seconds of processor time that judging a byte of text takes, about, or writing of it in a report:
by value, and without asking anything outside."""

_NUMBER_S = 4e-9
"""Seconds that a number takes that is not sorted yet: long results are passed over for that."""

_COLUMN_S = 20e-6
"""Seconds that a column takes."""


def estimate_s(subject: CheckSubject) -> float:
    """Seconds of processor time that a check takes for a subject, about."""
    texts = len(subject.text.data)
    texts += sum(len(item.text) for item in subject.items)
    texts += sum(len(source.text) for source in subject.sources)
    numbers = sum(result.unsorted for result in subject.results)
    columns = sum(len(result.table.columns) for result in subject.results)
    return TEXT_S * texts + _NUMBER_S * numbers + _COLUMN_S * columns
