"""What style sheets in the page hide is not read; what they only arrange is."""

from __future__ import annotations

import time
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.sources.html_text import extract_page_text


def read(sheet: str, markup: str = "<p class='x y' id=i>5,000</p>", media: str = "") -> str:
    return extract_page_text(f"<style media='{media}'>{sheet}</style><p>seen</p>{markup}")


@pytest.mark.parametrize(
    "sheet",
    [
        ".x{display:none}",
        ".x { color: red; display : none !important }",
        "p.y,#other{visibility:hidden}",
        "#i{opacity:0}",
        "body > p + p{position:absolute;left:-9999px}",
        ".x{clip:rect(0,0,0,0)}",
        ".x{clip-path:inset(50%)}",
        ".x{text-indent:-9999px}",
        ".x{color:transparent}",
        "@import 'a.css'; .x{display:none}",
        "a{}/* } */.x{/**/display:none}",
        "<!-- .x{display:none} -->",
        ".x{display:none",
        "@media screen{.x{display:none}}",
        "@media ONLY screen { a{} .x{display:none",
        "@layer base{@supports (display:grid){.x{display:none}}}",
        "p:::{} .x{display:none}",
        r".x{d\69splay:none}",
        ".x{display:none} .y{display:bogus}",
        ".x{display:none!important} .y{display:block}",
        ".x{display:block} .y{display:none}",
    ],
)
def test_what_a_sheet_hides_is_not_read(sheet: str) -> None:
    assert read(sheet) == "seen"


@pytest.mark.parametrize(
    "sheet",
    [
        "",
        ".z{display:none}",
        ".x{display:none} .y{display:block}",
        ".x{visibility:hidden} #i{visibility:visible}",
        ".x:hover{display:none}",
        ".x::after{display:none}",
        "@media print{.x{display:none}}",
        "@media screen and (max-width:600px){.x{display:none}}",
        "@keyframes a{from{opacity:0}}",
        ".x{font-size:0;height:0}",  # often of what holds others
        "} .x{color:red",
    ],
)
def test_what_a_sheet_only_arranges_is_read(sheet: str) -> None:
    assert read(sheet) == "seen\n5,000"


WORDS = st.text(st.sampled_from("{};:/*()'\"\\ax \n.@!"))
"""Of the signs that mean something outside of strings, comments and addresses."""


def escaped(words: str, quote: str) -> str:
    """The words as a string of a style sheet."""
    signs = {"\\": "\\\\", quote: f"\\{quote}", "\n": "\\a "}
    return quote + "".join(signs.get(char, char) for char in words) + quote


OPAQUE = st.one_of(
    st.builds(escaped, WORDS, st.sampled_from("\"'")),
    WORDS.map(lambda words: f"/*{words.replace('*', '')}*/"),
    st.sampled_from("{};:/*\"' .@!").map(lambda sign: f"\\{sign}"),
    st.text("{};:/*.@!").map(lambda words: f"url({words})"),
)


class TestSigns:
    """Nothing in a string, a comment, an address or behind a backslash is a sign."""

    @given(OPAQUE)
    def test_what_follows_counts(self, opaque: str) -> None:
        assert read(f".z{{content:{opaque}}} .x{{display:none}}") == "seen"
        assert read(f".x{{content:{opaque};display:none}}") == "seen"
        assert read(f".z,[title={opaque}]{{color:red}} .x{{display:none}}") == "seen"
        style = escape(f"content:{opaque};display:none")
        assert read("", f"<p style='{style}'>5,000</p>") == "seen"

    @given(st.sampled_from("\"'"), WORDS)
    def test_what_is_in_a_string_hides_nothing(self, quote: str, words: str) -> None:
        string = escaped(f"{words};display:none}} .x{{display:none}}", quote)
        assert read(f".x{{content:{string};color:red}}") == "seen\n5,000"
        assert read("", f"<p style='{escape(f'content:{string}')}'>5,000</p>") == "seen\n5,000"


@pytest.mark.parametrize(
    "sheet",
    [
        r".sm\:x{color:red} .x{display:none}",
        '.x{display:none;content:"open',
        ".x{display:none;background:url(open",
        ".x{display:none;content:'a\\",
        """.z{content:"/*"} .x{display:none} .z{content:"*/"}""",
    ],
)
def test_what_is_open_at_the_end_is_closed_there(sheet: str) -> None:
    assert read(sheet) == "seen"


def test_a_sheet_for_paper_does_not_count() -> None:
    assert read(".x{display:none}", media="print") == "seen\n5,000"
    assert read(".x{display:none}", media="screen") == "seen"


@pytest.mark.parametrize("sheet", ["a{" * 200_000, "a{}" * 200_000, "}" * 500_000, "{;" * 200_000])
def test_long_sheets_take_linear_time(sheet: str) -> None:
    began = time.process_time()
    read(sheet)
    assert time.process_time() - began < 4
