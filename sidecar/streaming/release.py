"""What of a growing narrative may be shown: the sentences before the first one that is held."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sidecar.model.report import Action, CheckResult, Findings
from sidecar.model.text import Span
from sidecar.policy import act
from sidecar.settings.policy import PolicySettings


def judge_sentence(
    results: Iterable[CheckResult],
    within: Span,
    required: Sequence[str],
    policy: PolicySettings,
) -> Action:
    """What becomes of a sentence by its own findings.

    A required check that has not judged it holds it.

    Args:
        results: Of the checks, with findings in and around the sentence.
        within: Where it stands, in the offsets of the findings.
        required: The checks that must have judged it.
        policy: What holds a text.
    """
    action, _ = act([_restrict(result, within) for result in results], required, policy)
    return action


def _restrict(result: CheckResult, within: Span) -> CheckResult:
    outcome = result.outcome
    if not isinstance(outcome, Findings):
        return result
    inside = [
        (one, severity)
        for one, severity in zip(outcome.findings, result.severities, strict=True)
        if within.start <= one.span.start < within.end
    ]
    found = Findings(findings=[one for one, _ in inside], judged=1)
    return replace(result, outcome=found, severities=[severity for _, severity in inside])


class ReleasedText:
    """How far a narrative may be shown.

    Attributes:
        sentences: Those that were judged, in their order, with what becomes of each.
        end: Up to where the text may be shown, in bytes.
    """

    def __init__(self, *, by_sentence: bool) -> None:
        self.sentences: list[tuple[Span, Action]] = []
        self.end = 0
        self._by_sentence = by_sentence
        self._is_held = False

    def add(self, sentences: Sequence[tuple[Span, Action]]) -> None:
        """Take the next sentences."""
        self.sentences.extend(sentences)
        for span, action in sentences:
            self._is_held = self._is_held or action is not Action.RELEASE
            if self._by_sentence and not self._is_held:
                self.end = span.end

    def finish(
        self, sentences: Sequence[tuple[Span, Action]], action: Action
    ) -> list[tuple[Span, Action]]:
        """Take all sentences as the report has them, and its action; those that have changed."""
        changed = [one for one in sentences if one not in self.sentences]
        self.sentences = list(sentences)
        if self._by_sentence and action is Action.RELEASE and sentences:
            self.end = sentences[-1][0].end
        return changed
