"""``verifyd check --evidence --sources`` from files to findings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Write = Callable[[str, str], Path]
ITEMS = "- {id: ev-1, text: Staff grew to 40., relevance: 0.9}\n"
SOURCES = '[{"id": "a", "text": "Wages rose."}, {"id": "b", "number": 7}]'


def test_what_is_cited_is_looked_up(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "Staff grew to 40 [ev-1]. Wages rose [Source 7]. So [ev-2].")
    files = ["--evidence", write("e.yaml", ITEMS), "--sources", write("s.json", SOURCES)]
    ran = verifyd("check", narrative, *files, "--format", "json", "--check", "citations")
    assert ran.status == 1
    (result,) = json.loads(ran.out)["report"]["results"]
    assert [f["code"] for f in result["findings"]["findings"]] == ["CITATION_NOT_FOUND"]
    cited = result["findings"]["citations"]
    assert (cited["citations_total"], cited["citations_found"]) == (3, 2)
    assert [c["evidence_ids"] for c in cited["citations"]] == [["ev-1"], ["b"], []]
    assert cited["citations"][0]["evidence_snippet"] == "Staff grew to 40."


def test_bare_numbers_cite_only_where_asked(verifyd: Run, write: Write) -> None:
    words = ["check", write("n.md", "Wages rose [1]."), "--sources", write("s.json", SOURCES)]
    only = ["--check", "citations"]
    assert verifyd(*words, *only).status == 1  # CITATIONS_MISSING
    assert verifyd(*words, *only, "--bare-numbers").status == 0


def test_the_digest_tells_the_evidence(verifyd: Run, write: Write) -> None:
    narrative = write("n.md", "Staff grew [ev-1].")
    digests = set()
    for items in (ITEMS, ITEMS.replace("40", "41")):
        ran = verifyd("check", narrative, "--evidence", write("e.yaml", items), "--format", "json")
        digests.add(json.loads(ran.out)["report"]["evidence_digest"])
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("- {text: a}", "EVIDENCE_INVALID"),
        ("- {id: a, colour: red}", "EVIDENCE_INVALID"),
        ("{id: a}", "EVIDENCE_INVALID"),
        ("- {id: [", "EVIDENCE_INVALID"),
        ("- {id: a, relevance: 2}", "EVIDENCE_ITEM_INVALID"),
        ("- {id: a}\n- {id: a}", "EVIDENCE_ID_DUPLICATE"),
    ],
)
def test_a_file_that_cannot_be_used(verifyd: Run, write: Write, content: str, reason: str) -> None:
    ran = verifyd("check", write("n.md", "x"), "--evidence", write("e.yaml", content))
    assert ran.status == 2
    assert reason in ran.err
