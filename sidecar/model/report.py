"""What verification found, and what the caller should do about it.

Three endings are never mixed: ``Findings`` says that the check ran, ``Failure`` that nothing is
known, and an exception that the request cannot be judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from sidecar.model.cached import LazySequence
from sidecar.model.check_details import (
    ArgumentsDetail,
    CitationsDetail,
    ConsistencyDetail,
    SupportDetail,
)
from sidecar.model.claim import ClaimsDetail
from sidecar.model.formula import Formula, FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.number import NumericClaim, Skipped
from sidecar.model.plain_bindings import PlainBindings
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span
from sidecar.model.why import Hint, Missing, Odds, Why


class Decision(IntEnum):
    """The whole request's result. Values equal those of the wire enum."""

    PASS = 1
    WARN = 2
    FAIL = 3
    UNVERIFIED = 4


class Action(IntEnum):
    """What the caller should do. Values equal those of the wire enum."""

    RELEASE = 1
    HOLD = 2


class Mode(IntEnum):
    """Whether a bad decision holds the text back. Values equal those of the wire enum."""

    ENFORCE = 1
    OBSERVE = 2


class Severity(IntEnum):
    """How bad a finding is. Values equal those of the wire enum."""

    INFO = 1
    WARNING = 2
    ERROR = 3


class Verdict(IntEnum):
    """What the evidence says about a statement. Values equal those of the wire enum."""

    SUPPORTED = 1
    CONTRADICTED = 2
    UNSUPPORTED = 3
    INCONCLUSIVE = 4


class Grade(IntEnum):
    """How closely a value agrees. Values equal those of the wire enum."""

    NONE = 1
    TOLERATED = 2
    EXACT = 3


class SettledBy(IntEnum):
    """What settled a number. Values equal those of the wire enum."""

    NOTHING = 0
    CELL = 1
    DERIVATION = 2
    DECLARED_FORMULA = 3
    PROPOSED_FORMULA = 4


class Detail(IntEnum):
    """How much of the reasoning a report carries. Values equal those of the wire enum."""

    VERDICTS = 1
    BINDINGS = 2
    EXPLAIN = 3


@dataclass(frozen=True, slots=True)
class Repair:
    """A replacement that would make a finding go away."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something a check has to say about a place in the text.

    Attributes:
        code: Upper snake case, registered in ``sidecar.checks.CODES``.
        verdict: What the evidence says.
        span: Where.
        message: A sentence for people; each value in it is in ``details`` as well.
        details: Values for programs.
        repair: A replacement, where one is known.
        confidence: From 0 to 1, where the check has one.
        severity: Where it is not the code's own (a tolerated rounding is only information).
    """

    code: str
    verdict: Verdict
    span: Span
    message: str
    details: Mapping[str, str] = field(default_factory=dict)
    repair: Repair | None = None
    confidence: float | None = None
    severity: Severity | None = None


class Reading(NamedTuple):
    """One way to explain a number: a cell, a row count, a derivation of cells or of other numbers.

    Attributes:
        query_id: The query result it lies in; empty where another check has shown it.
        location: ``data[5].salary``, ``data[5].size#2`` (second number of a string),
            ``row_count``, or the check that has shown it: ``consistency:growth_L5``.
        value: Exact value there, in the unit of the claim.
        grade: How closely it agrees.
        formula: The derivation (``sum(data[0:4].salary)``); empty for a plain cell.
        cells: The first cells that it is derived from.
    """

    query_id: str
    location: str
    value: Decimal
    grade: Grade
    formula: str = ""
    cells: Sequence[str] = ()

    @property
    def where(self) -> str:
        """Where it lies: ``europe data[5].pop``."""
        return f"{self.query_id} {self.location}".strip()


class Considered(NamedTuple):
    """A reading that was weighed (EXPLAIN).

    Attributes:
        reading: Its value; None where it stands for many cells, none of which agrees.
        why: What spoke for it; None where readings have no weights (binding mode ``value``).
    """

    reading: Reading | None
    why: Why | None = None


_DECIDING = frozenset({FormulaOutcome.AGREES, FormulaOutcome.DISAGREES})
_BY_ORIGIN = {
    FormulaOrigin.DECLARED: SettledBy.DECLARED_FORMULA,
    FormulaOrigin.PROPOSED: SettledBy.PROPOSED_FORMULA,
}


