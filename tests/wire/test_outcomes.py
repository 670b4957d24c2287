"""What is wrong with a name of a request is what its error says."""

from __future__ import annotations

import pytest
from verifyd.v1 import outcome_service_pb2 as pb

from sidecar.wire.evidence import FieldTooLong
from sidecar.wire.outcomes import read_name


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("a\nb", "agent_id holds U+000A, which cannot be printed"),
        ("\u200babc", "agent_id holds U+200B, which cannot be printed"),
        ("x" * 300, "agent_id has 300 characters; at most 200 are allowed"),
        ("\n" * 300, "agent_id has 300 characters; at most 200 are allowed"),
    ],
)
def test_a_name_is_refused_for_what_is_wrong_with_it(given: str, told: str) -> None:
    with pytest.raises(FieldTooLong) as caught:
        read_name(pb.ListOutcomesRequest(agent_id=given), "agent_id")
    assert str(caught.value) == told
