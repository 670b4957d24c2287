"""Units of columns in scripts without spaces: "億円", "万人", "백만원", "ล้านบาท"."""

from __future__ import annotations

import re

from sidecar.model.number import Unit
from sidecar.text.units import Measure
from sidecar.text.unspaced_units import LARGE, SMALL, UNITS, either
from sidecar.text.vocabulary import one_of

_COUNTERS = one_of("人 名 명 คน 戸 户 戶 世帯 家 台 臺 대 件 건 個 个 개 本 枚 頭 头 辆 輛 套")
_COUNT = Measure(Unit.COUNT, "")
_NAMED = {**UNITS, **dict.fromkeys(_COUNTERS, _COUNT)}
_SCALES = {**SMALL, **LARGE}
_SPELLED = re.compile(rf"((?:{either(_SCALES)})*) ?({either(_NAMED)})?")


def unspaced(unit: str) -> tuple[int, Measure] | None:
    """The power of ten and the measure of a unit; None where the whole of it is not known.

    One sign that may be a word as well ("米", "年") is no unit, unless it is a currency.
    """
    whole = UNITS.get(unit)
    if whole is None:
        match = _SPELLED.fullmatch(unit)
        if match is None or not match[1]:
            return None
        measure = _NAMED[match[2]] if match[2] else _COUNT
        power = sum(_SCALES[scale] for scale in re.findall(either(_SCALES), match[1]))
        return None if measure.symbol == "°" else (power, measure)  # "百度" is a name
    return (0, whole) if len(unit) > 1 or whole.unit is Unit.CURRENCY else None
