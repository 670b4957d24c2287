"""The sizes of one unit: GWh and TWh, hectares and square kilometres, litres and cubic metres."""

from __future__ import annotations

from decimal import Decimal

_PREFIXES = {"µ": -6, "m": -3, "c": -2, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12}
_BASES = frozenset(
    {"m", "g", "t", "s", "W", "Wh", "J", "V", "A", "Ah", "Hz", "Pa", "B", "l", "eV", "bit"}
)
_LITRES = {"mm³": -6, "cm³": -3, "dm³": 0, "m³": 3, "hm³": 9, "km³": 12, "L": 0, "dl": -1}
_SQUARE_METRES = {"mm²": -6, "cm²": -4, "m²": 0, "ha": 4, "km²": 6}
_OTHERS = {
    **{symbol: ("l", power) for symbol, power in _LITRES.items()},
    **{symbol: ("m²", power) for symbol, power in _SQUARE_METRES.items()},
    "mL": ("l", -3),
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


def sized(symbol: str) -> tuple[str, int]:
    """A unit without its prefix, and the power of ten of that; "" where it takes none."""
    if symbol in _OTHERS:
        return _OTHERS[symbol]
    if symbol in _BASES:
        return symbol, 0
    known = symbol[:1] in _PREFIXES and symbol[1:] in _BASES
    return (symbol[1:], _PREFIXES[symbol[0]]) if known else ("", 0)


def step(column: str, number: str) -> Decimal | None:
    """What a cell is multiplied by to stand in another size of its unit: 0.001 for GWh and TWh.

    What they are counted for may be left out of one of them: "240 million litres" of litres a day.

    Args:
        column: The symbol of the cell's unit.
        number: The symbol of the other unit.

    Returns:
        A power of ten; None where the two are no sizes of one unit.
    """
    if column == number:
        return Decimal(1)
    (mine, of), (theirs, other_of) = _parted(column), _parted(number)
    if of and other_of and of != other_of:
        return None
    if mine == theirs:
        return Decimal(1)
    (base, power), (other, other_power) = sized(mine), sized(theirs)
    return Decimal(10) ** (power - other_power) if base and base == other else None


def _parted(symbol: str) -> tuple[str, str]:
    """A unit, and what it is counted for."""
    unit, _, per = symbol.partition("/")
    return unit, per
