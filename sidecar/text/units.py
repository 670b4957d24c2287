"""Units, currencies and scales by the way they are written.

``UNITS`` has exact spellings, ``SPELLED`` lower-cased words. A noun in neither is no unit.
"""

from __future__ import annotations

from typing import NamedTuple

from sidecar.model.number import Unit
from sidecar.text.vocabulary import listed, one_of


class UnitMeasure(NamedTuple):
    """A unit as it is written after a number.

    Attributes:
        unit: What kind of quantity.
        symbol: The unit's one symbol.
        power: Power of ten that brings the written value to the base of the unit (bps: -2).
    """

    unit: Unit
    symbol: str
    power: int = 0


_SYMBOLS = listed(
    "nm µm mm cm dm m km ft yd mi "  # length
    "mm² cm² m² km² ha cm³ m³ km³ ml mL cl dl l L gal fl_oz "  # area and volume
    "mg µg kg g t kt Mt lb oz "  # mass
    "ms ns µs s min h hr "  # time
    "°C °F ° "  # temperature and angle
    "km/h m/s mph kph knots ft/s mi/h km/s "  # speed
    "bit kbit Mbit Gbit Tbit B KB kB MB GB TB PB EB KiB MiB GiB TiB kbps Mbps Gbps "  # data
    "mW W kW MW GW TW mWh Wh kWh MWh GWh TWh mAh Ah mA mV V kV mJ J kJ MJ GJ kcal cal Js "  # energy
    "mHz Hz kHz MHz GHz THz rpm dB hp bhp Nm lm lx cd meV eV keV MeV GeV TeV "
    "mPa Pa hPa kPa MPa bar mbar psi mmHg inHg "  # pressure
    "p i ppi dpi fps MP Mpx px dp ppm ppb rad mol mmol pm"
)

# Plurals are added below.
_WORDS = {
    "nanometer": "nm",
    "nanometre": "nm",
    "micrometer": "µm",
    "micrometre": "µm",
    "micron": "µm",
    "millimeter": "mm",
    "millimetre": "mm",
    "centimeter": "cm",
    "centimetre": "cm",
    "decimeter": "dm",
    "meter": "m",
    "metre": "m",
    "kilometer": "km",
    "kilometre": "km",
    "inch": "in",
    "foot": "ft",
    "yard": "yd",
    "mile": "mi",
    "acre": "acre",
    "hectare": "ha",
    "milliliter": "ml",
    "millilitre": "ml",
    "liter": "l",
    "litre": "l",
    "gallon": "gal",
    "pint": "pint",
    "quart": "quart",
    "barrel": "barrel",
    "bushel": "bushel",
    "cup": "cup",
    "teaspoon": "tsp",
    "tsp": "tsp",
    "tablespoon": "tbsp",
    "tbsp": "tbsp",
    "milligram": "mg",
    "microgram": "µg",
    "mcg": "µg",
    "gram": "g",
    "gramme": "g",
    "kilogram": "kg",
    "kilo": "kg",
    "ton": "t",
    "tonne": "t",
    "pound": "lb",
    "lbs": "lb",
    "ounce": "oz",
    "millisecond": "ms",
    "nanosecond": "ns",
    "second": "s",
    "sec": "s",
    "minute": "min",
    "mins": "min",
    "hour": "h",
    "hrs": "h",
    "day": "day",
    "week": "week",
    "fortnight": "fortnight",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "yr": "year",
    "yrs": "year",
    "yo": "year",
    "decade": "decade",
    "celsius": "°C",
    "centigrade": "°C",
    "fahrenheit": "°F",
    "kelvin": "K",
    "degree": "°",
    "deg": "°",
    "kmph": "km/h",
    "kmh": "km/h",
    "knot": "knots",
    "kilobit": "kbit",
    "megabit": "Mbit",
    "gigabit": "Gbit",
    "milliwatt": "mW",
    "watt": "W",
    "kilowatt": "kW",
    "megawatt": "MW",
    "gigawatt": "GW",
    "terawatt": "TW",
    "volt": "V",
    "milliampere": "mA",
    "amp": "A",
    "ampere": "A",
    "joule": "J",
    "kilojoule": "kJ",
    "calorie": "cal",
    "kilocalorie": "kcal",
    "horsepower": "hp",
    "hertz": "Hz",
    "kilohertz": "kHz",
    "megahertz": "MHz",
    "gigahertz": "GHz",
    "lumen": "lm",
    "pascal": "Pa",
    "hectopascal": "hPa",
    "millibar": "mbar",
    "pixel": "px",
    "megapixel": "MP",
    "radian": "rad",
    **{
        f"{prefix}byte": f"{prefix[0].upper()}B"
        for prefix in listed("kilo mega giga tera peta exa")
    },
    **{f"{prefix}byte": f"{prefix[:2].title()}B" for prefix in listed("kibi mebi gibi tebi")},
    "byte": "B",
}
_IRREGULAR = {"inches": "in", "feet": "ft", "cds": "cd"}

