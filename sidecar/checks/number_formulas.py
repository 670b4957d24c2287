"""The formulas of a text: which number each belongs to, what it gives, and what that says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.bound import BoundNumber
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.binding.units import ColumnUnit
from sidecar.checks.base import CheckError, CheckSubject
from sidecar.checks.formula_verdicts import (
    NOT_JUDGED,
    agrees,
    apply_formula,
    find_skip_reason,
    is_other_scale,
)
from sidecar.formulas import engine
from sidecar.formulas.engine import FormulaQuestion, FormulaValue, Outcome
from sidecar.formulas.placement import find_misplacement, find_other_statistic
from sidecar.formulas.proposals import FormulaPrompt, make_prompt
from sidecar.formulas.settings import EngineSettings, FormulaSettings
from sidecar.model.evidence import EXACT, Table
from sidecar.model.formula import Formula, FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.number import Number, SkipReason, Unit
from sidecar.model.report import Finding, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.claims import NumberExtraction

Answers = Mapping[int, Outcome]
"""What the queries of numbers gave, by the places of these."""

REFUSED = "FORMULA_REFUSED"
NOT_JUDGED_NOTE = "FOOTNOTE_NOT_JUDGED"
_NO_QUERIES = frozenset({"SQL_INVALID", "NOT_ONE_SELECT"})
"""Why what looks like a query may be prose."""

_DIGITS = re.compile(r"\d+")
_CONVERTS = re.compile(r"[*/]|\bcount", re.IGNORECASE)
"""Whether the value of a query may be in another unit than the data."""
_BETWEEN = 40
"""Most bytes between a number and the marker of its footnote: "4.2 million US dollars[^1]"."""


class FormulaInquiry(NamedTuple):
    """The formulas of a text, and what they are asked.

    Attributes:
        given: The formula of each number that has one, by its place.
        loose: Formulas that belong to no number.
        asked: The queries to run.
        tables: What they are run over.
        words: What labels that they pick may be named in.
    """

    given: Mapping[int, Formula]
    loose: Sequence[Formula]
    asked: Mapping[int, FormulaQuestion]
    tables: Sequence[Table]
    words: str

    def run(self, settings: EngineSettings) -> Answers:
        """What the queries give; this waits for another process."""
        found = engine.run(list(self.asked.values()), self.tables, self.words, settings)
        return dict(zip(self.asked, found, strict=True))


class FormulaJudgement(NamedTuple):
    """What formulas made of the numbers of a text.

    Attributes:
        bounds: The numbers that were judged.
        findings: What there is to say about formulas that belong to no number.
        no_claims: The places of the other numbers: what a model calls them, and why they are
            passed over.
    """

    bounds: BoundNumbers
    findings: Sequence[Finding]
    no_claims: Mapping[int, tuple[Formula, SkipReason]]


def ask_first_model(
    bounds: BoundNumbers,
    formulas: Sequence[Formula],
    found: NumberExtraction,
    subject: CheckSubject,
    settings: FormulaSettings,
) -> FormulaPrompt | None:
    """What a model is asked about the numbers of a text; None where it is not asked.

    A text with a proposed formula repeats an earlier report: no model is asked about it.

    Args:
        bounds: The numbers as context left them.
        formulas: Those of the text.
        found: The numbers as they were read.
        subject: What is verified.
        settings: Which numbers a model is asked about.
    """
    repeats = any(one.origin is FormulaOrigin.PROPOSED for one in formulas)
    if settings.propose == "off" or repeats or not subject.results:
        return None
    numbers = [claim.number for claim in found.claims]
    declared, _ = _assigned(formulas, numbers, subject.text)
    wanted = [
        at
        for at, bound in enumerate(bounds.items(range(len(bounds))))
        if at not in declared and _is_asked(bound, settings)
    ]
    left = settings.engine.max_formulas - len(formulas)
    return _question(wanted[: max(0, left)], numbers, subject)


def ask_second_model(
    asked: FormulaInquiry,
    answers: Answers,
    *,
    bounds: BoundNumbers,
    found: NumberExtraction,
    subject: CheckSubject,
    settings: NumericSettings,
) -> FormulaPrompt | None:
    """What a second model is asked: the numbers that the first one's formulas do not support.

    Args:
        asked: The formulas of the text, those of the first model among them.
        answers: What they gave.
        bounds: The numbers as context left them.
        found: The numbers as they were read.
        subject: What is verified.
        settings: Of the check.
    """
    wanted = [
        at
        for at, formula in asked.given.items()
        if formula.origin is FormulaOrigin.PROPOSED
        and _use(formula, answers.get(at), bounds[at], subject, settings).outcome
        is not FormulaOutcome.AGREES
    ]
    return _question(wanted, [claim.number for claim in found.claims], subject)


def choose_formulas(
    first: FormulaInquiry, second: FormulaInquiry, answers: Answers
) -> list[Formula]:
    """The formulas of two models: the second one's where it was believed."""
    chosen = dict(first.given)
    chosen |= {
        at: formula
        for at, formula in second.given.items()
        if isinstance(answers.get(at), FormulaValue)
    }
    return [*chosen.values(), *first.loose]


