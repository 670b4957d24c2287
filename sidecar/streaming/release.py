"""What of a growing narrative may be shown: the sentences before the first one that is held."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
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

    def judge(self, results: Sequence[CheckResult], sentences: Sequence[Span]) -> list[Action]:
        """What becomes of each sentence by its own findings.

        Args:
            results: Of the checks, with findings in and around the sentences.
            sentences: Where they stand, one behind the other, in the offsets of the findings.
        """
        sorted_results = [(result, _sort(result, sentences)) for result in results]
        actions = [self._judge([_restrict(result, ()) for result in results])] * len(sentences)
        for at in set[int]().union(*(found for _, found in sorted_results)):
            own = [_restrict(result, found.get(at, ())) for result, found in sorted_results]
            actions[at] = self._judge(own)
        return actions

    def _judge(self, results: Sequence[CheckResult]) -> Action:
        action, _ = act(results, self._required, self._policy)
        return action

    def holds(self, result: CheckResult, severity: Severity) -> bool:
        """Whether a finding of a check holds its sentence by itself."""
        alone = replace(result, outcome=Findings(judged=1), severities=[severity])
        required = [name for name in self._required if name == result.check]
        action, _ = act([alone], required, self._policy)
        return action is not Action.RELEASE


def _sort(result: CheckResult, sentences: Sequence[Span]) -> Mapping[int, Sequence[Severity]]:
    """The severities of what a check found, by the numbers of the sentences."""
    found = defaultdict[int, list[Severity]](list)
    if isinstance(result.outcome, Findings):
        starts = [one.start for one in sentences]
        for one, severity in zip(result.outcome.findings, result.severities, strict=True):
            at = bisect_right(starts, one.span.start) - 1
            if at >= 0 and one.span.start < sentences[at].end:
                found[at].append(severity)
    return found


def _restrict(result: CheckResult, severities: Sequence[Severity]) -> CheckResult:
    if not isinstance(result.outcome, Findings):
        return result
    return replace(result, outcome=Findings(judged=1), severities=severities)


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
