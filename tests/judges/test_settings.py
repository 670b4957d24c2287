"""Settings that cannot work are refused at the start."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import ValidationError

from sidecar.judges.settings import JudgeSettings, Price


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "localhost:8000",
        "https://user:word@host/v1",  # a secret, in what is logged
        "https://host/v1?key=secret",
        "https:///v1",
    ],
)
def test_only_a_plain_url_is_an_endpoint(url: str) -> None:
    with pytest.raises(ValidationError, match="should be a URL"):
        JudgeSettings(base_url=url, model="m")


def test_an_endpoint_needs_a_model() -> None:
    with pytest.raises(ValidationError, match="model: should be given"):
        JudgeSettings(base_url="https://host/v1")


def test_a_limit_on_money_needs_the_price_of_each_model() -> None:
    prices = {"m": Price(input=Decimal(1), output=Decimal(2))}
    with pytest.raises(ValidationError, match="'better'"):
        JudgeSettings(
            base_url="https://host/v1",
            model="m",
            second_model="better",
            prices=prices,
            max_cost_per_request=Decimal(1),
        )


def test_the_key_is_no_setting() -> None:
    with pytest.raises(ValidationError):
        JudgeSettings.model_validate({"api_key": "secret"})
    with pytest.raises(ValidationError, match="name of an environment variable") as raised:
        JudgeSettings(api_key_env="sk-4711-this-is-a-key")
    assert "4711" not in str(raised.value)


def test_cost_is_exact() -> None:
    settings = JudgeSettings(prices={"m": Price(input=Decimal("0.1"), output=Decimal("0.3"))})
    assert settings.cost("m", 1, 1) == Decimal("0.0000004")
    assert settings.cost("other", 1, 1) is None