def _question(
    wanted: Sequence[int], numbers: Sequence[Number], subject: CheckSubject
) -> FormulaPrompt | None:
    if not wanted:
        return None
    others = [number for at, number in enumerate(numbers) if at not in {*wanted}]
    tables = [result.table for result in subject.results]
    return make_prompt(subject.text, [numbers[at] for at in wanted], others, tables)


def _is_asked(bound: BoundNumber, settings: FormulaSettings) -> bool:
    """Whether a model is asked about a number."""
    if NOT_JUDGED in bound.codes:
        return False
    verdict = bound.binding.verdict
    if settings.propose in ("uncovered", "open"):
        return verdict is Verdict.INCONCLUSIVE
    sure = verdict is Verdict.SUPPORTED and (bound.sure or 0.0) >= settings.ask_below
    return settings.propose == "all" or not sure


def prepare_inquiry(
    formulas: Sequence[Formula],
    found: NumberExtraction,
    subject: CheckSubject,
    settings: EngineSettings,
) -> FormulaInquiry:
    """What is to be asked about the numbers of a text.

    Args:
        formulas: Those of the text, the ones that count first before others of the same number.
        found: The numbers as they were read, with what was skipped.
        subject: What is verified.
        settings: Limits.

    Raises:
        CheckError: ``TOO_MANY_FORMULAS``, past ``numeric.formulas.engine.max_formulas``.
    """
    if len(formulas) > settings.max_formulas:
        message = (
            f"the text has {len(formulas)} formulas; the server allows {settings.max_formulas}"
        )
        raise CheckError("TOO_MANY_FORMULAS", message)
    numbers = [claim.number for claim in found.claims]
    given, loose = _assigned(formulas, numbers, subject.text)
    asked = {
        at: FormulaQuestion(
            formula.query, *_interval(numbers[at]), _beside(at, numbers, found, subject.text)
        )
        for at, formula in given.items()
        if formula.query
    }
    tables = [result.table for result in subject.results]
    words = "\n".join([subject.text.string, *(table.title for table in tables)])
    return FormulaInquiry(given, loose, asked, tables, words)


def settle_formulas(
    asked: FormulaInquiry,
    answers: Answers,
    bounds: BoundNumbers,
    subject: CheckSubject,
    settings: NumericSettings,
) -> FormulaJudgement:
    """The numbers of a text as its formulas leave them.

    Args:
        asked: The formulas.
        answers: What their queries gave.
        bounds: The numbers as context left them.
        subject: What is verified.
        settings: Of the check.
    """
    made = bounds.items(range(len(bounds)))
    no_claims = {}
    for at, formula in asked.given.items():
        if reason := _no_claim(formula, made[at], subject.text, asked.tables):
            no_claims[at] = formula._replace(span=made[at].binding.claim.number.span), reason
            continue
        use = _use(formula, answers.get(at), made[at], subject, settings)
        made[at] = apply_formula(made[at], use, settings)
        if _is_note(formula) and use.reason in _NO_QUERIES:
            codes = (NOT_JUDGED_NOTE if code == REFUSED else code for code in made[at].codes)
            made[at] = made[at]._replace(codes=tuple(codes))
    loose = [_of_nothing(formula, subject.text) for formula in asked.loose]
    judged = [bound for at, bound in enumerate(made) if at not in no_claims]
    return FormulaJudgement(
        BoundNumbers(dict(enumerate(judged)), None, len(judged)), loose, no_claims
    )


def _no_claim(
    formula: Formula, bound: BoundNumber, text: Text, tables: Sequence[Table]
) -> SkipReason | None:
    """Why a number is passed over that a model says has no query; None where it is judged."""
    proposed = formula.origin is FormulaOrigin.PROPOSED and not formula.query
    if not proposed or NOT_JUDGED in bound.codes:
        return None
    return find_skip_reason(formula.none, bound, text, tables)


