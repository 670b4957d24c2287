"""What a gate takes of a model's stream, and what it shows of the narrative: without calls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from verifyd import _arguments
from verifyd.enums import Action
from verifyd.errors import InvalidArgument, VerifydError
from verifyd.results import Span

if TYPE_CHECKING:
    from verifyd._progress import Progress, StreamSentence
    from verifyd.report import Report

Policy = Literal["hold", "cut", "repair", "notice"]
"""What a gate does with a sentence that is held."""

Outcome = Literal["released", "replaced", "held", "cut", "retracted"]
"""What became of a narrative: all of it was shown as the model wrote it, or all with sentences
replaced; the text from a held sentence on was not shown, and the model stopped there or not; or
something was shown that later text or the report holds, whatever else was not."""

NOTICE: Final = "[withheld: not verified]"

_MARK: Final = re.compile(
    r"\s*(?:\|?[ \t]*:?-[-:| \t]*\n)?(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)])[ \t]+)*"
)
"""What a notice leaves: the line below the head of a table; what makes a list item or heading."""

_TEXT_EVENTS: Final = ("response.output_text.delta", "content.delta")
_FAILURES: Final = ("response.failed", "error")


class Screen:
    """What of a narrative is shown: only what was released, and what the policy puts in."""

    def __init__(self, stream: Progress, policy: Policy, notice: str) -> None:
        policies = ("hold", "cut", "repair", "notice")
        if policy not in policies:
            raise _arguments.unknown("policy", policy, policies, "one of the policies")
        if stream.release != "sentence":
            raise InvalidArgument("a gate needs a stream with release='sentence'", "stream")
        self._stream = stream
        self._policy = policy
        self._notice = notice
        self._position = 0
        self._shown: list[Span] = []
        self._is_replaced = False
        self.is_cut = False

    def advance(self) -> list[str]:
        """What can be shown now."""
        texts = []
        while (text := self._next()) is not None:
            texts.append(text)
        return texts

    def _next(self) -> str | None:
        stream, start = self._stream, self._position
        if self.is_cut:
            return None
        if start < stream._released:
            return self._show(stream._released)
        sentence = stream._sentences.get(start)
        if sentence is None or sentence.span.end <= start or not stream._by_sentence:
            return None
        if sentence.action is not Action.RELEASE:
            return self._withhold(sentence)
        # The server itself releases nothing behind a held sentence.
        return self._show(sentence.span.end) if self._is_replaced else None

    def _show(self, end: int) -> str:
        span, self._position = Span(self._position, end), end
        self._shown.append(span)
        return self._stream.narrative[slice(*span)]

    def _withhold(self, sentence: StreamSentence) -> str | None:
        if self._policy == "cut":
            self.is_cut = True
        if self._policy in ("cut", "hold"):
            return None
        text = self._stream.narrative[slice(*sentence.span)]
        repaired = self._repaired(sentence) if self._policy == "repair" else None
        self._position, self._is_replaced = sentence.span.end, True
        return self._noticed(text) if repaired is None else repaired

    def _noticed(self, text: str) -> str:
        mark = _MARK.match(text)
        return (mark[0] if mark else "") + self._notice + text[len(text.rstrip()) :]

    def _repaired(self, sentence: StreamSentence) -> str | None:
        """A sentence without what holds it; None where not everything has its own repair."""
        start, end = sentence.span
        holding = [
            one.finding
            for one in self._stream._findings.values()
            if one.holds and start <= one.finding.span.start < end
        ]
        repairs = {one.repair for one in holding if one.repair is not None}
        if not holding or any(one.repair is None for one in holding):
            return None
        narrative, pieces = self._stream.narrative, []
        for repair in sorted(repairs, key=lambda one: one.span):
            if repair.span.start < start or repair.span.end > end:
                return None
            pieces += [narrative[start : repair.span.start], repair.replacement]
            start = repair.span.end
        return "".join([*pieces, narrative[start:end]])

    @property
    def rest(self) -> str:
        """The text that was neither shown nor replaced."""
        return self._stream.narrative[self._position :]

    def retracted(self, report: Report) -> tuple[Span, ...]:
        """The places of text that was shown and that is held now."""
        if report.action is Action.RELEASE:
            return ()
        held = [one.span for one in self._stream.sentences if one.action is not Action.RELEASE]
        findings = [one.finding.span for one in self._stream._findings.values() if one.holds]
        # What holds a text and stands at no place in it is about all of it.
        if not held or any(span.start == span.end for span in findings):
            return tuple(self._shown)
        return tuple(span for span in held if self._has_shown(span))

    def outcome(self, report: Report) -> Outcome:
        """What became of the narrative."""
        if self.retracted(report):
            return "retracted"
        if self.is_cut:
            return "cut"
        if self.rest:
            return "held"
        return "replaced" if self._is_replaced else "released"

    def _has_shown(self, span: Span) -> bool:
        return any(one.start < span.end and span.start < one.end for one in self._shown)


def read_piece(piece: object) -> str:
    """The text of what a model's stream has brought, empty where it is about something else.

    Raises:
        InvalidArgument: If it is nothing that a gate knows, or one of several answers.
        VerifydError: If it says that the model has failed.
    """
    if isinstance(piece, str):
        return piece
    kind, choices = _get(piece, "type"), _get(piece, "choices")
    if kind in _FAILURES:
        raise VerifydError("MODEL_FAILED", "ABORTED", f"the model's stream has failed: {kind}")
    if isinstance(choices, list | tuple):
        if any(_get(one, "index") for one in choices):
            raise InvalidArgument("a gate takes one answer of a model: ask with n=1", "model")
        found = _get(_get(choices[0], "delta"), "content") if choices else None
    elif isinstance(kind, str):
        found = _get(piece, "delta") if kind in _TEXT_EVENTS else None
    else:
        wanted = "text, a chunk of OpenAI's chat completions or an event of its Responses API"
        raise _arguments.wrong("a piece of the model", piece, wanted)
    return found if isinstance(found, str) else ""


def _get(given: object, name: str) -> Any:
    return given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)
