"""What style sheets in the page hide is not read; what they only arrange is."""

from __future__ import annotations

import time

import pytest

from sidecar.sources.html_text import page_text


def read(sheet: str, markup: str = "<p class='x y' id=i>5,000</p>", media: str = "") -> str:
    return page_text(f"<style media='{media}'>{sheet}</style><p>seen</p>{markup}")


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


def test_a_sheet_for_paper_does_not_count() -> None:
    assert read(".x{display:none}", media="print") == "seen\n5,000"
    assert read(".x{display:none}", media="screen") == "seen"


@pytest.mark.parametrize("sheet", ["a{" * 200_000, "a{}" * 200_000, "}" * 500_000, "{;" * 200_000])
def test_long_sheets_take_linear_time(sheet: str) -> None:
    began = time.process_time()
    read(sheet)
    assert time.process_time() - began < 4
