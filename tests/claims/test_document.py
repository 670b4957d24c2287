"""Pieces of a source hold all of it, and a quote is found where it stands and nowhere else."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.claims.document import SourceDocument

STAFF = "In 2024 the staff was 1,234. It's “well-known” that exports, so far, were flat – or not."


def found(source: str, quote: str) -> list[str]:
    return [place.text for place in SourceDocument(source).find(quote)]


@given(st.lists(st.sampled_from(" .\n"), max_size=150), st.integers(1, 40), st.integers(0, 60))
def test_pieces_hold_all_of_a_text_and_end(stops: list[str], size: int, overlap: int) -> None:
    string = "".join(f"{chr(0x4E00 + at)}{stop}" for at, stop in enumerate(stops))
    pieces = SourceDocument(string).windows(size, overlap)
    end = 0
    for piece in pieces:
        start = string.rfind(piece, 0, end + len(piece))  # the last place without a gap
        assert len(piece) <= size
        assert 0 <= start <= end
        end = max(end, start + len(piece))
    assert end == len(string)


def test_pieces_end_with_a_sentence_and_overlap() -> None:
    string = " ".join(f"This is sentence number {at} of many." for at in range(100))
    pieces = SourceDocument(string).windows(1000, 100)
    assert len(pieces) > 3
    assert all(piece.rstrip().endswith(".") for piece in pieces)
    assert all(len(set(a.split(". ")) & set(b.split(". "))) > 1 for a, b in pairwise(pieces))


def test_a_text_without_ends_of_sentences_is_cut_anyway() -> None:
    assert SourceDocument("x" * 2500).windows(1000, 100) == ["x" * 1000, "x" * 1000, "x" * 700]


@pytest.mark.parametrize(
    "quote",
    [
        "In 2024 the staff was 1,234.",
        "in 2024 THE STAFF was 1,234",
        "the  staff\nwas 1,234",
        'It\'s "well known" that exports',
        "It’s well—known that exports so far were flat",
        "the st\u00adaff was\u200b 1,234",
        "In 2024 the ... were flat",
        "In 2024 … exports, so far",
        "In 2024 [...] It's well-known",
        "staff was ... exports, so far",
    ],
)
def test_case_signs_and_spaces_may_differ(quote: str) -> None:
    assert found(STAFF, quote)


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "...",
        "the staff",
        "In 2024 the staff was 1,235.",
        "n 2024 the staff was",
        "In 2024 the staf",
        "In 2024 staff was",
        "exports, so far ... In 2024 the",
        "Im 2024 the staff was",
        "In 2024 the ѕtaff was",
        "the ... of ... 1,234",
    ],
)
def test_words_and_their_order_may_not(quote: str) -> None:
    assert found(STAFF, quote) == []


def test_what_is_found_is_the_sources_own_text() -> None:
    assert found("The  Staff,\nwas 10² strong.", "the staff was 102") == ["The  Staff,\nwas 10²"]
    assert found(STAFF, "the staff was ... or not") == ["the staff was", "or not"]


def test_words_that_a_page_runs_together_are_found() -> None:
    assert found("Posted by OrangeAugust 25 at noon", "August 25 at noon")


def test_a_short_piece_is_found_near_others_alone() -> None:
    near = "Twelve people, among them a child, were hurt in the fire."
    assert found(near, "Twelve people ... were hurt in the fire")
    far = near.replace("child", "child" + " and others" * 30)
    assert not found(far, "Twelve people ... were hurt in the fire")


def test_a_short_source_can_be_quoted_whole() -> None:
    assert found("Yes.", "yes")
    assert not found("Yes.", "no")


def test_ideographs_are_words_of_their_own() -> None:
    assert found("公司员工人数为1234人。", "员工人数") == ["员工人数"]
    assert not found("公司员工人数为1234人。", "员人工数")


@given(st.text(max_size=200), st.text(max_size=60))
@example("", "䷀")  # a sign, among the ideographs by its number
def test_a_quote_that_is_found_has_its_words_there(source: str, quote: str) -> None:
    document = SourceDocument(source)
    for place in document.find(quote):
        assert place.text == document.plain[place.start : place.end]
        assert len(document.plain) == len(document.string)
        assert re.search(r"\w", place.text)


@given(st.lists(st.sampled_from(["ab", "cd", "éf", "12", ",", ".", "\n", "|"]), min_size=4))
def test_every_stretch_of_three_words_is_found(pieces: list[str]) -> None:
    document = SourceDocument(" ".join(pieces))
    words = [word for word in pieces if word.isalnum()]
    for at in range(len(words) - 2):
        assert document.find(" ".join(words[at : at + 3]))


def test_the_sentences_around_a_quote_are_whole() -> None:
    document = SourceDocument(
        "It is not true that\nAcme sold it. It kept it.\n\n| A | B |\n| C | D |\n"
    )
    (sentence,) = document.around(document.find("Acme sold it"))
    assert sentence.text.strip() == "It is not true that\nAcme sold it."
    assert [sentence.text[start:end] for start, end in sentence.quoted] == ["Acme sold it"]
    both = document.around(document.find("Acme sold it. It kept it"))
    assert len(both) == 2


def test_rows_are_sentences_with_and_without_outer_bars() -> None:
    document = SourceDocument("Name | Units\nNorth | 45\nSouth | 40\n")
    rows = document.around(document.find("North 45 South 40"))
    assert [row.text for row in rows] == [
        "Name | Units\nNorth | 45\n",
        "Name | Units\nSouth | 40",
    ]
    assert [row.text[row.row :] for row in rows] == ["North | 45\n", "South | 40"]


@given(st.text(alphabet="ab.|\n \té1", max_size=200))
def test_sentences_have_no_gaps(source: str) -> None:
    document = SourceDocument(source)
    assert "".join(source[start:end] for start, end in document._sentences) == source


@pytest.mark.parametrize(
    ("name", "there"),
    [("COVID-19", True), ("version 3.12", True), ("3.1", False), ("COVID-91", False), ("x", True)],
)
def test_digits_of_names(name: str, there: bool) -> None:
    assert SourceDocument("COVID-19 came with version 3.12 of it").has(name) is there
