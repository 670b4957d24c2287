"""What is known of a growing narrative, as the messages of ``VerifyStream``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifyd.v1 import verify_pb2

from sidecar.model.report import Action
from sidecar.model.text import Span
from sidecar.streaming.findings import FindingChanges
from sidecar.wire.messages import VerifyStreamResponse
from sidecar.wire.report import write_finding


def write_started(request_id: str, checks: Sequence[str], *, by_sentence: bool) -> Any:
    """The first response."""
    response = VerifyStreamResponse()
    response.started.request_id = request_id
    response.started.checks.extend(checks)
    response.started.release = (
        verify_pb2.RELEASE_MODE_SENTENCE if by_sentence else verify_pb2.RELEASE_MODE_REPORT
    )
    return response


def write_update(
    judged: int,
    changes: FindingChanges,
    sentences: Sequence[tuple[Span, Action]],
    released: int,
) -> Any:
    """What has changed; ends of text are offsets in bytes."""
    response = VerifyStreamResponse()
    update = response.update
    update.judged_bytes, update.released_bytes = judged, released
    update.withdrawn_ids.extend(changes.withdrawn_ids)
    for one in changes.added:
        written = update.findings.add(
            id=one.id, replaced_id=one.replaced_id, holds=one.placed.holds
        )
        write_finding(written.finding, one.placed.check, one.placed.finding, one.placed.severity)
    for span, action in sentences:
        sentence = update.sentences.add(action=action)
        sentence.span.start, sentence.span.end = span
    return response


def write_result(result: Any) -> Any:
    """The last response, of a response of ``Verify``."""
    response = VerifyStreamResponse()
    response.result.MergeFrom(result)
    return response
