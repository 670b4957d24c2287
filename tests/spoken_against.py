"""Which numbers of a text its words speak against, whether or not they settle that."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.context.weighing.weigh import shipped, weigh
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import reading
from sidecar.evidence.index import TableIndex
from sidecar.model.missing import Missing
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract

_NUMERIC = reading(NumericSettings())
_WRONG = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)
_FLAG_AT = 0.4  # as the preset that ships


def spoken_against(whole: Text, results: Sequence[TableIndex]) -> list[str]:
    """The numbers of a text that their words speak against."""
    claims = extract(whole, _NUMERIC).claims
    bound = [
        one.binding
        for one in ContextBinder(NumericSettings(), whole, results, Detail.BINDINGS).bind(claims)
    ]
    wrong = {one.claim for one in bound if one.verdict in _WRONG}
    if any(one.missing and Missing.EVIDENCE not in one.missing for one in bound):
        binder = ContextBinder(NumericSettings(), whole, results, Detail.BINDINGS)
        for one, read in zip(bound, binder.readings(claims), strict=True):
            if one.missing and Missing.EVIDENCE not in one.missing and _is_rather_wrong(*read):
                wrong.add(one.claim)
    return [whole.slice(one.claim.number.span) for one in bound if one.claim in wrong]


def _is_rather_wrong(target: Target, found: Sequence[Candidate], signs: Sequence[str]) -> bool:
    weighed = weigh(target, found, signs, shipped())
    judged = weighed.right + weighed.wrong
    silent = not any(one.agrees for one in found)
    return silent or (judged > 0 and weighed.wrong / judged >= _FLAG_AT)
