"""How long periods are, and how many of one unit another is: "360 days a year", "2.2 to the kilo".

A text gives such numbers to reckon with them; no data tell them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import Token
from sidecar.binding.sizes import sized
from sidecar.model.number import Form, Number, Unit, is_integral
from sidecar.text.units import SPELLED
from sidecar.text.vocabulary import one_of

_OF_YEARS = {
    "day": (250, 251, 252, 253, 254, 255, 260, 300, 350, 360, 364, 365, 366),
    "week": (50, 51, 52, 53),
    "h": (8736, 8760, 8784),
    "month": (12,),
}
_OF_PARTS = {"day": (5, 6, 7, 28, 29, 30, 31, 90, 91, 92), "h": (24, 168, 720, 730, 744)}
_LONGER = one_of("week month quarter year annum")
_LEAP = (365, 366)  # days that are those of a year, whatever stands beside them
_DOZEN = 12  # the most months, or parts of another sort, that a year is divided by
_TELLING = 8000  # hours that are those of a year, whatever stands beside them
_REACH = 4  # words from a length to what is so long: "8,784 hours in the leap year"
_BEFORE = 2
_TO = (["to", "the"], ["to", "a"], ["per"], ["in", "a"], ["to", "each"])
_TIMES = (["multiply", "by"], ["multiplied", "by"], ["divide", "by"], ["divided", "by"])
_FACTORS = one_of("factor ratio rate conversion")


def lengths(place: Place, unit: str) -> list[float]:
    """How many of a unit of time the sentence says that there are in a longer one."""
    return [length for length, symbol in place.passage.once(_told) if symbol == unit]


def _told(passage: Passage) -> list[tuple[float, str]]:
    """How many of which units of time a sentence says that there are in a longer one."""
    words = passage.words
    numerals = (at for at, word in enumerate(words) if word.word[0].isdigit())
    units = ((at, _symbol(words[at + 1 : at + 3])) for at in numerals)
    return [
        (float(words[at].word.replace(",", "")), unit)
        for at, unit in units
        if unit and _is_length(words, at, at + 2, unit)
    ]


def is_given(place: Place, number: Number) -> bool:
    """Whether a number only tells how long a period is, or how large a unit."""
    words = place.passage.words
    by = [word.word for word in words[max(0, place.first - _BEFORE) : place.first]]
    if by == ["divided", "by"] and is_integral(number.value) and number.value <= _DOZEN:
        return number.unit is Unit.COUNT
    if number.form is not Form.DIGITS:
        return False
    if by in _TIMES and not is_integral(number.value):
        return True
    return _is_length(words, place.first, place.last, number.symbol) or _is_size(place, number)


def _symbol(words: Sequence[Token]) -> str:
    """The unit of time among the words right behind a number: "360 trading days"."""
    units = (SPELLED.get(word.word) for word in words)
    return next((unit.symbol for unit in units if unit is not None), "")


def _is_length(words: Sequence[Token], first: int, last: int, symbol: str) -> bool:
    """Whether a number is as many as there are of a unit of time in a longer one, which is said."""
    text = words[first].word.replace(",", "")
    value = int(text) if text.isdecimal() else 0
    if value not in (*_OF_YEARS.get(symbol, ()), *_OF_PARTS.get(symbol, ())):
        return False
    around = (*words[max(0, first - _REACH) : first], *words[last : last + _REACH])
    alone = [w.word for w in (*words[first - 1 : first], *words[last : last + 1])] == ["(", ")"]
    longer = any(w.word.removesuffix("'s").removesuffix("’s") in _LONGER for w in around)
    return value > _TELLING or value in _LEAP or alone or longer


def _is_size(place: Place, number: Number) -> bool:
    """Whether a number is how many of one unit another is: "2.2 pounds to the kilo"."""
    after = [word.word for word in place.passage.words[place.last : place.last + _REACH]]
    for joint in _TO:
        unit = SPELLED.get("".join(after[len(joint) : len(joint) + 1]))
        if after[: len(joint)] != joint or unit is None or unit.unit is not Unit.MEASURE:
            continue
        if joint != ["per"] and number.unit is Unit.COUNT and not is_integral(number.value):
            return joint[0] == "to"
        base = sized(unit.symbol)[0]
        return bool(base) and base == sized(number.symbol)[0]
    return False
