"""What a reader of a document sees reaches the judge, and nothing else does."""

from __future__ import annotations

import pytest
from sources.fake_host import pdf

from sidecar.sources.hidden import is_hidden
from sidecar.sources.reading import extract_text
from sidecar.sources.urls import SourceError

HTML = "text/html; charset=utf-8"


def read(body: str | bytes, kind: str = HTML, max_text_bytes: int = 1 << 20) -> str:
    data = body.encode() if isinstance(body, str) else body
    return extract_text(data, kind, "", 8 << 20, max_text_bytes)


def test_blocks_stand_on_lines_of_their_own() -> None:
    page = """<!doctype html><title> The
        title &amp; more </title><body><h1>Head</h1><p>One
        <b>two</b>-<i>three</i>. <a href="x">four</a></p>loose<br>broken
        <ul><li>a<li><p>b</p><ol><li>c</ol></ul><ul><li></li></ul><div><div>d</div>e</div>
        <pre>f  g
  h</pre><dl><dt>i<dd>j</dl>"""
    assert read(page).split("\n") == [
        *["The title & more", "Head", "One two-three. four", "loose", "broken"],
        *["- a", "- b", "- c", "d", "e", "f  g", "  h", "i", "j"],
    ]


def test_cells_do_not_run_together() -> None:
    page = """<table><caption>Staff</caption><thead><tr><th>Region<th>2023<th>2024</thead>
        <tr><td>North<td>12<td>34<tr><td><p>South</p><p>west</p></td><td></td><td>5<br>6</table>"""
    assert read(page).split("\n") == [
        "Staff",
        "Region | 2023 | 2024",
        "North | 12 | 34",
        "South west |  | 5 6",
    ]


def test_a_table_for_the_layout_is_no_row() -> None:
    page = "<table><tr><td><h2>A</h2><table><tr><td>1<td>2</table><p>b<td>c</table>"
    assert read(page).split("\n") == ["A", "1 | 2", "b | c"]


def test_raised_and_lowered_digits_do_not_run_into_others() -> None:
    page = "10<sup>6</sup> of 450<sup>1</sup> m<sup>2</sup>, CO<sub>2</sub>, 8<sub>2</sub>"
    assert read(page) == "10^6 of 450^1 m^2, CO2, 8_2"


@pytest.mark.parametrize(
    "markup",
    [
        "<script>{}</script>",
        "<style>{}</style>",
        "<template><p>{}</template>",
        "<noscript>{}</noscript>",
        "<!-- {} -->",
        "<iframe>{}</iframe>",
        "<svg><text>{}</text></svg>",
        "<object>{}</object>",
        "<select><option>{}</select>",
        "<textarea>{}</textarea>",
        "<del>{}</del>",
        "<s>{}</s>",
        "<dialog>{}</dialog>",
        "<div popover>{}</div>",
        "<p hidden>{}",
        "<p hidden=until-found>{}",
        "<p aria-hidden=TRUE>{}",
        "<div hidden><div><p>{}</div></div>",
        '<p style="display:none">{}',
        '<p style="DISPLAY : None ! important">{}',
        '<p style="display:none;display:bogus">{}',
        r'<p style="d\69splay:none">{}',
        '<p style="color:red;/**/display:/**/none">{}',
        '<p style="display&#58;none">{}',
        '<p style="visibility:hidden">{}',
        '<p style="content-visibility:hidden">{}',
        '<p style="opacity:0">{}',
        '<p style="opacity:.01">{}',
        '<p style="opacity:1%">{}',
        '<p style="filter:opacity(0%)">{}',
        '<p style="font-size:0">{}',
        '<p style="font-size:1px">{}',
        '<p style="font-size:.01em">{}',
        '<p style="font:0/1 a">{}',
        '<p style="width:0;overflow:hidden">{}',
        '<p style="max-height:0px">{}',
        '<p style="position:absolute;left:-9999px">{}',
        '<p style="text-indent:-100em">{}',
        '<p style="margin-left:-1e4px">{}',
        '<p style="clip:rect(0,0,0,0)">{}',
        '<p style="clip-path:inset(50%)">{}',
        '<p style="transform:scale(0)">{}',
        '<p style="transform:translateX(-9999px)">{}',
        '<p style="color:transparent">{}',
        '<p style="color:rgba(0,0,0,0)">{}',
        '<p style="color:#00000000">{}',
        '<p style="color:white;background:#fff">{}',
        '<p style="color:#fefefe;background-color:rgb(255,255,255)">{}',
        '<div style="background:#FFF url(x)"><p><b style="color:rgb(100%,100%,100%)">{}</b></div>',
        "<table bgcolor=white><tr><td><font color=#ffffff>{}</font></table>",
    ],
)
def test_what_is_not_seen_is_not_read(markup: str) -> None:
    assert read(f"<p>seen</p>{markup.format('5,000')}") == "seen"


