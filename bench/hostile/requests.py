"""The calls that the loads are made of: small ones of others, and dear ones."""

from __future__ import annotations

import json

from verifyd.v1 import verify_pb2

from bench.drawn_calls import Metadata
from bench.loads import Load
from bench.workload import VERIFY

HEALTH = "/grpc.health.v1.Health/Check"
EVERY_S = 0.02
_PLACES = ("North", "South", "East", "West", "Centre")


def health() -> Load:
    """A probe of health."""
    return Load(HEALTH, [b""], EVERY_S)


def small(metadata: Metadata = (), every_s: float = EVERY_S) -> Load:
    """A probe with a small ``Verify`` of one check."""
    request = verify_pb2.VerifyRequest(
        narrative="The North has 1,234 staff, the South 6,578.", checks=["numeric"]
    )
    rows = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 6578}]
    request.evidence.query_results.add(query_id="staff", json=json.dumps(rows))
    return Load(VERIFY, [request.SerializeToString()], every_s, metadata=metadata)


def every_check(metadata: Metadata = (), every_s: float = 0.05) -> Load:
    """A probe with a small ``Verify`` of every check."""
    request = verify_pb2.VerifyRequest(
        narrative="The North has 1,234 staff [ev-1], 15.8 % of 7,812. I am 80 % confident.",
        checks=["numeric", "consistency", "citations", "support", "structure"],
    )
    rows = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 6578}]
    request.evidence.query_results.add(query_id="staff", json=json.dumps(rows))
    request.evidence.items.add(id="ev-1", text="The North has 1,234 staff.")
    request.structured_response.response = '{"answer": "1,234"}'
    request.structured_response.schema_json = '{"type": "object", "required": ["answer"]}'
    return Load(VERIFY, [request.SerializeToString()], every_s, metadata=metadata)


def middling(number: int) -> bytes:
    """A ``Verify`` of some ten milliseconds: few clients can send ten times what can be served."""
    return _about_tables(number, sentences=8, tables=1, columns=5)


def heavy(number: int) -> bytes:
    """A ``Verify`` of 9,000 numbers over tables of many columns that are called alike."""
    return _about_tables(number, sentences=3_000, tables=16, columns=200)


def bomb(number: int) -> bytes:
    """A response of one digit, and a schema of 3 KB that asks twice of each step for the next."""
    levels = 42
    steps: dict[str, object] = {
        f"a{n}": {"anyOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(levels)
    }
    steps[f"a{levels}"] = {"type": "string"}
    request = verify_pb2.VerifyRequest(narrative="x", checks=["structure"])
    request.structured_response.response = str(number)
    request.structured_response.schema_json = json.dumps({"$defs": steps, "$ref": "#/$defs/a0"})
    return request.SerializeToString()


def _about_tables(number: int, *, sentences: int, tables: int, columns: int) -> bytes:
    """Sentences about tables, in other words for each number."""
    request = verify_pb2.VerifyRequest(checks=["numeric"])
    names = ["region", *(f"total staff {n}" for n in range(columns))]
    for table in range(tables):
        cells = [
            [
                f"{_PLACES[row]} {table}",
                *((row * 31 + n * 17 + table) * 7 for n in range(columns)),
            ]
            for row in range(len(_PLACES))
        ]
        payload = json.dumps({"columns": names, "rows": cells})
        request.evidence.query_results.add(query_id=f"q{table}", json=payload)
    request.narrative = "".join(
        f"{_PLACES[n % 5]} {n % tables} has {n * 7 % 5000} of total staff {n % columns}. "
        for n in range(number, number + sentences)
    )
    return request.SerializeToString()
