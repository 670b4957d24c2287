"""The sentences of the ``numeric`` check; every value in one stands in its details as well.

Most have two halves: whose value the number is, or that it is nowhere; and what is named has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sidecar.binding.bound import BoundNumber
from sidecar.binding.tables.place_names import ROW_COUNT, PlaceNames
from sidecar.model.formatting import format_grouped, format_label, format_plain
from sidecar.model.formula import FormulaOrigin, FormulaUse
from sidecar.model.number import Direction
from sidecar.model.report import Grade, Reading, Verdict
from sidecar.model.why import Missing, describe_missing

_LONGEST = 200
"""Characters of the place of a value in a message."""

Sentence = tuple[str, dict[str, str]]
"""A message, or a part of one, and the details of what it says."""

_SETTLE: Sentence = ("a formula would settle it (docs/formulas.md)", {})


class SentenceSubject(NamedTuple):
    """What a sentence is about.

    Attributes:
        bound: The number, and what it was bound to.
        written: The number as it stands in the text.
        names: Words for places.
    """

    bound: BoundNumber
    written: str
    names: PlaceNames


def write_sentence(code: str, subject: SentenceSubject) -> Sentence:
    """The message and the details of a finding about a number.

    Args:
        code: The code of the finding.
        subject: The number.
    """
    message, details = _SENTENCES[code](subject)
    value = format_plain(subject.bound.binding.claim.number.value)
    return message, {"text": subject.written, "value": value, **details}


def _not_found(about: SentenceSubject) -> Sentence:
    bound = about.bound
    if bound.empty and bound.elsewhere is None:
        where, details = _cited(bound)
        verb = "has" if details else "have"
        return f"{about.written!r} is not in {where}, which {verb} no rows", details
    if bound.right is not None or bound.binding.verdict is Verdict.CONTRADICTED:
        near = bound.binding.reading or bound.closest
        if bound.elsewhere is None and near is not None:
            has, details = _value("is not what the data has:", near, about.names)
            return f"{about.written!r} {has}", details
        return _both(_whose(about), _named(about))
    if bound.elsewhere is not None:
        cited, details = _cited(bound)
        named = f"the text names {cited if details else 'something else'}"
        return _both(_whose(about), (named, details))
    return _both(_whose(about), _value("the nearest value is", bound.closest, about.names))


def _misplaced(what: str) -> Callable[[SentenceSubject], Sentence]:
    """The sentence about a value of another row, column or period."""

    def told(about: SentenceSubject) -> Sentence:
        bound = about.bound
        if bound.name is not None and bound.binding.reading is not None:
            whose = _whose(about, bound.elsewhere or bound.binding.reading)
            return _both(whose, (f"the text attributes it to a {what} that is not in the data", {}))
        whose = f"{about.written!r} belongs to another {what}", {}
        return _both(whose if bound.elsewhere is None else _whose(about), _named(about))

    return told


def _beside(alone: str) -> Callable[[SentenceSubject], Sentence]:
    """The sentence about a number that is near what is named in some way.

    Args:
        alone: What the number is, with braces for the value; said where it is nobody's else.
    """
    head, _, tail = alone.partition("{}")

    def told(about: SentenceSubject) -> Sentence:
        reading = about.bound.binding.reading
        if about.bound.elsewhere is not None:
            return _both(_whose(about), _named(about))
        near, details = _value("", reading, about.names)
        if reading is not None and _digits(format_grouped(reading.value)) == _digits(about.written):
            near = f"the value at {_called(reading, details.get('place', ''))}"
        return f"{about.written!r} {head}{near or 'the data'}{tail}", details

    return told


def _moved(about: SentenceSubject) -> Sentence:
    """The sentence about a value that moved the other way."""
    before, details = _value("", about.bound.closest, about.names)
    rose = about.bound.binding.claim.number.direction is Direction.DOWN_TO
    way = "rose" if rose else "fell"
    return f"{about.written!r} is the right value, but it {way} from {before}", details


def _unit(about: SentenceSubject) -> Sentence:
    unit = "in another unit"
    if about.bound.binding.verdict is Verdict.INCONCLUSIVE:
        unit = "in a scale that neither the data nor the text declare"
    return _beside(f"has the digits of {{}}, {unit}")(about)


def _uncited(about: SentenceSubject) -> Sentence:
    return f"{about.written!r} is in a sentence that names no source", {}


def _ambiguous(about: SentenceSubject) -> Sentence:
    sources = ", ".join(about.bound.binding.sources)
    return f"{about.written!r} is explained equally well by {sources}", {"query_ids": sources}


def _coincidence(about: SentenceSubject) -> Sentence:
    bound = about.bound
    chance, reading = f"{bound.binding.chance or 0:.2g}", bound.binding.reading
    if reading is None:
        return f"{about.written!r} agrees as a random number would", {"chance": chance}
    words = about.names.of(reading)
    details = {**_place(reading, words), "chance": chance}
    called = _called(reading, words) if words else reading.where
    if words and reading.location == ROW_COUNT:
        called = f"{words} of {reading.query_id}"
    found = f"{about.written!r} agrees with {called}"
    by_chance = f"a random number would agree with some value with probability {chance}"
    return f"{found}, but {by_chance}", details


def _premise(about: SentenceSubject) -> Sentence:
    missing = about.bound.binding.missing
    details = {"missing": ", ".join(missing)} if missing else {}
    return f"{about.written!r} stands only in what was said before, not in the data", details


def _in_vain(use: FormulaUse) -> Sentence:
    """Why a number is not covered that a model was asked about."""
    details = {"reason": use.reason, "why": use.message or use.reason}
    return f"a model was asked for its formula in vain ({details['why']})", details


def _outside(about: SentenceSubject) -> Sentence:
    if about.bound.empty and about.bound.elsewhere is None:
        return f"{about.written!r} cannot be checked: the query results have no rows", {}
    missing, use = about.bound.binding.missing, about.bound.binding.use
    listed = {"missing": ", ".join(missing)}
    if use is not None and use.formula.origin is FormulaOrigin.PROPOSED:
        return _both((f"{about.written!r} is not covered", listed), _in_vain(use))
    if Missing.EVIDENCE in missing:
        if about.bound.elsewhere is None:
            return f"{about.written!r} measures something that is in no query result", listed
        outside = "the text is about something that is in no query result", listed
        return _both(_whose(about), outside)
    where: Sentence = "", {}
    if about.bound.elsewhere is None:
        where = _value("the nearest value is", about.bound.closest, about.names)
    else:
        where = _whose(about)
    head = f"{about.written!r} is not covered by the data: {describe_missing(missing)}", listed
    return _both(head, where, _SETTLE)


def _mismatch(about: SentenceSubject) -> Sentence:
    value, query = _formula(about.bound)
    use = about.bound.binding.use
    details = {"closest": value, "query": query}
    if use is not None and use.message:
        details |= {"why": use.message, "reason": use.reason}
    named = f"its formula gives {details.get('why', value)}", details
    if about.bound.elsewhere is not None:
        return _both(_whose(about), named)
    return f"{about.written!r} is not what its formula gives: {details.get('why', value)}", details


def _of_formula(what: str) -> Callable[[SentenceSubject], Sentence]:
    """The sentence about the formula of a number that decides nothing."""

    def told(about: SentenceSubject) -> Sentence:
        use = about.bound.binding.use
        why, reason = ("", "") if use is None else (use.message, use.reason)
        details = {"reason": reason, "why": why, "query": _formula(about.bound)[1]}
        return f"the formula of {about.written!r} {what}: {why}", details

    return told


def _whose(about: SentenceSubject, place: Reading | None = None) -> Sentence:
    """Whose value a number is; else that it is nowhere."""
    place = place or about.bound.elsewhere
    if place is None:
        where, details = _cited(about.bound)
        return f"{about.written!r} is not in {where}", details
    words, number = about.names.of(place), about.bound.binding.claim.number
    details = {f"found_{name}": each for name, each in _place(place, words, "value").items()}
    if place.location == ROW_COUNT:
        return f"{about.written!r} is {words} of {place.query_id}", details
    if place is about.bound.elsewhere and place.grade is Grade.NONE:
        called = _called(place, words)
        return f"{about.written!r} has the digits of the value at {called}", details
    if number.low <= place.value <= number.high and not place.formula:
        value = "value" if place.value == number.value else "rounded value"
        return f"{about.written!r} is the {value} of {_called(place, words)}", details
    return f"{about.written!r} is close to {_shown(place, words)}", details


def _named(about: SentenceSubject) -> Sentence:
    """What is named has."""
    reading = about.bound.binding.reading or about.bound.closest
    return _value("what is named has", reading, about.names)


def _value(head: str, reading: Reading | None, names: PlaceNames) -> Sentence:
    """A value and its place, after some words; nothing where there is none."""
    if reading is None:
        return "", {}
    words = names.of(reading)
    return f"{head} {_shown(reading, words)}".lstrip(), _place(reading, words)


def _both(*parts: Sentence) -> Sentence:
    """The parts of a sentence; some may be empty."""
    words = "; ".join(filter(None, (said for said, _ in parts)))
    return words, {name: value for _, details in parts for name, value in details.items()}


def _cited(bound: BoundNumber) -> Sentence:
    """The query results that may speak of a number."""
    cited = bound.binding.claim.citation.query_id
    return (
        (f"the query result {cited}", {"cited_query_id": cited})
        if cited
        else ("the query results", {})
    )


def _place(reading: Reading, words: str = "", value: str = "closest") -> dict[str, str]:
    """The details of a value and its place."""
    place = {"query_id": reading.query_id, "location": reading.location}
    return {value: format_plain(reading.value), **place, **({"place": words} if words else {})}


def _called(place: Reading, words: str) -> str:
    """A place by its words, and as the report has it: ``Italy, 2007, pop (europe data[5].pop)``."""
    where = format_label(place.where, _LONGEST)
    return f"{words} ({where})" if words else where


def _shown(reading: Reading, words: str) -> str:
    """A value and its place."""
    value, where = format_grouped(reading.value), _called(reading, words)
    if not words or not (reading.formula or reading.location == ROW_COUNT):
        return f"{value} at {where}"
    return f"{value}, {where}" if words.startswith("the ") else f"{value} = {where}"


def _digits(written: str) -> str:
    """The digits of a number, by which a reader would take two for the same."""
    return "".join(filter(str.isdigit, written))


def _formula(bound: BoundNumber) -> tuple[str, str]:
    """The value of a number's formula in the base of its unit, and the query."""
    reading, use = bound.binding.reading, bound.binding.use
    value = "" if reading is None else format_plain(reading.value)
    return value, "" if use is None else use.formula.query


_SENTENCES: dict[str, Callable[[SentenceSubject], Sentence]] = {
    "AMBIGUOUS_SOURCE": _ambiguous,
    "CLAIM_NOT_FOUND": _not_found,
    "CLAIM_UNCITED": _uncited,
    "COINCIDENCE_LIKELY": _coincidence,
    "FOOTNOTE_NOT_JUDGED": _of_formula("decides nothing"),
    "FORMULA_MISMATCH": _mismatch,
    "FORMULA_MISPLACED": _of_formula("is of something else"),
    "FORMULA_REFUSED": _of_formula("decides nothing"),
    "OUT_OF_EVIDENCE": _outside,
    "PREMISE_ONLY": _premise,
    "ROUNDING_MISMATCH": _beside("is {}, rounded further than the tolerances allow"),
    "UNIT_MISMATCH": _unit,
    "WITHIN_TOLERANCE": _beside("agrees with {} only within the tolerances"),
    "WRONG_COLUMN": _misplaced("column"),
    "WRONG_DIRECTION": _moved,
    "WRONG_PERIOD": _misplaced("period"),
    "WRONG_ROW": _misplaced("row"),
    "WRONG_SIGN": _beside("has the opposite sign of {}"),
}
