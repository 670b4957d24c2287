"""The sizes of one unit: GWh and TWh, hectares and acres, litres and cubic metres, hours, days."""

from __future__ import annotations

from decimal import Decimal

from sidecar.text.numerals import EXACT

_PREFIXES = {"µ": -6, "m": -3, "c": -2, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12}
_BASES = frozenset(
    {"m", "g", "s", "W", "Wh", "J", "V", "A", "Ah", "Hz", "Pa", "B", "l", "eV", "bit"}
)
_LITRES = {"mm³": -6, "cm³": -3, "dm³": 0, "m³": 3, "hm³": 9, "km³": 12, "L": 0, "dl": -1}
_SQUARE_METRES = {"mm²": -6, "cm²": -4, "m²": 0, "ha": 4, "km²": 6}
_TONNES = {"t": 6, "kt": 9, "Mt": 12, "Gt": 15}
_FIXED = {
    "m": {"mi": "1609.344", "yd": "0.9144", "ft": "0.3048"},
    "m²": {"acre": "4046.8564224"},
    "g": {"lb": "453.59237", "oz": "28.349523125"},
    "s": {"min": "60", "h": "3600", "hr": "3600", "day": "86400", "week": "604800"},
}
_TEN = Decimal(10)
_OTHERS = {
    **{symbol: ("l", _TEN**power) for symbol, power in _LITRES.items()},
    **{symbol: ("m²", _TEN**power) for symbol, power in _SQUARE_METRES.items()},
    **{symbol: ("g", _TEN**power) for symbol, power in _TONNES.items()},
    **{s: (base, Decimal(size)) for base, sizes in _FIXED.items() for s, size in sizes.items()},
    "mL": ("l", _TEN**-3),
}

MULTIPLES = {
    **{f"{prefix}m{sign}": ("m³", power)
       for prefix, power in (("M", 6), ("G", 9)) for sign in ("3", "³", "^3")},
    "hm3": ("m³", 6), "hm³": ("m³", 6), "MCM": ("m³", 6), "mcm": ("m³", 6), "BCM": ("m³", 9),
    "bcm": ("m³", 9), "Ml": ("l", 6), "kl": ("l", 3), "MLD": ("l/day", 6), "mld": ("l/day", 6),
    "kha": ("ha", 3), "Mha": ("ha", 6), "sqm": ("m²", 0), "sqkm": ("km²", 0), "MT": ("t", 0),
    "kWp": ("kW", 0), "MWp": ("MW", 0), "Gt": ("t", 9),
}  # fmt: skip
"""Units that are written as one word and mean so many of another: 10 to that power of it."""


def sized(symbol: str) -> tuple[str, Decimal]:
    """What a unit is a size of, and how many of that it is; "" where it is none."""
    if symbol in _OTHERS:
        return _OTHERS[symbol]
    if symbol in _BASES:
        return symbol, Decimal(1)
    known = symbol[:1] in _PREFIXES and symbol[1:] in _BASES
    return (symbol[1:], _TEN ** _PREFIXES[symbol[0]]) if known else ("", Decimal(1))


def step(column: str, number: str) -> Decimal | None:
    """What a cell is multiplied by to stand in another size of its unit: 0.001 for GWh and TWh.

    What they are counted for may be left out of one of them: "240 million litres" of litres a day.

    Args:
        column: The symbol of the cell's unit.
        number: The symbol of the other unit.

    Returns:
        The factor; None where the two are no sizes of one unit.
    """
    if column == number:
        return Decimal(1)
    (mine, of), (theirs, other_of) = _parted(column), _parted(number)
    if of and other_of and of != other_of:
        return None
    if mine == theirs:
        return Decimal(1)
    (base, size), (other, other_size) = sized(mine), sized(theirs)
    return EXACT.divide(size, other_size) if base and base == other else None


def _parted(symbol: str) -> tuple[str, str]:
    """A unit, and what it is counted for."""
    unit, _, per = symbol.partition("/")
    return unit, per
