"""What a person is told who asks why a number was bound as it was."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from sidecar.binding.bound import Bound
from sidecar.binding.context.weighing.weigh import shipped
from sidecar.model.report import Considered, Detail, Verdict
from sidecar.model.text import Text
from sidecar.model.why import Link, Origin, Part, Why

COUNTRIES = ["country", "year", "revenue", "staff"]
ROWS = [
    ["Norway", 2006, 4120, 310],
    ["Norway", 2007, 4870, 295],
    ["Sweden", 2006, 7730, 640],
    ["Sweden", 2007, 8150, 655],
]
PLAIN = "In 2007 Norway had 295 staff."

Explain = Callable[..., list[Bound]]


@pytest.fixture
def explain(bind: Callable[..., tuple[list[Bound], object]]) -> Explain:
    """Bind the numbers of a text with all that is told about them."""

    def explained(
        text: str, columns: Sequence[str] = COUNTRIES, rows: object = ROWS
    ) -> list[Bound]:
        return bind(text, columns, rows, Detail.EXPLAIN)[0]

    return explained


def why(one: Considered) -> Why:
    assert one.why is not None
    return one.why


def links(bound: Bound, text: str) -> dict[Part, tuple[str, Origin, str]]:
    """What links the first reading: name, origin and words of each part."""

    def words(link: Link) -> str:
        return Text(text).slice(link.span) if link.span else ""

    first = why(bound.binding.considered[0])
    return {link.part: (link.name, link.origin, words(link)) for link in first.links}


def test_the_chosen_reading_leads_with_its_row_column_and_the_words_that_link_them(
    explain: Explain,
) -> None:
    (bound,) = explain(PLAIN)
    first = bound.binding.considered[0]
    assert first.reading == bound.binding.reading
    assert (why(first).kind, why(first).row, why(first).column) == ("cell", "Norway, 2007", "staff")
    assert links(bound, PLAIN) == {
        Part.ROW: ("Norway", Origin.SENTENCE, "Norway"),
        Part.PERIOD: ("2007", Origin.SENTENCE, "2007"),
        Part.COLUMN: ("staff", Origin.COUNTED, "staff"),
    }


def test_weights_are_parts_of_one_whole_and_the_others_are_in_their_order(explain: Explain) -> None:
    (bound,) = explain(PLAIN)
    weights = [why(one).weight for one in bound.binding.considered]
    assert sum(weights) == pytest.approx(1, abs=0.01)
    assert weights[1:] == sorted(weights[1:], reverse=True)
    assert bound.binding.odds is not None
    assert sum(bound.binding.odds) == pytest.approx(1, abs=0.001)
    assert bound.binding.odds.right > 0.9


def test_reasons_are_the_named_features_times_their_weights(explain: Explain) -> None:
    # Cells of one kind: their weights stand to each other as their reasons say.
    (_, bound) = explain("Norway and Sweden had 4,120 and 7,731 in revenue in 2006.")
    cells = [one for one in map(why, bound.binding.considered) if one.kind == "cell"]
    one, other = cells[:2]
    assert one.reasons[0] == ("cell", shipped().scores["cell"])
    assert {reason.feature for reason in one.reasons} <= set(shipped().scores)
    apart = sum(r.weight for r in one.reasons) - sum(r.weight for r in other.reasons)
    assert math.log(one.weight / other.weight) == pytest.approx(apart, abs=0.01)


def test_many_cells_and_what_is_outside_are_shown_as_what_they_are(explain: Explain) -> None:
    (bound,) = explain("In 2007 Norway opened 17 sites.")
    kinds = {why(one).kind: one for one in bound.binding.considered}
    other = kinds["some_column"]
    assert (other.reading, why(other).cells, why(other).agreeing) == (None, 2, 0.0)
    assert [link.name for link in why(other).links] == ["2007", "Norway"]
    outside = why(kinds["outside"])
    assert (outside.query_id, outside.agreeing) == ("", 1.0)
    assert "foreign_noun" in {reason.feature for reason in outside.reasons}


def test_what_was_carried_over_says_where_it_was_named(explain: Explain) -> None:
    text = "# Norway\n\nThe year was 2007. There were 240 staff."
    (bound,) = explain(text)
    assert links(bound, text)[Part.ROW] == ("Norway", Origin.HEADING, "Norway")
    assert links(bound, text)[Part.PERIOD] == ("2007", Origin.EARLIER, "2007")


def test_without_explain_there_is_nothing_of_it(
    bind: Callable[..., tuple[list[Bound], object]],
) -> None:
    ((bound,), _) = bind(PLAIN, COUNTRIES, ROWS)
    assert (bound.binding.considered, bound.binding.odds, bound.binding.hints) == ((), None, ())


def test_explaining_decides_nothing(
    explain: Explain, bind: Callable[..., tuple[list[Bound], object]]
) -> None:
    text = "In 2007 Norway had 295 staff, Sweden 656 and 8,150 in revenue, of 17 million."
    plain = bind(text, COUNTRIES, ROWS)[0]
    bare = [
        one._replace(binding=one.binding._replace(considered=(), odds=None, hints=()))
        for one in explain(text)
    ]
    assert bare == plain


def test_numbers_of_a_wrong_name_lead_with_the_row_that_they_fit(explain: Explain) -> None:
    names = ["Amina", "Bruno", "Carla", "Dora", "Emil", "Farah", "Goran"]
    calls, sales, returns = [41, 57, 63, 38, 52, 49, 74], [12, 19, 7, 22, 15, 9, 28], range(3, 10)
    rows = [list(row) for row in zip(names, calls, sales, returns, strict=True)]
    text = "Amina had 57 calls, 19 sales and 4 returns."
    for bound in explain(text, ["agent", "calls", "sales", "returns"], rows):
        assert bound.binding.verdict is Verdict.SUPPORTED
        first = bound.binding.considered[0]
        assert first.reading == bound.binding.reading
        assert first.reading is not None
        assert first.reading.location.startswith("data[1]")


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Two depots have more than 10 vans. They make 310 trips.", "They"),
        ("The two largest depots make 310 trips.", "two largest"),
        ("The depots have 36 vans.", "depots"),
    ],
)
def test_several_rows_are_called_as_the_text_calls_them(
    explain: Explain, text: str, called: str
) -> None:
    columns = ["site", "vans", "trips"]
    rows = [
        ["Depot North", 12, 140],
        ["Depot South", 15, 170],
        ["Depot East", 9, 80],
        ["Bay", 2, 11],
    ]
    bound = explain(text, columns, rows)[-1]
    assert bound.binding.verdict is Verdict.SUPPORTED
    assert links(bound, text)[Part.ROW] == (called, Origin.SENTENCE, called)
