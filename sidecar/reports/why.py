"""In plain words: which readings of a number were weighed, and why one of them won."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sidecar.model.formatting import format_plain
from sidecar.model.report import ClaimBinding, Considered, Grade, Reading, Verdict
from sidecar.model.text import Span, Text
from sidecar.model.why import Link, LinkedPart, LinkOrigin, Why, describe_missing

_WORD = re.compile(r"\w+(?:[.,’']\w+)*")
_PARTS = {
    LinkedPart.ROW: "the row “{}”",
    LinkedPart.PERIOD: "the period “{}”",
    LinkedPart.COLUMN: "the column `{}`",
}
_ORDER = (LinkedPart.ROW, LinkedPart.PERIOD, LinkedPart.COLUMN)
_WHERE = {
    LinkOrigin.TABLE: "in the table of the text",
    LinkOrigin.LEAD: "in the line above the list",
    LinkOrigin.EARLIER: "in a sentence before",
    LinkOrigin.HEADING: "in a heading",
}
_LUMPS = {
    "some_row": "some cell of column `{}`",
    "some_column": "some other column",
    "anywhere": "any other cell",
    "outside": "something that is in no query result",
    "unfound": "something else in the query results",
    "absent": "a row or period that the data do not have",
}
_ELSE = ("outside", "unfound")
"""Kinds of readings that agree with any number: no value is known of them."""

_REASONS = 8  # that are listed
_GRADES = {Grade.EXACT: "exactly", Grade.TOLERATED: "tolerated", Grade.NONE: "no"}


Names = Callable[[Reading], str]
"""Gives the words for the place of a reading: "Italy, 2007, pop"; "" where it has none."""


def describe_verdict(binding: ClaimBinding) -> str:
    """What the evidence says of a number, in a word or two."""
    return "not covered" if binding.missing else binding.verdict.name.lower()


def describe_reading(reading: Reading, names: Names) -> str:
    """A place by its words, and as the report has it: ``Italy, 2007, pop (europe data[5].pop)``."""
    words = names(reading)
    return f"{words} ({reading.where})" if words else reading.where


def describe_considered(one: Considered, names: Names) -> str:
    """A reading in a few words: its place and row, or what it stands for."""
    reading, why = one
    if why is None or why.kind in _ELSE:
        kind = "outside" if why is None else why.kind
        return _LUMPS[kind] if reading is None else describe_reading(reading, names)
    if why.kind in _LUMPS or why.cells > 1:
        return _lump(reading, why)
    if reading is not None and names(reading):
        return describe_reading(reading, names)
    where = reading.where if reading is not None else f"{why.kind} in {why.query_id} {why.column}"
    return f"{where}: “{why.row}”" if why.row else where


def _lump(reading: Reading | None, why: Why) -> str:
    """A reading that stands for many cells: which, and how many of them agree."""
    names = [link.name for link in sort_links(why) if link.part is not LinkedPart.COLUMN]
    of = f" of “{', '.join(names)}”" if names else ""
    kind = _LUMPS.get(why.kind, why.kind.replace("_", " ")).format(why.column)
    if reading is None:
        return f"{kind}{of} in {why.query_id} (0 of {why.cells} agree)"
    count = f"{max(1, round(why.agreeing * why.cells))} of {why.cells} agree"
    if reading.formula:
        return f"{reading.formula} in {why.query_id} ({count})"
    return f"{kind}{of} in {why.query_id} ({count}: {reading.location})"


def format_value(one: Considered) -> str:
    """The value of a reading; "" where it has no single one."""
    return "" if one.reading is None else format_plain(one.reading.value)


def describe_agreement(one: Considered) -> str:
    """How closely it agrees, in a word; "" for what agrees with everything."""
    if one.reading is not None:
        return _GRADES[one.reading.grade]
    return "" if one.why is not None and one.why.kind in _ELSE else "no"


def tabulate(one: Considered, names: Names) -> tuple[str, str, str, str]:
    """A row of the table of readings: weight, value, whether it agrees, and its words."""
    return (
        format_weight(one),
        format_value(one),
        describe_agreement(one),
        describe_considered(one, names),
    )


def format_weight(one: Considered) -> str:
    """Its part of the weight of all readings: ``27.2 %``; "" where readings have none."""
    return "" if one.why is None else f"{one.why.weight * 100:.1f} %"


def format_reasons(why: Why) -> str:
    """What speaks most for a reading and against it: ``row +2.51 · column +0.72``."""
    sizes = sorted((abs(r.weight) for r in why.reasons), reverse=True)[:_REASONS]
    told = [r for r in why.reasons if abs(r.weight) >= sizes[-1]][:_REASONS]
    listed = [f"{r.feature.replace('_', ' ')} {r.weight:+.2f}" for r in told]
    rest = len(why.reasons) - len(told)
    return " · ".join([*listed, f"and {rest} smaller"] if rest else listed)


def sort_links(why: Why) -> list[Link]:
    """The links of a reading: rows, then periods, then columns."""
    return sorted(why.links, key=lambda link: _ORDER.index(link.part))


def format_odds(binding: ClaimBinding) -> str:
    """How probably it is right: ``right 97 %, wrong 1 %, about something else 2 %``."""
    found = binding.odds
    if found is None:
        return ""
    right, wrong, outside = (f"{each * 100:.1f} %" for each in found)
    return f"right {right}, wrong {wrong}, about something else {outside}"


def explain_choice(binding: ClaimBinding, text: Text) -> list[str]:
    """Why the first reading won, and how the verdict came about, as sentences."""
    return [_verdict(binding), *_links(binding, text)]


def _verdict(binding: ClaimBinding) -> str:
    if not binding.considered:
        return "Nothing was weighed for it."
    if binding.odds is None:
        return _unweighed(binding)
    match binding.verdict:
        case Verdict.INCONCLUSIVE:
            return _left_open(binding)
        case Verdict.UNSUPPORTED:
            return "Nothing that agrees weighs enough, and no row and column are plainly named."
        case Verdict.CONTRADICTED:
            return "The first reading is what the words name, and it does not agree."
        case Verdict.SUPPORTED:
            return _supported(binding)


def _unweighed(binding: ClaimBinding) -> str:
    if binding.reading is not None and not binding.reading.query_id:
        return "The text derives it from numbers that are supported, as another check has shown."
    return "Any value that agrees supports it: readings have no weights in this mode."


def _supported(binding: ClaimBinding) -> str:
    weights = [one.why.weight if one.why else None for one in binding.considered]
    if weights[0] is None:
        return "The numbers of its sentence fit another row: the name is flagged, and not they."
    how = "exactly" if binding.grade is Grade.EXACT else "inside the tolerances"
    if weights[0] == max(weight for weight in weights if weight is not None):
        return f"The first reading weighs most, and agrees {how}."
    return f"The first reading agrees {how}; heavier ones do not, but chance seldom hits so well."


def _left_open(binding: ClaimBinding) -> str:
    if binding.missing:
        return f"Words and data do not settle it: {describe_missing(binding.missing)}."
    chance = f"{(binding.chance or 0) * 100:.2g} %"
    return f"A value agrees, but nothing links it, and a random number would agree with {chance}."


def _links(binding: ClaimBinding, text: Text) -> Iterator[str]:
    why = binding.considered[0].why if binding.considered else None
    for link in sort_links(why) if why is not None else ():
        named = _PARTS[link.part].format(link.name)
        yield f"{named} {_origin(link, binding.claim.number.span, text)} ({link.strength:.2f})"


def _origin(link: Link, number: Span, text: Text) -> str:
    """Where a link comes from: ``is named 3 words before``."""
    if link.origin is LinkOrigin.UNIT:
        return "is linked only by the number's unit"
    if link.origin is LinkOrigin.ALONE or link.span is None:
        return "is all that this query result measures"
    said = text.slice(link.span)
    same = said.lower().startswith(link.name.lower())
    by = "" if same else f" by “{' '.join(said.split())}”"
    if link.origin is LinkOrigin.COUNTED:
        return f"is the counted noun{by.replace(' by', ',')}"
    if link.origin is LinkOrigin.SENTENCE:
        return f"is named{by} {_distance(link.span, number, text)}"
    return f"is named{by} {_WHERE[link.origin]} (line {text.line(link.span.start)})"


def _distance(words: Span, number: Span, text: Text) -> str:
    """How far words stand from a number in its sentence: ``3 words before``."""
    before = words.end <= number.start
    between = Span(words.end, number.start) if before else Span(number.end, words.start)
    if between.end < between.start:
        return "around the number"
    count = len(_WORD.findall(text.slice(between)))
    side = "before" if before else "after"
    return f"{count} word{'' if count == 1 else 's'} {side} it" if count else f"right {side} it"
