"""What shows a number and cannot be read is told of; signs with a use of their own are not."""

from __future__ import annotations

import pytest

from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.obscured import shows_number
from sidecar.text.options import ExtractOptions


def unreadable(string: str) -> list[str]:
    text = Text(string)
    _, skipped = scan_numbers(text, ExtractOptions())
    return [text.slice(s.span) for s in skipped if s.reason is SkipReason.MALFORMED]


@pytest.mark.parametrize(
    ("string", "shown"),
    [
        ("There are ⁶⁵⁷⁸ staff", "⁶⁵⁷⁸"), ("There are ₆₅ staff", "₆₅"), ("5⁷⁸ staff", "⁷⁸"),
        ("¹/₂ of staff", "¹"), ("There are ⑥⑤ staff", "⑥⑤"), ("There are ⑳ staff", "⑳"),
        ("⑳ staff", "⑳"), ("There are ⒍⒌ staff", "⒍⒌"), ("There are 🔟 staff", "🔟"),
        ("There are 1️⃣2️⃣ staff", "1️⃣2️⃣"), ("1️⃣2️⃣3️⃣ staff", "1️⃣2️⃣3️⃣"),
        ("There are 六千 staff", "六千"), ("六 staff", "六"),
        ("共有六千五百七十八人", "六千五百七十八"),
        ("There are Ⅻ staff", "Ⅻ"), ("There are ፩ staff", "፩"), ("ѕix staff", "ѕix"),
        ("tеn staff", "tеn"), ("ｓｉｘ staff", "ｓｉｘ"), ("or \u202effats 87 fo\u202c", "\u202e"),
        ("6\u03015 staff", "6\u03015"), ("6\u034f5 staff", "6\u034f5"), ("65\ufe0f staff", "65"),
    ],
)  # fmt: skip
def test_it_is_told_of(string: str, shown: str) -> None:
    assert unreadable(string) == [shown]


@pytest.mark.parametrize(
    "string",
    [
        "H₂O, CO₂ and x²", "5 m² and 10⁶", "10⁻³ of it", "a footnote¹ here", "sales¹² rose.",
        "It rose.³ Then", "¹ Source: LMIS", "it rose ¹.", "5¹ staff", "① First", "- ② second",
        "It is so: ① this, ② that", "🔟 Tenth", "1️⃣ First", "1️⃣0️⃣ Tenth", "统一的十分", "第一",
        "兩 , and", "Phase Ⅱ trials", "½ of it", "Москва", "café", "\u202eabc\u202c",
        "5 ❤️ and ✅️5 staff", "`①②③`", "http://x/①②③",
    ],
)  # fmt: skip
def test_it_is_not(string: str) -> None:
    assert unreadable(string) == []


@pytest.mark.parametrize(
    "name",
    ["65O8", "65o8", "1OO", "5O", "65l8", "l578", "I578", "65О8", "б578", "6_578", "6__57__8",
     "6578desks", "12widgets", "staff12", "Users6578"],
)  # fmt: skip
def test_a_name_that_shows_a_number(name: str) -> None:
    assert shows_number(name)


@pytest.mark.parametrize(
    "name",
    ["COVID19", "B12", "H1N1", "B2B", "S3", "O2", "O365", "I2C", "l2", "3I", "76ers", "30fps",
     "5star", "store12", "user42", "sha256", "2024_01", "v1_000", "4cdf", "0fbadeff", "65B8",
     "1080p"],
)  # fmt: skip
def test_a_name_that_shows_none(name: str) -> None:
    assert not shows_number(name)


@pytest.mark.parametrize(
    ("string", "number"),
    [("6578staff", "6578"), ("6578people left", "6578"), ("No. 6578 staff", "6578"),
     ("#6578 users", "6578"), ("Table 6578 staff", "6578"), ("[65](http://x) staff", "65"),
     ("[657] staff", "657"), ("[6,578] in all", "6,578")],
)  # fmt: skip
def test_what_counts_people_is_read(string: str, number: str) -> None:
    text = Text(string)
    numbers, _ = scan_numbers(text, ExtractOptions())
    assert [text.slice(one.span) for one in numbers] == [number]


@pytest.mark.parametrize(
    ("string", "told"),
    [
        ("6578. Staff", ["6578."]), ("12. staff left", ["12."]), ("21) and", ["21)"]),
        ("12. Conclusions", []), ("2023. A year", []), ("1. a\n2. b", []),
        ("\n".join(f"{n}. a" for n in range(8, 40)), []), ("30. a\n31. b", ["30."]),
        ("```\nThere are 6,578 staff.\n```", ["```\nThere are 6,578 staff.\n```"]),
        ("a\n\n    Sales of $5 million\n    in all\n", ["Sales of $5 million\n    in all"]),
        ("```sh\npip install x==1.2 # 5 staff\n```", []), ('```\n{"a": "5 staff"}\n```', []),
        ("`6,578 and 5 staff`", []), ("```\nmake 5\n```", []),
        ("the [65](http://x) desks", ["65"]), ("it rose [65](http://x) and fell", []),
        ("it rose 5% [65](http://x) boosted by", []),
    ],
)  # fmt: skip
def test_no_markers_no_code_and_no_citations(string: str, told: list[str]) -> None:
    assert unreadable(string) == told
