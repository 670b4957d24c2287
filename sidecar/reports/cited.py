"""Claims and their sources for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.model.claim import VerificationResult
from sidecar.model.report import Finding, Report
from sidecar.model.text import Text
from sidecar.reports.excerpt import place, printable, width
from sidecar.reports.verification import claims_of, name, percent, supported, sure

_LONGEST = 300
"""Characters of a quote that are shown."""


def quoted(finding: Finding) -> Iterator[str]:
    """The words of the source that a finding about a claim goes by."""
    quote = finding.details.get("quote", "")
    if quote:
        yield f"  the source: {_shortened(quote)}"


def sources(report: Report) -> Iterator[str]:
    """The claims of each source, counted: one line for each."""
    found = claims_of(report)
    if found is None or not found.by_source:
        return
    yield "sources:"
    names = [printable(name(one.source)) for one in found.by_source]
    longest = max(map(width, names))
    for called, one in zip(names, found.by_source, strict=True):
        pad = " " * (longest - width(called))
        good = supported(one)
        noun = "claim" if one.claims == 1 else "claims"
        yield (
            f"  {called}{pad}  {one.claims} {noun}, {good} supported"
            f" ({percent(good, one.claims)}), {one.flagged} flagged,"
            f" confidence {sure(one.avg_confidence)}"
            + (f", no text: {one.unavailable}" if one.unavailable else "")
        )


def verdicts(report: Report, text: Text, path: str) -> Iterator[str]:
    """What each source says about each claim, and the statements that were passed over."""
    found = claims_of(report)
    if found is None:
        return
    for one in found.claims:
        line, column = place(text, one.claim.span)
        said = one.verdict.name.lower().replace("_", " ")
        words = _shortened(one.claim.text)
        yield f"{path}:{line}:{column}: {words}: {said} ({sure(one.confidence, 'no confidence')})"
        for result in one.results:
            yield from _told(result)
    for span, reason in found.skipped:
        line, column = place(text, span)
        yield f"{path}:{line}:{column}: {_shortened(text.slice(span))}: not judged, {reason}"


def _told(result: VerificationResult) -> Iterator[str]:
    verdict = result.verdict.name.lower().replace("_", " ")
    by = f", {printable(result.model)}" if result.model else ""
    why = f": {printable(result.reasoning)}" if result.reasoning else ""
    sure_of = sure(result.confidence, "no confidence")
    yield f"  {printable(name(result.source))}: {verdict} ({sure_of}{by}){why}"
    if result.evidence:
        yield f"    the source: {_shortened(result.evidence)}"


def _shortened(words: str) -> str:
    shown = words if len(words) <= _LONGEST else words[:_LONGEST] + "…"
    return f"“{printable(shown)}”"
