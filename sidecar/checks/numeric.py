"""Numeric check: every number of the text must be found in the query results.

A number is found when a cell, or the number of rows, agrees with it: exactly, at the precision it
is written with ("3.4 million" is 3.35 to 3.45 million), or nearly, where it is hedged, cut off or
rounded to zeros, or where the settings set tolerances.
A query id in the sentence ("QID:lmis_001", "[lmis_001]") leaves only that query result, a source
family ("Per LMIS:") only the results of that family; else all are searched.

Example:
    text      Per LMIS: construction employs 1,234 people, up 15 %, and retail 9,999 (QID:q1).
    cells     q1: 1234, 0.15, 48117
    bindings  "1,234"  SUPPORTED    data[0].employees
              "15 %"   SUPPORTED    data[0].growth
              "9,999"  UNSUPPORTED  CLAIM_NOT_FOUND

Doubtful cases:
    - A query id that the evidence does not hold supports nothing; a family that no result has is
      ignored, since a family is a preference.
    - Percentages are tried as 15 and as 0.15 only where the column does not tell its unit.
    - A right value in the wrong unit or scale, or with the wrong sign, is contradicted, not merely
      not found.
    - A hedge ("about", "over") reaches a little further, on the side that it names.
    - What cannot be read without guessing (hidden characters, mixed scripts) is inconclusive.
    - Dates, identifiers, citation markers and the like are no quantities and are not judged. Nor
      are years, unless asked for; then they are compared with years alone, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np

from sidecar.binding import years
from sidecar.binding.bound import NameSwap
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.declared import DeclaredValues
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.occurrences import located
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.place_names import PlaceNames
from sidecar.binding.value import ValueBinder
from sidecar.checks import clock_times
from sidecar.checks.base import Check, CheckContext, CheckError, CheckSubject, Code
from sidecar.checks.evidence_findings import DoubtfulEvidence
from sidecar.checks.number_findings import (
    find_named_numbers,
    judge_empty_results,
    make_findings,
    make_text_findings,
    unreadable_number,
    wrong_name_finding,
)
from sidecar.checks.number_formulas import (
    Answers,
    FormulaInquiry,
    ask_first_model,
    ask_second_model,
    choose_formulas,
    prepare_inquiry,
    settle_formulas,
)
from sidecar.checks.numeric_codes import NUMERIC_CODES
from sidecar.checks.premises import PremiseNumbers
from sidecar.citations.attributed import attribute_sources
from sidecar.citations.library import Library
from sidecar.formulas.proposals import FormulaPrompt, FormulaProposals, list_unanswered, propose
from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import make_allowance
from sidecar.model.formula import Formula
from sidecar.model.number import Skipped, SkipReason
from sidecar.model.report import Finding, Findings, NumericDetail
from sidecar.text.claims import NumberExtraction, TextClaims
from sidecar.text.options import ExtractOptions, TooManyNumbers
from sidecar.work import check_abandoned


def extract_options(settings: NumericSettings) -> ExtractOptions:
    """How the numbers are read that this check judges; ranks only where words are bound."""
    return ExtractOptions(
        currencies=settings.currency.currencies,
        ignore_years=settings.binding.ignore_years,
        ordinals="ranks" if settings.binding.mode == "context" else "none",
        locale=settings.locale,
        max_numbers=settings.max_numbers,
    )


_LEARNT = 20_000
"""Numbers of query results whose columns are learnt just to name places."""

FORMULAS = "formulas"
"""The kind of work that waits for the process which runs formulas."""


class _BoundNumbers(NamedTuple):
    """The numbers of a text as they were bound, and the names that are wrong instead of them."""

    extraction: NumberExtraction
    bounds: BoundNumbers
    swaps: Sequence[NameSwap]


class NumericCheck(Check):
    """Compares the numbers of a text with its query results."""

    name: ClassVar[str] = "numeric"
    summary: ClassVar[str] = "Is every number in the text supported by the query results?"
    codes: ClassVar[Sequence[Code]] = NUMERIC_CODES
    judges_sentences = True

    def __init__(self, settings: NumericSettings) -> None:
        self._settings = settings
        self._options = extract_options(settings)

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Any query result will do, even an empty one; a conversation without any has none."""
        return bool(subject.results or subject.premises)

    @property
    def needs_thread(self) -> bool:
        """Binding by context takes milliseconds for a number that its words name much for.

        So does finding the years of large query results.
        """
        binding = self._settings.binding
        return binding.mode == "context" or not binding.ignore_years

    def run(self, subject: CheckSubject) -> Findings:
        """Bind every number, and say what is wrong with those that no source supports.

        Raises:
            CheckError: ``TOO_MANY_NUMBERS``, past ``numeric.max_numbers``; ``TOO_MANY_FORMULAS``.
        """
        read = self._read_and_bound(subject)
        if not subject.formulas:
            return self._told(subject, read)
        own = self._settings.formulas.engine
        asked = prepare_inquiry(subject.formulas, read.extraction, subject, own)
        return self._settled(subject, read, asked, asked.run(own))

    def inquires(self, subject: CheckSubject) -> bool:
        """Whether the text has formulas, or a model may be asked for some."""
        return bool(subject.formulas) or self._settings.formulas.propose != "off"

    async def run_async(self, subject: CheckSubject, means: CheckContext) -> Findings:
        """Bind every number, and settle those that have a formula by its value.

        Raises:
            CheckError: As ``run`` does; the reason of the model's failure where it is required.
        """
        work = means.work
        read = await work(self._read_and_bound, subject)
        told = read.bounds, subject.formulas, read.extraction, subject, self._settings.formulas
        question = await work(ask_first_model, *told)
        if question is None:
            if not subject.formulas:
                return await work(self._told, subject, read)
            return await self._with(subject.formulas, subject, read, means)
        first = await self._proposed(question, means, self._settings.formulas.model)
        formulas = [*subject.formulas, *first]
        if self._settings.formulas.second_model:
            formulas = await self._asked_again(formulas, subject, read, means)
        return await self._with(formulas, subject, read, means)

    async def _asked_again(
        self,
        formulas: Sequence[Formula],
        subject: CheckSubject,
        read: _BoundNumbers,
        means: CheckContext,
    ) -> list[Formula]:
        """The formulas with those of the second model, for numbers that the first leaves in doubt.

        That is: no formula, one that is not believed, or one that contradicts the number.
        """
        work, own = means.work, self._settings.formulas.engine
        asked = await work(prepare_inquiry, formulas, read.extraction, subject, own)
        answers = await self._answers(asked, means)
        asking = partial(
            ask_second_model,
            bounds=read.bounds,
            found=read.extraction,
            subject=subject,
            settings=self._settings,
        )
        question = await work(asking, asked, answers)
        if question is None:
            return list(formulas)
        second = await self._proposed(question, means, self._settings.formulas.second_model)
        again = await work(prepare_inquiry, second, read.extraction, subject, own)
        return choose_formulas(asked, again, await self._answers(again, means))

    async def _proposed(
        self, question: FormulaPrompt, means: CheckContext, model: str
    ) -> Sequence[Formula]:
        """What a model proposes."""
        settings = self._settings.formulas
        try:
            judge = means.judges.judge_for(settings, model)
        except JudgeError as error:
            found = FormulaProposals(list_unanswered(question, error.reason), error)
        else:
            allowance = make_allowance(settings, means.asking_s(), means.account)
            found = await propose(judge, question, allowance)
        if found.failure is not None and settings.required:
            failure = found.failure
            raise CheckError(failure.reason, str(failure), retryable=failure.retryable)
        return found.formulas

    async def _with(
        self,
        formulas: Sequence[Formula],
        subject: CheckSubject,
        read: _BoundNumbers,
        means: CheckContext,
    ) -> Findings:
        """What there is to say with some formulas."""
        own = self._settings.formulas.engine
        asked = await means.work(prepare_inquiry, formulas, read.extraction, subject, own)
        answers = await self._answers(asked, means)
        return await means.work(self._settled, subject, read, asked, answers)

    async def _answers(self, asked: FormulaInquiry, means: CheckContext) -> Answers:
        """What queries give; those that are late for the request are refused."""
        if not asked.asked:
            return {}
        own = self._settings.formulas.engine
        deadline_s = min(own.deadline_s, means.asking_s())
        bounded = own.model_copy(update={"deadline_s": deadline_s})
        return await means.work(asked.run, bounded, kind=FORMULAS)

    def _settled(
        self, subject: CheckSubject, read: _BoundNumbers, asked: FormulaInquiry, answers: Answers
    ) -> Findings:
        """What there is to say once formulas were run."""
        judged = settle_formulas(asked, answers, read.bounds, subject, self._settings)
        passed_over = {at: reason for at, (_, reason) in judged.no_claims.items()}
        found = _without(read.extraction, passed_over)
        no_claims = [formula for formula, _ in judged.no_claims.values()]
        bounds = self._declared(subject).support(judged.bounds)
        left = read._replace(extraction=found, bounds=bounds)
        return self._told(subject, left, judged.findings, no_claims)

    def _read_and_bound(self, subject: CheckSubject) -> _BoundNumbers:
        found, bounds, swaps = self._judge(subject, self._extract(subject))
        given = subject.text, subject.results, self._settings.binding
        bounds = self._declared(subject).support(judge_empty_results(bounds, *given))
        return _BoundNumbers(found, bounds, swaps)

    def _declared(self, subject: CheckSubject) -> DeclaredValues:
        return DeclaredValues(subject.text, subject.results, self._settings)

    def _told(
        self,
        subject: CheckSubject,
        read: _BoundNumbers,
        more: Sequence[Finding] = (),
        no_claims: Sequence[Formula] = (),
    ) -> Findings:
        """What there is to say about the numbers of a text."""
        extraction, bounds, swaps = read
        malformed = [s for s in extraction.skipped if s.reason is SkipReason.MALFORMED]
        findings = [unreadable_number(skip, subject.text) for skip in malformed]
        findings += [wrong_name_finding(swap, subject.text) for swap in swaps]
        findings += more
        tables = [result.table for result in subject.results]
        findings += clock_times.judge_times(subject.text, extraction.skipped, tables)
        told, binding = bounds.items(bounds.told), self._settings.binding
        known = subject.results if self._knows_columns(subject) else ()
        names = PlaceNames(known)
        premises = PremiseNumbers(subject.premises, self._options)
        doubtful = DoubtfulEvidence(subject.results, subject.expired)
        marked = map(premises.mark, located(told, known, binding))
        for one in map(doubtful.withhold_repair, marked):
            check_abandoned()
            findings.extend(make_findings(one, subject.text, names, self._settings))
        findings += doubtful.findings(bounds, subject.text)
        named = find_named_numbers(bounds.items(bounds.named))
        findings += make_text_findings(named, self._settings.unsupported)
        findings.sort(key=lambda finding: finding.span)
        return Findings(
            findings=findings,
            judged=len(bounds) + len(malformed),
            detail=NumericDetail(
                bounds.bindings, extraction.skipped, names.of, named, bounds.uncovered, no_claims
            ),
        )

    def _knows_columns(self, subject: CheckSubject) -> bool:
        """Whether it is known what the columns are, or soon learnt.

        Binding by value needs not know it. It runs on the event loop, where no pass over all values
        of a large result has a place.
        """
        context = self._settings.binding.mode == "context"
        return context or sum(result.size for result in subject.results) <= _LEARNT

    def _judge(
        self, subject: CheckSubject, found: NumberExtraction
    ) -> tuple[NumberExtraction, BoundNumbers, Sequence[NameSwap]]:
        """The numbers as bound, years by themselves: the others are bound as if they were none."""
        apart = self._years(subject, found.claims)
        if not apart:
            return self._bind(subject, found)
        claims = found.claims
        others = sorted({*range(len(claims))} - {*apart})
        found, bounds, swaps = self._bind(
            subject, NumberExtraction(claims.take(others), found.skipped)
        )
        judged = years.bind(claims.take(apart), subject.results, self._settings.binding)
        made = sorted([*bounds, *judged], key=lambda one: one.binding.claim.number.span)
        figures = {span: at for at, span in enumerate(_spans(claims))}
        kept = [figures[one.binding.claim.number.span] for one in made]
        together = BoundNumbers(dict(enumerate(made)), None, len(made))
        return NumberExtraction(claims.take(kept), found.skipped), together, swaps

    def _years(self, subject: CheckSubject, claims: TextClaims) -> list[int]:
        """The places of the claims that are years: those that are skipped where years are."""
        if self._options.ignore_years:
            return []
        skipped = self._read(subject, replace(self._options, ignore_years=True)).skipped
        told = {skip.span for skip in skipped if skip.reason is SkipReason.YEAR}
        return [at for at, span in enumerate(_spans(claims)) if span in told]

    def _bind(
        self, subject: CheckSubject, found: NumberExtraction
    ) -> tuple[NumberExtraction, BoundNumbers, Sequence[NameSwap]]:
        """The numbers as bound, and the names that are wrong instead of their numbers.

        Those that are a part of a name join what was skipped.
        """
        if self._settings.binding.mode == "value":
            binder = ValueBinder(self._settings, subject.results, subject.detail)
            return found, binder.bind(found.claims), ()
        given = self._settings, subject.text, subject.results, subject.detail, subject.window
        with closing(EngineBinder(*given)) as context:
            names = context.names(found.claims)
            found = _without(found, dict.fromkeys(names, SkipReason.IDENTIFIER))
            return found, context.bind(found.claims), context.swaps

    def _read(self, subject: CheckSubject, options: ExtractOptions) -> NumberExtraction:
        try:
            return subject.reader.extract(options)
        except TooManyNumbers as error:
            raise CheckError("TOO_MANY_NUMBERS", str(error)) from error

    def _extract(self, subject: CheckSubject) -> NumberExtraction:
        """The claims to judge; numbers below the limit join those that were skipped."""
        found = attribute_sources(
            self._read(subject, self._options),
            subject.text,
            lambda: Library(subject.items, subject.sources, subject.results),
            bare_numbers=subject.bare_numbers,
            aside=bool(subject.items or subject.sources),
            lists=self._settings.binding.require_citation_first,
        )
        limit = self._settings.binding.ignore_numbers_below
        if not limit:
            return found
        below = np.flatnonzero(np.abs(found.claims.figures.values) < limit).tolist()
        return _without(found, dict.fromkeys(below, SkipReason.BELOW_LIMIT))


def _spans(claims: TextClaims) -> Iterator[tuple[int, int]]:
    """Where claims stand, without making them."""
    return zip(claims.figures.starts.tolist(), claims.figures.ends.tolist(), strict=True)


def _without(found: NumberExtraction, left: Mapping[int, SkipReason]) -> NumberExtraction:
    """What was read without some of its numbers, which join what was skipped."""
    if not left:
        return found
    claims = found.claims.items(list(left))
    skipped = [
        Skipped(claim.number.span, reason)
        for claim, reason in zip(claims, left.values(), strict=True)
    ]
    kept = sorted({*range(len(found.claims))} - left.keys())
    return NumberExtraction(found.claims.take(kept), sorted([*found.skipped, *skipped]))
