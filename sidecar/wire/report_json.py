"""A report as JSON, as the Python client writes it: one form for scripts, and the client reads it.

The client derives it from the message: names of the contract, enums without their prefixes, places
in code points of the narrative, which stands beside them.
"""

from __future__ import annotations

from verifyd.report import Report as ClientReport
from verifyd.v1 import verify_pb2

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.wire.report import write_whole_report


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write a report as ``verifyd.Report.to_json`` does, with a line feed at its end.

    Args:
        report: What was found; nothing is left out for its size, as it would be over gRPC.
        text: The narrative.
        detail: ``VERDICTS`` leaves out the bindings; ``EXPLAIN`` adds what was weighed and skipped.
    """
    response = verify_pb2.VerifyResponse()
    response.report.ParseFromString(write_whole_report(report, detail))
    return ClientReport(text.string, response).to_json(indent=2) + "\n"
