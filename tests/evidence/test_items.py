"""Digests of items and sources; tests/cases/citations/errors.yaml has what is refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sidecar.evidence.errors import EvidenceItemInvalid
from sidecar.evidence.header import check_items, digest_item
from sidecar.evidence.settings import EvidenceSettings
from sidecar.model.evidence import EvidenceItem, Source

ITEM = EvidenceItem(id="a", text="b", kind="c", provenance="d", relevance=0.5, title="e")
SOURCE = Source(id="a", number=1, family="b", title="c", url="d", text="e", relevance=0.5)


@pytest.mark.parametrize("one", [ITEM, SOURCE])
def test_every_field_changes_the_digest(one: EvidenceItem | Source) -> None:
    digests = {digest_item(one)}
    for field in dataclasses.fields(one):
        value: Any = {"number": 2, "relevance": None}.get(field.name, "other")
        digests.add(digest_item(dataclasses.replace(one, **{field.name: value})))
    assert len(digests) == len(dataclasses.fields(one)) + 1


def test_trap_fields_do_not_run_together() -> None:
    assert digest_item(EvidenceItem(id="ab")) != digest_item(EvidenceItem(id="a", text="b"))
    assert digest_item(EvidenceItem(id="a")) != digest_item(Source(id="a", number=0))


@pytest.mark.parametrize("identifier", ["", "a b", "a\n", "x" * 201, "a\u200b"])
def test_an_id_is_one_printable_word(identifier: str) -> None:
    with pytest.raises(EvidenceItemInvalid) as refused:
        check_items([EvidenceItem(id=identifier)], [], [], EvidenceSettings())
    assert refused.value.metadata["field"] == "id"
    assert refused.value.metadata["given"].isascii()


def test_a_text_that_is_no_unicode_is_refused() -> None:
    with pytest.raises(EvidenceItemInvalid):
        check_items([EvidenceItem(id="a", text="\ud800")], [], [], EvidenceSettings())
