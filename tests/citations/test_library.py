"""What a citation finds, and what is named where it finds nothing."""

from __future__ import annotations

import time

import pytest

from sidecar.citations.library import Library
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.model.text import Span


def table(query_id: str, family: str = "", title: str = "", data: bytes = b"[]") -> TableIndex:
    header = Header(query_id=query_id, family=family, title=title)
    return TableIndex(json_rows.decode_json(data, header, EvidenceLimits()))


ITEMS = [EvidenceItem(id="ev-1", provenance="grep"), EvidenceItem(id="ev-2", provenance="grep")]
SOURCES = [Source(id="gulf", number=4, family="GCC-STAT", url="https://a.b/c")]
LIBRARY = Library(ITEMS, SOURCES, [table("q_1", "LMIS"), table("q_2", "LMIS", "By region")])


def marker(form: CitationForm, key: str) -> Marker:
    return Marker(Span(0, 1), form, key, Span(0, 1))


@pytest.mark.parametrize(
    ("form", "key", "ids"),
    [
        (CitationForm.ID, "ev-1", ["ev-1"]),
        (CitationForm.ID, "EV_1", ["ev-1"]),
        (CitationForm.ID, "q-1", ["q_1"]),
        (CitationForm.ID, "ev-3", []),
        (CitationForm.NAME, "grep", ["ev-1", "ev-2"]),
        (CitationForm.NAME, "lmis", ["q_1", "q_2"]),
        (CitationForm.NAME, "GCC STAT", ["gulf"]),
        (CitationForm.NAME, "https://a.b/c", ["gulf"]),
        (CitationForm.NAME, "By Region", ["q_2"]),
        (CitationForm.NAME, "ev-1", ["ev-1"]),  # [Source: ev-1]
        (CitationForm.NAME, "...", []),
        (CitationForm.QUERY_ID, "q_1", ["q_1"]),
        (CitationForm.QUERY_ID, "Q_1", []),
        (CitationForm.QUERY_ID, "ev-1", []),
        (CitationForm.NUMBER, "4", ["gulf"]),
        (CitationForm.NUMBER, "04", ["gulf"]),
        (CitationForm.NUMBER, "1", []),  # the source says that it is number 4
        (CitationForm.NUMBER, "1-999", []),
    ],
)
def test_find(form: CitationForm, key: str, ids: list[str]) -> None:
    assert [entry.id for entry in LIBRARY.find(marker(form, key))] == ids


@pytest.mark.parametrize(
    ("form", "key", "nearest"),
    [
        (CitationForm.ID, "ev-11", "ev-1"),
        (CitationForm.ID, "completely-other", ""),
        (CitationForm.QUERY_ID, "ev-1", ""),  # only query ids are proposed for query ids
        (CitationForm.QUERY_ID, "q_11", "q_1"),
        (CitationForm.NAME, "GCC-STATS", "GCC-STAT"),
        (CitationForm.NUMBER, "5", ""),
    ],
)
def test_nearest(form: CitationForm, key: str, nearest: str) -> None:
    assert LIBRARY.nearest(marker(form, key)) == nearest


def test_without_sources_numbers_count_the_items() -> None:
    found = Library(ITEMS, [], []).find(marker(CitationForm.SOURCE_NUMBER, "2"))
    assert [entry.id for entry in found] == ["ev-2"]


def test_a_snippet_is_one_line_of_a_hundred_characters() -> None:
    item = EvidenceItem(id="e", text="a \n b\t" + "c" * 200)
    (entry,) = Library([item], [], []).entries
    assert entry.snippet == ("a b " + "c" * 200)[:100]


def test_the_snippet_of_a_query_result_is_its_first_row() -> None:
    filled = table("q", "", "Staff", b'[{"region": "North", "n": 12}, {"region": "South"}]')
    assert Library([], [], [filled]).entries[0].snippet == "Staff: region=North, n=12"
    assert Library([], [], [table("q")]).entries[0].snippet == ""


def test_looking_for_the_nearest_of_a_thousand_ids_is_quick() -> None:
    many = Library([EvidenceItem(id=f"evidence-{i:05}-{i * 7919}") for i in range(1000)], [], [])
    many.nearest(marker(CitationForm.ID, "evidence"))
    started = time.thread_time()
    for i in range(50):
        many.nearest(marker(CitationForm.ID, f"evidence-{i}x"))
    assert time.thread_time() - started < 1
