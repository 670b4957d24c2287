"""Client of verifyd: checks what an AI agent is about to say before anyone acts on it.

Example:
    with Client() as client:
        report = client.verify("Per LMIS: 1,234 employees.", {"lmis_001": rows})
        if report.action is Action.HOLD:
            print(report)
"""

from verifyd._channel import TLS
from verifyd._requests import CurrencyRate, NumericOverrides, Overrides, Results
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.enums import (
    Action,
    Decision,
    Detail,
    Direction,
    Grade,
    Mode,
    NumberForm,
    Qualifier,
    Severity,
    SkipReason,
    Unit,
    Verdict,
)
from verifyd.errors import (
    DeadlineExceeded,
    EvidenceNotFound,
    InvalidRequest,
    NotAllowed,
    Overloaded,
    SidecarError,
    Unauthenticated,
    Unavailable,
    VerifydError,
)
from verifyd.query_result import Column, EvidenceInfo, Handle, QueryResult
from verifyd.report import Report
from verifyd.results import (
    CheckFailure,
    CheckInfo,
    CheckResult,
    ClaimBinding,
    CodeInfo,
    Finding,
    MathCheck,
    NumericClaim,
    Reading,
    Repair,
    ResponseMeta,
    Skipped,
    Span,
)

__all__ = [
    "TLS",
    "Action",
    "AsyncClient",
    "CheckFailure",
    "CheckInfo",
    "CheckResult",
    "ClaimBinding",
    "Client",
    "CodeInfo",
    "Column",
    "CurrencyRate",
    "DeadlineExceeded",
    "Decision",
    "Detail",
    "Direction",
    "EvidenceInfo",
    "EvidenceNotFound",
    "Finding",
    "Grade",
    "Handle",
    "InvalidRequest",
    "MathCheck",
    "Mode",
    "NotAllowed",
    "NumberForm",
    "NumericClaim",
    "NumericOverrides",
    "Overloaded",
    "Overrides",
    "Qualifier",
    "QueryResult",
    "Reading",
    "Repair",
    "Report",
    "ResponseMeta",
    "Results",
    "Severity",
    "SidecarError",
    "SkipReason",
    "Skipped",
    "Span",
    "Unauthenticated",
    "Unavailable",
    "Unit",
    "Verdict",
    "VerifydError",
]
