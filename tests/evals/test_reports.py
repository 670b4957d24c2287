"""Reports in Markdown, JSON and JUnit XML, of a run in which everything is hostile."""

from __future__ import annotations

import json
import re
from datetime import datetime
from xml.etree import ElementTree

import jsonschema
import pytest
from evals_made import FAILED, WARNING, eval_run, many, result, verification
from markdown_it import MarkdownIt
from markupsafe import escape

from sidecar.evals.comparing import compare
from sidecar.evals.gate import judge_all, parse_gate
from sidecar.evals.measures.definitions import MeasureUnit
from sidecar.evals.measures.measured import measure_results
from sidecar.evals.measures.resampling import Estimate
from sidecar.evals.model import EvalRun
from sidecar.evals.reports import as_json, html, junit, markdown
from sidecar.evals.reports.figures import format_figure, format_interval, tabulate_change
from sidecar.evals.reports.html.comparison import render_comparison

EVIL = "<script>alert(1)</script> | [x](javascript:alert(1)) \x00\x1b[31m\ud800 `code` ]]> & \u202e"


@pytest.fixture
def hostile() -> EvalRun:
    wrong = verification(FAILED, issues=(EVIL, "second\nline"))
    results = [
        result(f"a{EVIL}", wrong, tags=(EVIL,), duration_seconds=1.25),
        result("b", error=EVIL),
        result("c", verification(FAILED, decision="UNVERIFIED", issues=("no judge",))),
        result("d", verification(WARNING)),
        result("e"),
    ]
    return eval_run(results, dataset_name=EVIL, agent=EVIL, dataset_id=EVIL)


class TestMarkdown:
    def test_sections_in_their_order(self, hostile: EvalRun) -> None:
        written = markdown.render(hostile)
        heads = [line for line in written.splitlines() if line.startswith("#")]
        assert heads == [
            "# Evaluation report",
            "## Summary",
            "## Quality",
            "## Efficiency",
            "## By tag",
            "## Failures (3)",
        ]

    def test_nothing_of_a_question_acts(self, hostile: EvalRun) -> None:
        written = markdown.render(hostile) + markdown.render_compared(compare(hostile, hostile))
        tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(written)
        inline = [child for token in tokens for child in token.children or ()]
        kinds = {token.type for token in (*tokens, *inline)}
        assert not kinds & {"link_open", "image", "html_inline", "html_block"}
        assert "\x00" not in written
        assert "\u202e" not in written
        text = "".join(child.content for child in inline)
        assert "<script>alert(1)</script> | [x](javascript:alert(1))" in text

    def test_every_row_of_a_table_has_the_cells_of_its_head(self, hostile: EvalRun) -> None:
        parsed_tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(markdown.render(hostile))
        rows = [t.type for t in parsed_tokens if t.type in {"tr_open", "td_open"}]
        assert "".join("|" if t == "tr_open" else "." for t in rows).split("|")[-3:] == ["...."] * 3

    def test_reasons_stand_beside_what_failed(self, hostile: EvalRun) -> None:
        written = markdown.render(hostile)
        assert "| c | unverified | What is c? | no judge |" in written
        assert "| d |" not in written  # a warning is no failure


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (None, MeasureUnit.SHARE, "–"),
        (0.8567, MeasureUnit.SHARE, "85.7 %"),
        (0.0123, MeasureUnit.SECONDS, "12.3 ms"),
        (1234.5, MeasureUnit.SECONDS, "1,234 s"),
        (0.00042, MeasureUnit.MONEY, "0.0004"),
        (12, MeasureUnit.NUMBER, "12.00"),
    ],
)
def test_figures(value: float | None, unit: MeasureUnit, words: str) -> None:
    assert format_figure(value, unit) == words


def test_open_ends_of_intervals() -> None:
    assert format_interval(Estimate(), MeasureUnit.SHARE) == "–"
    assert format_interval(Estimate(value=1.0, low=0.5), MeasureUnit.SHARE) == "from 50.0 %"
    assert format_interval(Estimate(value=0.0, high=0.5), MeasureUnit.SHARE) == "up to 50.0 %"


# What build servers agree on (the schemas of Jenkins and of Surefire): tags, attributes, order.
_CASE = {"failure", "error", "skipped", "system-out", "system-err"}
_COUNTED = {"name", "tests", "failures", "errors", "time"}


