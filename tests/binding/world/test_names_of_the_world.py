"""Codes and names of the world: which kind a column holds, and what its values are called."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding import world
from sidecar.binding.world import WorldKind
from sidecar.binding.world.kinds import code_of
from sidecar.binding.world.sections import FILE, sections

COUNTRY, CURRENCY = WorldKind("country"), WorldKind("currency")
KINDS = list(sections())
PLACES_AND_COINS = [kind for kind in KINDS if kind.what in ("country", "subdivision", "currency")]
LARGE = [kind for kind in KINDS if kind.what == "subdivision" and len(sections()[kind].names) > 5]
COLUMN = {"country": "country", "subdivision": "state", "currency": "ccy", "month": "month",
          "quarter": "quarter", "weekday": "isodow"}  # fmt: skip


def states(code: str) -> WorldKind:
    return WorldKind("subdivision", code)


def test_the_file_stays_small() -> None:
    assert FILE.stat().st_size < 60_000


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_every_name_leads_back_to_its_code(kind: WorldKind) -> None:
    section = world.section_of(kind)
    for code, names in section.names.items():
        for name in {*names, *world.names_of(kind, code)}:
            assert code_of(kind, name, hinted=True) == code, name
            assert set(world.names_of(kind, name)) | {name} >= set(names)


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_all_codes_of_a_kind_are_of_it(kind: WorldKind) -> None:
    codes = list(world.section_of(kind).names)
    if len(codes) > 2:
        assert kind in world.kinds_of(codes, COLUMN[kind.what])
    if len(codes) > 9 and kind in PLACES_AND_COINS:
        assert world.kind_of(codes) == kind


@given(st.sampled_from(PLACES_AND_COINS), st.randoms(use_true_random=False), st.integers(2, 12))
def test_neither_order_nor_repetition_matters(
    kind: WorldKind, chance: random.Random, count: int
) -> None:
    codes = list(world.section_of(kind).names)
    values = chance.sample(codes, min(count, len(codes)))
    again = values + chance.choices(values, k=5)
    chance.shuffle(again)
    assert world.kinds_of(again) == world.kinds_of(values)
    assert world.kind_of(again) == world.kind_of(values)


@given(st.sampled_from(LARGE), st.randoms(use_true_random=False))
def test_a_value_of_no_other_kind_decides(kind: WorldKind, chance: random.Random) -> None:
    """Names of six parts of one country, no one of which another kind has, are of that one."""
    names = [own[1] for own in world.section_of(kind).names.values() if len(own) > 1]
    own = [name for name in names if len(world.kinds_of([name, names[0], names[1]])) == 1]
    values = chance.sample(own, min(6, len(own)))
    if len(values) > 3:
        assert world.kind_of(values) == kind


@given(st.lists(st.sampled_from(KINDS), min_size=2, max_size=2, unique=True), st.randoms())
def test_a_mixed_column_is_of_no_kind(kinds: list[WorldKind], chance: random.Random) -> None:
    sets = [set(world.section_of(kind).names) for kind in kinds]
    halves = [sorted(sets[0] - sets[1]), sorted(sets[1] - sets[0])]
    count = min(5, *map(len, halves))
    values = [value for half in halves for value in chance.sample(half, count)]
    assert not set(world.kinds_of(values)) & set(kinds)


@given(st.lists(st.text(alphabet="bcdfghjkz ", min_size=5, max_size=12), max_size=20))
def test_words_of_no_meaning_are_of_no_kind(values: list[str]) -> None:
    assert world.kind_of(values) is None


@given(st.sampled_from(PLACES_AND_COINS), st.randoms(use_true_random=False))
def test_names_in_a_column_tell_one_value(kind: WorldKind, chance: random.Random) -> None:
    codes = list(world.section_of(kind).names)
    values = chance.sample(codes, min(8, len(codes)))
    found = list(world.names_in([kind], values))
    assert len({name for _, name in found}) == len(found)
    for place, value in enumerate(values):
        assert {name for at, name in found if at == place} >= {
            name for name in world.names_of(kind, value) if name not in values
        }


@pytest.mark.parametrize(
    ("values", "column", "kind"),
    [
        ("CA TX NY FL", "", states("US")),
        ("CA US MX", "", COUNTRY),
        ("IN OH", "", states("US")),
        ("IN CN", "", COUNTRY),
        ("GA AL", "state", states("US")),
        ("GA AL", "country", COUNTRY),
        ("DE NJ MD", "", states("US")),
        ("DE FR IT", "", COUNTRY),
        ("CA DE", "", None),
        ("ON QC BC", "", states("CA")),
        ("BY NW BW", "", states("DE")),
        ("NSW VIC QLD", "", states("AU")),
        ("MH KA TN", "", states("IN")),
        ("RJ SP MG", "", states("BR")),
        ("JAL NLE CMX", "", states("MX")),
        ("Georgia Alabama", "", states("US")),
        ("Georgia Armenia", "", COUNTRY),
        ("US-CA US-TX", "", states("US")),
        ("US UK DE FR", "", COUNTRY),
        ("EL UK DE", "", COUNTRY),
        ("EU UK US CN", "", COUNTRY),
        ("USA DEU FRA", "", COUNTRY),
        ("EUR USD", "", CURRENCY),
        ("us de fr", "country", COUNTRY),
        ("us de fr", "", None),
        ("in no", "", None),
        ("US US US", "", None),  # one thing tells nothing
        ("UK GB GBR", "", None),
        ("IT HR Sales Finance", "", None),
        ("1 2 3", "sales_month", WorldKind("month")),
        ("01 02 12", "month", WorldKind("month")),
        ("1 2 3", "", None),
        ("1 2 13", "month", None),
        ("1 2 3", "quarter", WorldKind("quarter")),
        ("1 5", "weekday", None),  # a week may begin on Sunday
        ("1 5", "isodow", WorldKind("weekday")),
        ("Mon Tue Fri", "", WorldKind("weekday")),
        ("Jan Feb Sept", "", WorldKind("month")),
    ],
)
def test_ambiguous_codes_are_decided_by_their_column(
    values: str, column: str, kind: WorldKind | None
) -> None:
    assert world.kind_of(values.split(), column) == kind


@pytest.mark.parametrize(
    ("kind", "value", "names"),
    [
        (COUNTRY, "US", {"USA", "United States"}),
        (COUNTRY, "UK", {"GB", "GBR", "United Kingdom", "Great Britain"}),
        (COUNTRY, "CD", {"Democratic Republic of the Congo"}),
        (states("US"), "CA", {"California"}),
        (states("US"), "Texas", {"TX"}),
        (states("BR"), "SP", {"São Paulo", "Sao Paulo"}),
        (CURRENCY, "EUR", {"Euro", "euros", "€"}),
        (WorldKind("month"), "1", {"January", "Jan"}),
        (WorldKind("weekday"), "Mon", {"Monday"}),
    ],
)
def test_a_value_has_the_names_that_texts_use(kind: WorldKind, value: str, names: set[str]) -> None:
    assert names <= set(world.names_of(kind, value))


def test_dollars_are_those_of_the_only_currency_that_has_them() -> None:
    assert (1, "dollars") in world.names_in([CURRENCY], ["EUR", "USD"])
    assert "dollars" not in {name for _, name in world.names_in([CURRENCY], ["AUD", "USD"])}


def test_a_long_column_of_words_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns with more values than any kind has names are not looked up."""
    monkeypatch.setattr("sidecar.binding.world.kinds._codes", None)
    assert world.kind_of([f"word {number}" for number in range(5000)]) is None
