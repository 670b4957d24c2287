"""Numbers in tables of the text: what the header of their column says of their unit.

"41.6" below "Revenue, $m" is 41.6 million dollars, and "12.4" below "Share (%)" is a percentage.
"""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.binding.tables import column_units
from sidecar.model.evidence import Column
from sidecar.model.number import Form, Number, Unit


def scaled(said: Number, place: Place) -> Number:
    """A number in the unit of its header; one that has a unit of its own stays as it is."""
    header = place.header
    if not header or said.unit is not Unit.COUNT or said.scale or said.form is not Form.DIGITS:
        return said
    unit = column_units.of_name(Column(name=header))
    if unit is None or unit.kind is None or unit.per:
        return said
    power = unit.factor.adjusted()
    return said._replace(
        value=said.value * unit.factor,
        low=said.low * unit.factor,
        high=said.high * unit.factor,
        unit=unit.kind,
        symbol=unit.symbol,
        scale=power if power > 0 else 0,
    )