UNITS: dict[str, UnitMeasure] = {
    **{symbol: UnitMeasure(Unit.MEASURE, symbol) for symbol in _SYMBOLS},
    **{f"{base}{sign}2": UnitMeasure(Unit.MEASURE, f"{base}²")
       for base in ("mm", "cm", "m", "km") for sign in ("", "^")},
    **{f"{base}{sign}3": UnitMeasure(Unit.MEASURE, f"{base}³")
       for base in ("mm", "cm", "m", "km") for sign in ("", "^")},
    "μm": UnitMeasure(Unit.MEASURE, "µm"),
    "μg": UnitMeasure(Unit.MEASURE, "µg"),
    **{symbol: UnitMeasure(Unit.MEASURE, symbol) for symbol in ("Ma", "Ga", "kyr", "Myr", "Gyr")},
    "Mb": UnitMeasure(Unit.MEASURE, "Mbit"),
    "Gb": UnitMeasure(Unit.MEASURE, "Gbit"),
    "km/hr": UnitMeasure(Unit.MEASURE, "km/h"),
    "℃": UnitMeasure(Unit.MEASURE, "°C"),
    "℉": UnitMeasure(Unit.MEASURE, "°F"),
    "º": UnitMeasure(Unit.MEASURE, "°"),
    "%": UnitMeasure(Unit.PERCENT, "%"),
    "٪": UnitMeasure(Unit.PERCENT, "%"),
    "％": UnitMeasure(Unit.PERCENT, "%"),
    "‰": UnitMeasure(Unit.PERCENT, "‰", -1),
}  # fmt: skip

_PERCENT = {
    "percent": UnitMeasure(Unit.PERCENT, "%"),
    "percents": UnitMeasure(Unit.PERCENT, "%"),
    "pct": UnitMeasure(Unit.PERCENT, "%"),
    "pp": UnitMeasure(Unit.PERCENT, "pp"),
    "pps": UnitMeasure(Unit.PERCENT, "pp"),
    "ppt": UnitMeasure(Unit.PERCENT, "pp"),
    "ppts": UnitMeasure(Unit.PERCENT, "pp"),
    "bp": UnitMeasure(Unit.PERCENT, "bps", -2),
    "bps": UnitMeasure(Unit.PERCENT, "bps", -2),
}

# Words whose first word alone would mean something else, or nothing. Longest first.
PHRASES: dict[str, tuple[tuple[str, UnitMeasure], ...]] = {
    "per": (("per cent", UnitMeasure(Unit.PERCENT, "%")),),
    "percentage": (
        ("percentage pts", UnitMeasure(Unit.PERCENT, "pp")),
        ("percentage points", UnitMeasure(Unit.PERCENT, "pp")),
        ("percentage point", UnitMeasure(Unit.PERCENT, "pp")),
    ),
    "percent": (("percent points", UnitMeasure(Unit.PERCENT, "pp")),),
    "basis": (
        ("basis points", UnitMeasure(Unit.PERCENT, "bps", -2)),
        ("basis point", UnitMeasure(Unit.PERCENT, "bps", -2)),
    ),
    "nautical": (
        ("nautical miles", UnitMeasure(Unit.MEASURE, "nmi")),
        ("nautical mile", UnitMeasure(Unit.MEASURE, "nmi")),
    ),
    "metric": (
        ("metric tonnes", UnitMeasure(Unit.MEASURE, "t")),
        ("metric tons", UnitMeasure(Unit.MEASURE, "t")),
        ("metric ton", UnitMeasure(Unit.MEASURE, "t")),
    ),
    "fluid": (
        ("fluid ounces", UnitMeasure(Unit.MEASURE, "fl_oz")),
        ("fluid ounce", UnitMeasure(Unit.MEASURE, "fl_oz")),
    ),
}
# "square meters": the base's symbol with an exponent.
POWERS = {"square": "²", "sq": "²", "cubic": "³", "cu": "³"}

