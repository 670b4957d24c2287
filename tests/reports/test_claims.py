"""Claims and their sources in every report for people."""

from __future__ import annotations

import re
from dataclasses import replace

import claimed
import pytest
from claimed import TEXT

from sidecar.checks import CODES
from sidecar.model.claim import ClaimsDetail
from sidecar.model.report import CheckResult, Detail, Failure
from sidecar.reports import annotated, html, markdown
from sidecar.reports import text as terminal
from sidecar.reports.quoting import format_link
from sidecar.reports.repairs import apply_repairs
from sidecar.reports.verification import FOR_READERS, format_percent

SEED_FLAGGED = """\
### ❌ Claim 1: CONTRADICTED

**Claim**: "Exports fell"

- **Source**: <https://example.com/one>
- **Confidence**: 0.90
- **Reasoning**: flat
- **Evidence**: "Exports were flat"
"""
SEED_SUMMARY = """\
# Verification Report

## Summary
- **Total Claims**: 5
- **Fully Supported**: 1 (20%)
- **Partially Supported**: 1 (20%)
- **Unsupported**: 2 (40%)
- **Contradicted**: 1 (20%)
- **Not Judged**: 0 (0%)
- **Average Confidence**: 0.88
"""
SEED_SOURCE = """\
## By-Source Analysis

**Source**: <https://example.com/one>
- Claims verified: 3
- Supported: 1 (33%)
- Flagged: 2
- Avg confidence: 0.83
"""


class TestAppendix:
    def test_it_has_the_headings_and_lines_of_the_seed(self) -> None:
        shown = markdown.render(claimed.report(), TEXT, detail=Detail.BINDINGS)
        for part in (SEED_SUMMARY, SEED_FLAGGED, SEED_SOURCE):
            assert part in shown
        assert "## Flagged Claims\n\nThe following 4 claims require attention:\n\n### ❌" in shown
        assert "### ⚠️ Claim 3: PARTIAL" in shown
        assert "- **Evidence**: No mention found in source content\n" in shown
        assert "- **The Judge's Own Verdict**: supported" in shown
        assert "- Text: none (SOURCE_UNKNOWN)" in shown
        assert "- **Source**: 3 (no such source)\n" in shown
        assert "- **Evidence**: None: there is no text of the source\n" in shown

    def test_nothing_of_sources_and_judges_acts(self) -> None:
        shown = markdown.render(claimed.report(), TEXT, detail=Detail.EXPLAIN)
        assert "<script>" not in shown
        assert "\n# of the kind" not in shown
        assert not re.search(r"(?<!\\)\[x\]\(", shown)
        assert not re.search(r"(?<!\\)<b>", shown)

    def test_details_grow_with_the_level(self) -> None:
        brief, usual, full = (
            markdown.render(claimed.report(), TEXT, detail=level)
            for level in (Detail.VERDICTS, Detail.BINDINGS, Detail.EXPLAIN)
        )
        assert SEED_SUMMARY in brief
        assert "## Flagged Claims" not in brief
        assert "## Supported Claims" not in brief
        assert "<details>\n<summary>1 claim with quotes</summary>\n\n| Place |" in usual
        assert "5:29" not in usual
        assert "| 3:1 | Staff rose to 1,234 | <https://example.com/one> | 0.95 |" in usual
        assert "| 5:29 | We think so | opinion |" in full

    def test_a_second_source_is_told_of_too(self) -> None:
        shown = markdown.render(
            claimed.report(detail=claimed.disputed()), TEXT, detail=Detail.BINDINGS
        )
        assert "The following 1 claim requires attention:" in shown
        assert "- **Other Source**: <https://example.com/one> (supported, 0.95)" in shown

    def test_sources_are_called_by_their_titles_and_addresses_are_whole(self) -> None:
        link = "https://example.com/a_page?q=1&r=_2_"
        assert format_link("Trade_report", link) == f"Trade\\_report (<{link}>)"
        assert format_link(link, link) == f"<{link}>"
        for bad in ("javascript:alert(1)", "https://x.example/>[a](b)", "https://x.example/ a", ""):
            assert format_link("*t*", bad) == r"\*t\*"

    def test_a_claim_that_is_flagged_is_never_headed_supported(self) -> None:
        for detail in (claimed.disputed(), None):
            report = claimed.report() if detail is None else claimed.report(detail=detail)
            shown = markdown.render(report, TEXT, detail=Detail.EXPLAIN)
            heads = re.findall(r"^### (\S+ Claim \d+: .*)$", shown, re.MULTILINE)
            assert heads
            assert not any(head.endswith(" SUPPORTED") for head in heads)

    def test_what_to_do_is_said_to_readers(self) -> None:
        codes = {code for code, known in CODES.items() if known.check == "claims"}
        assert set(FOR_READERS) == codes
        shown = markdown.render(claimed.report(), TEXT, detail=Detail.BINDINGS)
        assert "- **What to do**: Go by the quote: the source says otherwise.\n" in shown
        assert not re.search(r"PutSource|allowed_hosts|second_model|claims\.\w+", shown)

    def test_without_claims_there_is_none(self) -> None:
        shown = markdown.render(claimed.report(detail=ClaimsDetail()), TEXT, detail=Detail.BINDINGS)
        assert "# Verification Report" not in shown
        assert "**Cited Claims**: nothing to check" in shown


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [(47, 50, "94%"), (999, 1000, "99%"), (1, 1000, "1%"), (0, 3, "0%"), (3, 3, "100%")],
)
def test_whole_percent_are_never_all_or_nothing_by_rounding(
    part: int, whole: int, shown: str
) -> None:
    assert format_percent(part, whole) == shown


