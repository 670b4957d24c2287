"""Numbers beside letters of scripts without spaces are read as they are with spaces."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.number import NumberForm, SkipReason, Unit
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions
from sidecar.text.sentences import split_sentences


def read(string: str) -> list[tuple[str, Decimal, str]]:
    text = Text(string)
    numbers, _ = scan_numbers(text, ExtractOptions())
    return [(text.slice(n.span), n.value, n.symbol) for n in numbers]


def skipped(string: str) -> list[tuple[str, SkipReason]]:
    text = Text(string)
    numbers, found = scan_numbers(text, ExtractOptions())
    assert not len(numbers)
    return [(text.slice(s.span), s.reason) for s in found]


# Letters that are no scale, unit, sign or numeral where they stand beside digits.
BEFORE = (
    "従業員は",
    "销售额增长了",
    "전체직원은",
    "พนักงาน",
    "ພະນັກງານ",
    "បុគ្គលិក",
    "ဝန်ထမ်း",
    "ユーザー",
)
BEHIND = ("人です", "名员工", "명입니다", "คน", "ຄົນ", "នាក់", "ဦး", "件")
NUMERALS = st.one_of(
    st.integers(1, 10**9).map(str),
    st.integers(1000, 10**9).map("{:,}".format),
    st.decimals("0.01", "9999", places=2).map(str),
).filter(lambda numeral: not numeral.isdecimal() or not 1000 <= int(numeral) <= 2999)


@settings(deadline=None)
@given(st.sampled_from(BEFORE), NUMERALS, st.sampled_from(BEHIND))
def test_a_number_between_letters_is_the_number_between_spaces(
    before: str, numeral: str, behind: str
) -> None:
    assert (
        [v for _, v, _ in read(before + numeral + behind)]
        == [v for _, v, _ in read(f"{before} {numeral} {behind}")]
        == [Decimal(numeral.replace(",", ""))]
    )


SCALES = {
    "万": 4,
    "億": 8,
    "亿": 8,
    "兆": 12,
    "만": 4,
    "억": 8,
    "조": 12,
    "ล้าน": 6,
    "千万": 7,
    "천만": 7,
}
WIDE = str.maketrans("0123456789,.", "０１２３４５６７８９，．")


@settings(deadline=None)
@given(st.integers(1, 9999), st.integers(0, 9), st.sampled_from(sorted(SCALES)), st.booleans())
def test_scales_multiply(whole: int, tenth: int, scale: str, wide: bool) -> None:
    numeral = f"{whole}.{tenth}" if tenth else str(whole)
    written = (numeral.translate(WIDE) if wide else numeral) + scale
    value = Decimal(numeral).scaleb(SCALES[scale])
    assert read(f"約{written}。") == [(written, value, "")]


@settings(deadline=None)
@given(st.integers(1, 9999), st.integers(1, 9999), st.integers(1, 9999), st.booleans())
def test_sections_of_a_number_add_up(high: int, middle: int, low: int, korean: bool) -> None:
    first, second = ("억 ", "만 ") if korean else ("億", "万")
    written = f"{high}{first}{middle}{second.strip()}{low}"
    assert read(f"{written}人") == [(written, Decimal(high * 10**8 + middle * 10**4 + low), "")]


@pytest.mark.parametrize(
    ("string", "covered", "value", "symbol"),
    [
        ("3亿5000万", "3亿5000万", 350_000_000, ""),
        ("人口は１２万５千人です", "１２万５千", 125_000, ""),
        ("1億2千3百万円", "1億2千3百万円", 123_000_000, "JPY"),
        ("매출은 3조 5,000억원이다", "3조 5,000억원", 3_500_000_000_000, "KRW"),
        ("ยอดขาย 2.5 พันล้านบาท", "2.5 พันล้านบาท", 2_500_000_000, "THB"),
        ("收入为1.2万元。", "1.2万元", 12_000, "CNY"),
        ("5万亿美元", "5万亿美元", 5_000_000_000_000, "USD"),
        ("重5千克", "5千克", 5, "kg"),  # no thousand
        ("重さは100km以上", "100km", 100, "km"),
        ("约USD21,000左右", "USD21,000", 21_000, "USD"),
        ("百分之35", "百分之35", 35, "%"),
        ("上升5个百分点", "5个百分点", 5, "pp"),
        ("气温为零下5°C", "零下5°C", -5, "°C"),
        ("成長率はマイナス5%だった", "マイナス5%", -5, "%"),
        ("영하 5도", "영하 5도", -5, "°"),
        ("10時間働いた", "10時間", 10, "h"),
        ("３５％増", "３５％", 35, "%"),
        ("ผู้ป่วย ๒๑,๐๐๐ คน", "๒๑,๐๐๐", 21_000, ""),
    ],
)
def test_what_a_number_is(string: str, covered: str, value: int, symbol: str) -> None:
    assert read(string) == [(covered, Decimal(value), symbol)]


def test_times_are_a_multiple() -> None:
    numbers, _ = scan_numbers(Text("売上は3倍になった"), ExtractOptions())
    assert [(n.form, n.value, n.unit) for n in numbers] == [
        (NumberForm.MULTIPLE, Decimal(3), Unit.COUNT)
    ]


@pytest.mark.parametrize(
    ("string", "shown"),
    [
        ("従業員は二十一人です", "二十一"),
        ("三人が来た", "三"),
        ("六千人", "六千"),
        ("百二十社", "百二十"),
        ("12万五千人", "12万"),
        ("3分の1", "3分の1"),
        ("3割増えた", "3割"),
        ("従業員は65O8人です", "65O8"),
        ("従業員は6５7人です", "6５7"),
        ("⑥⑤人", "⑥⑤"),
    ],
)
def test_what_cannot_be_read_is_told_of(string: str, shown: str) -> None:
    assert (shown, SkipReason.MALFORMED) in skipped(string)


@pytest.mark.parametrize(
    ("string", "reason"),
    [
        ("2023年5月1日", SkipReason.DATE),
        ("5月に", SkipReason.DATE),
        ("2024년 5월 3일", SkipReason.DATE),
        ("25 กุมภาพันธ์ 2565", SkipReason.DATE),
        ("第3四半期", SkipReason.ORDINAL),
        ("3분기", SkipReason.DATE),
        ("10時30分", SkipReason.TIME),
        ("10点30分", SkipReason.TIME),
        ("2023年に", SkipReason.YEAR),
        ("1850年に", SkipReason.YEAR),
        ("第21回", SkipReason.ORDINAL),
        ("제3공장", SkipReason.ORDINAL),
        ("3号楼", SkipReason.ORDINAL),
        ("COVID-19の", SkipReason.IDENTIFIER),
    ],
)
def test_what_is_no_quantity(string: str, reason: SkipReason) -> None:
    assert {told for _, told in skipped(string)} == {reason}


@pytest.mark.parametrize(
    "string",
    [
        "统一的十分",
        "第一",
        "千万不要",
        "万一に備える",
        "二〇二三年",
        "五月に",
        "一个问题",
        "周三",
        "九州と四国",
    ],
)
def test_ideographs_that_count_nothing(string: str) -> None:
    assert skipped(string) == []


def test_a_name_ends_where_such_letters_begin() -> None:
    assert read("COVID-19患者21,000人、iPhone15が5台") == [
        ("21,000", Decimal(21000), ""), ("5", Decimal(5), ""),
    ]  # fmt: skip


def test_marks_of_these_scripts_end_sentences() -> None:
    string = "A社は21人です。B社は5人です！C社は7人ですか？はい。"
    text = Text(string)
    parts = [text.slice(span) for span in split_sentences(text)]
    assert parts == ["A社は21人です。", "B社は5人です！", "C社は7人ですか？", "はい。"]
