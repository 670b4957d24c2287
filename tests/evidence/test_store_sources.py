"""Sources that were put ahead share handles, life and memory with query results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sidecar.errors import VerifydError
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceSettings
from sidecar.evidence.store import EvidenceStore
from sidecar.model.evidence import Source

MIB = 1 << 20
SOURCE = Source(id="s", number=0, title="Report", text="Sales were 5.")


@pytest.fixture
def store() -> EvidenceStore:
    return EvidenceStore(EvidenceSettings.model_validate({"memory_bytes": MIB, "ttl_s": 60}))


def test_the_same_source_of_a_tenant_has_one_handle(store: EvidenceStore) -> None:
    handle, put = store.put_source("t", SOURCE)
    again, same = store.put_source("t", replace(SOURCE))
    assert (again, same.already_present, put.already_present) == (handle, True, False)
    assert store.get("t", handle).kept == SOURCE
    assert store.statistics().entries == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(SOURCE, id="o"),
        replace(SOURCE, number=1),
        replace(SOURCE, family="o"),
        replace(SOURCE, title="o"),
        replace(SOURCE, url="o"),
        replace(SOURCE, text="o"),
        replace(SOURCE, relevance=0.0),
        replace(SOURCE, title="", url="Report"),
    ],
)
def test_whatever_a_source_says_is_in_its_handle(store: EvidenceStore, other: Source) -> None:
    assert store.put_source("t", other)[0] != store.put_source("t", SOURCE)[0]


def test_a_source_of_one_tenant_is_none_of_another(store: EvidenceStore) -> None:
    handle, _ = store.put_source("t", SOURCE)
    assert store.put_source("u", SOURCE)[0] != handle
    with pytest.raises(VerifydError, match="no evidence has the handle"):
        store.get("u", handle)


def test_the_text_is_accounted_as_it_lies_in_memory(store: EvidenceStore) -> None:
    narrow = store.put_source("t", replace(SOURCE, text="a" * 100_000))[1].nbytes
    wide = store.put_source("t", replace(SOURCE, text="\U0001f600" * 100_000))[1].nbytes
    assert 100_000 < narrow < 110_000
    assert 400_000 < wide < 410_000
    assert store.statistics().nbytes == narrow + wide


def test_sources_and_query_results_make_room_for_each_other(store: EvidenceStore) -> None:
    first, _ = store.put_source("t", replace(SOURCE, text="a" * 600_000))
    table, _ = store.put("t", Header(query_id="q"), b'[{"a": 1}]')
    with store.pin("t", [table]):
        second, _ = store.put_source("t", replace(SOURCE, text="b" * 600_000))
        with pytest.raises(VerifydError, match="no evidence"):
            store.get("t", first)
        with pytest.raises(VerifydError, match="do not fit"):
            store.put_source("t", replace(SOURCE, text="c" * MIB))
    store.delete("t", second)
    assert store.statistics().entries == 1
