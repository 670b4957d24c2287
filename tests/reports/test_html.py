"""The page for a browser: what it holds, and what a hostile narrative cannot do to it."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment, UndefinedError
from sampled import sampled

from sidecar.model.report import (
    Action,
    Bindings,
    Considered,
    Decision,
    Detail,
    Findings,
    Mode,
    NumericDetail,
    Report,
)
from sidecar.model.text import Span, Text
from sidecar.model.why import Hint, Link, LinkedPart, LinkOrigin, Reason, Why
from sidecar.reports import html
from sidecar.reports.html.anchors import AnchoredPassage
from sidecar.reports.html.narrative import split_passages
from sidecar.reports.html.template import (
    HtmlNotInstalled,
    load_environment,
    render_page,
    sanitize_page,
)

VOID = {"meta", "link"}
SIDECAR = Path(html.__file__).parents[2]
HIDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
PUT = '<p title="{{ x }}">{{ x }}<q>{{ x ~ ("<" if x else "") }}</q></p>'


class Page(HTMLParser):
    """What a browser makes of the page: elements with their attributes and text, by id."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._pieces: dict[str, list[str]] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(source)
        assert self._open == [], "an element is not closed"
        self.texts = {key: "".join(pieces) for key, pieces in self._pieces.items()}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.elements.append((tag, found))
        if tag not in VOID:
            self._open.append((tag, found.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for key in {tag for tag, _ in self._open} | {key for _, key in self._open if key}:
            self._pieces.setdefault(key, []).append(data)

    def classes(self, name: str) -> Iterator[dict[str, str]]:
        return (found for _, found in self.elements if name in found.get("class", "").split())


def page(report: Report, text: Text, detail: Detail = Detail.BINDINGS) -> Page:
    return Page(html.render(report, text, path="n.md", detail=detail))


class TestWhatItHolds:
    def test_decision_counts_and_action(self, report: Report, text: Text) -> None:
        top = page(report, text).texts["header"]
        assert "FAIL" in top
        assert "Hold it back." in top
        assert "Numbers checked2" in top
        assert "Supported1 50.0%" in top
        assert "0 passed, 1 failed" in top

    def test_each_number_leads_to_what_is_told_about_it(self, report: Report, text: Text) -> None:
        shown = page(report, text)
        assert [found["class"] for found in shown.classes("n") if "href" in found] == [
            "n supported",
            "n unsupported",
        ]
        assert shown.texts["n1"] == "1,234"
        card = shown.texts["d1"]
        assert "Supported1,234" in card
        assert "lmis_001 data[0].staff" in card
        assert "Value1234" in card
        assert "exactly" in card
        assert "line 3, column 11" in card

    def test_a_finding_has_message_repair_remedy_and_its_place(
        self, report: Report, text: Text
    ) -> None:
        shown = page(report, text)
        finding = shown.texts["f1"]
        assert "CLAIM_NOT_FOUND no value agrees with 9999; the nearest is 1234" in finding
        assert "Write 1,234 instead of 9,999" in finding
        assert "Correct the number, or send the query result" in finding
        assert {found["href"] for found in shown.classes("to")} == {"#n2", "#pf2"}

    def test_every_link_leads_to_an_element(self, report: Report, text: Text) -> None:
        shown = page(report, text)
        ids = [found["id"] for _, found in shown.elements if "id" in found]
        assert len(ids) == len(set(ids))
        for _, found in shown.elements:
            if found.get("href", "").startswith("#"):
                assert found["href"][1:] in ids
            if "aria-describedby" in found:
                assert found["aria-describedby"] in ids

    def test_explain_adds_what_was_not_judged_and_verdicts_leaves_out_sources(
        self, report: Report, text: Text
    ) -> None:
        assert "2024year" in page(report, text, Detail.EXPLAIN).texts["section"]
        least = page(report, text, Detail.VERDICTS)
        assert "data[0].staff" not in least.texts["section"]
        assert least.texts["n1"] == "1,234"

    def test_a_check_that_could_not_finish_is_told_first(
        self, failed_report: Report, text: Text
    ) -> None:
        top = page(failed_report, text).texts["header"]
        assert "The check numeric could not finish (DEADLINE_EXCEEDED)" in top
        assert "has not passed" in top
        assert "not checked" in top

    def test_no_findings(self, report: Report, text: Text) -> None:
        bare = replace(report, results=(), decision=Decision.PASS)
        assert "None." in page(bare, text).texts["aside"]

    def test_the_same_report_is_the_same_page(self, report: Report, text: Text) -> None:
        first = html.render(report, text, path="n.md", detail=Detail.EXPLAIN)
        assert first == html.render(report, Text(text.string), path="n.md", detail=Detail.EXPLAIN)


class TestPolicy:
    def test_only_our_style_and_script_may_act(self, report: Report, text: Text) -> None:
        shown = page(report, text)
        (policy,) = [f["content"] for _, f in shown.elements if "http-equiv" in f]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        for tag in ("style", "script"):
            digest = base64.b64encode(hashlib.sha256(shown.texts[tag].encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in policy

    def test_nothing_is_fetched_and_nothing_stands_in_attributes_that_act(
        self, report: Report, text: Text
    ) -> None:
        for tag, found in page(report, text).elements:
            assert tag not in {"img", "iframe", "object", "base", "form"}
            for key, value in found.items():
                assert key != "style"
                assert not key.startswith("on")
                if key in {"href", "src"}:
                    assert value == "data:," or value.startswith("#")


HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "<!-- --><![CDATA[ ]]>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "[x](javascript:alert(1))",
    "&lt;b&gt; &amp;amp; &#60;script&#62;",
    "\x00\x01\x1b[31m",
    "# <h1>\n\n- <li>\n\n| <td> | <a href=x> |\n|---|---|\n| <b> | 5 |\n\n```\n</code></pre>\n```",
]


class TestHostile:
    @pytest.mark.parametrize("words", HOSTILE)
    def test_markup_in_the_narrative_is_text(self, report: Report, text: Text, words: str) -> None:
        hostile = Text(f"{text.string}\n\n{words}\n")
        calm = {(tag, *found) for tag, found in page(report, text).elements}
        shown = page(report, hostile, Detail.EXPLAIN)
        structure = {"p", "h3", "h4", "table", "tr", "td", "th", "div", "pre", "code", "span"}
        structure |= {"ul", "li", "meter"}
        new = {tag for tag, *_ in {(tag, *f) for tag, f in shown.elements} - calm}
        assert new <= structure | {"details", "summary", "h2", "section"}
        assert [tag for tag, _ in shown.elements].count("script") == 1
        assert letters(shown.texts["narrative"]) == letters(hostile.string)

    def test_in_every_other_string_of_a_report_too(self, report: Report, text: Text) -> None:
        bad = '"><script>alert(1)</script>'
        numeric, consistency = report.results
        assert isinstance(numeric.outcome, Findings)
        assert isinstance(numeric.outcome.detail, NumericDetail)
        right, wrong = numeric.outcome.detail.bindings
        assert right.reading is not None
        reading = right.reading._replace(query_id=bad, location=bad)
        link = Link(LinkedPart.ROW, bad, LinkOrigin.SENTENCE, 1.0, right.claim.number.span)
        why = Why("cell", 0.5, bad, bad, bad, 1, 1.0, (link,), (Reason("row", 1.0),))
        hint = Hint("WORD_UNKNOWN", bad, {})
        right = right._replace(
            reading=reading,
            considered=(Considered(reading, why),),
            hints=(hint,),
            sources=(bad, bad),
        )
        finding = replace(numeric.outcome.findings[0], message=bad, code=bad)
        outcome = replace(
            numeric.outcome,
            findings=(finding,),
            detail=NumericDetail(
                Bindings.from_sequence((right, wrong)), numeric.outcome.detail.skipped
            ),
        )
        hostile = replace(
            report,
            results=(replace(numeric, outcome=outcome), consistency),
            text_digest=bad,
            engine_version=bad,
        )
        shown = Page(html.render(hostile, text, path=bad, detail=Detail.EXPLAIN))
        assert [tag for tag, _ in shown.elements].count("script") == 1
        assert shown.texts["title"] == f"FAIL: {bad}"

    def test_characters_that_turn_or_hide_words_are_shown(self, report: Report, text: Text) -> None:
        hostile = Text(text.string + "\u202eesrever\u2066 zero\u200bwidth\x07 \u2028word\r\nend")
        source = html.render(report, hostile, path="n.md", detail=Detail.EXPLAIN)
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u2028\x00-\x09\x0b-\x1f]", source)
        assert "\N{REPLACEMENT CHARACTER}esrever" in source
        assert "\N{REPLACEMENT CHARACTER}word\nend" in source  # a line's end hides nothing

    @pytest.mark.parametrize("size", sampled([1 << 17, 1 << 20], 2, ["short", "mebibyte"]))
    def test_a_long_text_takes_seconds_at_most_and_loses_nothing(
        self, report: Report, text: Text, size: int
    ) -> None:
        line = "- <b>Ärger & 12.5 %</b> of | pipes | and `ticks` **here**\n"
        filler = (line * 50 + "\n# More\n\n" + "| a | b |\n|---|---|\n| 1 | 2 |\n" * 9 + "\n") * 330
        large = Text(text.string + "\n" + filler[: size - 200])
        started = time.process_time()
        source = html.render(report, large, path="n.md", detail=Detail.BINDINGS)
        assert time.process_time() - started < 10  # one or two, on a quiet machine
        shown = Page(source)
        assert letters(shown.texts["narrative"]) == letters(large.string)

    @settings(max_examples=150, deadline=None)
    @given(words=st.text(alphabet=st.sampled_from("ab1 5%|-#>*`~\n\t.<&\"'é人"), max_size=80))
    def test_no_word_of_any_text_is_lost(self, words: str) -> None:
        assert letters(page(bare(), Text(words)).texts.get("narrative", "")) == letters(words)


def bare() -> Report:
    """A report in which nothing was checked."""
    return Report(
        decision=Decision.PASS,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=(),
        text_digest="",
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )


def letters(string: str) -> str:
    """Letters and digits alone: markers of lists and tables are drawn, not written.

    The marker of a numbered list is written, and so is the language of a fence.
    """
    return "".join(char for char in string if char.isalnum())


class TestPassages:
    def test_what_overlaps_is_cut_where_either_begins_or_ends(self) -> None:
        def passage(key: str, start: int, end: int, style: str, rank: int) -> AnchoredPassage:
            return AnchoredPassage(Span(start, end), f"p{key}", key, style, rank, "a finding")

        worse = passage("b", 5, 8, "error", 3)
        cut = split_passages(
            [passage("a", 0, 10, "info", 1), worse, passage("c", 20, 20, "info", 1)]
        )
        assert [tuple(stretch.span) for stretch in cut] == [(0, 5), (5, 8), (8, 10)]
        assert [[p.key for p in stretch.begins] for stretch in cut] == [["pa"], ["pb"], []]
        assert [stretch.style for stretch in cut] == ["info", "error", "info"]

    def test_a_passage_that_begins_with_a_marker_still_has_its_flag(
        self, report: Report, text: Text
    ) -> None:
        # The consistency finding covers whole lines, "- " included, which stands in no block.
        flags = list(page(report, text).classes("flag"))
        assert [flag["id"] for flag in flags] == ["pf2"]


class TestTemplates:
    # Every kind of character, those that turn or hide words as often as all others.
    @settings(max_examples=300, deadline=None)
    @given(words=st.text(st.characters(categories=("Cc", "Cf", "Zl", "Zp")) | st.characters()))
    def test_no_character_that_turns_or_hides_words_is_on_any_page(self, words: str) -> None:
        shown = sanitize_page(str(Environment(autoescape=True).from_string(PUT).render(x=words)))
        assert shown == sanitize_page(shown)
        assert {category(char) for char in shown.replace("\n", "")}.isdisjoint(HIDING) or (
            "\N{ZERO WIDTH JOINER}" in shown
        )
        pieces = Page(shown)
        assert [tag for tag, _ in pieces.elements] == ["p", "q"]

    @settings(max_examples=100, deadline=None)
    @given(words=st.text())
    def test_what_is_given_is_what_is_read(self, words: str) -> None:
        page = Page(html.render(bare(), Text("a"), path=words, detail=Detail.BINDINGS))
        assert page.texts["title"] == sanitize_page(f"PASS: {words}")

    def test_a_name_that_the_model_lacks_is_an_error(self) -> None:
        with pytest.raises(UndefinedError):
            render_page("reports/html/report.html.j2", styles=[], report=None)

    def test_without_the_library_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        load_environment.cache_clear()
        monkeypatch.setitem(sys.modules, "jinja2", None)
        with pytest.raises(HtmlNotInstalled, match=r"jinja2 is not installed.*\[html\]"):
            html.render(bare(), Text("a"), path="n.md", detail=Detail.BINDINGS)

    def test_every_attribute_of_a_template_is_quoted(self) -> None:
        # Trap: escaping does not help where a value with a space is put bare.
        for template in SIDECAR.rglob("*.html.j2"):
            assert not re.search(r"=\s*\{\{", template.read_text()), template