class TestJUnit:
    def test_it_has_the_shape_that_build_servers_read(self, hostile: EvalRun) -> None:
        root = ElementTree.fromstring(junit.render(hostile).encode())
        assert root.tag == "testsuites"
        assert set(root.attrib) == _COUNTED
        (suite,) = root
        assert suite.tag == "testsuite"
        assert set(suite.attrib) == _COUNTED | {"skipped", "timestamp"}
        head, *cases = suite
        assert head.tag == "properties"
        assert {one.tag for one in head} == {"property"}
        assert {frozenset(one.attrib) for one in head} == {frozenset({"name", "value"})}
        assert {one.tag for one in cases} == {"testcase"}
        assert {frozenset(one.attrib) for one in cases} == {
            frozenset({"classname", "name", "time"})
        }
        assert {part.tag for one in cases for part in one} <= _CASE

    def test_order_times_and_counts_are_as_the_schemas_have_them(self, hostile: EvalRun) -> None:
        times = [result(str(time), duration_seconds=time) for time in (9e4, 1e-9, -1.0)]
        for run in (hostile, eval_run([]), eval_run(many(40)), eval_run(times)):
            written = junit.render(run)
            assert written.startswith('<?xml version="1.0" encoding="UTF-8"?>\n')
            (suite,) = root = ElementTree.fromstring(written.encode())
            cases = suite.findall("testcase")
            assert [one.tag for one in suite] == ["properties", *["testcase"] * len(cases)]
            for case in cases:
                *ends, output = case
                assert output.tag == "system-out"
                assert [one.tag for one in ends] in ([], ["failure"], ["error"])
                assert all(set(one.attrib) == {"type", "message"} for one in ends)
            for one in (root, suite, *cases):  # no exponent, no sign: Surefire's pattern
                assert re.fullmatch(r"[0-9]+\.[0-9]{3}", one.attrib["time"])
            assert datetime.fromisoformat(suite.attrib["timestamp"]).tzinfo is not None
            for counts in (root.attrib, suite.attrib):
                assert int(counts["tests"]) == len(cases) == len(run.results)
                assert int(counts["failures"]) == len(list(suite.iter("failure")))
                assert int(counts["errors"]) == len(list(suite.iter("error")))

    def test_failures_and_errors_apart(self, hostile: EvalRun) -> None:
        suite = ElementTree.fromstring(junit.render(hostile).encode())[0]
        counts = {name: suite.attrib[name] for name in ("tests", "failures", "errors")}
        assert counts == {"tests": "5", "failures": "1", "errors": "2"}
        ends = [
            next((p.tag for p in one if p.tag in {"failure", "error"}), "")
            for one in suite.iter("testcase")
        ]
        assert ends == ["failure", "error", "error", "", ""]
        (failure,) = suite.iter("failure")
        assert failure.attrib["type"] == "failed"
        assert "<script>alert(1)</script>" in failure.attrib["message"]
        assert (failure.text or "").endswith("second\nline")

    def test_a_warning_passes_and_is_told(self, hostile: EvalRun) -> None:
        case = list(ElementTree.fromstring(junit.render(hostile).encode()).iter("testcase"))[3]
        assert [part.tag for part in case] == ["system-out"]
        assert "12 is not what the data has" in (case[0].text or "")

    def test_characters_that_xml_cannot_hold(self, hostile: EvalRun) -> None:
        written = junit.render(hostile)
        assert not {"\x00", "\x1b", "\ud800"} & set(written)
        name = next(ElementTree.fromstring(written.encode()).iter("testcase")).attrib["name"]
        assert "\ufffd\ufffd[31m\ufffd" in name

    def test_every_other_character_is_kept(self) -> None:
        forbidden = [*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0xD800, 0xDFFF, 0xFFFE, 0xFFFF]
        allowed = [9, 10, 13, 32, 0x7F, 0x85, 0x2028, 0xD7FF, 0xE000, 0xFFFD, 0x10000, 0x1FFFE]
        bad, good = ("".join(map(chr, points)) for points in (forbidden, [*allowed, 0x10FFFF]))
        wrong = verification(FAILED, issues=(f"{bad}{good}",))
        written = junit.render(eval_run([result(f"{bad}{good}", wrong)]))
        (case,) = ElementTree.fromstring(written.encode()).iter("testcase")
        told = "\ufffd" * len(forbidden) + good
        assert case.attrib["name"] == case[0].attrib["message"] == told
        assert case[0].text == told.replace("\r", "\n")  # so XML reads the end of a line

    def test_times_are_those_of_the_agent_and_of_verification(self) -> None:
        run = eval_run([result("a", verification(seconds=0.25), duration_seconds=1.0)])
        root = ElementTree.fromstring(junit.render(run).encode())
        assert root.attrib["time"] == next(root.iter("testcase")).attrib["time"] == "1.250"


_NUMBER = {"type": ["number", "null"]}
_ESTIMATE = {
    "type": "object",
    "properties": {
        "value": _NUMBER,
        "low": _NUMBER,
        "high": _NUMBER,
        "questions": {"type": "integer"},
        "unit": {"enum": ["share", "number", "seconds", "money"]},
    },
    "required": ["value", "low", "high", "questions", "unit"],
    "additionalProperties": False,
}
_ESTIMATES = {"type": "object", "additionalProperties": _ESTIMATE}
_FIELDS = {
    "version": {"const": 1},
    "run": {"type": "object"},
    "total_questions": {"type": "integer"},
    "successful_questions": {"type": "integer"},
    "endings": {"type": "object", "additionalProperties": {"type": "integer"}},
    "metrics": _ESTIMATES,
    "by_tag": {"type": "object", "additionalProperties": _ESTIMATES},
    "totals": {"type": "object", "additionalProperties": {"type": "number"}},
    "gates": {"type": "array"},
    "questions": {"type": "array"},
    "comparison": {"type": "object"},
}
SCHEMA = {
    "type": "object",
    "properties": _FIELDS,
    "required": [name for name in _FIELDS if name != "comparison"],
    "additionalProperties": False,
}


