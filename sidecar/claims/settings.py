"""Settings of the claims check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, field_validator

from sidecar.judges.settings import BaseUrl, JudgeSettings, Price
from sidecar.settings.section import Share, Strictness

Kind = Literal["factual", "statistic", "quote", "date"]


class ClaimsSettings(JudgeSettings):
    """Cited statements, judged against their sources by a model (extra `llm`).

    Nothing is sent to a model unless `enabled` is true.
    """

    enabled: bool = Field(
        False,
        description="Whether claims are judged: statements and sources are then sent to `base_url`."
        " Without it the check fails where it is asked for (`CLAIMS_NOT_ENABLED`). Also"
        " `VERIFY_CLAIMS`.",
    )
    base_url: BaseUrl = Field(
        "https://api.openai.com/v1",
        description="Where the endpoint is, up to `/chat/completions`.",
    )
    model: str = Field(
        "gpt-4o-mini",
        max_length=200,
        description="Name of the model, as the endpoint has it. Also `VERIFY_MODEL`.",
    )
    prices: dict[str, Price] = Field(
        {"gpt-4o-mini": Price(input=Decimal("0.15"), output=Decimal("0.60"))},
        description="Prices by the name of the model, as `{model: {input: 0.5, output: 1.5}}` for a"
        " million tokens. The cost of others is not known.",
    )
    max_parallel: int = Field(
        10,
        ge=1,
        le=256,
        description="Calls to the endpoint at once, over all requests; others wait their turn.",
    )
    max_tokens_per_request: Annotated[int, Strictness("smaller")] = Field(
        1_000_000,
        ge=1,
        le=100_000_000,
        description="Tokens of prompts and answers that one request may spend"
        " (`JUDGE_BUDGET_SPENT`).",
    )
    judge: Literal["chat", "entailment"] = Field(
        "chat",
        description="How the model is asked: `chat` judges all claims of a source at once and"
        " quotes it; `entailment` answers yes or no to one passage and one claim"
        " (Bespoke-MiniCheck and the like).",
    )
    extractor: Literal["rules", "model"] = Field(
        "rules",
        description="What finds the claims of a text: `rules`, the same every time; or the `model`"
        " splits what these find into single claims, which must stand there word for word and leave"
        " nothing out.",
    )
    types: tuple[Kind, ...] = Field(
        ("factual", "statistic", "quote", "date"),
        min_length=1,
        description="Kinds of claims that are judged. Also `VERIFY_CLAIM_TYPES`, with commas"
        " between them.",
    )
    skip_opinions: Annotated[bool, Strictness("false")] = Field(
        True,
        description="Whether cited opinions and remarks about the text itself are passed over,"
        " where they hold no number, date or quotation.",
    )
    confidence_threshold: Annotated[Share, Strictness("larger")] = Field(
        Decimal("0.7"),
        description="A supported claim with less confidence is flagged (`CLAIM_UNCERTAIN`). Also"
        " `VERIFY_CONFIDENCE_THRESHOLD`.",
    )
    retry_below: Share = Field(
        Decimal("0.5"),
        description="A claim with less confidence, or without a verdict, is asked again of"
        " `second_model`, once.",
    )
    min_quote_overlap: Annotated[Share, Strictness("larger")] = Field(
        Decimal("0.25"),
        description="Least share of a supported claim's words that its quotes hold; 0 where sources"
        " are in another language than texts.",
    )
    window_chars: int = Field(
        80_000,
        ge=1_000,
        le=2_000_000,
        description="Longest piece of a source that is judged in one question, in characters;"
        " longer sources are judged in overlapping pieces.",
    )
    overlap_chars: int = Field(
        2_000,
        ge=0,
        le=100_000,
        description="How much two neighbouring pieces share, in characters.",
    )
    max_claims: int = Field(
        500,
        ge=1,
        le=10_000,
        description="Claims of one text; more are `TOO_MANY_CLAIMS`.",
    )
    max_claims_per_call: int = Field(
        50, ge=1, le=500, description="Claims that one question holds; more make more questions."
    )
    deadline_s: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="Seconds for a call that asks for claims and whose client sets no deadline; at"
        " most `server.max_deadline_s`.",
    )
    filter: Literal["none", "mark", "remove_citation", "remove_claim"] = Field(
        "none",
        description="What repairs do with claims that their sources do not support: nothing, a mark"
        " behind them, their citations taken out, or all of them taken out.",
    )

    @field_validator("types", mode="before")
    @classmethod
    def _listed(cls, given: object) -> object:
        """``statistic,quote,date``, as its environment variable has it."""
        if isinstance(given, str):
            return tuple(part.strip() for part in given.split(",") if part.strip())
        return given
