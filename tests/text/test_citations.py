"""Which source a number stands under."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import _jit
from fastpath._jit import KernelForm
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.layout import read_layout
from sidecar.text.options import ExtractOptions

# Text, then the family and query id of each of its numbers.
CITED = [
    ("Per LMIS: 1,234 employees (QID:lmis_001).", [("LMIS", "lmis_001")]),
    ("According to GCC-STAT: 5%.", [("GCC-STAT", "")]),
    ("According to GCC-STAT, 5% left.", [("GCC-STAT", "")]),
    ("As per LMIS, 5 left.", [("LMIS", "")]),
    ("per LMIS: 5 left.", [("LMIS", "")]),
    ("Source: LMIS. 5 left.", [("", "")]),  # the next sentence has no source
    ("5 left (source: LMIS).", [("LMIS", "")]),
    ("According to the World Bank, 5 left.", [("World Bank", "")]),
    ("According to WorldBank, 5 left.", [("WorldBank", "")]),
    ("5 left, according to LMIS.", [("LMIS", "")]),
    ("5 left [QID:lmis_001].", [("", "lmis_001")]),
    ("5 left (QID: lmis_001).", [("", "lmis_001")]),
    ("5 left QID:lmis-salary.q1.", [("", "lmis-salary.q1")]),
    ("5 left (qid:lmis_001).", [("", "lmis_001")]),
    ("5 left. Per LMIS: 6 came.", [("", ""), ("LMIS", "")]),
    ("Per LMIS: 5 left. 6 came.", [("LMIS", ""), ("", "")]),  # one sentence, not a paragraph
    ("5 left (QID:a), 6 came (QID:b).", [("", "a"), ("", "b")]),
    ("5 left (QID:a), 6 came.", [("", "a"), ("", "a")]),  # nothing else governs it
    ("Per LMIS: 5 left; per GCC-STAT: 6 came.", [("LMIS", ""), ("GCC-STAT", "")]),
    ("Per LMIS: 5 left (QID:a) and 6 came (QID:b).", [("LMIS", "a"), ("LMIS", "b")]),
    ("5 cases per million people.", [("", "")]),  # a rate is no source
    ("GDP per Capita: 5 left.", [("", "")]),
    ("5 cases according to plan, 6 not.", [("", ""), ("", "")]),
    ("The source of 5 leaks.", [("", "")]),
    ("- Per LMIS: 5\n- 6", [("LMIS", ""), ("", "")]),  # bullets are sentences
    ("Per LMIS:\n5 left.", [("LMIS", "")]),
    ("5 left.", [("", "")]),
]


@pytest.mark.parametrize(("string", "wanted"), CITED, ids=[case[0] for case in CITED])
def test_citation(string: str, wanted: list[tuple[str, str]]) -> None:
    claims = extract_numbers(Text(string), ExtractOptions()).claims
    assert [(c.citation.family, c.citation.query_id) for c in claims] == wanted


def test_the_prefix_is_a_span_of_the_text() -> None:
    text = Text("É. Per LMIS: 5 left.")
    (claim,) = extract_numbers(text, ExtractOptions()).claims
    assert claim.citation.prefix is not None
    assert text.slice(claim.citation.prefix) == "Per LMIS:"


def test_a_sentence_without_a_source_has_no_prefix() -> None:
    (claim,) = extract_numbers(Text("5 left."), ExtractOptions()).claims
    assert claim.citation.prefix is None


PARTS = st.sampled_from(
    [
        "Per LMIS: ",
        "per the A, ",
        "PER A: ",
        "As per B: ",
        "according to C, ",
        "According\nto D:",
        "Source: E. ",
        "source F ",
        "resource: G ",
        "SOURCE:",
        "QID:a ",
        "(qid: b)",
        "Qid:c",
        "QID",
        "percent ",
        "paper ",
        "é",
        "\xa0",
        ". ",
        "5 left",
        "7, ",
        "\n",
    ]
)


@pytest.mark.slow
@pytest.mark.usefixtures("pass_form")
@settings(max_examples=300, deadline=None)
@given(st.lists(PARTS | st.text(max_size=3), max_size=8).map("".join))
def test_the_pass_over_the_bytes_misses_no_source_that_the_expression_finds(string: str) -> None:
    text = Text(string.encode("utf-8", "ignore").decode("utf-8"))
    found = extract_numbers(text, ExtractOptions())
    with _jit.forced(KernelForm.NUMPY):
        assert read_layout(text).hints is None
        assert extract_numbers(text, ExtractOptions()) == found
