"""What is a citation and what only looks like one; tests/cases/citations has the rest."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.check_details import CitationForm
from sidecar.model.text import Text
from sidecar.text.layout import read_layout
from sidecar.text.markers import MarkerOptions, find_markers, normalize_id
from sidecar.text.masks import find_masks


def found(string: str, **options: object) -> list[tuple[str, str]]:
    text = Text(string)
    blocks = read_layout(text)
    read = find_markers(text, blocks, find_masks(text, blocks), MarkerOptions(**options))  # type: ignore[arg-type]
    assert all(text.slice(one.key_span) for one in read)
    return [(text.slice(one.span), one.key) for one in read]


@pytest.mark.parametrize(
    ("string", "wanted"),
    [
        ("a [ev-1] b", [("[ev-1]", "ev-1")]),
        ("a [ ev-1 ] b", [("[ ev-1 ]", "ev-1")]),
        ("a [`ev-1`] b", [("[`ev-1`]", "ev-1")]),  # the brackets are no code, the id is set off
        ("a ([ev-1]) b", [("[ev-1]", "ev-1")]),
        ("a [ev-1]: b", [("[ev-1]", "ev-1")]),
        ("[ev-1]: https://a.b", []),  # the definition of a link
        ("x [ev-1]: https://a.b", [("[ev-1]", "ev-1")]),  # not at the start of its line
        ("a [ev] b [ev-] c [evening-5]", []),
        (
            "a [Ref 2] [doc. 3] [Document no. 4]",
            [("[Ref 2]", "2"), ("[doc. 3]", "3"), ("[Document no. 4]", "4")],
        ),
        ("a [Source 3 says so] b", [("[Source 3 says so]", "3")]),
        ("a [source of truth]", []),
        ("a [Source 1, 2019]", [("[Source 1, 2019]", "1")]),
        ("As per LMIS: 5", [("As per LMIS:", "LMIS")]),
        ("a [QID:x_1, QID:y_2] b", [("QID:x_1", "x_1"), ("QID:y_2", "y_2")]),
        ("a [Source: LMIS] b", [("[Source: LMIS]", "LMIS")]),  # once, though it is a prefix too
        ("> a [ev-1]\n\n1. b [ev-2]", [("[ev-1]", "ev-1"), ("[ev-2]", "ev-2")]),
        ("a [" + "b" * 300 + " ev-1]", []),
    ],
)
def test_markers(string: str, wanted: list[tuple[str, str]]) -> None:
    assert found(string) == wanted


def test_other_prefixes_and_known_ids() -> None:
    string = "a [src-1] b [ev-1] c [plain]"
    assert found(string, prefixes=("src",)) == [("[src-1]", "src-1"), ("[ev-1]", "[ev-1]")]
    read = found("a [x-1] b [plain]", prefixes=(), known={"plain"})
    assert read == [("[plain]", "plain")]


def test_every_number_of_a_range_is_a_citation() -> None:
    wanted = [("[2-4]", "2"), ("[2-4]", "3"), ("[2-4]", "4")]
    assert found("a [2-4]", bare_numbers=True) == wanted
    assert found("a [4-2]", bare_numbers=True) == [("[4-2]", "4-2")]  # never found


@pytest.mark.parametrize("dash", "-_‐‑‒–—―−")
def test_dashes_are_alike(dash: str) -> None:
    assert normalize_id(f"EV{dash}1") == "ev-1"


@given(st.text(alphabet="[]() ,;ev-1Source:3QID_x.`\n\\!^Per A😀é", max_size=80))
def test_citations_are_in_order_and_lie_inside_the_text(string: str) -> None:
    text = Text(string)
    blocks = read_layout(text)
    options = MarkerOptions(bare_numbers=True)
    read = find_markers(text, blocks, find_masks(text, blocks), options)
    assert [one.span for one in read] == sorted(one.span for one in read)
    for one in read:
        assert one.span.start <= one.key_span.start < one.key_span.end <= one.span.end
        if one.form not in (CitationForm.NUMBER, CitationForm.SOURCE_NUMBER):
            assert text.slice(one.key_span) == one.key


@pytest.mark.timing  # other processes on the same processor double the figure
@pytest.mark.parametrize("unit", ["[", "]", "[ev-1", "[1,", "[Source ", "[1-", "Per A: ", "[a] "])
def test_ten_times_the_text_is_no_hundred_times_the_work(unit: str) -> None:
    def seconds(size: int) -> float:
        string = unit * (size // len(unit))
        text = Text(string)
        blocks = read_layout(text)
        holes = find_masks(text, blocks)
        started = time.thread_time()
        find_markers(text, blocks, holes, MarkerOptions(bare_numbers=True))
        return time.thread_time() - started

    seconds(2_000)
    assert seconds(200_000) < 50 * max(seconds(20_000), 0.002)
