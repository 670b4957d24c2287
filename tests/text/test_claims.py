"""The whole reading: order, bounds and time, on text of every kind."""

from __future__ import annotations

import time
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from text import reference

from sidecar.model.text import Text
from sidecar.text.claims import ClaimReader, NumberExtraction, extract_numbers
from sidecar.text.options import ExtractOptions, TooManyNumbers

OPTIONS = ExtractOptions(max_numbers=10**9)
KIB = 1024


def read(string: str) -> NumberExtraction:
    return extract_numbers(Text(string), OPTIONS)


TANGLED = st.text(alphabet="0123456789.,-+−– \n%$€kM()[]`|#>*_/:'eExoneand½٣\u200bé", max_size=80)


PIECES = (
    "5 . , - ( ) [ ] $ % . 1,234 2024 USD Rs. minus one half a hundred million and third May x "
    "1/2 ½ k M % °C km per Per LMIS: QID:a # | ` * _ \n\n 3x e5 ^ × to between from"
    " www.a.b https://x.y/5 e5www.a.b"
)
FRAGMENTS = st.lists(
    st.sampled_from(PIECES.split(" ")).flatmap(lambda s: st.sampled_from([s, f"{s} ", f" {s}"])),
    max_size=12,
).map("".join)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=80), TANGLED, FRAGMENTS))
def test_any_text_gives_claims_in_order_inside_their_sentences(string: str) -> None:
    text = Text(string)
    claims, skipped = extract_numbers(text, OPTIONS)
    last = 0
    for claim in claims:
        span = claim.number.span
        assert last <= span.start < span.end <= len(text.data)
        assert claim.sentence.start <= span.start < claim.sentence.end
        assert claim.number.low <= claim.number.value <= claim.number.high
        last = span.end
    last = 0
    for item in skipped:
        assert last <= item.span.start < item.span.end <= len(text.data)
        last = item.span.end
    for claim in claims:
        assert not any(item.span.overlaps(claim.number.span) for item in skipped)


PLAIN = st.one_of(
    st.integers(0, 10**12).map(str),
    st.integers(0, 10**12).map(lambda n: f"{n:,}"),
    st.decimals(-9999, 9999, places=2).map(lambda d: f"{d:,}"),
    st.integers(0, 100).map(lambda n: f"{n}%"),
).filter(lambda n: not (len(n) == 4 and n.isdigit()))  # years are tested by themselves
WORDS = st.lists(
    st.sampled_from(["rose", "sales", "the", "firm", "kept", "its", "value"]), min_size=1
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(WORDS, PLAIN), max_size=5), st.sampled_from([".", "", "!", ";"]))
def test_plain_digits_are_read_as_the_reference_reads_them(
    parts: list[tuple[list[str], str]], stop: str
) -> None:
    sentence = " ".join(f"{' '.join(words)} {number}" for words, number in parts) + stop
    text = Text(sentence)
    numbers = [claim.number for claim in extract_numbers(text, OPTIONS).claims]
    assert [(text.slice(n.span), n.value, n.symbol) for n in numbers] == reference.numbers(sentence)


@given(PLAIN)
def test_what_a_span_covers_reads_the_same_again(number: str) -> None:
    text = Text(f"It is {number} now")
    (claim,) = extract_numbers(text, OPTIONS).claims
    (again,) = read(text.slice(claim.number.span)).claims
    assert again.number.value == claim.number.value


def test_a_sentence_is_where_its_number_stands() -> None:
    text = Text("One fell. It was 18.5°C. Then 5 rose.")
    assert [text.slice(c.sentence) for c in extract_numbers(text, OPTIONS).claims] == [
        "One fell.", "It was 18.5°C.", "Then 5 rose.",
    ]  # fmt: skip


def test_the_number_of_an_empty_item_stands_in_its_line() -> None:
    text = Text("\n1. ")  # no block, and so no sentence
    (claim,) = extract_numbers(text, OPTIONS).claims
    assert text.slice(claim.sentence) == "1. "


def test_past_the_limit_nothing_is_returned() -> None:
    with pytest.raises(TooManyNumbers):
        extract_numbers(Text("5 " * 11), ExtractOptions(max_numbers=10))


def test_a_text_is_read_once_for_all_who_ask_alike() -> None:
    reader = ClaimReader(Text("Of 5 people in 2024, 6 left"))
    assert reader.extract(OPTIONS) is reader.extract(OPTIONS)
    years = reader.extract(ExtractOptions(ignore_years=False))
    assert len(years.claims) > len(reader.extract(OPTIONS).claims)


