"""What of a growing narrative may be shown: the sentences before the first one that is held."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sidecar.model.report import Action, CheckResult, Findings, Severity
from sidecar.model.text import Span
from sidecar.policy import act
from sidecar.settings.policy import PolicySettings


class HoldingRule:
    """What holds a sentence back: a finding, or a required check that has not judged it.

    Args:
        required: The checks that must judge a sentence.
        policy: What holds a text.
    """

    def __init__(self, required: Sequence[str], policy: PolicySettings) -> None:
        self._required, self._policy = required, policy

    def judge(self, results: Iterable[CheckResult], within: Span) -> Action:
        """What becomes of a sentence by its own findings.

        Args:
            results: Of the checks, with findings in and around the sentence.
            within: Where it stands, in the offsets of the findings.
        """
        action, _ = act(
            [_restrict(result, within) for result in results], self._required, self._policy
        )
        return action

    def holds(self, result: CheckResult, severity: Severity) -> bool:
        """Whether a finding of a check holds its sentence by itself."""
        alone = replace(result, outcome=Findings(judged=1), severities=[severity])
        required = [name for name in self._required if name == result.check]
        action, _ = act([alone], required, self._policy)
        return action is not Action.RELEASE


def _restrict(result: CheckResult, within: Span) -> CheckResult:
    outcome = result.outcome
    if not isinstance(outcome, Findings):
        return result
    inside = [
        severity
        for one, severity in zip(outcome.findings, result.severities, strict=True)
        if within.start <= one.span.start < within.end
    ]
    return replace(result, outcome=Findings(judged=1), severities=inside)


class ReleasedText:
    """How far a narrative may be shown.

    Args:
        by_sentence: Whether sentences may be shown before the report.

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
        known = set(self.sentences)
        self.sentences = list(sentences)
        if self._by_sentence and action is Action.RELEASE and sentences:
            self.end = sentences[-1][0].end
        return [one for one in sentences if one not in known]
