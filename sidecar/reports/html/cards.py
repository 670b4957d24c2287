"""The description of one number or finding: in the list of all, and beside the text on demand."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.checks import CODES
from sidecar.model.formatting import format_grouped, format_label, format_plain
from sidecar.model.report import Detail, Finding, Grade, Repair, SettledBy
from sidecar.model.text import Span, Text
from sidecar.model.why import describe_missing
from sidecar.reports.excerpt import elsewhere, named, place
from sidecar.reports.html.anchors import Anchors, NumberAnchor, Remark
from sidecar.reports.html.explained import explained
from sidecar.reports.html.markup import Html, element, joined
from sidecar.reports.overview import BY, came
from sidecar.reports.verification import FOR_READERS

VERDICTS = {
    "supported": "Supported",
    "tolerated": "Supported, not exactly",
    "contradicted": "Contradicted",
    "unsupported": "Not supported",
    "uncovered": "Not covered by the data",
    "inconclusive": "Inconclusive",
}
_GRADES = {
    Grade.EXACT: "exactly, as precisely as it is written",
    Grade.TOLERATED: "inside the tolerances only",
    Grade.NONE: "not",
}
_INDEX = 200
"""Characters of an index in a message."""
_LONGEST = 120
"""Characters of the text that the list of findings quotes."""


def number_card(number: NumberAnchor, text: Text, detail: Detail) -> Html:
    """A number: its verdict, source, findings, and with ``EXPLAIN`` the readings weighed."""
    binding = number.binding
    written = text.slice(number.span)
    head = element(
        "h3",
        element("span", VERDICTS[number.style], class_="verdict"),
        element("q", written),
    )
    rows = _rows(number, text, detail)
    facts = element("dl", *(joined(element("dt", k), element("dd", v)) for k, v in rows))
    weighed = explained(binding, text, number.names) if detail is Detail.EXPLAIN else ()
    return element(
        "article",
        head,
        *(_boxed(remark, text) for remark in number.remarks),
        facts,
        *weighed,
        class_=f"card {number.style}",
        id=number.card,
    )


def advised(remark: Remark, text: Text) -> Html:
    """The code of a finding and what to do, where the card itself tells what was found."""
    code = element("p", element("code", remark.finding.code), class_="message")
    return element("div", code, *_advice(remark, text), class_=f"remark {_severity(remark)}")


def _boxed(remark: Remark, text: Text) -> Html:
    return element("div", *_remark(remark, text), class_=f"remark {_severity(remark)}")


def finding_card(remark: Remark, text: Text, anchors: Anchors) -> Html:
    """A finding in the list of all, with a link to its place."""
    head = element(
        "h3",
        element("span", _severity(remark), class_="severity"),
        _quoted(remark, text, anchors),
    )
    away = elsewhere(remark.finding)
    where = named(text, remark.finding) if away else located(text, remark.finding.span)
    line = element("p", where, class_="place")
    body = _remark(remark, text)
    return element(
        "article", head, *body, line, class_=f"finding {_severity(remark)}", id=remark.key
    )


def _quoted(remark: Remark, text: Text, anchors: Anchors) -> Html:
    """The words that a finding is about, as a link to them; else what it is about instead."""
    if elsewhere(remark.finding):
        return element("span", "Response")
    quoted = text.slice(remark.finding.span)
    short = quoted if len(quoted) <= _LONGEST else quoted[:_LONGEST] + "…"
    return element("a", short, href=f"#{anchors.places[remark.key]}", class_="to", dir="auto")


def _remark(remark: Remark, text: Text) -> Iterator[Html]:
    finding = remark.finding
    said = _by_label(finding)
    yield element("p", element("code", finding.code), " ", said, class_="message")
    quote = finding.details.get("quote", "")
    if quote:
        yield element("p", "The source: ", element("q", quote, dir="auto"), class_="quote")
    yield from _advice(remark, text)
    if finding.confidence is not None:
        yield element("p", f"Confidence {finding.confidence:.2f}", class_="confidence")


def _by_label(finding: Finding) -> str:
    """The message, without the index of a place that it names by its label."""
    said, details = finding.message, finding.details
    for at in ("", "found_"):
        if details.get(f"{at}place"):
            where = f"{details.get(f'{at}query_id', '')} {details.get(f'{at}location', '')}"
            said = said.replace(f" ({format_label(where, _INDEX)})", "")
    return said


def _advice(remark: Remark, text: Text) -> Iterator[Html]:
    """What to do about a finding."""
    finding = remark.finding
    if finding.repair is not None:
        yield element("p", *_mending(finding.repair, text), class_="repair")
    known = CODES.get(finding.code)
    remedy = FOR_READERS.get(finding.code, "" if known is None else known.remedy)
    if remedy:
        yield element("p", remedy, class_="remedy")


def _mending(repair: Repair, text: Text) -> Iterator[str]:
    """What a repair does, with the words that it takes away and puts there."""
    there = text.slice(repair.span)
    if there and repair.replacement:
        yield from (
            "Write ",
            element("ins", repair.replacement),
            " instead of ",
            element("del", there),
        )
    elif there:
        yield from ("Take out ", element("del", there))
    else:
        yield from ("Insert ", element("ins", repair.replacement))


def _rows(anchor: NumberAnchor, text: Text, detail: Detail) -> Iterator[tuple[str, str]]:
    """Names and values of what is known about a number."""
    binding = anchor.binding
    number, reading = binding.claim.number, binding.reading
    if reading is not None and detail is not Detail.VERDICTS:
        named = (anchor.words, " ") if anchor.words else ()
        yield "Cell", joined(*named, element("code", reading.where, class_="index"))
        yield (
            "Value",
            element("data", format_grouped(reading.value), value=format_plain(reading.value)),
        )
        yield "Agrees", _GRADES[binding.grade]
        if binding.settled_by is not SettledBy.NOTHING:
            yield "Settled by", BY[binding.settled_by]
    if binding.use is not None and detail is not Detail.VERDICTS:
        yield "Formula", element("code", binding.use.formula.query)
        yield "Formula is", came(binding.use)
    if binding.missing:
        yield "Missing", describe_missing(binding.missing)
    if binding.sources:
        yield "Also in", ", ".join(binding.sources)
    unit = f" {number.symbol}" if number.symbol else ""
    yield "Read as", f"{format_grouped(number.value)}{unit}"
    if detail is Detail.EXPLAIN:
        yield "Stands for", f"{format_grouped(number.low)} to {format_grouped(number.high)}{unit}"
    yield "Place", located(text, number.span)


def located(text: Text, span: Span) -> str:
    """Where a span begins, for people."""
    line, column = place(text, span)
    return f"line {line}, column {column}"


def _severity(remark: Remark) -> str:
    return remark.severity.name.lower()
