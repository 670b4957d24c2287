"""Settings of asking a model: which one, how patiently, and for how much."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field, model_validator

from sidecar.settings.section import Currency, Exact, Section, Strictness, TextForm, VariableName

Money = Annotated[Exact, Field(ge=0)]
BaseUrl = Annotated[
    str,
    TextForm(r"|https?://[^\s/@?#]+(/[^\s@?#]*)?", "a URL such as http://host:8000/v1, or empty"),
]


class Price(Section):
    """What a model costs for a million tokens."""

    input: Money = Field(description="Price of a million tokens of prompts.")
    output: Money = Field(description="Price of a million tokens of answers.")


class JudgeSettings(Section):
    """A model behind an OpenAI-compatible endpoint; nothing is sent without `base_url`."""

    base_url: BaseUrl = Field(
        "",
        description="Where the endpoint is, up to `/chat/completions`. Empty: no model is asked"
        " (`JUDGE_NOT_CONFIGURED`).",
    )
    model: str = Field("", max_length=200, description="Name of the model, as the endpoint has it.")
    second_model: str = Field(
        "",
        max_length=200,
        description="Name of a better model at the same endpoint, for what the first one leaves in"
        " doubt. Empty: no such model.",
    )
    api_key_env: VariableName = Field(
        "OPENAI_API_KEY",
        description="Name of the environment variable that has the key. Empty, or no such variable:"
        " questions are sent without a key.",
    )
    timeout_s: Annotated[float, Strictness("smaller")] = Field(
        30.0,
        ge=0.1,
        le=600,
        description="Seconds that one call may take (`JUDGE_TIMEOUT`); the request's own deadline"
        " counts as well.",
    )
    max_parallel: int = Field(
        4,
        ge=1,
        le=256,
        description="Calls to the endpoint at once, over all requests; others wait their turn.",
    )
    retries: int = Field(
        2,
        ge=0,
        le=10,
        description="Further tries after a lost connection or the status 408, 429 or 5xx, while the"
        " deadline allows.",
    )
    max_tokens: int = Field(
        4096, ge=1, le=200_000, description="Longest answer, in tokens, that a model is let write."
    )
    max_answer_bytes: int = Field(
        256 * 1024,
        ge=1024,
        le=4 * 1024 * 1024,
        description="Longest reply of the endpoint, in bytes (`JUDGE_ANSWER_INVALID`).",
    )
    temperature: float | None = Field(
        0.0,
        ge=0,
        le=2,
        description="How freely the model chooses its words. It is not sent where it is null, nor"
        " to an endpoint that has refused it.",
    )
    seed: int | None = Field(
        None,
        ge=0,
        le=2**31 - 1,
        description="Seed of the model's choices, for endpoints that have one. Null: not sent.",
    )
    currency: Currency = Field("USD", description="Currency of `prices` and of the cost.")
    prices: dict[str, Price] = Field(
        {},
        description="Prices by the name of the model, as `{model: {input: 0.5, output: 1.5}}` for a"
        " million tokens. The cost of others is not known.",
    )
    max_tokens_per_request: Annotated[int, Strictness("smaller")] = Field(
        200_000,
        ge=1,
        le=100_000_000,
        description="Tokens of prompts and answers that one request may spend"
        " (`JUDGE_BUDGET_SPENT`). Where an endpoint does not say how many it took, or says fewer"
        " than one for 64 bytes, each byte is counted as one.",
    )
    max_cost_per_request: Decimal | None = Field(
        None,
        ge=0,
        le=1_000_000,
        description="Money that one request may spend (`JUDGE_BUDGET_SPENT`). It needs a price for"
        " each model. Null: any.",
    )
    cache_bytes: int = Field(
        16 * 1024 * 1024,
        ge=0,
        le=4 * 1024**3,
        description="Memory for cached answers, in bytes; 0 caches none.",
    )

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.base_url and not self.model:
            raise ValueError("model: should be given, since base_url is")
        if self.max_cost_per_request is not None:
            for name in filter(None, (self.model, self.second_model)):
                if name not in self.prices:
                    raise ValueError(
                        f"prices: should have {name!r}, as max_cost_per_request is set"
                    )
        return self

    def cost(self, model: str, prompt_tokens: int, completion_tokens: int) -> Decimal | None:
        """What so many tokens cost, in ``currency``; None where the model has no price."""
        price = self.prices.get(model)
        if price is None:
            return None
        return (price.input * prompt_tokens + price.output * completion_tokens) / 1_000_000