class TestTerminal:
    def test_a_finding_has_the_quote_that_it_goes_by(self) -> None:
        shown = terminal.render(
            claimed.report(), TEXT, path="n", color=False, detail=Detail.BINDINGS
        )
        assert "n:3:33: error CLAIM_CONTRADICTED: a says otherwise: flat (90% sure)" in shown
        assert "  the source: “Exports were flat”\n" in shown
        assert "**Cited Claims**: 1 of 5 supported (20.0%), 4 flagged" in shown

    def test_each_source_has_a_line(self) -> None:
        shown = terminal.render(
            claimed.report(), TEXT, path="n", color=False, detail=Detail.BINDINGS
        )
        assert (
            "  https://example.com/one       3 claims, 1 supported (33%), 2 flagged,"
            " confidence 0.83\n" in shown
        )
        assert "no text: SOURCE_UNKNOWN" in shown

    def test_explain_lists_every_claim(self) -> None:
        shown = terminal.render(
            claimed.report(), TEXT, path="n", color=False, detail=Detail.EXPLAIN
        )
        assert (
            "n:3:1: “Staff rose to 1,234”: supported (0.95)\n"
            "  https://example.com/one: supported (0.95, m-1): said so\n"
            "    the source: “the staff was 1,234”\n" in shown
        )
        assert "n:5:29: “We think so”: not judged, opinion" in shown


class TestAnnotated:
    def test_the_text_stays_and_flagged_claims_are_marked(self) -> None:
        shown = annotated.render(claimed.report(), TEXT, detail=Detail.BINDINGS)
        body, _, rest = shown.partition("\n\n---\n\n")
        assert "Exports fell [Source 1] **[❌ Claim 1: CONTRADICTED]**.\n" in body
        assert "Staff rose to 1,234 [Source 1]. " in body
        assert re.sub(r" \*\*\[[^]]*\]\*\*", "", body) == TEXT.string.rstrip()
        assert rest.startswith("# Verification Report\n\n## Summary")
        assert rest.count("### ") == body.count("**[") == 4

    def test_a_check_that_failed_is_never_silent(self) -> None:
        failure = Failure("JUDGE_UNREACHABLE", "nobody there", retryable=True)
        result = CheckResult(check="claims", required=True, outcome=failure)
        shown = annotated.render(
            replace(claimed.report(), results=(result,)), TEXT, detail=Detail.BINDINGS
        )
        assert "No claim was verified: nobody there (JUDGE_UNREACHABLE)." in shown