class TestJson:
    def test_it_has_its_shape(self, hostile: EvalRun) -> None:
        for run in (hostile, eval_run([]), eval_run(many(30))):
            written = as_json.render(run, comparison=compare(run, run))
            jsonschema.validate(json.loads(written.encode()), SCHEMA)

    def test_nothing_is_lost(self, hostile: EvalRun) -> None:
        found = json.loads(as_json.render(hostile))
        assert [one["ending"] for one in found["questions"]] == [
            "failed",
            "error",
            "unverified",
            "warning",
            "passed",
        ]
        assert found["questions"][0]["reasons"][1] == "second\nline"
        assert "\x00" in found["questions"][0]["id"]
        assert found["metrics"]["avg_evidence_recall"]["value"] is None

    def test_gates_and_comparison(self) -> None:
        before, after = eval_run(many(20)), eval_run(many(20, passing=0.1))
        gates = judge_all([parse_gate("success_rate <= 1")], measure_results(after.results))
        written = as_json.render(after, comparison=compare(before, after), gates=gates)
        found = json.loads(written)
        assert found["gates"][0]["failed"] is True
        assert found["comparison"]["changes"]["verification_pass_rate"]["conclusion"] == "worse"
        assert len(found["comparison"]["newly_failing"]) > 10


class TestComparison:
    def test_each_question_that_changed_with_why(self) -> None:
        wrong = verification(FAILED, issues=("12 is wrong",))
        before = eval_run([result("a", wrong), result("b"), result("c"), result("gone")])
        after = eval_run([result("a"), result("b", error="late"), result("c"), result("new")])
        pages = {"a": "then/a.html"}, {"b": "javascript:alert(1)"}
        written = render_comparison(compare(before, after), before, after, pages)
        failing, passing = (
            written.partition(f"<h2>{title} (1)</h2>")[2].partition("</section>")[0]
            for title in ("Newly failing", "Newly passing")
        )
        assert re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", failing)[4:] == [
            'b <span class="asked">What is b?</span>',
            '<span class="ending passed">passed</span>',
            '<span class="ending error"><a href="javascript%3Aalert%281%29">error</a></span>',
            "late",
        ]
        assert "12 is wrong" in passing
        assert '<a href="then/a.html">failed</a>' in passing
        assert "<h2>Only before (1)</h2><p>gone</p>" in written
        assert "<h2>Only after (1)</h2><p>new</p>" in written

    def test_the_figures_are_those_of_the_other_reports(self) -> None:
        before, after = eval_run(many(60)), eval_run(many(60, passing=0.2))
        found = compare(before, after)
        written = render_comparison(found, before, after)
        for change in found.changes:
            for word in tabulate_change(change):
                assert str(escape(word)) in written

    def test_nothing_of_a_question_acts(self, hostile: EvalRun) -> None:
        better = eval_run(
            [result(one.question.id, question=one.question) for one in hostile.results]
        )
        written = render_comparison(compare(hostile, better), hostile, better)
        assert "Newly passing (4)" in written
        assert "<script" not in written
        assert "\u202e" not in written

    def test_a_run_that_has_not_ended_is_called_so(self) -> None:
        run, part = eval_run([result("a")]), eval_run([result("a")], complete=False)
        assert "is not complete" in render_comparison(compare(run, part), run, part)
        assert "is not complete" not in render_comparison(compare(run, run), run, run)

    def test_of_very_many_questions_some_are_listed(self) -> None:
        before = eval_run([result(f"q{n}") for n in range(2_003)])
        after = eval_run([result(f"q{n}", error="no") for n in range(2_003)])
        written = render_comparison(compare(before, after), before, after)
        assert written.count('<span class="asked">') == 2_000
        assert "3 more are left out." in written


class TestPage:
    def test_links_cannot_run(self) -> None:
        run = eval_run([result("a"), result("b")])
        pages = {"a": "javascript:alert(1)", "b": "answers/b 1.html"}
        written = html.render(run, pages=pages)
        assert 'href="javascript%3Aalert%281%29"' in written
        assert 'href="answers/b%201.html"' in written

    def test_the_same_run_gives_the_same_page(self) -> None:
        assert html.render(eval_run(many(30))) == html.render(eval_run(many(30)))

    def test_of_very_many_questions_those_that_failed_are_listed(self) -> None:
        results = [result(f"q{n}") for n in range(2_100)]
        results.append(result("last", error="no"))
        written = html.render(eval_run(results))
        assert written.count("<tr data-at") == 2_000
        assert ">last<" in written
        assert "101 questions are left out" in written

    def test_an_empty_run_has_a_page(self) -> None:
        assert "<svg" not in html.render(eval_run([]))
