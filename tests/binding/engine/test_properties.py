"""What makes candidates plausible, and what stands around a number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ranked_numbers import ranked_alone

from sidecar.binding.engine.crosses import CROSSED
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.quantities import Fit, Target
from sidecar.binding.engine.ranking import RankedCandidates

ROWS = [
    {"plant": "Alta", "output_mwh": 41270.0, "price_eur": 2.25, "sold": 310, "offered": 400},
    {"plant": "Bodo", "output_mwh": 9180.0, "price_eur": 3.5, "sold": 122, "offered": 150},
    {"plant": "Kirkenes", "output_mwh": 3770.0, "price_eur": 1.75, "sold": 41, "offered": 90},
]
PLANTS = [str(row["plant"]) for row in ROWS]


def _ranked(text: str) -> list[tuple[Target, RankedCandidates]]:
    return ranked_alone(text, ROWS, {})


def _features(one: RankedCandidates, what: str) -> dict[str, set[str]]:
    """The levels of a property, by the formula of the candidates that have them."""
    found: dict[str, set[str]] = {}
    for formula, parts in zip(one.found.formula.tolist(), one.parts.of.tolist(), strict=True):
        for part in parts:
            if 0 <= part < len(CROSSED) and f" / {what}: " in CROSSED[part]:
                levels = found.setdefault(FORMULAS[formula].name, set())
                levels.add(CROSSED[part].split(": ")[1])
    return found


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(ROWS), st.sampled_from([("GWh", 1e-3), ("kWh", 1e3), ("TWh", 1e-6)]))
def test_a_cell_is_found_in_another_size_of_its_unit(
    row: dict[str, float], size: tuple[str, float]
) -> None:
    symbol, factor = size
    value = row["output_mwh"] * factor
    ((_, one),) = _ranked(f"{row['plant']} produced {value:.5f} {symbol} of output.")
    cells = (one.found.formula == 0) & (one.found.fit == Fit.CONVERTED)
    assert np.isclose(one.found.value[cells], value).any()


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(PLANTS), st.integers(0, 4), st.integers(1, 9))
def test_more_decimals_than_a_column_has_are_finer(plant: str, decimals: int, digit: int) -> None:
    number = f"{digit}.{'5' * decimals}" if decimals else str(digit)
    ((target, one),) = _ranked(f"The price of {plant} was €{number}.")
    assert target.place == -decimals
    of_price = one.found.column == 1
    levels = {
        CROSSED[part].split(": ")[1]
        for parts in one.parts.of[of_price & (one.found.formula == 0)].tolist()
        for part in parts
        if 0 <= part < len(CROSSED) and "/ fineness: " in CROSSED[part]
    }
    assert levels == {"same" if decimals == 2 else "finer" if decimals > 2 else "coarser"}


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        ("fell by 12%", {"agrees", "differs"}),
        ("came to 12%", {"unsaid"}),
        ("was 12% higher or lower", {"both"}),
    ],
)
def test_changes_go_where_words_say(words: str, levels: set[str]) -> None:
    ((_, one),) = _ranked(f"In Alta what was sold of what was offered {words}.")
    assert _features(one, "direction")["column gap share"] == levels


def test_changes_that_agree_have_the_sign_that_is_said() -> None:
    ((_, one),) = _ranked("In Alta sold was down 12% from offered.")
    for at, parts in enumerate(one.parts.of.tolist()):
        told = {CROSSED[p].split(": ")[1] for p in parts
                if 0 <= p < len(CROSSED) and "/ direction: " in CROSSED[p]}  # fmt: skip
        if told & {"agrees", "differs"}:
            assert told == ({"agrees"} if one.found.value[at] < 0 else {"differs"})


@settings(max_examples=20, deadline=None)
@given(st.permutations(ROWS))
def test_a_column_that_is_never_above_another_is_part_of_it(rows: list[dict[str, float]]) -> None:
    ((_, one),) = ranked_alone("Alta sold 77.5% of what it offered.", rows, {})
    found = one.found
    share = (found.formula == [f.name for f in FORMULAS].index("column share")) & (found.column > 1)
    for at in np.flatnonzero(share).tolist():
        told = {CROSSED[p].split(": ")[1] for p in one.parts.of[at].tolist()
                if 0 <= p < len(CROSSED) and "/ one of the other: " in CROSSED[p]}  # fmt: skip
        others = one.links.columns[0][found.other[at]].measure
        if found.column[at] == 2 and others == 3:
            assert told == {"part"}
        elif found.column[at] == 3 and others == 2:
            assert told == {"whole"}


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["rose", "fell"]), st.integers(0, 6))
def test_cues_close_to_a_number_are_told_from_those_of_its_clause(word: str, between: int) -> None:
    ((_, one),) = _ranked(f"Sales {word} {'so ' * between}12% in Alta.")
    cues = one.links.cues
    assert set(cues.before) <= set(cues.near)
    assert bool(cues.before) is (between < 3)


def test_a_measure_is_not_named_in_different_ways() -> None:
    told = {}
    for text in ("Alta had 12.", "Alta sold 12."):
        ((_, one),) = _ranked(text)
        columns = {c.measure: dict(c.features) for c in one.links.columns[0]}
        told[text] = {name for name in columns[1] if name.startswith("measure not named, ")}
    assert told == {
        "Alta had 12.": {"measure not named, no other"},
        "Alta sold 12.": {"measure not named, another near"},
    }


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 4))
def test_words_that_several_columns_share_are_less_their_own(columns: int) -> None:
    rows = [{"plant": name, **{f"orders_{at}": 10 * at + n for at in range(columns)}}
            for n, name in enumerate(PLANTS)]  # fmt: skip
    ((_, one),) = ranked_alone("Alta had 12 orders.", rows, {})
    for column in one.links.columns[0]:
        own = dict(column.features)["measure named by its own words behind"]
        assert own == pytest.approx(1 / len(one.links.columns[0]))