class ClaimBinding(NamedTuple):
    """A claim and the reading that was chosen for it.

    Attributes:
        claim: The number in its sentence.
        verdict: What the evidence says about it.
        grade: How closely the chosen reading agrees.
        reading: The chosen reading, if any.
        sources: Ids of all query results that explain it equally well, if several.
        considered: Readings weighed, the chosen one first, then by weight (EXPLAIN only).
        chance: The probability that a random number of this size and precision would agree with
            some reading as well; None where it was not computed.
        odds: How probably it is right, wrong or about something else (EXPLAIN only).
        hints: What would fix a wrong decision (EXPLAIN only).
        use: What a formula did for it, where there was one.
        missing: What words and data lack to settle it; none where it is covered.
    """

    claim: NumericClaim
    verdict: Verdict
    grade: Grade
    reading: Reading | None = None
    sources: tuple[str, ...] = ()
    considered: Sequence[Considered] = ()
    chance: float | None = None
    odds: Odds | None = None
    hints: Sequence[Hint] = ()
    use: FormulaUse | None = None
    missing: Sequence[Missing] = ()

    @property
    def settled_by(self) -> SettledBy:
        """What settled it."""
        use = self.use
        if use is not None and use.outcome in _DECIDING:
            return _BY_ORIGIN[use.formula.origin]
        if self.reading is None or not self.reading.query_id:
            return SettledBy.NOTHING
        if self.verdict is Verdict.INCONCLUSIVE:
            return SettledBy.NOTHING
        return SettledBy.DERIVATION if self.reading.formula else SettledBy.CELL

    @property
    def matched(self) -> bool:
        """Whether a source supports the claim."""
        return self.verdict is Verdict.SUPPORTED


class Bindings(LazySequence[ClaimBinding]):
    """The bindings of a text, in its order, made when somebody asks for them.

    Args:
        verdicts: Of each.
        make: Gives the bindings at some places.
        plain: Gives them as arrays.

    Attributes:
        verdicts: Of each.
        plain: Gives them as arrays; None where that is not to be had.
    """

    def __init__(
        self,
        verdicts: Sequence[Verdict],
        make: Callable[[Sequence[int]], Iterable[ClaimBinding]],
        plain: Callable[[], PlainBindings] | None = None,
    ) -> None:
        super().__init__(len(verdicts))
        self.verdicts, self._give, self.plain = verdicts, make, plain

    @classmethod
    def from_sequence(cls, bindings: Sequence[ClaimBinding]) -> Bindings:
        """Bindings that are made already."""
        return cls([binding.verdict for binding in bindings], partial(map, bindings.__getitem__))

    def _make(self, indices: Sequence[int]) -> Iterable[ClaimBinding]:
        return self._give(indices)


def _no_words(reading: Reading) -> str:
    """Where nobody knows any."""
    del reading
    return ""


class NamedNumbers(NamedTuple):
    """The numbers of a text whose row and column are plainly named.

    Attributes:
        named: How many there are.
        wrong: Where those stand that are contradicted or unsupported, in the text's order.
    """

    named: int
    wrong: Sequence[Span]


NO_NAMED_NUMBERS = NamedNumbers(0, ())


@dataclass(frozen=True, slots=True)
class NumericDetail:
    """What the numeric check did with each number.

    Attributes:
        bindings: Of each, in the order of the text.
        skipped: What looks like a number and was not judged.
        words: Gives the words for the place of a reading: "Italy, 2007, pop"; "" where it has none.
        named: The numbers whose row and column are plainly named.
        uncovered: How many numbers words and data do not settle.
        no_claims: What a model calls a period or an identifier: it is among what was skipped.
    """

    bindings: Bindings
    skipped: Sequence[Skipped] = ()
    words: Callable[[Reading], str] = field(default=_no_words, compare=False, repr=False)
    named: NamedNumbers = NO_NAMED_NUMBERS
    uncovered: int = 0
    no_claims: Sequence[Formula] = ()

    @property
    def passed_over(self) -> Mapping[str, int]:
        """What was skipped, counted by reason."""
        counts = Counter(map(itemgetter(1), self.skipped))
        return {reason.name.lower(): count for reason, count in counts.items()}


CheckDetail = (
    NumericDetail
    | ConsistencyDetail
    | CitationsDetail
    | StructureDetail
    | SupportDetail
    | ClaimsDetail
    | ArgumentsDetail
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """A check that ran to its end.

    Attributes:
        findings: In the order of the text.
        judged: How many statements it judged; 0 sets ``nothing_to_judge``.
        detail: The check's own detail message.
    """

    findings: Sequence[Finding] = ()
    judged: int = 0
    detail: CheckDetail | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that could not finish: nothing is known.

    Attributes:
        reason: Upper snake case, one of ``CheckFailureReason`` on the wire.
        message: A sentence for people.
        retryable: Whether the same request may succeed if it is sent again.
    """

    reason: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """How one check ended.

    Attributes:
        check: Its name.
        required: Whether a pass needs it to finish.
        outcome: What it found, or why it could not.
        severities: Of each finding, after the settings; parallel to ``outcome.findings``.
        mode: Whether it may hold the text back.
    """

    check: str
    required: bool
    outcome: Findings | Failure
    severities: Sequence[Severity] = ()
    mode: Mode = Mode.ENFORCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that was found: a pure function of text, evidence and settings.

    Attributes:
        retry_hint: Gives what to send back to the model that wrote the text; "" for nothing.
    """

    decision: Decision
    action: Action
    mode: Mode
    results: Sequence[CheckResult]
    text_digest: str
    evidence_digest: str
    settings_digest: str
    engine_version: str
    retry_hint: Callable[[], str] = field(default=str, compare=False, repr=False)
