"""However a narrative is cut, its stream ends as ``Verify`` does; cuttings are new in each run."""

from __future__ import annotations

import random
from typing import Any

import pytest
from calls import SALES
from sampled import sampled
from verifyd import QueryResult

from bench.narratives import Narrative
from bench.records import FOLDER_VARIABLE
from bench.stream_cuts import CutText, streams, texts

CUTTINGS = 3
RESULTS = [QueryResult("sales", SALES)]
HOSTILE = {
    "numbers": "North: 1,234.50 €; South −987.0, 1 234 or 1.234e3. Sales rose 3.14 %. The end.",
    "characters": "Umsätze – „1.234“ 😀e\u0301 \u202e987\u202c. 北は1,234です。987。 X.",
    "table": "| region | sales |\n|---|--:|\n| North | 1,234 |\n| South | 9 |\n|  |\n\nAfter: 987.",
    "fence": "```sql\nSELECT 1234; -- a. b. c.\n```\nNorth 4,321.\n\n~~~\nnever closed 987. Sold.",
    "citations": "North sold 1,234 [sales]. South 99 [ev-1][ev-2] [a](https://x.example/1.5?q=2).",
    "footnotes": "North[^1] sold 4,321. South too.\n\n[^1]: Of 2023. See [^2].\n    More: 987.\n",
    "setext": "Sales of 987\n===\nNorth sold 1,234\n---\n\n> South\n> ===\n> sold 12.\n\ntext\n-\n",
    "line ends": "# Sales\r\n\r\n- North 1,234.\r\n- South 12.\r\n\r\n\r\nA\rB 987.\n\r\nC: 5.\r\n",
    "lists": "1. North:\n   - 60 %\n   - 30 %\n2. South: 10 %,\nother 20 %\n\n   and 5.",
    "emphasis": "**North sold 4,321** units. _South_ *sold* ~~12~~ `987`.\n***\n\\*Not\\* 1\\.5.",
}


def differing(server: Any, text: CutText, count: int) -> list[Any]:
    """The cuttings that differ, with what shows them again."""
    return [
        (one.differences, text.narrative.text, list(one.cuts))
        for one in streams(server.target, text, count)
        if one.differences
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_and_characters(server: Any, name: str) -> None:
    seed = random.SystemRandom().randrange(1 << 30)
    text = CutText("hostile", Narrative(HOSTILE[name], RESULTS), seed)
    assert not differing(server, text, CUTTINGS)


@pytest.mark.parametrize("number", sampled(range(12), 3))
def test_narratives_of_analysts(server: Any, number: int, analysts: list[CutText]) -> None:
    assert not differing(server, analysts[number], CUTTINGS)


@pytest.fixture(scope="module")
def analysts() -> list[CutText]:
    """Texts of the set of the repository, every second one dressed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(FOLDER_VARIABLE, raising=False)
        return texts(12, random.SystemRandom().randrange(1 << 30))
