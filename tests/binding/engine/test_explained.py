"""What a person is told who asks why a number was bound as it was."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from bound_numbers import bound, table

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine.binder import shipped
from sidecar.model.report import Considered, Detail, Verdict
from sidecar.model.text import Text
from sidecar.model.why import Link, LinkedPart, LinkOrigin, Why

COUNTRIES = ["country", "year", "revenue", "staff"]
ROWS: Sequence[Sequence[object]] = [
    ["Norway", 2006, 4120, 310],
    ["Norway", 2007, 4870, 295],
    ["Sweden", 2006, 7730, 640],
    ["Sweden", 2007, 8150, 655],
]
PLAIN = "In 2007 Norway had 295 staff."


def explain(
    text: str,
    columns: Sequence[str] = COUNTRIES,
    rows: Sequence[Sequence[object]] = ROWS,
    detail: Detail = Detail.EXPLAIN,
) -> list[BoundNumber]:
    """Bind the numbers of a text with all that is told about them."""
    return bound(text, table([dict(zip(columns, row, strict=True)) for row in rows]), detail=detail)


def why(one: Considered) -> Why:
    assert one.why is not None
    return one.why


def links(one: BoundNumber, text: str) -> dict[LinkedPart, tuple[str, LinkOrigin, str]]:
    """What links the first reading: name, origin and words of each part."""

    def words(link: Link) -> str:
        return Text(text).slice(link.span) if link.span else ""

    first = why(one.binding.considered[0])
    return {link.part: (link.name, link.origin, words(link)) for link in first.links}


def test_the_chosen_reading_leads_with_its_row_column_and_the_words_that_link_them() -> None:
    (one,) = explain(PLAIN)
    first = one.binding.considered[0]
    assert first.reading == one.binding.reading
    assert (why(first).kind, why(first).row, why(first).column) == ("cell", "Norway, 2007", "staff")
    assert links(one, PLAIN) == {
        LinkedPart.ROW: ("Norway", LinkOrigin.SENTENCE, "Norway"),
        LinkedPart.PERIOD: ("2007", LinkOrigin.SENTENCE, "2007"),
        LinkedPart.COLUMN: ("staff", LinkOrigin.COUNTED, "staff"),
    }


@pytest.mark.parametrize("text", [PLAIN, "Umsätze: in Norway – 2007 – 4,870 “revenue”."])
def test_words_are_found_where_they_stand(text: str) -> None:
    (one,) = explain(text)
    told = links(one, text)
    assert [told[part][2] for part in (LinkedPart.ROW, LinkedPart.PERIOD)] == ["Norway", "2007"]


def test_weights_are_parts_of_one_whole_and_the_others_are_in_their_order() -> None:
    (one,) = explain(PLAIN)
    weights = [why(each).weight for each in one.binding.considered]
    assert sum(weights) == pytest.approx(1, abs=0.02)
    assert weights[1:] == sorted(weights[1:], reverse=True)
    assert one.binding.odds is not None
    assert sum(one.binding.odds) == pytest.approx(1, abs=0.001)
    assert one.binding.odds.right > one.binding.odds.wrong


def test_reasons_are_the_named_features_times_their_weights() -> None:
    (_, one) = explain("Norway and Sweden had 4,120 and 7,731 in revenue in 2006.")
    first, second = list(map(why, one.binding.considered))[:2]
    assert {reason.feature for reason in first.reasons} <= set(shipped())
    apart = sum(r.weight for r in first.reasons) - sum(r.weight for r in second.reasons)
    assert math.log(first.weight / second.weight) == pytest.approx(apart, abs=0.05)


def test_what_is_none_of_the_candidates_is_shown_with_its_reasons() -> None:
    (one,) = explain("In 2007 Norway opened 17 sites.")
    kinds = {why(each).kind: each for each in one.binding.considered}
    for kind in ("outside", "unfound"):
        other = why(kinds[kind])
        assert (kinds[kind].reading, other.query_id, other.agreeing) == (None, "", 1.0)
        assert other.reasons


def test_what_was_carried_over_says_where_it_was_named() -> None:
    text = "# Norway\n\nThe year was 2007. It had 295 staff."
    (one,) = explain(text)
    assert links(one, text)[LinkedPart.ROW] == ("Norway", LinkOrigin.HEADING, "Norway")
    assert links(one, text)[LinkedPart.PERIOD] == ("2007", LinkOrigin.EARLIER, "2007")


def test_a_column_that_nothing_names_is_linked_since_it_is_the_only_one() -> None:
    rows = [["Norway", 4120], ["Sweden", 7730]]
    (one,) = explain("Norway: 4,120.", ["country", "revenue"], rows)
    assert links(one, "Norway: 4,120.")[LinkedPart.COLUMN] == ("revenue", LinkOrigin.ALONE, "")


def test_without_explain_there_is_nothing_of_it() -> None:
    (one,) = explain(PLAIN, detail=Detail.BINDINGS)
    assert (one.binding.considered, one.binding.odds, one.binding.hints) == ((), None, ())


def test_explaining_decides_nothing() -> None:
    text = "In 2007 Norway had 295 staff, Sweden 656 and 8,150 in revenue, of 17 million."
    bare = [
        one._replace(binding=one.binding._replace(considered=(), odds=None, hints=()))
        for one in explain(text)
    ]
    assert bare == explain(text, detail=Detail.BINDINGS)


def test_numbers_of_a_wrong_name_lead_with_the_row_that_they_fit() -> None:
    names = ["Amina", "Bruno", "Carla", "Dora", "Emil", "Farah", "Goran"]
    calls, sales, returns = [41, 57, 63, 38, 52, 49, 74], [12, 19, 7, 22, 15, 9, 28], range(3, 10)
    rows = [list(row) for row in zip(names, calls, sales, returns, strict=True)]
    text = "Amina had 57 calls, 19 sales and 4 returns."
    for one in explain(text, ["agent", "calls", "sales", "returns"], rows):
        assert one.binding.verdict is Verdict.SUPPORTED
        first = one.binding.considered[0]
        assert first.reading == one.binding.reading
        assert first.reading is not None
        assert first.reading.location.startswith("data[1]")
