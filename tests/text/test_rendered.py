"""Numbers are read as they are shown, at the places where they are written."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from text.test_plain import PARTS, assert_same

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.markup import render_text, strip_markup
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions

OPTIONS = ExtractOptions(max_numbers=100_000)

# What is written, what the number covers, its value and its symbol.
SHOWN = [
    ("[6,578](http://x/9) staff", "6,578", "6578", ""),
    ("[6.5](http://x 'y') million", "[6.5](http://x 'y') million", "6500000", ""),
    ("[65](x)% of staff", "[65](x)%", "65", "%"),
    ("6[57](x)8 staff", "6[57](x)8", "6578", ""),
    ("&#54;578 staff", "&#54;578", "6578", ""),
    ("&#x36;&#53;78 staff", "&#x36;&#53;78", "6578", ""),
    ("6&nbsp;578 staff", "6&nbsp;578", "6578", ""),
    ("6&nbsp;million", "6&nbsp;million", "6000000", ""),
    ("&minus;6578&percnt;", "&minus;6578&percnt;", "-6578", "%"),
    ("&euro;65", "&euro;65", "65", "EUR"),
    ("s&#105;x staff", "s&#105;x", "6", ""),
    ("é 6<b>57</b>8 staff", "6<b>57</b>8", "6578", ""),
    ("<b>6</b>578 staff", "<b>6</b>578", "6578", ""),
    ("<b><i>6</i></b>578 staff", "<i>6</i></b>578", "6578", ""),
    ("6<B class='a'>578</B> staff", "6<B class='a'>578</B>", "6578", ""),
    ("65<!-- a -->78 staff", "65<!-- a -->78", "6578", ""),
    ("**6**578 staff", "**6**578", "6578", ""),
    ("**6.5** million", "**6.5** million", "6500000", ""),
    ("*65* % of staff", "*65* %", "65", "%"),
    ("**Staff: 65**%", "65**%", "65", "%"),
    ("s**ix** thousand", "s**ix** thousand", "6000", ""),
    ("`6.5` million", "`6.5` million", "6500000", ""),
    (r"6\,578 staff", r"6\,578", "6578", ""),
    (r"65\% of staff", r"65\%", "65", "%"),
    (r"\-65 staff", "-65", "-65", ""),
    ("6{,}578 staff", "6{,}578", "6578", ""),
    ("six\u200b thousand staff", "six\u200b thousand", "6000", ""),
]  # fmt: skip

# What is left as it is: nothing that belongs together is parted by markup.
AS_WRITTEN = [
    "**6,578** staff", "**Staff**: 65%", "6<br>578", "<td>6</td><td>578</td>", "10<sup>6</sup>",
    "up 12% [3](http://x), down 5%", "AT&T; 5", "5 < 6 and 7 > 6", "2**8 and 3**2", "6 * 5 * 7",
    "`x = 5`", r"\alpha 5", "{5}", "![6](x)", "👩\u200d💻 5",
]  # fmt: skip


@pytest.mark.parametrize(("string", "covers", "value", "symbol"), SHOWN)
def test_a_number_is_what_is_shown(string: str, covers: str, value: str, symbol: str) -> None:
    text = Text(string)
    (number,), skipped = scan_numbers(text, OPTIONS)
    assert (text.slice(number.span), number.value, number.symbol) == (
        covers,
        Decimal(value),
        symbol,
    )
    assert skipped == []


@pytest.mark.parametrize("string", AS_WRITTEN)
def test_other_markup_is_left_alone(string: str) -> None:
    assert render_text(Text(string)) is None


def test_a_citation_stays_one() -> None:
    text = Text("Sales rose [3](http://x). Costs rose [4](http://y) and fell.")
    numbers, skipped = scan_numbers(text, OPTIONS)
    assert numbers == []
    assert [(text.slice(s.span), s.reason) for s in skipped if s.reason is not SkipReason.URL] == [
        ("[3]", SkipReason.CITATION),
        ("[4]", SkipReason.CITATION),
    ]


def test_code_and_addresses_stay_unread() -> None:
    text = Text("`x = &#54;` <http://x/?a=5&amp;b=6> 7&#56;\n\n```\n&#54;\n```\n")
    numbers, skipped = scan_numbers(text, OPTIONS)
    assert [text.slice(n.span) for n in numbers] == ["7&#56;"]
    assert [skip.reason for skip in skipped] == [SkipReason.CODE, SkipReason.URL, SkipReason.CODE]


def test_markup_of_any_length_has_its_places() -> None:
    """Whatever stands between, spans are in order, apart, and begin and end with what is shown."""
    source = random.Random(3)
    marks = (
        "<b>",
        "</b>",
        "**",
        "&#53;",
        "&nbsp;",
        "[",
        "](x)",
        "\\,",
        "`",
        "é",
        "\u200b",
        "<!---->",
    )
    read = 0
    for _ in range(3000):
        parts = source.choices((*PARTS, *marks, *marks), k=source.randint(2, 12))
        text = Text("".join(part + source.choice(("", "", " ")) for part in parts))
        assert_same(text.string)
        numbers, skipped = scan_numbers(text, OPTIONS)
        spans = sorted(each.span for each in (*numbers, *skipped))
        assert all(0 <= span.start < span.end <= len(text.data) for span in spans), text.string
        starts = [number.span.start for number in numbers]
        assert starts == sorted(starts), text.string
        for number in numbers:
            again, _ = scan_numbers(Text(strip_markup(text.slice(number.span))), OPTIONS)
            read += len(again) == 1
    assert read > 3000