def _use(
    formula: Formula,
    answer: Outcome | None,
    bound: BoundNumber,
    subject: CheckSubject,
    settings: NumericSettings,
) -> FormulaUse:
    """What came of the formula of a number."""
    formula = formula._replace(span=bound.binding.claim.number.span)
    if answer is None:
        return FormulaUse(formula, FormulaOutcome.NONE, reason=formula.none)
    if not isinstance(answer, FormulaValue):
        refused = FormulaOutcome.REFUSED
        return FormulaUse(formula, refused, None, answer.reason, answer.message)
    claim, text = bound.binding.claim, subject.text
    before = text.slice(Span(claim.sentence.start, claim.number.span.start))
    sentence = text.slice(claim.sentence)
    tables = [result.table for result in subject.results]
    misplaced = find_misplacement(answer.selects, sentence, len(before), tables)
    wrong = str(misplaced or find_other_statistic(formula.query, sentence, len(before)))
    came, why = FormulaOutcome.AGREES, ("", "")
    if wrong:
        came, why = FormulaOutcome.MISPLACED, ("MISPLACED", wrong)
    elif other := _other_unit(answer, formula, claim.number, _units(answer, subject), settings):
        came, why = FormulaOutcome.DISAGREES, ("OTHER_UNIT", other)
    elif not agrees(answer.value, formula, claim.number, settings):
        came = FormulaOutcome.DISAGREES
    query_ids = tuple(dict.fromkeys(query_id for query_id, _ in answer.columns))
    return FormulaUse(formula, came, answer.value, *why, answer.reads, query_ids)


def _units(answer: FormulaValue, subject: CheckSubject) -> list[ColumnUnit]:
    """The units of the columns that a formula reads."""
    known = {catalog.table.query_id: catalog for catalog in catalogs(subject.results)}
    return [
        facts.unit
        for query_id, name in answer.columns
        if query_id in known
        for facts in known[query_id].columns
        if known[query_id].table.columns[facts.place].name == name
    ]


def _other_unit(
    answer: FormulaValue,
    formula: Formula,
    number: Number,
    units: Sequence[ColumnUnit],
    settings: NumericSettings,
) -> str:
    """What is wrong where the unit of what a formula reads is known and not that of the number."""
    symbols = {unit.symbol for unit in units if unit.kind is Unit.CURRENCY and unit.symbol}
    if number.unit is Unit.CURRENCY and symbols and number.symbol not in symbols:
        return f"it is in {', '.join(sorted(symbols))}, and the text says {number.symbol}"
    factors = {unit.factor for unit in units if unit.kind is not None}
    if number.scale and len(factors) == 1 and not _CONVERTS.search(formula.query):
        (factor,) = factors
        if factor != 1 and is_other_scale(answer.value, factor, number, settings):
            return f"the data are in units of {factor:,}, and the text is in another scale"
    return ""


def _assigned(
    formulas: Sequence[Formula], numbers: Sequence[Number], text: Text
) -> tuple[dict[int, Formula], list[Formula]]:
    """The formula of each number that has one, the first that names it, and those of none."""
    given: dict[int, Formula] = {}
    loose: list[Formula] = []
    starts = [number.span.start for number in numbers]
    ends = [number.span.end for number in numbers]
    for formula in formulas:
        at = _named(formula.span, starts, ends, text)
        if at is None or at in given:
            loose.append(formula)
        else:
            given[at] = formula
    return dict(sorted(given.items())), loose


def _named(span: Span, starts: Sequence[int], ends: Sequence[int], text: Text) -> int | None:
    """The number that a span covers; of an empty one, the number before it in its line."""
    if span.start == span.end:
        before = bisect_left(ends, span.start + 1) - 1
        if before < 0 or span.start - ends[before] > _BETWEEN:
            return None
        between = text.slice(Span(ends[before], span.start))
        return None if "\n" in between or ". " in between else before
    first = bisect_left(ends, span.start + 1)
    return first if first < len(starts) and starts[first] < span.end else None


def _interval(number: Number) -> tuple[Decimal, Decimal]:
    """What agrees with a number as it is written, in the scale of the text."""
    return EXACT.scaleb(number.low, -number.power), EXACT.scaleb(number.high, -number.power)


def _beside(
    at: int, numbers: Sequence[Number], found: NumberExtraction, text: Text
) -> tuple[Decimal, ...]:
    """The numbers that a text states beside one: those that are not the same, years and dates."""
    own = numbers[at]
    others = {
        value
        for number in numbers
        if number.value != own.value
        for value in (number.value, EXACT.scaleb(number.value, -number.power))
    }
    dates = (s.span for s in found.skipped if s.reason in (SkipReason.YEAR, SkipReason.DATE))
    others |= {Decimal(digits) for span in dates for digits in _DIGITS.findall(text.slice(span))}
    return tuple(sorted(others))


def _is_note(formula: Formula) -> bool:
    """Whether a formula stands in a footnote: readers see it, and it was not read as text."""
    return formula.span.start == formula.span.end


def _of_nothing(formula: Formula, text: Text) -> Finding:
    """A formula whose number was not found, or has a formula already."""
    place = text.slice(formula.span)[:80]
    return Finding(
        code=NOT_JUDGED_NOTE if _is_note(formula) else REFUSED,
        verdict=Verdict.INCONCLUSIVE,
        span=formula.span,
        message="the formula belongs to no number of the text, or to one that has another",
        details={"text": place, "query": formula.query, "reason": "NO_NUMBER"},
    )