class TestRepairs:
    def test_claims_are_marked(self) -> None:
        mended = apply_repairs(claimed.report("mark"), TEXT)
        assert mended.applied == 3
        assert "Exports fell [Source 1] [contradicted]." in mended.text
        assert "Wages grew a little [Source 1].\n" in mended.text  # a part is supported

    def test_citations_are_taken_out(self) -> None:
        mended = apply_repairs(claimed.report("remove_citation"), TEXT)
        assert "Imports doubled. We think so" in mended.text
        assert "Exports fell [Source 1] [contradicted].\n" in mended.text  # it is no better uncited

    def test_claims_are_taken_out(self) -> None:
        mended = apply_repairs(claimed.report("remove_claim"), TEXT)
        assert mended.left == 0
        assert "Exports" not in mended.text
        assert "15 nations" not in mended.text
        assert "Staff rose to 1,234 [Source 1]." in mended.text

    def test_what_they_do_is_said_in_words(self) -> None:
        for way, words in (
            ("mark", "insert ' [contradicted]'"),
            ("remove_claim", "take out 'Exports fell [Source 1].'"),
        ):
            shown = terminal.render(
                claimed.report(way), TEXT, path="n", color=False, detail=Detail.BINDINGS
            )
            assert f"  {words}\n" in shown

    def test_of_two_over_the_same_words_one_is_left(self) -> None:
        report = claimed.report("remove_claim")
        (result,) = report.results
        outcome = result.outcome
        assert not isinstance(outcome, Failure)
        first = outcome.findings[0]
        assert first.repair is not None
        inner = replace(first, repair=replace(first.repair, span=claimed.span("fell")))
        twice = replace(outcome, findings=[inner, *outcome.findings])
        both = replace(
            result, outcome=twice, severities=(*result.severities[:1], *result.severities)
        )
        mended = apply_repairs(replace(report, results=(both,)), TEXT)
        assert (mended.applied, mended.left) == (3, 1)
        assert "Exports" not in mended.text


class TestPage:
    def test_claims_are_marked_and_lead_to_their_cards(self) -> None:
        page = html.render(claimed.report(), TEXT, path="n", detail=Detail.BINDINGS)
        assert 'class="passage claim supported"' in page
        assert 'aria-label="Claim 2: contradicted"' in page
        assert "Every claim (5)" in page
        assert "Sources (3)" in page
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)

    def test_a_statement_that_was_split_has_a_finding_for_each_part(self) -> None:
        fell = claimed.CLAIMS[1]
        other = fell._replace(claim=fell.claim._replace(text="and more"), code="CLAIM_UNSUPPORTED")
        split = replace(claimed.DETAIL, claims=[claimed.CLAIMS[0], fell, other])
        page = html.render(claimed.report(detail=split), TEXT, path="n", detail=Detail.BINDINGS)
        for key, code in (("v2", "CLAIM_CONTRADICTED"), ("v3", "CLAIM_UNSUPPORTED")):
            card = page[page.index(f'id="{key}"') :].partition("</article>")[0]
            assert card.count("<code>CLAIM_") == card.count(f"<code>{code}</code>") == 1

    def test_a_card_tells_source_quote_and_why(self) -> None:
        page = html.render(claimed.report(), TEXT, path="n", detail=Detail.BINDINGS)
        card = page[page.index('id="v2"') :].partition("</article>")[0]
        for words in ("https://example.com/one", "Exports were flat", "flat", "m-1", "0.90"):
            assert words in card

    def test_hostile_judges_and_sources_are_text(self) -> None:
        page = html.render(claimed.report(), TEXT, path="n", detail=Detail.EXPLAIN)
        assert "<script>alert" not in page
        assert "The <b>second" not in page
        assert "The &lt;b&gt;second&lt;/b&gt; | `report`" in page
        assert "We think so" in page[page.index("Not judged (1)") :]
