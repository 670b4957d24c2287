"""Which kind of codes or names a column holds, decided by all of its values together.

"CA" is California beside "TX" and Canada beside "MX". Each kind explains the values so well as it
makes them likely: a kind of fifty things explains a value of its own better than one of 250, and a
kind that lacks a value explains it badly. The column's name decides where values leave it open, and
alone makes numbers months or quarters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import exp, fsum, log

from sidecar.binding.world.sections import What, WorldKind, index, key_of, sections

_MOST = 1200  # distinct values of a column that may still be names of one kind
_ENOUGH = 0.8  # the share of values that are of the kind, at least: "Total", "Other" are of none
_FOREIGN = 1e-4  # how likely a value is that the kind does not have
_CLEAR = 0.9  # how sure a kind is that alone is meant
_POSSIBLE = 0.02
_RARER = 0.25  # columns of the parts of some country are rarer than columns of countries
_LONGEST = 60  # letters of a name

_WORDS: Mapping[What, frozenset[str]] = {
    "country": frozenset({"country", "countries", "nation", "nationality"}),
    "subdivision": frozenset(
        {"state", "states", "province", "provinces", "land", "bundesland", "canton", "prefecture"}
    ),
    "currency": frozenset({"currency", "currencies", "ccy", "curr"}),
    "month": frozenset({"month", "months", "mon", "mth"}),
    "quarter": frozenset({"quarter", "quarters", "qtr"}),
    "weekday": frozenset({"weekday", "weekdays", "isodow"}),
}
"""Words of a column's name that say what it holds."""

_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def kind_of(values: Sequence[str], name: str = "") -> WorldKind | None:
    """The kind of codes or names that a column holds.

    Args:
        values: Its values in any order, repeated or not.
        name: The column's name, where it is known.

    Returns:
        The kind; None where fewer than two things or fewer than four fifths of the values are of
        one kind, or where two kinds explain them nearly as well.
    """
    shares = _shares(_distinct(values), name)
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _CLEAR else None


def kinds_of(values: Sequence[str], name: str = "") -> tuple[WorldKind, ...]:
    """The kinds that a column may well hold, the likeliest first: one of them where it is clear.

    "CA" and "DE" are two countries or two of the United States.
    """
    shares = _shares(_distinct(values), name)
    likely = (kind for kind, share in shares.items() if share >= _POSSIBLE)
    return tuple(sorted(likely, key=lambda kind: (-shares[kind], kind)))


def code_of(kind: WorldKind, value: str, *, hinted: bool = False) -> str | None:
    """The code of what a value calls within a kind; None where it calls nothing.

    Args:
        kind: The kind.
        value: A code or name of the kind, or "US-CA" for a subdivision.
        hinted: Whether the column says that it holds the kind, so that "ca" and "1" are codes.
    """
    return _codes(value, hinted).get(kind)


def _distinct(values: Sequence[str]) -> frozenset[str]:
    distinct = frozenset(values) if len(values) else frozenset()
    return frozenset(filter(None, (value.strip() for value in distinct)))


def _shares(values: frozenset[str], name: str) -> Mapping[WorldKind, float]:
    """How likely each kind is that could be meant, of 1 in all."""
    hints = _hints(name)
    if not 1 < len(values) <= _MOST:
        return {}
    weights = {
        kind: _weight(kind, len(codes), len(values))
        for kind, codes in _candidates(values, hints).items()
        if _may_be_meant(values, codes)
    }
    meant = {kind: weight for kind, weight in weights.items() if kind.what in hints}
    weights = meant or weights
    most = max(weights.values(), default=0.0)
    shares = {kind: exp(weight - most) for kind, weight in weights.items()}
    whole = fsum(shares.values())
    return {kind: share / whole for kind, share in shares.items()}


def _candidates(
    values: frozenset[str], hints: Collection[What]
) -> Mapping[WorldKind, Mapping[str, str]]:
    """Of each kind the values that are of it, with their codes."""
    found: defaultdict[WorldKind, dict[str, str]] = defaultdict(dict)
    for value in values:
        for kind, code in _codes(value, bool(hints)).items():
            if kind.what in hints or not (value.isdigit() or _is_lower_code(kind, value)):
                found[kind][value] = code
    return found


def _may_be_meant(values: frozenset[str], codes: Mapping[str, str]) -> bool:
    """Whether enough values are of a kind: two distinct ones, and all that are digits."""
    enough = len(codes) >= _ENOUGH * len(values) and len(set(codes.values())) > 1
    return enough and not any(value.isdigit() and value not in codes for value in values)


def _weight(kind: WorldKind, known: int, values: int) -> float:
    """How likely values are under a kind, times how likely the kind is, as a logarithm."""
    section = sections()[kind]
    weight = section.weight * (_RARER if kind.what == "subdivision" else 1)
    own, foreign = log(weight) - known * log(len(section.names)), (values - known) * log(_FOREIGN)
    return own + foreign


@lru_cache(maxsize=4096)
def _codes(value: str, hinted: bool) -> Mapping[WorldKind, str]:
    """The codes that a value may stand for, by kind."""
    if len(value) > _LONGEST:
        return {}
    country, hyphen, part = value.partition("-")
    keys = [key_of(WorldKind("country"), value), key_of(WorldKind("month"), value)]
    if value.isdigit():
        keys = [value.lstrip("0")]
    if hinted:
        keys.append(f"={value.upper()}")
    found: dict[WorldKind, str] = {}
    for key in keys:
        for kind, code in index().get(key, ()):
            found.setdefault(kind, code)
    if hyphen and (kind := WorldKind("subdivision", country)) in sections():
        found |= {k: code for k, code in index().get(f"={part}", ()) if k == kind}
    return found


def _is_lower_code(kind: WorldKind, value: str) -> bool:
    """Whether a value is a code only if its case is changed: "in", "no"."""
    return value != value.upper() and kind not in _codes(value, False)


def _hints(name: str) -> Collection[What]:
    """The kinds that a column's name speaks of."""
    words = {word.lower() for word in _NAME.findall(name)}
    hinted = [what for what, said in _WORDS.items() if not said.isdisjoint(words)]
    return [what for what in hinted if what != "weekday" or "isodow" in words or "iso" in words]
