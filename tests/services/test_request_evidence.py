"""Evidence that travels with a request: its query results share what one request may cost."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from verifyd.v1 import evidence_pb2, verify_pb2

from bench import worst_requests
from bench.fuzz_tally import standard_work
from sidecar.evidence.errors import EvidenceTooLarge
from sidecar.evidence.settings import EvidenceSettings
from sidecar.server.call import ServedCall
from sidecar.services.evidence import gather_evidence
from sidecar.work.pool import Pool

CALLING = ServedCall("Verify", "r", tenant="tenant", deadline=math.inf)


class Here(Pool):
    """Runs what it is given at once, in the thread that asks, whose CPU can be measured."""

    def __init__(self) -> None:
        super().__init__(1)

    async def run(self, work: Callable[..., Any], *place: object) -> Any:  # type: ignore[override]
        return work(*place[3:])


async def gather(evidence: evidence_pb2.Evidence, **settings: int) -> int:
    """Decode all of it; returns how many query results there are."""
    chosen = EvidenceSettings.model_validate(settings)
    return len((await gather_evidence(evidence, {}, CALLING, chosen, Here())).results)


def evidence(*tables: Sequence[object]) -> evidence_pb2.Evidence:
    return evidence_pb2.Evidence(
        query_results=[
            evidence_pb2.QueryResult(
                query_id=f"q{number}", json=json.dumps([{"a": value} for value in table])
            )
            for number, table in enumerate(tables)
        ]
    )


class TestTogether:
    async def test_memory_counts_over_all_query_results(self) -> None:
        # Trap: 64 tables that are each within the limit of one.
        table = list(range(20_000))
        assert await gather(evidence(table), max_inline_bytes=4_000_000) == 1
        with pytest.raises(EvidenceTooLarge) as error:
            await gather(evidence(*[table] * 20), max_inline_bytes=4_000_000)
        assert error.value.metadata["limit"] == "max_decoded_bytes"
        assert error.value.metadata["query_id"] != "q0"

    async def test_numbers_in_strings_count_over_all_query_results(self) -> None:
        texts = [f"{n} mm" for n in range(30)]
        assert await gather(evidence(texts, texts, texts), max_inline_text_numbers=90) == 3
        with pytest.raises(EvidenceTooLarge) as error:
            await gather(evidence(texts, texts, texts), max_inline_text_numbers=89)
        assert error.value.metadata["limit"] == "max_text_numbers"
        assert error.value.metadata["query_id"] == "q2"

    async def test_a_string_that_occurs_often_is_counted_once(self) -> None:
        assert await gather(evidence(["7 mm"] * 1000), max_inline_text_numbers=1) == 1

    async def test_plain_numbers_are_not_counted_as_text(self) -> None:
        assert await gather(evidence(list(range(1000))), max_inline_text_numbers=0) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    [
        "rows_of_nulls",
        "rows_of_texts",
        "json_texts",
        "json_escapes",
        "json_fractions_in_texts",
        "json_words_in_texts",
        "json_tiny_tables",
        "json_one_key",
        "arrow_truth_values",
        "arrow_batches",
    ],
)
async def test_four_mebibytes_of_evidence_cost_little(shape: str) -> None:
    # Measured at 20 times the standard work at most; without the limits, half of them take 80
    # to 500 times.
    request = verify_pb2.VerifyRequest.FromString(worst_requests.requests()[shape]())
    started = time.thread_time()
    with suppress(EvidenceTooLarge):
        await gather(request.evidence)
    assert time.thread_time() - started < 45 * standard_work()
