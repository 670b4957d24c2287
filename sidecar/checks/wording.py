"""The sentences of the ``numeric`` check; every value in one stands in its details as well."""

from __future__ import annotations

from collections.abc import Callable

from sidecar.binding.bound import Bound
from sidecar.model.decimals import plain
from sidecar.model.later_findings import Alike
from sidecar.model.report import Reading, Verdict

Told = tuple[str, dict[str, str]]

COINCIDENCE = Alike(
    "COINCIDENCE_LIKELY",
    "{text!r} agrees with {closest} at {query_id} {location}, but so would a random number with"
    " probability {chance}",
    ("text", "value", "closest", "query_id", "location", "chance"),
)
"""What there is to say about numbers that a cell equals, and so would others."""


def tell(code: str, bound: Bound, written: str) -> Told:
    """The message and the details of a finding about a number.

    Args:
        code: What there is to say.
        bound: The number, and what it was bound to.
        written: The number as it stands in the text.
    """
    message, details = _SENTENCES[code](bound, written)
    return message, {"text": written, "value": plain(bound.binding.claim.number.value), **details}


def _not_found(bound: Bound, written: str) -> Told:
    cited = bound.binding.claim.citation.query_id
    where = f"the query result {cited}" if cited else "the query results"
    details = {"cited_query_id": cited} if cited else {}
    if bound.empty:
        return f"{written!r} is not in {where}, which {'has' if cited else 'have'} no rows", details
    if bound.closest is None:
        return f"{written!r} is not in {where}", details
    near, place = _place(bound.closest)
    if bound.right is not None or bound.binding.verdict is Verdict.CONTRADICTED:
        return f"{written!r} is not what the data has: {near}", {**details, **place}
    return f"{written!r} is not in {where}; the nearest value is {near}", {**details, **place}


def _tolerated(bound: Bound, written: str) -> Told:
    near, place = _reading(bound)
    return f"{written!r} agrees with {near} only inside the tolerances", place


def _rounding(bound: Bound, written: str) -> Told:
    near, place = _reading(bound)
    return f"{written!r} is {near}, rounded further than the tolerances allow", place


def _unit(bound: Bound, written: str) -> Told:
    near, place = _reading(bound)
    told = "in another unit"
    if bound.binding.verdict is Verdict.INCONCLUSIVE:
        told = "in a scale that neither the data nor the text declare"
    return f"{written!r} has the digits of {near}, {told}", place


def _sign(bound: Bound, written: str) -> Told:
    near, place = _reading(bound)
    return f"{written!r} has the opposite sign of {near}", place


def _uncited(bound: Bound, written: str) -> Told:
    return f"{written!r} stands in a sentence that names no source", {}


def _ambiguous(bound: Bound, written: str) -> Told:
    sources = ", ".join(bound.binding.sources)
    return f"{written!r} is explained equally well by {sources}", {"query_ids": sources}


def _reading(bound: Bound) -> Told:
    reading = bound.binding.reading
    return ("the data", {}) if reading is None else _place(reading)


def _place(reading: Reading) -> Told:
    value = plain(reading.value)
    place = {"closest": value, "query_id": reading.query_id, "location": reading.location}
    return f"{value} at {reading.query_id} {reading.location}", place


def _belongs(what: str) -> Callable[[Bound, str], Told]:
    def told(bound: Bound, written: str) -> Told:
        near, place = _reading(bound)
        if bound.name is not None:
            return f"{written!r} is told of a {what} that the data do not have; it is {near}", place
        return f"{written!r} belongs to another {what}; what is named has {near}", place

    return told


def _coincidence(bound: Bound, written: str) -> Told:
    chance, reading = f"{bound.binding.chance or 0:.2g}", bound.binding.reading
    if reading is None:
        return f"{written!r} agrees as a random number would", {"chance": chance}
    details = {**_place(reading)[1], "chance": chance}
    return COINCIDENCE.message.format(text=written, **details), details


def _outside(bound: Bound, written: str) -> Told:
    if bound.empty:
        return f"{written!r} cannot be checked: the query results have no rows", {}
    return f"{written!r} measures something that no query result speaks of", {}


def _mismatch(bound: Bound, written: str) -> Told:
    value, query = _formula(bound)
    told = {"closest": value, "query": query}
    use = bound.binding.use
    if use is not None and use.message:
        told |= {"why": use.message, "reason": use.reason}
        return f"{written!r} is not what its formula gives: {use.message}", told
    return f"{written!r} is not what its formula gives: {value}", told


def _misplaced(bound: Bound, written: str) -> Told:
    use = bound.binding.use
    why = "" if use is None else use.message
    return f"the formula of {written!r} is of something else: {why}", _of_formula(bound, why)


def _refused(bound: Bound, written: str) -> Told:
    use = bound.binding.use
    why = "" if use is None else use.message
    return f"the formula of {written!r} decides nothing: {why}", _of_formula(bound, why)


def _of_formula(bound: Bound, why: str) -> dict[str, str]:
    use = bound.binding.use
    reason = "" if use is None else use.reason
    return {"reason": reason, "why": why, "query": _formula(bound)[1]}


def _formula(bound: Bound) -> tuple[str, str]:
    """The value of a number's formula in the base of its unit, and the query."""
    reading, use = bound.binding.reading, bound.binding.use
    value = "" if reading is None else plain(reading.value)
    return value, "" if use is None else use.formula.query


_SENTENCES: dict[str, Callable[[Bound, str], Told]] = {
    "AMBIGUOUS_SOURCE": _ambiguous,
    "CLAIM_NOT_FOUND": _not_found,
    "COINCIDENCE_LIKELY": _coincidence,
    "OUT_OF_EVIDENCE": _outside,
    "WRONG_COLUMN": _belongs("column"),
    "WRONG_PERIOD": _belongs("period"),
    "WRONG_ROW": _belongs("row"),
    "CLAIM_UNCITED": _uncited,
    "ROUNDING_MISMATCH": _rounding,
    "WITHIN_TOLERANCE": _tolerated,
    "FORMULA_MISMATCH": _mismatch,
    "FORMULA_MISPLACED": _misplaced,
    "FORMULA_REFUSED": _refused,
    "FOOTNOTE_NOT_JUDGED": _refused,
    "UNIT_MISMATCH": _unit,
    "WRONG_SIGN": _sign,
}
