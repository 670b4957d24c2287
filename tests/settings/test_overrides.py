"""A request may tighten settings, and loosen only what the server lists."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.settings.overrides import OverrideInvalid, OverrideNotAllowed, apply
from sidecar.settings.root import Settings

REL = "numeric.rounding.rel_epsilon"
SETTINGS = Settings.model_validate({"numeric": {"rounding": {"rel_epsilon": "0.01"}}})


def test_no_override_costs_nothing() -> None:
    assert apply(SETTINGS, {}) is SETTINGS


@pytest.mark.parametrize(
    ("path", "stricter"),
    [
        ("policy.mode", "enforce"),
        (REL, Decimal("0.001")),
        (REL, Decimal(0)),
        (REL, Decimal("0.01")),  # the same is no loosening
        ("numeric.binding.ignore_years", False),
        ("numeric.binding.require_citation_first", True),
        ("consistency.epsilon_pct", Decimal("0.1")),
    ],
)
def test_stricter_is_always_allowed(path: str, stricter: object) -> None:
    policy = SETTINGS.policy.changed(mode="observe")
    observing = SETTINGS.having(policy=policy)
    changed = apply(observing, {path: stricter})
    value: object = changed
    for name in path.split("."):
        value = getattr(value, name)
    assert value == stricter


@pytest.mark.parametrize(
    ("path", "looser"),
    [
        ("policy.mode", "observe"),
        (REL, Decimal("0.2")),
        ("numeric.binding.ignore_numbers_below", Decimal(1)),
        ("numeric.currency.currencies", ("EUR",)),  # no strict side: any change needs leave
    ],
)
def test_looser_needs_leave(path: str, looser: object) -> None:
    with pytest.raises(OverrideNotAllowed) as refused:
        apply(SETTINGS, {path: looser})
    assert refused.value.code == "PERMISSION_DENIED"
    assert refused.value.metadata["setting"] == path
    assert set(refused.value.metadata) == {"setting", "given", "current"}

    allowing = Settings.model_validate({"overridable": [path]})
    apply(allowing, {path: looser})


def test_citations_that_the_server_requires_cannot_be_waived() -> None:
    requiring = Settings.model_validate({"numeric": {"binding": {"require_citation_first": True}}})
    with pytest.raises(OverrideNotAllowed):
        apply(requiring, {"numeric.binding.require_citation_first": False})


def test_two_steps_cannot_add_up_to_a_looser_setting() -> None:
    # The server's own value is what counts, not what an earlier override made of it.
    strict = apply(SETTINGS, {REL: Decimal("0.001")})
    with pytest.raises(OverrideNotAllowed):
        apply(strict, {REL: Decimal("0.01")})


@pytest.mark.parametrize("value", [Decimal(-1), Decimal("NaN"), Decimal("Infinity"), Decimal(2)])
def test_a_value_outside_its_range_is_invalid_even_where_loosening_is_allowed(
    value: Decimal,
) -> None:
    allowing = Settings.model_validate({"overridable": [REL]})
    with pytest.raises(OverrideInvalid) as refused:
        apply(allowing, {REL: value})
    assert refused.value.metadata == {"setting": REL, "given": str(value)}


def test_an_unknown_mode_is_invalid() -> None:
    with pytest.raises(OverrideInvalid):
        apply(SETTINGS, {"policy.mode": "7"})


def test_overrides_change_the_digest_and_nothing_else() -> None:
    before = SETTINGS.digest
    changed = apply(SETTINGS, {REL: Decimal("0.001")})
    assert changed.digest != before
    assert SETTINGS.digest == before
    assert changed.having(numeric=SETTINGS.numeric) == SETTINGS


def test_the_digest_tells_values_not_how_they_are_written() -> None:
    assert apply(SETTINGS, {REL: Decimal("0.0100")}).digest == SETTINGS.digest


@given(st.decimals(0, 1, places=6))
def test_a_tolerance_moves_only_downwards(value: Decimal) -> None:
    current = SETTINGS.numeric.rounding.rel_epsilon
    if value <= current:
        assert apply(SETTINGS, {REL: value}).numeric.rounding.rel_epsilon == value
    else:
        with pytest.raises(OverrideNotAllowed):
            apply(SETTINGS, {REL: value})
