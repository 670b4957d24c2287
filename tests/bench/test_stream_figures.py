"""The figures of streams: which piece completes a sentence, and that all of them are measured."""

from __future__ import annotations

import pytest

from bench import cuttings, streams
from bench.records import FOLDER_VARIABLE
from bench.stream_pace import completions

FIRST, SECOND = b"Sales were 1,234. ", b"The South had 987. "
COST = ("over_verify", "cpu", "report", "messages", "reading", "judging")


def test_a_sentence_is_complete_with_the_piece_that_ends_the_word_behind_it() -> None:
    pieces = [FIRST[:9], FIRST[9:], b"The", b" South", SECOND[9:], b"And", b" so on"]
    assert completions(pieces) == {len(FIRST): 3, len(FIRST + SECOND): 6}


def test_tokens_are_a_few_bytes_each() -> None:
    pieces = list(cuttings.pieces(FIRST * 50, cuttings.tokens(FIRST * 50)))
    assert b"".join(pieces) == FIRST * 50
    assert max(map(len, pieces)) <= 6


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_every_figure_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    figures = streams.measure(quick=True)
    for mode in ("context", "value"):
        names = [name for name in figures if name.startswith(f"stream_{mode}_")]
        assert [any(part in name for name in names) for part in COST] == [True] * len(COST)
        assert figures[f"stream_{mode}_over_verify"]["value"] > 1
    for at_once in (1, 16):
        middle, late = (figures[f"stream_delay{at_once}_p{of}_ms"]["value"] for of in (50, 99))
        assert 0 < middle <= late
    assert figures["stream_answer_tokens_left"]["value"] > 0
    assert "stream_memory_kb" in figures