def test_what_was_too_much_once_is_too_much_again() -> None:
    reader = ClaimReader(Text("5 " * 11))
    for _ in range(2):
        with pytest.raises(TooManyNumbers):
            reader.extract(ExtractOptions(max_numbers=10))


def test_what_only_looks_like_numbers_is_limited_as_well() -> None:
    with pytest.raises(TooManyNumbers):
        extract_numbers(Text("in 2024 " * 51), ExtractOptions(max_numbers=10))
    assert len(extract_numbers(Text("in 2024 " * 50), ExtractOptions(max_numbers=10)).skipped) == 50


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "2024 ",
        "_5_ ",
        "[1] ",
        "1\u200b",
        "# 1\n",
        "1. a\n",
        "`a` ",
        "1,",
        "COVID-19 ",
        "12:30 ",
        "half ",
    ],
)
def test_a_mebibyte_of_anything_is_read_or_refused_within_seconds(unit: str) -> None:
    string = "5 % " + unit * (KIB * KIB // len(unit.encode()))
    start = time.thread_time()
    with suppress(TooManyNumbers):
        extract_numbers(Text(string), ExtractOptions())
    assert time.thread_time() - start < 6  # measured: 1.5 at most, on a noisy machine


HOSTILE = [
    "1,", "-", "one ", "[", "1.1.1.", "a hundred and ", "1 ", "1 000 ", "$", "(", "`", "``` ",
    "\n```\n", "> ", "- ", "|", "| a |\n|---|\n", "https://", "QID:", "Per A", "Per LMIS: 5 ", "A ",
    "a.", ". ", "1. ", "twenty-", "minus ", "half ", "January ", "1/", "½", "a1", "1-", "_1", "](",
    "[1", "#", "\t", "1e5", "1x", "٣", "\u200b1", "Mr. ", "U.S. ", "…", "é1 ", "1'", "1:", "+1-",
    "9", "½½", "¼ ", "5-5", "a-", "twenty ", "PER ", "per ", "As per ",
    "USD ", "5 to ", "5-", "between 1 and ", "www.", "A.B", "a.B.", "per cent ", "1\n", "km ", "M",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("pattern", HOSTILE)
def test_time_grows_with_the_length_of_hostile_text_and_no_faster(pattern: str) -> None:
    def seconds(size: int) -> float:
        string = (pattern * size)[:size]
        start = time.thread_time()
        read(string)
        return time.thread_time() - start

    small, large = (min(seconds(size * KIB) for _ in range(2)) for size in (8, 64))
    # Eight times the text: eight times the time if linear, 64 times if quadratic.
    assert large < 24 * small + 0.05


@pytest.mark.parametrize(
    "string",
    [
        "a | b\n-" + " " * 64 * KIB + "x",  # nearly the delimiter row of a table
        "a\n" + "* " * 32 * KIB + "x",  # nearly a rule
        "a\n" + "=" * 64 * KIB + "x",
        "5" + " " * 64 * KIB + "in",
        "5-" + "a-" * 32 * KIB,
        "5 " + "a" * 64 * KIB,
        "[" + "5" * 64 * KIB,
        "1" + ",111" * 16 * KIB + ",",
        "1" + " 111" * 16 * KIB + "1",
        "`" * 32 * KIB + "5" + "`" * 32 * KIB,
    ],
    ids=range(10),
)
def test_one_long_line_is_read_at_once(string: str) -> None:
    start = time.thread_time()
    read(string)
    assert time.thread_time() - start < 0.5


def test_an_ordinary_narrative_of_a_mebibyte_takes_no_more_than_seconds() -> None:
    sentence = "Per LMIS: sales rose by 5.2% to QAR 1,234.5 million in 2023, and six firms left. "
    string = sentence * (KIB * KIB // len(sentence))
    start = time.thread_time()
    assert len(read(string).claims) == 3 * (KIB * KIB // len(sentence))
    assert time.thread_time() - start < 5


def test_values_are_exact() -> None:
    (claim,) = read("It is 0.1 now").claims
    assert claim.number.value == Decimal("0.1")
    (claim,) = read("It is 9007199254740993 now").claims  # past what a float holds
    assert claim.number.value == Decimal(9007199254740993)


def test_ranks_are_read_for_those_who_ask_and_skipped_for_others() -> None:
    reader = ClaimReader(Text("The third-largest of 5 sites had 6 cranes, the 2nd half"))
    ranked = reader.extract(ExtractOptions(ordinals="ranks"))
    plain = reader.extract(ExtractOptions())
    alone = extract_numbers(reader.text, ExtractOptions())
    assert [int(c.number.value) for c in ranked.claims] == [3, 5, 6]
    assert list(plain.claims) == list(alone.claims)
    assert plain.skipped == alone.skipped
