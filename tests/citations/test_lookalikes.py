"""What looks like a citation is judged as one, or is a finding; and prose is neither.

``lookalikes.yaml`` has ways to write one that a reader sees through and a pattern does not. Each
passed unjudged once, beside a citation that is right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bench import yaml_file
from sidecar.checks.base import CheckSubject
from sidecar.checks.citations import CitationsCheck
from sidecar.citations.settings import CitationsSettings
from sidecar.model.evidence import Source
from sidecar.model.report import Findings
from sidecar.model.text import Text

KINDS = yaml_file.read(Path(__file__).with_name("lookalikes.yaml"))
WAYS = [(kind, way) for kind, ways in KINDS.items() for way in ways]
BESIDE = "Copper exports rose by 4 percent [1]. "
SOURCES = (
    Source(
        id="alpha",
        number=1,
        title="Alpha trade report",
        url="https://alpha.example/trade",
        text="Copper exports rose by 4 percent. The mine employs 2,300 people.",
    ),
    Source(id="beta", number=2, text="Copper exports rose. The mine employs 2,300 people."),
)


def text(way: dict[str, Any]) -> str:
    return f"{BESIDE}The mine employs 2,300 people {way['written']}.\n\n{way.get('behind', '')}"


def judged(string: str, **options: Any) -> Findings:
    subject = CheckSubject(Text(string), sources=SOURCES, **({"bare_numbers": True} | options))
    return CitationsCheck(CitationsSettings()).run(subject)


def read(found: Findings) -> list[str]:
    """What the citations but the first are read as; "" where one is unreadable."""
    _, *others = found.detail.citations  # type: ignore[union-attr]
    unread = {f.span for f in found.findings if f.code == "CITATION_UNREADABLE"}
    return ["" if one.marker.span in unread else one.marker.key for one in others]


def test_there_are_sixty_in_ten_kinds() -> None:
    assert len(KINDS) >= 10
    assert len(WAYS) >= 60


@pytest.mark.parametrize(("kind", "way"), WAYS)
def test_each_is_read_or_is_a_finding(kind: str, way: dict[str, Any]) -> None:
    found = judged(text(way))
    wanted = [way["reads"]] if " " not in way["reads"] or "A" in way["reads"] else None
    assert read(found) == (wanted or way["reads"].split())
    unfound = [one.marker.span for one in found.detail.citations if not one.found]  # type: ignore[union-attr]
    assert set(unfound) <= {finding.span for finding in found.findings}


@pytest.mark.parametrize(
    "prose",
    [
        "It is said so [sic] and [citation needed], by [them] [...].",
        "The interval is [1.2, 3.4], [0, 1) or (1, 9].",
        "It grew (2024), in (Q1), by (4 %), see (page 4) and (Figure 2).",
        "- [x] done\n- [ ] open",
        "In $[a_1]$ and x[i] and f(x2), of 10<sup>9</sup> or 5 km<sup>2</sup> or 10⁹ m².",
        "See [the page](https://nobody.example/a) and [2024] and [1999–2001].",
        "```\nx = a[9]\n[Source 9]\n```\n\n    [9]",
        "Write `a[9]`, `x = [1, 2]` and `[see below]`.",
        "The source code [source code] is open (source: the ministry).",
        "Vitamin [B12], (B12), the A[380] and the H[2]O.",
        "[Note: prices rose] and [table 3] and [Fig. 2].",
        "Two sources (3 documents) say so; the 3 sources 9 of us read agree.",
        "It rose (reference 2024/15) and (document 3 of 5).",
        "[1](https://nobody.example/) stores",
        "The set {1, 2, 3}, x_{9} and {9} of <b>9</b>; [9 sources], [2 documents], [IX].",
    ],
)
def test_prose_is_neither_read_nor_a_finding(prose: str) -> None:
    found = judged(BESIDE.replace("[1]", "[Source 1]") + "\n\n" + prose, bare_numbers=False)
    assert read(found) == []


LATIN = {"S": "Ѕ", "o": "оο", "c": "сϲ", "e": "е", "u": "υ", "r": "г"}
WORDS = ["Source", "source", "SOURCE", "Sources", "Src", "Ref", "Document"]
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u034f\u2062"
PAIRS = ["[]", "［］", "【】", "〔〕", "()", "（）", "{}", "[)", "(]", "`[]`", "\\[\\]", "⟦⟧"]
SPACES = ["", " ", "  ", "\u00a0", "\u2009", "\n", "-", "_", ".", ". ", ": ", "#", " no. "]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A citation of source 2, with what a reader would not mind."""
    word = draw(
        st.sampled_from(["Source", "source", "SOURCE", "Sources", "Src", "Ref", "Document"])
    )
    written = "".join(
        draw(st.sampled_from(sorted({letter, *LATIN.get(letter, "")}))) for letter in word
    )
    written += draw(st.sampled_from(SPACES)) + draw(st.sampled_from("22２٢²"))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(written)))
        written = written[:at] + draw(st.sampled_from(UNSEEN)) + written[at:]
    pair = draw(st.sampled_from(PAIRS))
    half = len(pair) // 2
    return pair[:half] + written + pair[half:]


@given(mutated())
@example("[Source\u00ad2]")
def test_any_mutation_is_the_same_citation_or_a_finding(marker: str) -> None:
    found = judged(f"{BESIDE}The mine employs 2,300 people {marker}.")
    (key,) = read(found)
    codes = {finding.code for finding in found.findings}
    assert key in ("2", "٢") or codes & {"CITATION_UNREADABLE", "CITATION_NOT_FOUND"}
