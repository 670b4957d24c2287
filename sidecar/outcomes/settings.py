"""Settings of outcomes, and of the sandbox for metric code."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, SecretStr

from sidecar.model.currencies import MONEY
from sidecar.settings.section import Section, Share, TextForm


class SandboxSettings(Section):
    """What metric code may take."""

    timeout_ms: int = Field(
        5000,
        ge=50,
        le=60_000,
        description="Longest time of one program, in milliseconds; past it the process is ended"
        " (`SANDBOX_TIMEOUT`).",
    )
    memory_limit_mb: int = Field(
        256,
        ge=32,
        le=4096,
        description="Memory of one program, its context included, in MiB (`SANDBOX_MEMORY`).",
    )
    workers: int = Field(
        2,
        ge=1,
        le=64,
        description="Most programs that run at the same time, each in processes of its own; the"
        " others wait as long as one may take, then fail (`SANDBOX_BUSY`).",
    )
    max_code_bytes: int = Field(
        64 * 1024,
        ge=1,
        le=1024 * 1024,
        description="Longest program, in bytes of UTF-8 (`SANDBOX_TOO_LARGE`).",
    )
    max_context_bytes: int = Field(
        4 * 1024 * 1024,
        ge=2,
        le=64 * 1024 * 1024,
        description="Largest context of a program, in bytes as JSON (`SANDBOX_TOO_LARGE`).",
    )


# Settings of outcomes.

RougeType = Literal["rouge1", "rouge2", "rougeL"]
Paid = Annotated[str, TextForm("|".join(sorted(MONEY)), "a code of ISO 4217, such as USD")]
Url = Annotated[str, TextForm(r"|https?://\S+", "an http or https URL, or empty")]

Target = Annotated[
    str,
    TextForm(
        r"|unix:///[^\x00-\x1f]+|(tcp|tls)://\S+:\d{1,5}",
        "unix:///path.sock, tcp://host:port or tls://host:port, or empty",
    ),
]


class ExtractorSettings(Section):
    """An extractor of metrics; also read from `extractors`."""

    enabled: bool = Field(True, description="Whether its metrics are known.")


class TextQualitySettings(ExtractorSettings):
    """Measuring texts."""

    rouge_types: tuple[RougeType, ...] = Field(
        ("rouge1", "rouge2", "rougeL"), description="The kinds of ROUGE that are known."
    )
    max_text_bytes: int = Field(
        256 * 1024,
        ge=1,
        le=4 * 1024 * 1024,
        description="Longest text, and longest reference, that are compared, in bytes of UTF-8;"
        " with longer ones BLEU and ROUGE cannot be measured.",
    )


class ClassificationSettings(ExtractorSettings):
    """Measuring classifications; the values mean what they mean in scikit-learn."""

    average: Literal["weighted", "macro", "micro"] = Field(
        "weighted",
        description="How precision, recall and F1 of the labels become one.",
    )
    zero_division: Literal[0, 1] = Field(
        0,
        description="Precision of a label that was never predicted, recall of one that never is"
        " right, and F1 of one that is neither.",
    )
    max_predictions: int = Field(
        100_000, ge=1, le=10_000_000, description="Most predictions that are compared."
    )


class CustomSettings(ExtractorSettings):
    """Metrics that the criteria bring code for (extra `sandbox`)."""

    enabled: bool = Field(
        False, description="Whether code of criteria is run, in the sandbox; see docs/sandbox.md."
    )
    sandbox: SandboxSettings = SandboxSettings()


class ExtractorsSettings(Section):
    """The extractors that measure tasks."""

    latency: ExtractorSettings = ExtractorSettings()
    text_quality: TextQualitySettings = TextQualitySettings()
    classification: ClassificationSettings = ClassificationSettings()
    contains: ExtractorSettings = ExtractorSettings()
    checks: ExtractorSettings = ExtractorSettings()
    custom: CustomSettings = CustomSettings()
    third_party: tuple[str, ...] = Field(
        (),
        description="Names of entry points in the group `verifyd.extractors` that are loaded.",
    )


class GovernanceSettings(Section):
    """Checks for implausible outcomes."""

    enabled: bool = Field(
        True,
        description="Whether outcomes are checked for plausibility; also read from"
        " `verification.governance_check`.",
    )
    url: Url = Field(
        "",
        description="Where else to ask, by POST of JSON: see docs/outcomes.md. Without an answer"
        " the outcome is refused (`GOVERNANCE_UNAVAILABLE`).",
    )
    target: Target = Field(
        "",
        description="Where else to ask by gRPC, a `GovernanceService`: `unix:///path.sock`,"
        " `tcp://host:port`, or `tls://host:port` with the certificates of the system.",
    )
    token: SecretStr = Field(
        SecretStr(""), description="Sent to both as a bearer token, where it is not empty."
    )
    timeout_s: float = Field(
        2.0, gt=0, le=60, description="Seconds for its answer, redirects not followed."
    )
    output_reused: Literal["refuse", "flag", "off"] = Field(
        "refuse",
        description="What follows where the store has the same output of the agent settled, and not"
        " reversed, for another contract (`OUTPUT_REUSED`): the outcome is refused, only"
        " flagged, or not checked.",
    )
    output_reused_min_bytes: int = Field(
        64,
        ge=0,
        le=64 * 1024 * 1024,
        description="Shortest output, in bytes as JSON, that is looked for. Shorter ones, such as"
        " one label or a yes, are often the same without being copied.",
    )


class OutcomesSettings(Section):
    """Success criteria of tasks, and what follows from them."""

    max_criteria_per_task: int = Field(
        10,
        ge=1,
        le=1000,
        description="Most criteria of a task (`CRITERIA_TOO_MANY`); also read from"
        " `verification.max_criteria_per_task`.",
    )
    minimum_weighted_score: Share = Field(
        Decimal("0.5"), description="Least weighted score of criteria that say none."
    )
    currency: Literal[""] | Paid = Field(
        "", description="Currency of bonuses and penalties of criteria that say none."
    )
    max_task_bytes: int = Field(
        1024 * 1024,
        ge=1024,
        le=64 * 1024 * 1024,
        description="Most bytes of a task's input, output and metadata together"
        " (`OUTCOME_TOO_LARGE`).",
    )
    cache_ttl_s: float = Field(
        300.0,
        ge=0,
        le=86_400,
        description="Seconds that measured values are cached for the same task; also read from"
        " `caching.extractor_results_ttl`.",
    )
    cache_entries: int = Field(
        1000, ge=0, le=1_000_000, description="Most tasks whose values are cached."
    )
    store_outcomes: bool = Field(
        True,
        description="Whether settled outcomes are recorded; also read from"
        " `verification.store_outcomes`. Settlements, postings and the audit log are kept anyway.",
    )
    rounding: Literal["statement", "settlement"] = Field(
        "statement",
        description="Where amounts are rounded to the currency's smallest unit, half to even: once"
        " on a `statement`, the ledger keeping exact amounts, or in each `settlement`.",
    )
    keep_days: int = Field(
        0,
        ge=0,
        le=36_500,
        description="Days after which the record of a settled outcome is deleted; 0 deletes"
        " none. Settlements, postings and the audit log stay.",
    )
    extractors: ExtractorsSettings = ExtractorsSettings()
    governance: GovernanceSettings = GovernanceSettings()