@pytest.mark.parametrize(
    "markup",
    [
        '<p style="display:block;opacity:1;font-size:12px">{}',
        '<p style="width:100%;height:auto;left:-5px">{}',
        '<p style="width:1%">{}',
        '<p style="font:400 12px serif">{}',
        '<p style="color:#fff;background:#000">{}',
        '<p style="color:#fff">{}',
        '<p style="color:inherit;background:inherit">{}',
        '<p style="background:rgba(0,0,0,0);color:black">{}',
        '<div style="background:#fff"><p style="background:#000;color:white">{}</div>',
        '<p style="transform:translate(-50%,-50%) scale(0.9)">{}',
        '<p style="color:rgb(' + "9" * 400 + ',0,0)">{}',
        '<p style="">{}',
        "<p aria-hidden=false>{}",
        "<dialog open>{}</dialog>",
        "<details><summary>{}</summary></details>",
    ],
)
def test_what_is_seen_is_read(markup: str) -> None:
    assert read(markup.format("5,000")) == "5,000"


def test_letters_that_nobody_sees_are_left_out() -> None:
    smuggled = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    assert read(f"a{smuggled}b\u200bc\u00add\u2066e\ufe0f", "text/plain") == "abcde"
    assert read("می‌خواهم", "text/plain") == "می‌خواهم"  # these are spelt with such a letter


def test_attributes_alone_hide() -> None:
    assert is_hidden("p", {"hidden": None})
    assert not is_hidden("p", {})


@pytest.mark.parametrize(
    ("kind", "body", "text"),
    [
        ("text/html; charset=ISO-8859-1", "<p>5 €".encode("cp1252"), "5 €"),
        ("text/html", "<meta charset=shift_jis><p>日本".encode("shift_jis"), "日本"),
        ("text/html", b"\xef\xbb\xbf<meta charset=latin1><p>\xc3\xa9", "é"),
        ("text/html; charset=latin1", "\ufeff<p>é".encode("utf-16-le"), "é"),
        ("text/html; charset=utf-8", b"<meta charset=latin1><p>\xc3\xa9", "é"),
        ("text/html; charset=nonsense", "<p>é".encode(), "é"),
        ("text/html; charset=rot13", "<p>é".encode(), "é"),
        (
            "text/html",
            b"<p>\xc3\xa9 and one broken \xff letter in a long line",
            "é and one broken \ufffd",
        ),
        ("text/html", "<p>Das Café für 5 €".encode("cp1252"), "Das Café für 5 €"),
        ("text/plain", "Größe: 12 m".encode("latin-1"), "Größe: 12 m"),
        ("text/plain", "В 2024 году выросло".encode("cp1251"), "В 2024 году выросло"),
        ("text/plain", "В 2024 году выросло".encode("koi8-r"), "В 2024 году выросло"),
        ("text/plain", "日本の人口は1億人です".encode("shift_jis"), "日本の人口は1億人です"),
        ("text/plain", "日本の人口は1億人です".encode("euc_jp"), "日本の人口は1億人です"),
        ("text/plain", "公司的收入在2024年增长了".encode("gbk"), "公司的收入在2024年增长了"),
        ("text/plain", "公司的收入在2024年增長了".encode("big5"), "公司的收入在2024年增長了"),
        ("text/plain", "직원은 모두 21,000명이다".encode("cp949"), "직원은 모두 21,000명이다"),
        ("text/plain", "é\r\nb\rc".encode(), "é\nb\nc"),
        ("text/csv", b"a,b\n1,2\n", "a,b\n1,2"),
        ("text/markdown", b"# a <b>", "# a <b>"),
        ("application/json", b'{"a": 1}', '{"a": 1}'),
        ("application/ld+json", b'{"a": 1}', '{"a": 1}'),
        ("", b"  <!DOCTYPE html><p>a", "a"),
        ("application/octet-stream", pdf("a line"), "a line"),
        ("application/xhtml+xml", b"<p>a</p>", "a"),
    ],
)
def test_bytes_are_decoded_as_their_host_or_they_say(kind: str, body: bytes, text: str) -> None:
    assert read(body, kind).startswith(text)


def test_a_pdf_is_read_page_by_page() -> None:
    assert read(pdf("First page", "Sales were 1,234"), "application/pdf") == (
        "First page\n\nSales were 1,234"
    )


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<p>" + "é" * 2000, HTML),
        ("é" * 2000, "text/plain"),
        (pdf(*["a" * 90] * 50), "application/pdf"),
    ],
)
def test_a_text_that_is_too_long_is_refused_and_never_cut(body: str | bytes, kind: str) -> None:
    with pytest.raises(SourceError) as refused:
        read(body, kind, max_text_bytes=3999)
    assert refused.value.reason == "SOURCE_TOO_LARGE"
