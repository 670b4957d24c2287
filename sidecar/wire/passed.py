"""What a check passed over, counted, to its messages."""

from __future__ import annotations

from collections.abc import Mapping

from verifyd.v1 import citations_pb2, claims_pb2, numeric_pb2

_Detail = citations_pb2.CitationsDetail | claims_pb2.ClaimsDetail | numeric_pb2.NumericDetail


def write(message: _Detail, counts: Mapping[str, int]) -> None:
    """Fill the counts of a message, in the order of the reasons' names."""
    for reason in sorted(counts):
        message.passed_over.add(reason=reason, count=counts[reason])
