"""Which cited statements are claims: words, places, kinds, sources, and what is passed over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.citations.library import Library
from sidecar.citations.reading import read_citations
from sidecar.citations.settings import CitationsSettings
from sidecar.claims.extraction import ClaimExtraction, TooManyClaims, extract_claims
from sidecar.claims.settings import ClaimsSettings
from sidecar.model.claim import ClaimType
from sidecar.model.evidence import Citable, EvidenceItem, Source
from sidecar.model.text import Text
from sidecar.text.claims import ClaimReader

SOURCES = [
    Source(id="s1", number=1, text="x", url="https://example.com/1", title="One"),
    Source(id="s2", number=2, text="x"),
    Source(id="fam", number=3, text="x", family="LMIS"),
]
ITEMS = [EvidenceItem(id="ev-1", text="x", provenance="https://example.com/ev")]


def extracted(text: str, **settings: Any) -> ClaimExtraction:
    library = Library(ITEMS, SOURCES, [])
    reading = read_citations(
        ClaimReader(Text(text)), library, CitationsSettings(), bare_numbers=False
    )
    every: list[Citable] = [*ITEMS, *SOURCES]
    citable = {one.id: one for one in every}
    return extract_claims(reading, citable, ClaimsSettings(**settings))


def said(text: str, **settings: Any) -> list[str]:
    return [claim.text for claim in extracted(text, **settings).claims]


def cited(text: str) -> list[list[str]]:
    return [[source.id for source in claim.sources] for claim in extracted(text).claims]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Staff rose [Source 1].", ["Staff rose."]),
        ("Staff rose. [Source 1]", ["Staff rose."]),
        ("Staff rose. Sales fell sharply [Source 1].", ["Sales fell sharply."]),
        ("It is uncited. So is this.", []),
        ("Staff in [Source 1] rose by 5 %.", ["Staff in rose by 5 %."]),
        (
            "Costs rose by 5 % [Source 1], and sales fell sharply [Source 2].",
            ["Costs rose by 5 %", "sales fell sharply"],
        ),
        ("Costs rose [Source 1] [Source 2].", ["Costs rose."]),
        ("Costs rose [Source 1, Source 2].", ["Costs rose."]),
        ("Staff [Source 1] and sales [Source 2] rose.", ["Staff and sales rose."]),
        ("- Staff rose by 5 % [Source 1]\n- Sales fell by 6 % [Source 2]\n",
         ["Staff rose by 5 %", "Sales fell by 6 %"]),
        ("**Staff rose by 5 %** [Source 1].", ["Staff rose by 5 %"]),
        ("Die Größe stieg um 5 % [Source 1].", ["Die Größe stieg um 5 %."]),
    ],
)  # fmt: skip
def test_the_words_of_claims(text: str, claims: list[str]) -> None:
    assert [one.rstrip(".") for one in said(text)] == [one.rstrip(".") for one in claims]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("Staff rose by 5 % [Source 1] [Source 2].", [["s1", "s2"]]),
        ("Staff rose by 5 % [Source 1] [Source 1].", [["s1"]]),
        ("Costs rose by 5 % [Source 1], and sales fell by 6 % [Source 2].", [["s1"], ["s2"]]),
        ("Staff rose by 5 % [ev-1].", [["ev-1"]]),
        ("Staff rose by 5 % [Source 9].", [["9"]]),
        ("Per LMIS: staff rose by 5 %.", [["fam"]]),
    ],
)
def test_what_claims_cite(text: str, sources: list[list[str]]) -> None:
    assert cited(text) == sources


def test_what_is_known_of_a_source() -> None:
    (claim,) = extracted("Staff rose by 5 % [Source 1] [ev-1] [Source 9].").claims
    first, item, unknown = claim.sources
    assert (first.number, first.url, first.title) == (1, "https://example.com/1", "One")
    assert (item.number, item.url) == (0, "https://example.com/ev")
    assert (unknown.number, unknown.known) == (9, False)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Staff rose by 5 % [Source 1].", ClaimType.STATISTIC),
        ("It was founded in 1998 [Source 1].", ClaimType.DATE),
        ("She said “we are glad to be here” [Source 1].", ClaimType.QUOTE),
        ('The head said "we grow" [Source 1].', ClaimType.QUOTE),
        ('The head: "Never" [Source 1].', ClaimType.QUOTE),
        ('The "Old Mill" is in Linz [Source 1].', ClaimType.FACTUAL),
        ("It is based in Linz [Source 1].", ClaimType.FACTUAL),
    ],
)
def test_kinds(text: str, kind: ClaimType) -> None:
    (claim,) = extracted(text).claims
    assert claim.claim_type is kind
    name = kind.name.lower()
    others = [one.name.lower() for one in ClaimType if one is not kind]
    assert said(text, types=[name])
    assert not said(text, types=others)
    assert [one.reason for one in extracted(text, types=others).skipped] == ["type"]


def test_headings_and_questions_that_cite_are_claims() -> None:
    text = "# Staff grew (Source 1)\n\nDid it grow [Source1]?\n\n## Summary\n\nIt grew."
    found = extracted(text)
    assert [one.text for one in found.claims] == ["Staff grew", "Did it grow?"]
    assert found.passed_over == {"heading": 1, "uncited": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I think that it is good [Source 1].", "opinion"),
        ("This report summarises the matter [Source 1].", "commentary"),
        ("See also the annexes [Source 1].", "commentary"),
        ("There is no evidence on the matter in the sources [Source 1].", "commentary"),
    ],
)
def test_what_asserts_nothing_is_passed_over_unless_it_holds_a_number(
    text: str, reason: str
) -> None:
    found = extracted(text)
    assert not found.claims
    assert [one.reason for one in found.skipped] == [reason]
    assert said(text, skip_opinions=False)
    assert said(text.replace(" [Source", ", by 5 % [Source"))


@pytest.mark.parametrize(
    "text",
    [
        "Größe: die Größe stieg um 5 % [Source 1], und der Umsatz fiel um 6 % [Source 2].",
        "日本の人口は1億人です [Source 1]。",
        "😀 Staff rose by 5 % [Source 1]. 😀 Sales fell by 6 % [Source 2].",
    ],
)
def test_places_count_bytes(text: str) -> None:
    data = text.encode()
    for claim in extracted(text).claims:
        where = data[claim.span.start : claim.span.end].decode()
        assert claim.text.startswith(where[:3])
        assert all(data[marker.start : marker.end].startswith(b"[") for marker in claim.markers)


def test_a_claim_that_is_a_part_has_its_sentence_as_context() -> None:
    text = "Before it all. Costs rose by 5 % [Source 1], and sales fell by 6 % [Source 2]."
    first, second = extracted(text).claims
    assert "sales fell" in first.context
    assert "Costs rose" in second.context


def test_no_more_claims_than_the_settings_allow() -> None:
    text = " ".join(f"Staff rose by {at} % [Source 1]." for at in range(5))
    assert len(said(text, max_claims=5)) == 5
    with pytest.raises(TooManyClaims, match="more than 4"):
        extracted(text, max_claims=4)


PIECES = [
    "Staff rose", " by 5 %", " [Source 1]", "[Source 2]", "[Source 1, Source 2]", ".", ", and ",
    "\n", "\n\n", "- ", "| ", "# ", "“so it is said”", "é", "😀", "?", ":", "[ev-1]", "](", "[[",
    "Per LMIS: ", " in 2024",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_text_is_read(pieces: list[str]) -> None:
    text = "".join(pieces)
    data = text.encode()
    for claim in extracted(text).claims:
        assert claim.sources
        assert 0 <= claim.span.start <= claim.span.end <= len(data)
        data[claim.span.start : claim.span.end].decode()
        for marker in claim.markers:
            data[marker.start : marker.end].decode()
