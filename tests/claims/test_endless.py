"""What never ends takes time by its length alone: sentences, quotations, rows, quotes and pages."""

from __future__ import annotations

import time
from contextlib import suppress
from decimal import Decimal

import pytest
from claims.test_extraction import extracted
from claims.written import SOURCE, claim

from sidecar.claims.document import SourceDocument
from sidecar.claims.guard import guard_opinion
from sidecar.claims.judging import read_tables
from sidecar.claims.opinions import ClaimOpinion
from sidecar.model.claim import ClaimVerdict
from sidecar.text.options import TooManyNumbers

pytestmark = pytest.mark.slow

LIMIT_S = 4
SIZE = 500_000
PIECES = [
    "a ",
    "12 tons, ",
    "in 2024 ",
    "| 1 ",
    "“a ",
    "[",
    "not ",
    "<p hidden>",
    "ab\t",
    "公",
    "... ",
    "\n",
    "<table><td>",
    "A of ",
    "1 2\n",
]
"""Of sources, each repeated without an end."""


def judged(said: str, source: str, quote: str, times: int = 20) -> float:
    """Seconds that a document and some claims on it take."""
    started = time.process_time()
    document = SourceDocument(source)
    opinion = ClaimOpinion(ClaimVerdict.SUPPORTED, 1.0, (quote, "it is nowhere in it", "… a …"))
    for _ in range(times):
        guard_opinion(claim(said), SOURCE, document, opinion, Decimal(0))
        guard_opinion(claim(said), SOURCE, document, opinion, Decimal("0.1"))
    read_tables(document.string)
    return time.process_time() - started


@pytest.mark.parametrize("piece", PIECES)
def test_a_source_without_an_end(piece: str) -> None:
    source = f"The staff was 12 in May 2024 {piece * (SIZE // len(piece))}"
    assert judged("The staff was 12 tons in May 2023", source, "The staff was 12 in May") < LIMIT_S


@pytest.mark.parametrize("piece", [*PIECES, '"', "“", "«a", "„a", "(", "4th ", "[x", "** "])
def test_a_claim_without_an_end(piece: str) -> None:
    said = piece * (20_000 // len(piece))
    assert judged(f"The staff {said}", "The staff was 12 in May", "The staff was 12", 3) < LIMIT_S


@pytest.mark.parametrize("piece", [*PIECES, '"a ', "« ", "„ ", "and ", " ,", "? ", "I think "])
def test_a_text_without_an_end(piece: str) -> None:
    started = time.process_time()
    with suppress(TooManyNumbers):
        extracted(f"“{piece * (50_000 // len(piece))} [Source 1].")
    assert time.process_time() - started < LIMIT_S
