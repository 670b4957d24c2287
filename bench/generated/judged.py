"""What a sidecar says about every number of a set of statements.

Statements travel as paragraphs of their own, several in one request; those with a heading come
last, since a heading speaks of all that follows. A finding that blames a name instead of a number
counts for the wrong numbers of its statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from verifyd import ClaimBinding, Client, Finding, Handle, Report, Verdict

from bench.generated.statements import GeneratedStatement, Mark

Said = Literal["flagged", "open", "supported", "unread"]

_FLAGGED = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})


class GeneratedJudgement(NamedTuple):
    """A number, and what was said about it.

    Attributes:
        statement: Where it stands.
        text: As it stands there.
        wrong: The kind of its error; "" where it is right.
        formula: What it is; "name" for a number that is part of a name or period.
        said: What became of it; "unread" where no number was seen.
        codes: Of the findings about it.
        right: How its right value is written; "" of a name.
        offered: What they offer in its place; "" where nothing is.
    """

    statement: GeneratedStatement
    text: str
    wrong: str
    formula: str
    said: Said
    codes: tuple[str, ...]
    right: str = ""
    offered: str = ""


class _Span(NamedTuple):
    start: int
    end: int

    def meets(self, other: tuple[int, int]) -> bool:
        return self.start < other[1] and other[0] < self.end


def judge(
    client: Client, statements: Sequence[GeneratedStatement], together: int
) -> Iterator[GeneratedJudgement]:
    """Verify statements of one table, so many in one request."""
    handle: Handle = client.put(statements[0].table.result)
    for first in range(0, len(statements), together):
        some = sorted(statements[first : first + together], key=_has_heading)
        text, places = _joined(some)
        report = client.verify(text, handles=[handle], checks=["numeric"])
        for statement, place in zip(some, places, strict=True):
            yield from _read(report, statement, place, text)


def _has_heading(statement: GeneratedStatement) -> bool:
    return statement.text.startswith("#")


def _joined(statements: Sequence[GeneratedStatement]) -> tuple[str, list[_Span]]:
    """One text, and where each statement stands in it."""
    text, places = "", []
    for statement in statements:
        text += "\n\n" if text else ""
        places.append(_Span(len(text), len(text) + len(statement.text)))
        text += statement.text
    return text, places


def _read(
    report: Report, statement: GeneratedStatement, place: _Span, text: str
) -> Iterator[GeneratedJudgement]:
    bindings = [b for b in report.bindings if place.meets(b.claim.span)]
    findings = [f for f in report.findings if place.meets(f.span) and f.verdict in _FLAGGED]
    names = _of_no_number(findings, bindings)
    marks = list(statement.marks(place.start))
    yield from _marked(statement, marks, bindings, findings, names)
    if any(mark.slot.wrong for mark in marks):
        return
    for binding in bindings:
        span = _Span(*binding.claim.span)
        if not any(span.meets(mark[:2]) for mark in marks):
            said = _worse("unread", binding.verdict)
            codes = tuple(_codes(findings, span))
            yield GeneratedJudgement(statement, text[slice(*span)], "", "name", said, codes)
    for finding in names:
        yield GeneratedJudgement(statement, finding.text, "", "name", "flagged", (finding.code,))


def _marked(
    statement: GeneratedStatement,
    marks: Sequence[Mark],
    bindings: Sequence[ClaimBinding],
    findings: Sequence[Finding],
    names: Sequence[Finding],
) -> Iterator[GeneratedJudgement]:
    """The numbers that a statement was made of; a wrong one is also found by its name."""
    for mark in marks:
        span = _Span(mark.start, mark.end)
        said: Said = "unread"
        for binding in bindings:
            if span.meets(binding.claim.span):
                said = _worse(said, binding.verdict)
        codes = _codes(findings, span)
        if names and mark.slot.wrong:
            said, codes = "flagged", [*codes, *(f.code for f in names)]
        yield _judged(statement, mark, said, codes, _offered(findings, span))


def _of_no_number(findings: Sequence[Finding], bindings: Sequence[ClaimBinding]) -> list[Finding]:
    """The findings that blame a name."""
    numbers = [binding.claim.span for binding in bindings]
    return [f for f in findings if not any(_Span(*f.span).meets(span) for span in numbers)]


def _codes(findings: Sequence[Finding], span: _Span) -> list[str]:
    return [finding.code for finding in findings if span.meets(finding.span)]


def _offered(findings: Sequence[Finding], span: _Span) -> str:
    """What is offered in place of a number; "" where nothing is."""
    repairs = (finding.repair for finding in findings if span.meets(finding.span))
    return next((one.replacement for one in repairs if one and span.meets(one.span)), "")


def _worse(said: Said, verdict: Verdict) -> Said:
    """What is said about a number that is read as several: the worst of it."""
    if verdict in _FLAGGED or said == "flagged":
        return "flagged"
    return "open" if verdict is Verdict.INCONCLUSIVE or said == "open" else "supported"


def _judged(
    statement: GeneratedStatement, mark: Mark, said: Said, codes: Sequence[str], offered: str
) -> GeneratedJudgement:
    slot = mark.slot
    told = tuple(dict.fromkeys(codes))
    right = slot._replace(said=slot.right).written.text
    return GeneratedJudgement(
        statement, slot.written.text, slot.wrong, slot.formula, said, told, right, offered
    )
