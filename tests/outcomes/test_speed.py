"""What an outcome costs, beside an echo of the same bytes."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc.aio
import pytest
from calls import Echo
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc

from sidecar.server.server import Server
from sidecar.settings.root import Settings

TEN = [
    ("latency_ms", "latency", "lte", 2000),
    ("time_to_first_byte", "latency", "lte", 200),
    ("processing_time", "latency", "lte", 2000),
    ("output_length", "count", "in_range", {"min": 1, "max": 500}),
    ("word_count", "count", "gte", 1),
    ("accuracy", "accuracy", "gte", 0.9),
    ("f1_score", "f1_score", "gte", 0.9),
    ("confidence", "percentage", "gte", 0.5),
    ("contains_keywords", "contains", "contains_all", ["cat"]),
    ("num_predictions", "count", "gte", 1),
]
LIKENESS = [
    ("bleu_score", "bleu_score", "gte", 0.1),
    ("rouge1", "rouge_score", "gte", 0.1),
    ("rouge2", "rouge_score", "gte", 0.1),
    ("rougeL", "rouge_score", "gte", 0.1),
]
ONE = "the cat sat on the mat and the dog lay by the door in summer " * 170
OTHER = "the cat lay on the mat and a dog sat by the door in winter " * 170


@asynccontextmanager
async def served() -> AsyncIterator[tuple[Any, Any]]:
    """The service and an echo, of a server that keeps no values."""
    with tempfile.TemporaryDirectory(prefix="verifyd-") as folder:
        own = {"server": {"listen": f"unix://{folder}/v.sock"}, "outcomes": {"cache_ttl_s": 0}}
        server = Server(Settings.model_validate(own), extra_handlers=[Echo()])
        await server.start()
        async with grpc.aio.insecure_channel(server.address) as channel:
            stub = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
            yield stub, channel.unary_unary("/bench.Echo/Echo")
        await server.stop()


async def request(stub: Any, each: list[Any], **parts: Any) -> pb.VerifyOutcomeRequest:
    """A request with criteria as messages."""
    names = ("metric", "metric_type", "comparison", "threshold")
    document = json.dumps({"criteria": [dict(zip(names, one, strict=True)) for one in each]})
    understood = await stub.ValidateCriteria(pb.ValidateCriteriaRequest(document=document))
    fields: dict[str, Any] = {f"{name}_json": json.dumps(value) for name, value in parts.items()}
    return pb.VerifyOutcomeRequest(criteria=understood.criteria, **fields)


async def median_ms(call: Callable[[], Awaitable[Any]], count: int) -> float:
    for _ in range(10):
        await call()
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        await call()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1000


@pytest.mark.timing
async def test_ten_criteria_cost_three_echoes() -> None:
    async with served() as (stub, echo):
        ten = await request(
            stub,
            TEN,
            output={"text": "a cat", "predictions": ["a"] * 20, "confidence": 0.9},
            input={"ground_truth": ["a"] * 20},
            metadata={"duration_ms": 5, "ttfb_ms": 1, "processing_ms": 2},
        )
        assert (await stub.VerifyOutcome(ten)).result.success
        data = ten.SerializeToString()
        ratios = []
        for _ in range(3):
            ours = await median_ms(lambda: stub.VerifyOutcome(ten), 200)
            ratios.append(ours / await median_ms(lambda: echo(data), 200))
    assert min(ratios) < 3


@pytest.mark.timing
async def test_bleu_and_rouge_of_10_kb_cost_50_ms() -> None:
    async with served() as (stub, _):
        likeness = await request(stub, LIKENESS, output={"text": OTHER}, input={"reference": ONE})
        assert (await stub.VerifyOutcome(likeness)).result.success
        assert await median_ms(lambda: stub.VerifyOutcome(likeness), 20) < 50
