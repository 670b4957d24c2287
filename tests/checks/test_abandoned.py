"""Every check ends at once where nobody waits for it: it gives no findings, and no failure."""

from __future__ import annotations

import pytest

from sidecar.checks import CHECKS, CheckSubject
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.model.transcript import ToolCall
from sidecar.settings.root import Settings
from sidecar.transcripts.pending import PendingCall
from sidecar.work import Abandoned, Job


def subject() -> CheckSubject:
    """One that gives each check something to do."""
    rows = b'[{"region": "North", "staff": 12}, {"region": "South", "staff": 15}]'
    return CheckSubject(
        Text("The North has 12 staff, the South 15 (QID:q), 27 in all [1].\n\n- 30% of 9 [a]."),
        [TableIndex(json_rows.decode_json(rows, Header(query_id="q"), EvidenceLimits()))],
        items=[EvidenceItem(id="a", text="Three of nine are here.")],
        sources=[Source(id="b", number=1, text="The North and the South have 27 staff.")],
        structured=StructuredResponse('{"staff": 12}', '{"type": "array"}'),
        tool_call=PendingCall(ToolCall("c", "hire", '{"staff": 12}'), ()),
    )


@pytest.mark.parametrize("mode", ["value", "context"])
@pytest.mark.parametrize("name", [name for name in CHECKS if name != "claims"])
def test_it_ends_where_nobody_waits(name: str, mode: str) -> None:
    settings = Settings.model_validate({"numeric": {"binding": {"mode": mode}}})
    check, judged = CHECKS[name](getattr(settings, name)), subject()

    def work() -> object:
        job.abandon()
        return check.run(judged)

    job = Job(work)
    job.run()
    with pytest.raises(Abandoned):
        job.result()
