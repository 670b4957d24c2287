"""Which numbers a text holds, what they mean, and what only looks like one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.model.number import Direction, Number, NumberForm, Qualifier, SkipReason, Unit
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions, TooManyNumbers


def read(string: str, **options: object) -> list[tuple[str, Decimal, str]]:
    text = Text(string)
    numbers, _ = scan_numbers(text, ExtractOptions(**options))  # type: ignore[arg-type]
    return [(text.slice(n.span), n.value, n.symbol) for n in numbers]


def one(string: str) -> Number:
    numbers, _ = scan_numbers(Text(string), ExtractOptions())
    assert len(numbers) == 1, numbers
    return numbers[0]


def skipped(string: str) -> list[tuple[str, SkipReason]]:
    text = Text(string)
    numbers, found = scan_numbers(text, ExtractOptions())
    assert numbers == []
    return [(text.slice(s.span), s.reason) for s in found]


# Text, what each number covers, its value and its symbol. The comment names the trap.
QUANTITIES = [
    # Separators
    ("4800 units", [("4800", "4800", "")]),  # not 480 and 0
    ("1,234.5", [("1,234.5", "1234.5", "")]),
    ("1,234,567 people", [("1,234,567", "1234567", "")]),
    ("12,34,567.89", [("12,34,567.89", "1234567.89", "")]),  # lakhs and crores
    ("1'234'567", [("1'234'567", "1234567", "")]),
    ("40 000 people", [("40 000", "40000", "")]),
    ("40\u00a0000 people", [("40\u00a0000", "40000", "")]),
    ("1\u202f234\u202f567", [("1\u202f234\u202f567", "1234567", "")]),
    ("1\u2009234", [("1\u2009234", "1234", "")]),
    ("12 34 people", [("12", "12", ""), ("34", "34", "")]),  # no groups of three
    ("USD 3 500 000", [("USD 3 500 000", "3500000", "USD")]),
    ("the PXA 270 520 MHz", [("270", "270", ""), ("520 MHz", "520", "MHz")]),  # a name's number
    ("1.111,11", [("1.111,11", "1111.11", "")]),  # only one reading fits
    ("1.234.567,8", [("1.234.567,8", "1234567.8", "")]),
    ("0,5 points", [("0,5", "0.5", "")]),
    ("lists 1,2,3", [("1", "1", ""), ("2", "2", ""), ("3", "3", "")]),
    ("it fell . 5 left", [("5", "5", "")]),  # a lone stop is no currency
    ("ends at 12.", [("12", "12", "")]),  # the stop is not its decimal point
    ("of 500, then", [("500", "500", "")]),
    ("007 cases", [("007", "7", "")]),
    ("0.0 mm", [("0.0 mm", "0", "mm")]),
    ("٣٤٥ people", [("٣٤٥", "345", "")]),  # one script throughout is readable
    ("１２３ people", [("１２３", "123", "")]),
    ("٣٫٥", [("٣٫٥", "3.5", "")]),
    ("hit .500 of them", [(".500", "0.5", "")]),
    ("of $.50 each", [("$.50", "0.5", "USD")]),
    ("it was -.5", [("-.5", "-0.5", "")]),
    ("_5%_ and **6%**", [("5%", "5", "%"), ("6%", "6", "%")]),  # emphasis is not a name
    # Signs
    ("-5 %", [("-5 %", "-5", "%")]),
    ("−2.3%", [("−2.3%", "-2.3", "%")]),
    ("at –4°C", [("–4°C", "-4", "°C")]),
    ("+5% rise", [("+5%", "5", "%")]),
    ("minus five percent", [("minus five percent", "-5", "%")]),
    ("negative 7", [("negative 7", "-7", "")]),
    ("the answer is 7 minus 5", [("7", "7", ""), ("5", "5", "")]),  # a sum has no negative
    ("profit—5 million", [("5 million", "5000000", "")]),  # an em dash is punctuation
    ("- 45% in construction", [("45%", "45", "%")]),  # a bullet is no sign
    ("$(1,234)", [("$(1,234)", "-1234", "USD")]),
    ("- 1 4/5", [("- 1 4/5", "-1.8", "")]),  # nothing else: the dash is no bullet
    ("| A | (1,234) | ($5) |", [("(1,234)", "-1234", ""), ("($5)", "-5", "USD")]),  # accounting
    ("sales (1,234) rose", [("1,234", "1234", "")]),  # parentheses alone are no loss
    ("$-99.99", [("$-99.99", "-99.99", "USD")]),
    ("-$5", [("-$5", "-5", "USD")]),
    # Percent
    ("45%", [("45%", "45", "%")]),
    ("45 percent", [("45 percent", "45", "%")]),
    ("12 per cent", [("12 per cent", "12", "%")]),
    ("12 pct", [("12 pct", "12", "%")]),
    ("2 percentage points", [("2 percentage points", "2", "pp")]),
    ("1.5 pp", [("1.5 pp", "1.5", "pp")]),
    ("50 bps", [("50 bps", "0.5", "bps")]),
    ("25 basis points", [("25 basis points", "0.25", "bps")]),
    ("3‰", [("3‰", "0.3", "‰")]),
    ("one hundred percent", [("one hundred percent", "100", "%")]),
    ("5, 6 and 7%", [("5", "5", "%"), ("6", "6", "%"), ("7%", "7", "%")]),
    ("5 games and 7%", [("5", "5", ""), ("7%", "7", "%")]),
    # Currencies
    ("Rs. 500", [("Rs. 500", "500", "INR")]),
    ("QAR 5", [("QAR 5", "5", "QAR")]),
    ("5 QAR", [("5 QAR", "5", "QAR")]),
    ("$1.2M", [("$1.2M", "1200000", "USD")]),  # not 1
    ("$1.2M in sales", [("$1.2M", "1200000", "USD")]),
    ("US$ 10 billion", [("US$ 10 billion", "1E+10", "USD")]),
    ("C$20", [("C$20", "20", "CAD")]),
    ("mxn$ 15", [("mxn$ 15", "15", "MXN")]),
    ("€2m", [("€2m", "2000000", "EUR")]),  # metres of money are millions
    ("100 €", [("100 €", "100", "EUR")]),
    ("£90 million", [("£90 million", "90000000", "GBP")]),
    ("50 cents", [("50 cents", "50", "cent")]),
    ("323 million euros", [("323 million euros", "323000000", "EUR")]),
    ("30 MUSD", [("30 MUSD", "30000000", "USD")]),
    ("MAUD 60", [("MAUD 60", "60000000", "AUD")]),
    ("USD115.5", [("USD115.5", "115.5", "USD")]),
    ("thirteen dollars forty-five cents", [("thirteen dollars forty-five cents", "13.45", "USD")]),
    ("15 dollars and 50.", [("15 dollars and 50", "15.5", "USD")]),
    ("15 dollars and 50 people", [("15 dollars", "15", "USD"), ("50", "50", "")]),
    ("1 $10 bill", [("1", "1", ""), ("$10", "10", "USD")]),  # the sign is the next number's
    ("10 turkish lira", [("10 turkish lira", "10", "TRY")]),
    ("$12 a share", [("$12", "12", "USD")]),
    # Scales
    ("10k", [("10k", "10000", "")]),
    ("1.2 million", [("1.2 million", "1200000", "")]),
    ("6.3 millions of visitors", [("6.3 millions", "6300000", "")]),  # as many learners write
    ("200 thousands dollars", [("200 thousands dollars", "200000", "USD")]),
    ("3.4bn USD", [("3.4bn USD", "3400000000", "USD")]),
    ("13 lakh", [("13 lakh", "1300000", "")]),
    ("6 crore and two hundred", [("6 crore and two hundred", "60000200", "")]),
    ("3 hundred and 21", [("3 hundred and 21", "321", "")]),
    ("3 hundred and 2 hundred", [("3 hundred", "300", ""), ("2 hundred", "200", "")]),
    ("3 million and a half", [("3 million and a half", "3500000", "")]),
    ("7m people", [("7m", "7000000", "")]),  # people have no length
    ("1.8m tall", [("1.8m", "1.8", "m")]),  # metres, without money
    ("256K colors", [("256K", "256000", "")]),
    ("4K video", [("4K", "4", "K")]),  # a picture's format
    # Words
    ("six assists", [("six", "6", "")]),
    ("one goal", [("one", "1", "")]),
    ("twenty-three", [("twenty-three", "23", "")]),
    ("one hundred and six", [("one hundred and six", "106", "")]),
    ("two hundred and two thousand", [("two hundred and two thousand", "202000", "")]),
    ("nine point nought four", [("nine point nought four", "9.04", "")]),
    ("a hundred people", [("a hundred", "100", "")]),
    ("half a dozen", [("half a dozen", "6", "")]),
    ("two dozen", [("two dozen", "24", "")]),
    ("one and a half million", [("one and a half million", "1500000", "")]),
    ("half a million", [("half a million", "500000", "")]),
    ("a quarter million", [("a quarter million", "250000", "")]),
    ("two of the four teams", [("two", "2", ""), ("four", "4", "")]),
    ("fifty   two", [("fifty   two", "52", "")]),
    ("one two three", [("one", "1", ""), ("two", "2", ""), ("three", "3", "")]),
    # Fractions
    ("1/4 of them", [("1/4", "0.25", "")]),
    ("10 1/2 miles", [("10 1/2 miles", "10.5", "mi")]),
    ("½ cup", [("½ cup", "0.5", "cup")]),
    ("2½ years", [("2½ years", "2.5", "year")]),
    ("three quarters", [("three quarters", "0.75", "")]),
    ("fell in two quarters", [("two quarters", "2", "quarter")]),
    ("two and a half", [("two and a half", "2.5", "")]),
    ("more than half of them", [("half", "0.5", "")]),
    ("one twenty-fifth", [("one twenty-fifth", "0.04", "")]),  # the denominator has two words
    ("three twenty-firsts", [("three twenty-firsts", "0.142857", "")]),
    ("twenty twenty fifths", [("twenty twenty fifths", "0.8", "")]),
    ("one one hundred and fifth", [("one one hundred and fifth", "0.009524", "")]),
    ("three one-thousandths", [("three one-thousandths", "0.003", "")]),
    ("one hundred thirty-two fifths", [("one hundred thirty-two fifths", "26.4", "")]),
    ("one hundred thirty fifths", [("one hundred thirty fifths", "2.857143", "")]),  # 35ths
    ("two hundred three fifths", [("two hundred three fifths", "40.6", "")]),
    ("a hundred thousand trillionths", [("a hundred thousand trillionths", "1E-7", "")]),
    ("nine million and five ninths", [("nine million and five ninths", "9555555.555556", "")]),
    ("twenty and three and three fifths", [("twenty and three and three fifths", "23.6", "")]),
    ("it fell by a third.", [("a third", "0.333333", "")]),
    ("one and a twenty-first", [("one", "1", "")]),  # may be an ordinal
    ("about a twenty-first of it", [("a twenty-first", "0.047619", "")]),
    ("a twenty point lead", [("twenty", "20", "")]),
    ("one second", [("one second", "1", "s")]),  # no half
    ("negative one over 20.", [("negative one over 20", "-0.05", "")]),
    ("grew by 20 over 5 years", [("20", "20", ""), ("5 years", "5", "year")]),
    ("won 2 over 5 games", [("2", "2", ""), ("5", "5", "")]),  # something countable follows
    ("8/12GB of RAM", [("8", "8", "GB"), ("12GB", "12", "GB")]),  # a list, no share
    ("850/900/3 MHz", [("850", "850", "MHz"), ("900", "900", "MHz"), ("3 MHz", "3", "MHz")]),
    # Multiples
    ("sales doubled", [("doubled", "2", "")]),
    ("a threefold rise", [("threefold", "3", "")]),
    ("twice as many", [("twice", "2", "")]),
    ("3x", [("3x", "3", "")]),
    ("3 times higher", [("3 times", "3", "")]),
    ("3 times Birch", [("3 times", "3", "")]),
    ("1.7 times october and 0.55 times", [("1.7 times", "1.7", ""), ("0.55 times", "0.55", "")]),
    ("won 3 times", [("3", "3", "")]),  # a count
    # Exponents
    ("1e5", [("1e5", "100000", "")]),
    ("9.83e-3", [("9.83e-3", "0.00983", "")]),
    ("10^8", [("10^8", "100000000", "")]),
    ("2×10^5", [("2×10^5", "200000", "")]),
    ("10⁻³", [("10⁻³", "0.001", "")]),
    # Measures
    ("18.5°C", [("18.5°C", "18.5", "°C")]),
    ("30 degrees celsius", [("30 degrees celsius", "30", "°C")]),
    ("5 m/s", [("5 m/s", "5", "m/s")]),
    ("5 meters per second", [("5 meters per second", "5", "m/s")]),
    ("200 kilometres per hour", [("200 kilometres per hour", "200", "km/h")]),
    ("190,000 square meters", [("190,000 square meters", "190000", "m²")]),
    ("190 km2", [("190 km2", "190", "km²")]),
    ("4 km^2", [("4 km^2", "4", "km²")]),
    ("a 6-inch screen", [("6-inch", "6", "in")]),
    ("2 in 2010", [("2", "2", "")]),  # "in" is a preposition
    ("36 in / 33 out", [("36", "36", ""), ("33", "33", "")]),
    ("3200 mAh", [("3200 mAh", "3200", "mAh")]),
    ("13MP", [("13MP", "13", "MP")]),
    ("1080p", [("1080p", "1080", "p")]),
    ("1 yd 2 ft long", [("1 yd 2 ft", "1.666667", "yd")]),
    ("he is 5 ft 9 in.", [("5 ft 9 in", "5.75", "ft")]),  # one height, not two lengths
    ("5 feet, 6 inches tall", [("5 feet, 6 inches", "5.5", "ft")]),
    ("12 lb 4 oz", [("12 lb 4 oz", "12.25", "lb")]),
    ("6 oz 4 lb", [("6 oz", "6", "oz"), ("4 lb", "4", "lb")]),  # the larger unit comes first
    ("5 ft 14 in", [("5 ft", "5", "ft"), ("14 in", "14", "in")]),  # 14 inches are over a foot
    ("a gallon of beer", [("a gallon", "1", "gal")]),
    ("a metric ton is heavy", [("a metric ton", "1", "t")]),
    ("a square kilometre of land", [("a square kilometre", "1", "km²")]),
    ("Oh look, a penny!", [("a penny", "1", "penny")]),
    ("$5.20 a gallon", [("$5.20", "5.20", "USD")]),  # a rate counts no gallon
    ("$5.20      a gallon", [("$5.20", "5.20", "USD")]),  # where a marker of a footnote stood
    ("12 miles a gallon", [("12 miles", "12", "mi")]),
    ("1900 MHz", [("1900 MHz", "1900", "MHz")]),  # a year would have no unit
    ("38 points", [("38", "38", "")]),  # an unknown noun is no unit
    # Years that are none
    ("more than 2000 people", [("2000", "2000", "")]),
    ("the 2000 employees", [("2000", "2000", "")]),
    ("$2000", [("$2000", "2000", "USD")]),
    ("1080x1920", [("1080", "1080", ""), ("1920", "1920", "")]),
    ("# 5 takeaways", [("5", "5", "")]),  # a heading that counts
]  # fmt: skip


def _shown(value: Decimal) -> Decimal:
    """A value, or six places of it where decimals cannot hold it."""
    return value if len(value.as_tuple().digits) < 20 else round(value, 6)


@pytest.mark.parametrize(("string", "wanted"), QUANTITIES, ids=[case[0] for case in QUANTITIES])
def test_quantity(string: str, wanted: list[tuple[str, str, str]]) -> None:
    found = [(span, _shown(value), symbol) for span, value, symbol in read(string)]
    assert found == [(span, Decimal(value), symbol) for span, value, symbol in wanted]


SKIPPED = [
    ("in 2023", "2023", SkipReason.YEAR),
    ("the 2023/24 season", "2023/24", SkipReason.YEAR),
    ("it grew in 2023/24.", "2023/24", SkipReason.YEAR),
    ("in 2023-24, it grew", "2023-24", SkipReason.YEAR),
    ("the 2009 - 10 season", "2009 - 10", SkipReason.YEAR),
    ("over 2019–2023", "2019–2023", SkipReason.YEAR),
    ("the '90s", "'90s", SkipReason.YEAR),
    ("the 1990s", "1990s", SkipReason.YEAR),
    ("on April 24th, 2024", "April 24th, 2024", SkipReason.DATE),
    ("on 24 April 2024", "24 April 2024", SkipReason.DATE),
    ("It rose on 24 April.", "24 April", SkipReason.DATE),  # the stop is the sentence's
    ("January 3rd", "January 3rd", SkipReason.DATE),
    ("2024-04-24", "2024-04-24", SkipReason.DATE),
    ("2024-04-24T10:00:00Z", "2024-04-24T10:00:00Z", SkipReason.DATE),
    ("24/04/2024", "24/04/2024", SkipReason.DATE),
    ("24.04.2024", "24.04.2024", SkipReason.DATE),
    ("Q1 2024", "Q1 2024", SkipReason.DATE),
    ("FY24", "FY24", SkipReason.DATE),
    ("at 19:30", "19:30", SkipReason.TIME),
    ("at 7 p.m. sharp", "7 p.m.", SkipReason.TIME),
    ("until 2.17pm", "2.17pm", SkipReason.TIME),
    ("1. item", "1.", SkipReason.LIST_MARKER),
    ("## 2. Growth", "2.", SkipReason.LIST_MARKER),
    ("## 2 Growth", "2", SkipReason.LIST_MARKER),
    ("v2.0", "v2.0", SkipReason.VERSION),
    ("4.4.2", "4.4.2", SkipReason.VERSION),
    ("192.168.1.2", "192.168.1.2", SkipReason.IDENTIFIER),
    ("COVID-19", "COVID-19", SkipReason.IDENTIFIER),
    ("IP68", "IP68", SkipReason.IDENTIFIER),
    ("the 76ers", "76ers", SkipReason.IDENTIFIER),
    ("an F-16", "F-16", SkipReason.IDENTIFIER),
    ("on 5G", "5G", SkipReason.IDENTIFIER),
    ("QID:lmis_001", "QID:lmis_001", SkipReason.IDENTIFIER),
    ("call +1-222-222-2222", "+1-222-222-2222", SkipReason.IDENTIFIER),
    ("call 555-123-4567", "555-123-4567", SkipReason.IDENTIFIER),
    ("see Table 3", "Table 3", SkipReason.IDENTIFIER),
    ("as shown [3]", "[3]", SkipReason.CITATION),
    ("as shown [Source 3]", "[Source 3]", SkipReason.CITATION),
    ("as shown [ev-abc-001]", "[ev-abc-001]", SkipReason.CITATION),
    ("https://a.example/5/6", "https://a.example/5/6", SkipReason.URL),
    ("[x](/path/5)", "(/path/5)", SkipReason.URL),
    ("`x = 5`", "`x = 5`", SkipReason.CODE),
    ("in 2000 people left", "2000", SkipReason.YEAR),
    ("the third time", "third", SkipReason.ORDINAL),
    ("she added a third.", "third", SkipReason.ORDINAL),
    ("the two hundred and fifth time", "two hundred and fifth", SkipReason.ORDINAL),
    ("the one hundred thirty-fifth", "one hundred thirty-fifth", SkipReason.ORDINAL),
    ("the 53rd minute", "53rd", SkipReason.ORDINAL),
    ("ranked No. 5", "No. 5", SkipReason.ORDINAL),
    ("ranked #5", "#5", SkipReason.ORDINAL),
    ("no one came", "one", SkipReason.IDIOM),
    ("one of the best", "one", SkipReason.IDIOM),
    ("sales rose in week 35", "week 35", SkipReason.IDENTIFIER),
    ("Wk. 7 was quiet", "Wk. 7", SkipReason.IDENTIFIER),
    ("like one another", "one", SkipReason.IDIOM),
    ("One moment, please.", "One", SkipReason.IDIOM),
    ("1\u200b23", "1\u200b23", SkipReason.MALFORMED),  # a hidden character
    ("1٣5", "1٣5", SkipReason.MALFORMED),  # mixed scripts
    ("9" * 41, "9" * 41, SkipReason.MALFORMED),
    ("1e31", "1e31", SkipReason.MALFORMED),
    ("1e-31", "1e-31", SkipReason.MALFORMED),
]


@pytest.mark.parametrize(("string", "span", "reason"), SKIPPED, ids=[case[0] for case in SKIPPED])
def test_no_quantity(string: str, span: str, reason: SkipReason) -> None:
    assert skipped(string) == [(span, reason)]


@pytest.mark.parametrize("said", ["the small one has a bar", "we sold an old one", "the big one"])
def test_one_that_is_described_is_no_quantity(said: str) -> None:
    assert skipped(said) == [("one", SkipReason.IDIOM)]


@pytest.mark.parametrize("said", ["a mere one in ten", "the last one percent", "all but one left"])
def test_one_that_counts_is_a_quantity(said: str) -> None:
    assert read(said)


def test_one_after_a_year_is_no_quantity() -> None:
    assert [said for said, _ in skipped("the 2019 one is dearer")] == ["2019", "one"]
    assert len(read("in 2019 one million left")) == 1


@pytest.mark.parametrize(
    "string",
    ["a man", "the second half", "a double-double", "twice", "may be", "a an the", "x", ""],
)
def test_nothing(string: str) -> None:
    assert read(string) == []


@pytest.mark.parametrize(
    ("string", "low", "high"),
    [
        ("3.4 million", "3350000", "3450000"),
        ("1,200", "1199.5", "1200.5"),  # trailing zeros count
        ("$1.2M", "1150000", "1250000"),
        ("50 bps", "0.495", "0.505"),
        ("-2.1%", "-2.15", "-2.05"),
        ("two million", "1500000", "2500000"),
        ("one hundred percent", "99.5", "100.5"),  # hundred is no scale to round to
        ("doubled", "1.75", "2.25"),  # an eighth
        ("three quarters", "0.745", "0.755"),
        ("1.20", "1.195", "1.205"),  # a written zero is precision
        ("1e5", "50000", "150000"),
    ],
)
def test_written_precision(string: str, low: str, high: str) -> None:
    number = one(string)
    assert (number.low, number.high) == (Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("string", "values", "symbols"),
    [
        ("between 5 and 7 percent", (5, 7), ("%", "%")),
        ("5-7%", (5, 7), ("%", "%")),
        ("113-107", (113, 107), ("", "")),
        ("5k-20k", (5000, 20000), ("", "")),
        ("from 10 to 20", (10, 20), ("", "")),
        ("$5-7 million", (5000000, 7000000), ("USD", "USD")),
        ("9-for-19", (9, 19), ("", "")),
        ("7-of-10", (7, 10), ("", "")),
        ("137 x 64.5 mm", (137, Decimal("64.5")), ("mm", "mm")),
        ("-18 °C to -34 °C", (-18, -34), ("°C", "°C")),
        ("8- to 16-meter", (8, 16), ("m", "m")),
        ("50%-97%", (50, 97), ("%", "%")),  # the dash is no sign
        ("-78-0 degrees Celsius", (-78, 0), ("°C", "°C")),
    ],
)
def test_parts_of_a_range_share_group_and_unit(
    string: str, values: tuple[object, object], symbols: tuple[str, str]
) -> None:
    numbers, _ = scan_numbers(Text(string), ExtractOptions())
    assert tuple(n.value for n in numbers) == values
    assert tuple(n.symbol for n in numbers) == symbols
    assert {n.group for n in numbers} == {1}


def test_numbers_joined_by_and_are_no_range() -> None:
    numbers, _ = scan_numbers(Text("I have seen 45 and 50 cases."), ExtractOptions())
    assert [n.group for n in numbers] == [0, 0]


@pytest.mark.parametrize(
    "string",
    [
        "improved by five days to 24",
        "climbed 8.5% to 26,830",
        "receded by 3.3 percentage points to 20.3 per cent",
    ],
)
def test_a_step_and_what_it_leads_to_are_no_range(string: str) -> None:
    numbers, _ = scan_numbers(Text(string), ExtractOptions())
    assert {n.group for n in numbers} == {0}


def test_each_range_has_a_group_of_its_own() -> None:
    numbers, _ = scan_numbers(Text("3-2 and then 5-4"), ExtractOptions())
    assert [n.group for n in numbers] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("string", "qualifier"),
    [
        ("about 5", Qualifier.ABOUT),
        ("roughly a hundred", Qualifier.ABOUT),
        ("~5", Qualifier.ABOUT),
        ("over 5", Qualifier.OVER),
        ("more than 5", Qualifier.OVER),
        ("no more than 5", Qualifier.AT_MOST),
        ("no fewer than 5", Qualifier.AT_LEAST),
        ("at least 5", Qualifier.AT_LEAST),
        ("up to $5", Qualifier.AT_MOST),
        ("less than 5%", Qualifier.UNDER),
        ("nearly 5", Qualifier.NEARLY),
        ("just under 5", Qualifier.NEARLY),
        ("exactly 5", Qualifier.EXACTLY),
        ("5 or more", Qualifier.AT_LEAST),
        ("20+", Qualifier.AT_LEAST),
        ("It is over. 5 came", Qualifier.NONE),  # another sentence
        ("5 came", Qualifier.NONE),
    ],
)
def test_qualifier(string: str, qualifier: Qualifier) -> None:
    assert one(string).qualifier is qualifier


@pytest.mark.parametrize(
    ("string", "direction"),
    [
        ("rose by 5%", Direction.UP_BY),
        ("grew 5%", Direction.UP_BY),
        ("up 5", Direction.UP_BY),
        ("fell by about 5", Direction.DOWN_BY),
        ("a 5% decline", Direction.DOWN_BY),
        ("an increase of 5%", Direction.UP_BY),
        ("rose to 5", Direction.UP_TO),
        ("fell sharply to 5", Direction.DOWN_TO),
        ("stood at 5", Direction.NONE),
        ("5 people", Direction.NONE),
    ],
)
def test_direction(string: str, direction: Direction) -> None:
    assert one(string).direction is direction


def test_the_end_of_a_change_has_its_direction_and_the_start_has_none() -> None:
    numbers, _ = scan_numbers(Text("Sales rose from 5 to 7."), ExtractOptions())
    assert [n.direction for n in numbers] == [Direction.NONE, Direction.UP_TO]


def test_forms() -> None:
    numbers, _ = scan_numbers(Text("5 and six, half of it, 1/3; doubled"), ExtractOptions())
    assert [n.form for n in numbers] == [
        NumberForm.DIGITS,
        NumberForm.WORDS,
        NumberForm.FRACTION,
        NumberForm.FRACTION,
        NumberForm.MULTIPLE,
    ]


def test_units() -> None:
    numbers, _ = scan_numbers(Text("5, 5%, $5, 5 km"), ExtractOptions())
    assert [n.unit for n in numbers] == [Unit.COUNT, Unit.PERCENT, Unit.CURRENCY, Unit.MEASURE]


def test_signs_are_kept_as_written() -> None:
    numbers, _ = scan_numbers(Text("-5, +5, 5"), ExtractOptions())
    assert [n.sign for n in numbers] == [-1, 1, 0]


def test_years_count_where_they_are_not_ignored() -> None:
    assert read("in 2023", ignore_years=False) == [("2023", Decimal(2023), "")]


def test_ordinals_count_where_they_are_asked_for() -> None:
    numbers, _ = scan_numbers(
        Text("the third and the 53rd and the twenty-first"), ExtractOptions(ordinals="all")
    )
    assert [(int(n.value), n.form) for n in numbers] == [
        (3, NumberForm.ORDINAL), (53, NumberForm.ORDINAL), (21, NumberForm.ORDINAL),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "the {}-highest price",
        "the {} largest site",
        "the {}-most productive line",
        "Jura ranked {} by sales",
        "it was ranked only {}",
        "Jura came {} of ten",
        "Jura finished a close {}.",
        "in {} place",
    ],
)
@pytest.mark.parametrize(("said", "value"), [("third", 3), ("4th", 4), ("twenty-first", 21)])
def test_ordinals_that_tell_a_rank_are_read(text: str, said: str, value: int) -> None:
    numbers, skipped = scan_numbers(Text(text.format(said)), ExtractOptions(ordinals="ranks"))
    ranked = [int(n.value) for n in numbers if n.form is NumberForm.ORDINAL]
    assert ranked == [value]
    assert not skipped


@pytest.mark.parametrize(
    "text",
    [
        "the third quarter",
        "the second half",
        "the 53rd minute",
        "for the second time",
        "the second test",
        "the third latest order",
        "it came third-party",
        "the first interest payment",
        "ranked No. 5",
    ],
)
def test_ordinals_that_name_or_number_things_tell_no_rank(text: str) -> None:
    numbers, skipped = scan_numbers(Text(text), ExtractOptions(ordinals="ranks"))
    assert not numbers
    assert [skip.reason for skip in skipped] == [SkipReason.ORDINAL]


def test_a_currency_of_the_options_is_read() -> None:
    assert read("XTS 5", currencies=("XTS",)) == [("XTS 5", Decimal(5), "XTS")]
    assert read("XTS 5", currencies=()) == [("5", Decimal(5), "")]


@pytest.mark.parametrize(("locale", "value"), [("en", "1.234"), ("de", "1234"), ("fr", "1234")])
def test_the_locale_decides_doubtful_points(locale: str, value: str) -> None:
    assert read("1.234", locale=locale) == [("1.234", Decimal(value), "")]


def test_the_locale_decides_doubtful_commas() -> None:
    assert read("3,5 %", locale="de") == [("3,5 %", Decimal("3.5"), "%")]
    assert read("3,5 %", locale="auto") == [("3,5 %", Decimal("3.5"), "%")]


@pytest.mark.parametrize(
    ("string", "values"),
    [
        ("1.234 of 12,5", ["1234", "12.5"]), ("1,234 of 12.5", ["1234", "12.5"]),
        ("1.234 of 1.234.567,5", ["1234", "1234567.5"]),
        ("1,234 of 1,234,567", ["1234", "1234567"]),
        ("1,234", []), ("1.234 kg", []), ("12,5 of 12.5 and 1,234", ["12.5", "12.5"]),
        ("0,234", ["0.234"]),
    ],
)  # fmt: skip
def test_the_other_numbers_tell_the_locale(string: str, values: list[str]) -> None:
    assert [value for _, value, _ in read(string, locale="auto")] == [Decimal(v) for v in values]


@pytest.mark.parametrize(
    ("string", "value"), [("0,234", "0.234"), ("0,5", "0.5"), ("1,234", "1234"), ("1.234", "1.234")]
)
def test_what_only_one_reading_fits_needs_no_locale(string: str, value: str) -> None:
    assert read(string) == [(string, Decimal(value), "")]


@pytest.mark.parametrize("string", ["12,5 kg", "1,5", "1,2345", "1234,5"])
def test_a_comma_of_two_readings_is_not_guessed(string: str) -> None:
    number = string.split(maxsplit=1)[0]
    assert skipped(string) == [(number, SkipReason.MALFORMED)]
    assert [value for _, value, _ in read(string, locale="de")] == [
        Decimal(number.replace(",", "."))
    ]


def test_spans_count_bytes() -> None:
    text = Text("é 5 – €6")
    numbers, _ = scan_numbers(text, ExtractOptions())
    assert [text.slice(n.span) for n in numbers] == ["5", "€6"]
    assert numbers[0].span == (3, 4)


def test_too_many_numbers_are_refused_with_the_limit() -> None:
    with pytest.raises(TooManyNumbers) as caught:
        scan_numbers(Text("1 2 3"), ExtractOptions(max_numbers=2))
    assert caught.value.limit == 2
