"""Evals: an agent over a data set of questions, each answer verified as in production.

    runner = EvalRunner(agent=answer)
    eval_run = await runner.run_dataset(EvalDataset.from_yaml("questions.yaml"))
    print(calculate_metrics(eval_run.results).to_report_markdown())

Answers are verified in this process, without a server, by the checks of the package
``verifyd-sidecar``, which has to be installed: importing this module fails without it.
"""

try:
    from sidecar.evals.agents.protocol import Agent, AgentError, AgentInvalid, Answer
    from sidecar.evals.dataset import EvalDataset
    from sidecar.evals.metrics import EvalMetrics, calculate_metrics
    from sidecar.evals.model import (
        Action,
        CheckOutcome,
        CitationVerification,
        ConfidenceCalibration,
        EvalQuestion,
        EvalResult,
        EvalRun,
        EvidenceItem,
        EvidenceSupportScore,
        ResearchRun,
        Usage,
        VerificationResult,
        VerificationStatus,
    )
    from sidecar.evals.plain import DatasetInvalid
    from sidecar.evals.runner import EvalRunner, Patience
    from sidecar.evals.verifying import AnswerVerifier
except ModuleNotFoundError as error:
    # Another package may be called `sidecar`, too: then a module of it is missing.
    if (error.name or "").partition(".")[0] != "sidecar":
        raise
    raise ModuleNotFoundError(
        "verifyd.evals verifies answers in this process: install the package verifyd-sidecar beside"
        " verifyd (docs/evals.md)",
        name=error.name,
    ) from None

__all__ = [
    "Action",
    "Agent",
    "AgentError",
    "AgentInvalid",
    "Answer",
    "AnswerVerifier",
    "CheckOutcome",
    "CitationVerification",
    "ConfidenceCalibration",
    "DatasetInvalid",
    "EvalDataset",
    "EvalMetrics",
    "EvalQuestion",
    "EvalResult",
    "EvalRun",
    "EvalRunner",
    "EvidenceItem",
    "EvidenceSupportScore",
    "Patience",
    "ResearchRun",
    "Usage",
    "VerificationResult",
    "VerificationStatus",
    "calculate_metrics",
]
