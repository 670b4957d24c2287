"""Query ids, alone and together."""

from __future__ import annotations

import pytest

from sidecar.errors import VerifydError
from sidecar.evidence.header import Header, check_query_ids


@pytest.mark.parametrize("query_id", ["lmis_001", "a", "é" * 200, "a/b:c-d.e", "查询"])
def test_query_ids(query_id: str) -> None:
    assert Header(query_id=query_id).query_id == query_id


@pytest.mark.parametrize(
    "query_id", ["", "two words", "a" * 201, "a\n", "a\u00a0b", "a\u200bb", "a\ud800", "\x00"]
)
def test_bad_query_ids_are_refused(query_id: str) -> None:
    with pytest.raises(VerifydError) as caught:
        Header(query_id=query_id)
    assert caught.value.reason == "QUERY_ID_INVALID"
    caught.value.metadata["query_id"].encode("ascii")  # what is echoed can always be sent


def test_a_request_within_its_limit() -> None:
    check_query_ids(["a", "b"], 2)


def test_two_equal_ids_are_refused() -> None:
    with pytest.raises(VerifydError) as caught:
        check_query_ids(["a", "b", "a"], 64)
    assert (caught.value.reason, caught.value.metadata) == ("QUERY_ID_DUPLICATE", {"query_id": "a"})


def test_too_many_are_refused() -> None:
    with pytest.raises(VerifydError) as caught:
        check_query_ids(["a", "b", "c"], 2)
    assert caught.value.reason == "TOO_MANY_EVIDENCE_ITEMS"
    assert caught.value.metadata == {"given": "3", "maximum": "2"}
