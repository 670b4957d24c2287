"""Judging sentences of a narrative that is still being written, with what stands around them.

The same checks judge the window of a sentence that judge the whole text in the end, but for those
that need all of it. Nothing outside is asked: no model proposes formulas for half a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sidecar.checks import CHECKS, CODES, CheckSubject
from sidecar.model.report import Action, CheckResult, Detail, Findings, Mode
from sidecar.model.text import Span, Text
from sidecar.model.window import TextWindow
from sidecar.policy import find_mode
from sidecar.runner import NothingToVerify, Runner, choose
from sidecar.settings.root import Settings
from sidecar.streaming.findings import PlacedFinding, place_findings
from sidecar.streaming.release import HoldingRule
from sidecar.streaming.sentences import CompletedSentences
from sidecar.verification import VerificationInput, verify

_ANYWHERE = Span(0, 1)

_GROUPS = "percent_sum"
"""What a sum of shares is called, which another line may complete."""


class JudgedSentences(NamedTuple):
    """Sentences with their findings."""

    sentences: Sequence[tuple[Span, Action]]
    findings: Sequence[PlacedFinding]


class SentenceJudge:
    """Judges the sentences of one narrative.

    Args:
        given: What will be verified in the end; its text does not count.
        has_formulas: Whether numbers will have formulas, which only the whole text shows.
        runner: Runs the checks.
        settings: Of the request.
        caller: Whose turn it takes.

    Attributes:
        checks: The checks that judge sentences.
        releases: Whether a sentence without findings may be shown before the report.

    Raises:
        UnknownCheck: If the request names a check that does not exist.
    """

    def __init__(
        self,
        given: VerificationInput,
        runner: Runner,
        settings: Settings,
        caller: str,
        *,
        has_formulas: bool,
    ) -> None:
        self._given, self._runner, self._caller = given, runner, caller
        policy = settings.policy
        chosen = _choose(given, settings)
        self.checks = [
            name
            for name in chosen
            if CHECKS[name].judges_sentences and not (name == "numeric" and has_formulas)
        ]
        required = [name for name in chosen if name not in policy.optional_checks]
        enforced = {name for name in required if find_mode(name, policy) is Mode.ENFORCE}
        self._needed = enforced if chosen else None
        self._rule = HoldingRule(required, policy)
        clean = [
            CheckResult(
                check=name,
                required=name in required,
                outcome=Findings(judged=1),
                mode=find_mode(name, policy),
            )
            for name in self.checks
        ]
        self.releases = not chosen or self._act(clean, [_ANYWHERE]) == [Action.RELEASE]
        formulas = settings.numeric.formulas.model_copy(update={"propose": "off"})
        self._known = dict[Any, Any]()
        self._settings = settings.having(
            numeric=settings.numeric.model_copy(update={"formulas": formulas}),
            policy=policy.model_copy(update={"required_checks": ()}),
        )

    async def judge(self, completed: CompletedSentences, timeout_s: float) -> JudgedSentences:
        """Judge sentences within so many seconds; a check that needs more holds them."""
        offset, rule = completed.offset, self._rule
        results: Sequence[CheckResult] = ()
        if self.checks:
            results = await self._results(completed, timeout_s)
        spans = completed.spans
        actions = self._act(results, [_moved(span, -offset) for span in spans])
        sentences = list(zip(spans, actions, strict=True))
        within = Span(completed.start, spans[-1].end)
        return JudgedSentences(sentences, list(place_findings(results, rule, offset, within)))

    def _act(self, results: Sequence[CheckResult], sentences: Sequence[Span]) -> Sequence[Action]:
        """What becomes of sentences. What was not judged is held, whatever holds a report."""
        judged = {result.check for result in results if isinstance(result.outcome, Findings)}
        if self._needed is None or not judged.issuperset(self._needed):
            return [Action.HOLD] * len(sentences)
        return self._rule.judge(results, sentences)

    async def _results(
        self, completed: CompletedSentences, timeout_s: float
    ) -> Sequence[CheckResult]:
        offset = completed.offset
        given = replace(
            self._given,
            text=completed.window,
            checks=self.checks,
            detail=Detail.VERDICTS,
            structured=None,
            window=TextWindow(completed.start - offset, offset, self._known),
        )
        run = await verify(given, self._runner, self._settings, timeout_s, self._caller)
        open_from = completed.open_from - offset
        return [_without_early_findings(result, open_from) for result in run.report.results]


def _choose(given: VerificationInput, settings: Settings) -> list[str]:
    """The checks that will judge the whole text; none where the evidence allows none yet."""
    subject = CheckSubject(
        Text(""),
        given.results,
        items=given.items,
        sources=given.sources,
        structured=given.structured,
    )
    try:
        return choose(given.checks, subject, settings.policy.required_checks, settings)
    except NothingToVerify:
        return []


def _without_early_findings(result: CheckResult, open_from: int) -> CheckResult:
    """A result without what only the whole text, or the end of the open block, can tell."""
    outcome = result.outcome
    if not isinstance(outcome, Findings):
        return result
    kept = [
        (one, severity)
        for one, severity in zip(outcome.findings, result.severities, strict=True)
        if not CODES[one.code].of_text
        and not (one.details.get("math_check", "").startswith(_GROUPS) and one.span.end > open_from)
    ]
    findings = replace(outcome, findings=[one for one, _ in kept])
    return replace(result, outcome=findings, severities=[severity for _, severity in kept])


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
