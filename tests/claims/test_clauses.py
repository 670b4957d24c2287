"""A claim is a whole clause with its "not", its "may" and its speaker, wherever it is cited."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from claims.test_extraction import cited, extracted, said
from hypothesis import given
from hypothesis import strategies as st

from sidecar.claims import clauses

SUBJECTS = ["The northern mine", "Its legal status", "Some exports", "The mayor's office"]
"""The second word of each is in no other part."""

VERBS = [
    "was not{aside} based on occupation", "did not{aside} close in spring", "may{aside} open soon",
    "has never{aside} paid taxes", "will{aside} be sold to a rival", "cannot{aside} be repaired",
    "rose{aside} by 5 %", "is{aside} in good order", "could{aside} fail the test",
    "was{aside} hardly used in winter",
]  # fmt: skip
ASIDES = ["", ", according to the government,", ", in May,", ", so the owners,", ", as planned,"]
JOINTS = [", and ", " and ", ", but ", "; ", ", while ", ", "]
GOVERNORS = ["", "Critics deny that ", "It is not true that ", "If it rains, ", "In 2024, "]
CLOSINGS = ["", ", the ministry denied", ", the owners say", " if prices hold"]
MARKS = ["", " [Source 1]", " [Source 2]"]
_NAMED = re.compile(r"[^\W_]+")


class Written(NamedTuple):
    """A sentence that cites, and what of it belongs together."""

    text: str
    clauses: list[str]
    over_all: list[str]


@st.composite
def sentences(draw: st.DrawFn) -> Written:
    """Clauses with citations at any of their borders and around their asides."""
    subjects = draw(st.permutations(SUBJECTS))[: draw(st.integers(1, 3))]
    made, plain = [], []
    scattered = draw(st.booleans())
    joints = [draw(st.sampled_from(JOINTS)) for _ in subjects]
    for at, subject in enumerate(subjects):
        aside, verb = draw(st.sampled_from(ASIDES)), draw(st.sampled_from(VERBS))
        plain.append(f"{subject} {verb.format(aside=aside)}")
        begun, ended = verb.split("{aside}")
        inner = [draw(st.sampled_from(MARKS)) if scattered else "" for _ in range(3)]
        marks = [*inner, draw(st.sampled_from(MARKS)) if scattered else MARKS[1]]
        within = f"{marks[0]}{aside}{marks[1]}" if aside else marks[0]
        made.append(f"{subject}{marks[2]} {begun}{within}{ended}{marks[3]}")
        if at < len(subjects) - 1:
            made.append(joints[at])
    governor, closing = draw(st.sampled_from(GOVERNORS)), draw(st.sampled_from(CLOSINGS))
    parted = "; " in joints[: len(subjects) - 1]
    over_all = [] if parted or governor == "In 2024, " else [governor, closing]
    return Written(f"{governor}{''.join(made)} [Source 2]{closing}.", plain, over_all)


@given(sentences())
def test_what_belongs_together_stays_together(written: Written) -> None:
    claims = said(written.text)
    for claim in claims:
        held = _NAMED.findall(claim)
        for clause in written.clauses:
            words = _NAMED.findall(clause)
            assert words[1] not in held or set(words) <= set(held), (claim, clause)
        for over in written.over_all:
            assert set(_NAMED.findall(over)) <= set(held), (claim, over)
        assert any(clause.split()[1] in claim for clause in written.clauses), claim


@given(sentences())
def test_the_claims_of_a_sentence_cover_it(written: Written) -> None:
    words = _NAMED.findall(re.sub(r"\[Source \d\]", " ", written.text))
    held = " ".join(said(written.text))
    joining = {"and", "but", "while"}
    assert [one for one in words if one not in joining] == [
        one for one in _NAMED.findall(held) if one not in joining
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Its status was not, according to the government, based on occupation [Source 1].",
        "Its status was not [Source 1], according to the mayor, based on occupation [Source 2].",
        "The board did not approve the merger [Source 1] and sell the plant [Source 2].",
        "Nobody said that costs rose in May [Source 1] and that sales fell sharply [Source 2].",
        "Costs rose for shops in Oslo [Source 1], and for offices located in Bergen [Source 2].",
        "Costs rose in Oslo [Source 1], and sales fell in May [Source 2], the ministry denied.",
    ],
)
def test_a_sentence_that_is_one_claim(text: str) -> None:
    (claim,) = extracted(text).claims
    assert len(claim.markers) == text.count("[")
    assert claim.text.rstrip(".") == re.sub(r" \[Source \d\]", "", text).rstrip(".")


def test_clauses_of_their_own_are_claims_with_their_own_sources() -> None:
    text = "Costs did not rise in May [Source 1], but sales fell sharply [Source 2]; both were low."
    assert said(text)[0] == "Costs did not rise in May"
    assert cited(text) == [["s1"], ["s2"]]


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("sales fell sharply", True),
        ("and the third mine was sold", True),
        ("In 2024, sales were low", True),
        ("the council rejected the plan", True),
        ("based on occupation", False),
        ("offices located in Bergen", False),
        ("according to the mayor, sales", False),
        ("Bergen, where sales fell", False),
        ("sell the plant", False),
        ("", False),
    ],
)
def test_a_clause_has_subject_and_verb(part: str, whole: bool) -> None:
    assert clauses.has_verb(part) is whole
