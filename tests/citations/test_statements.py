"""Which citation speaks for which sentence."""

from __future__ import annotations

import pytest

from sidecar.citations.statements import join_paragraphs, split_statements, strip_citations
from sidecar.model.text import Text
from sidecar.text.layout import read_layout
from sidecar.text.markers import MarkerOptions, find_markers
from sidecar.text.masks import find_masks


def read(string: str, *, whole: bool = False) -> list[tuple[str, list[str], list[str]]]:
    """The words of each statement, its own citations, and those that introduce it."""
    text = Text(string)
    blocks = read_layout(text)
    found = find_markers(text, blocks, find_masks(text, blocks), MarkerOptions(bare_numbers=True))
    said = split_statements(text, blocks, found)
    said = join_paragraphs(said) if whole else said
    return [
        (
            " ".join(strip_citations(text, one, found).split()),
            [found[i].key for i in one.own],
            [found[i].key for i in one.introduced],
        )
        for one in said
    ]


@pytest.mark.parametrize(
    ("string", "wanted"),
    [
        ("It rose [1]. It fell [2].", [("It rose .", ["1"]), ("It fell .", ["2"])]),
        ("It rose. [1] It fell. [2]", [("It rose.", ["1"]), ("It fell.", ["2"])]),
        ("It rose. [ev-1][ev-2] It fell.", [("It rose.", ["ev-1", "ev-2"]), ("It fell.", [])]),
        ("[ev-1] It rose. [ev-2] It fell.", [("It rose.", ["ev-1"]), ("It fell.", ["ev-2"])]),
        ("It rose. Per A: it fell.", [("It rose.", []), ("it fell.", ["A"])]),
        ("It rose.\n\n[Source 1]\n\nIt fell.", [("It rose.", []), ("It fell.", [])]),
        ("It rose.\n[Source 1]", [("It rose.", ["1"])]),
        ("# Head [1]\n\nIt rose.", [("Head", ["1"]), ("It rose.", [])]),
        ("# Head\n\nIt rose.", [("It rose.", [])]),
        ("It rose. (Source 1) It fell.", [("It rose.", ["1"]), ("It fell.", [])]),
        ("é [1]. Ü [2].", [("é .", ["1"]), ("Ü .", ["2"])]),
        ("[1] [2]", []),
        ("", []),
    ],
)
def test_own_citations(string: str, wanted: list[tuple[str, list[str]]]) -> None:
    assert [(said, own) for said, own, _ in read(string)] == wanted


def test_an_item_with_a_colon_introduces_what_is_nested_in_it() -> None:
    string = "Per A:\n\n- b [1]:\n  - one\n\n  Two.\n- three\n\n| H |\n|---|\n| 4 |"
    assert read(string) == [
        ("b :", ["1"], ["A"]),
        ("one", [], ["A", "1"]),
        ("Two.", [], ["A"]),
        ("three", [], ["A"]),
        ("| 4 |", [], ["A"]),
    ]


def test_a_colon_may_stand_in_emphasis() -> None:
    assert read("**Per A:**\n\n- one") == [("one", [], ["A"])]


def test_a_paragraph_with_a_colon_introduces_a_list_and_no_more() -> None:
    string = "Per A:\n\n- one\n- two [1]\n\nThree.\n\n- four"
    assert read(string) == [
        ("one", [], ["A"]),
        ("two", ["1"], ["A"]),
        ("Three.", [], []),
        ("four", [], []),
    ]


def test_header_rows_are_no_statements() -> None:
    string = "Per A:\n\n| a | b |\n|---|---|\n| c | d [1] |\n\n| e |\n|---|\n| f |"
    assert [(said, own, intro) for said, own, intro in read(string)] == [
        ("| c | d |", ["1"], ["A"]),
        ("| f |", [], ["A"]),
    ]


def test_a_paragraph_as_one() -> None:
    string = "It rose. It fell [1].\n\nIt stood [2]."
    assert read(string, whole=True) == [
        ("It rose. It fell .", ["1"], []),
        ("It stood .", ["2"], []),
    ]
