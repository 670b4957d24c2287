"""A report as JSON, as the Python client writes it: one form for scripts, and the client reads it.

The client derives it from the message: names of the contract, enums without their prefixes, places
in code points of the narrative, which stands beside them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from verifyd.report import Report as ClientReport
from verifyd.v1 import verify_pb2

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.policy import combine
from sidecar.wire.report import write_whole_report

if TYPE_CHECKING:
    from sidecar.transcripts.verified import VerifiedMessage


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write a report as ``verifyd.Report.to_json`` does, with a line feed at its end.

    Args:
        report: What was found; nothing is left out for its size, as it would be over gRPC.
        text: The narrative.
        detail: ``VERDICTS`` leaves out the bindings; ``EXPLAIN`` adds what was weighed and skipped.
    """
    return _write(_make_plain(report, text, detail))


def render_conversation(found: VerifiedMessage, *, detail: Detail) -> str:
    """Write what was found in a message of a conversation, with the names of the contract."""
    chosen, (decision, action) = found.chosen, combine(found.reports)
    plain: dict[str, Any] = {
        "decision": decision.name,
        "action": action.name,
        "message_index": chosen.message.index,
    }
    if found.report is not None:
        plain["response"] = _make_plain(found.report, Text(chosen.message.text), detail)
    plain["results"] = [
        {
            "message_index": one.message,
            "call_id": one.call_id,
            "tool": one.tool,
            "query_ids": one.query_ids,
            "source_ids": one.source_ids,
            "unread": one.unread,
        }
        for one in chosen.readings()
    ]
    plain["tool_calls"] = [
        {
            "message_index": one.message,
            "call_id": one.call.id,
            "tool": one.call.tool,
            "response": _make_plain(one.report, one.text, detail),
        }
        for one in found.calls
    ]
    plain["passed_over"] = dict(chosen.transcript.skipped)
    return _write(plain)


def _make_plain(report: Report, text: Text, detail: Detail) -> dict[str, Any]:
    response = verify_pb2.VerifyResponse()
    response.report.ParseFromString(write_whole_report(report, detail))
    return ClientReport(text.string, response).to_dict()


def _write(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