_MONEY = {
    "dollar": "USD",
    "buck": "USD",
    "euro": "EUR",
    "yen": "JPY",
    "yuan": "CNY",
    "renminbi": "CNY",
    "rmb": "CNY",
    "rupee": "INR",
    "riyal": "riyal",
    "rial": "rial",
    "dirham": "AED",
    "dinar": "dinar",
    "franc": "franc",
    "lira": "TRY",
    "peso": "peso",
    "ruble": "RUB",
    "rouble": "RUB",
    "rand": "ZAR",
    "krona": "SEK",
    "krone": "krone",
    "kroner": "krone",
    "kronor": "SEK",
    "zloty": "PLN",
    "shekel": "ILS",
    "baht": "THB",
    "ringgit": "MYR",
    "naira": "NGN",
    "shilling": "shilling",
    "bitcoin": "BTC",
    "btc": "BTC",
    "satoshi": "satoshi",
    "ether": "ETH",
    "cent": "cent",
    "penny": "penny",
    "pence": "penny",
    "dime": "dime",
    "nickel": "nickel",
}

SPELLED: dict[str, UnitMeasure] = {
    **{word: UnitMeasure(Unit.MEASURE, symbol) for word, symbol in _WORDS.items()},
    **{f"{word}s": UnitMeasure(Unit.MEASURE, symbol) for word, symbol in _WORDS.items()},
    **{word: UnitMeasure(Unit.MEASURE, symbol) for word, symbol in _IRREGULAR.items()},
    **{s.lower(): UnitMeasure(Unit.MEASURE, s) for s in _SYMBOLS if len(s) > 1 and s.isascii()},
    **{word: UnitMeasure(Unit.CURRENCY, code) for word, code in _MONEY.items()},
    **{f"{word}s": UnitMeasure(Unit.CURRENCY, code) for word, code in _MONEY.items()},
    **_PERCENT,
    "mb": UnitMeasure(Unit.MEASURE, "MB"),
    "gb": UnitMeasure(Unit.MEASURE, "GB"),
    "pm": UnitMeasure(Unit.MEASURE, "pm"),
}

SIGNS = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB",
    "₺": "TRY", "₪": "ILS", "฿": "THB", "₫": "VND", "₦": "NGN", "₱": "PHP", "₴": "UAH", "₭": "LAK",
    "₿": "BTC", "¢": "cent", "＄": "USD",
}  # fmt: skip
# Letters glued to a dollar sign: US$, C$, HK$.
DOLLARS = {
    "US": "USD", "U.S.": "USD", "C": "CAD", "CA": "CAD", "CDN": "CAD", "A": "AUD", "AU": "AUD",
    "NZ": "NZD", "HK": "HKD", "S": "SGD", "SG": "SGD", "NT": "TWD", "R": "BRL", "MX": "MXN",
    "J": "JMD", "TT": "TTD", "Z": "ZWL", "RD": "DOP",
}  # fmt: skip
CODES = one_of(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN "
    "BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD "
    "GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS "
    "KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR "
    "MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB "
    "RWF SAR SBD SCR SDG SEK SGD SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TRY TTD TWD TZS "
    "UAH UGX USD UYU UZS VES VND VUV WST XAF XOF YER ZAR ZMW RMB BTC ETH QR Rs"
)
CODE_ALIASES = {"RMB": "CNY", "QR": "QAR", "Rs": "INR"}

# Scales that stand as a suffix or an abbreviation. Lower-case "m" and "b" are scales of money
# only; elsewhere metres and bits are as likely.
_SUFFIXES = {
    "k": 3, "K": 3, "M": 6, "mn": 6, "mln": 6, "mil": 6, "Mn": 6, "MM": 6, "B": 9, "b": 9,
    "bn": 9, "Bn": 9, "BN": 9, "bln": 9, "G": 9, "tn": 12, "trn": 12, "Tn": 12, "T": 12, "cr": 7,
    "Cr": 7, "mil.": 6, "thousands": 3, "millions": 6, "billions": 9,
}  # fmt: skip
DOTTED_SCALES = {
    "mio": 6, "Mio": 6, "mrd": 9, "Mrd": 9, "Md": 9, "Mds": 9, "Tsd": 3,
}  # fmt: skip
"""Scales of other languages that a full stop may follow: "3,2 Mrd. Euro"."""

MONEY_SCALES = {"m": 6, "mm": 6, "t": 12, "L": 5}
"""What is a scale of money only: "USD 1.23mm", "₹5 L"."""

SCALE_SUFFIXES = {**_SUFFIXES, **DOTTED_SCALES}
MONEY_SUFFIXES = {**SCALE_SUFFIXES, **MONEY_SCALES}
