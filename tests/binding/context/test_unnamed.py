"""Numbers whose words name nothing are bound together, and as they would be one by one."""

from __future__ import annotations

import json
import random
from itertools import islice, product
from typing import Any

import pytest

from sidecar.binding.bound import Bound
from sidecar.binding.bounds import Bounds
from sidecar.binding.context import unnamed
from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.settings import NumericSettings
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions
from sidecar.text.vocabulary import one_of

ROWS = 4200
"""More than are sorted with the catalog."""

BIND = unnamed.bind
PLAIN = ["alpha", "beta", "gamma", "kappa", "omega"]


def _index(names: list[str], rows: list[list[object]], query_id: str = "q") -> TableIndex:
    body = json.dumps({"columns": names, "rows": rows}).encode()
    return TableIndex(decode(body, Header(query_id=query_id), EvidenceLimits()))


def _large(first: list[object], names: list[str], query_id: str = "q", seed: int = 1) -> TableIndex:
    chosen = random.Random(seed)
    rows = [[each, *(round(chosen.lognormvariate(7, 2), 2) for _ in PLAIN)] for each in first]
    return _index([*names, *PLAIN], rows, query_id)


@pytest.fixture(scope="module")
def table() -> TableIndex:
    """Columns of numbers and no labels."""
    return _large([0.5 * row for row in range(ROWS)], ["first"])


@pytest.fixture(scope="module")
def labelled() -> TableIndex:
    """The same with a column of labels."""
    letters = product("abcdefghijklmnopq", repeat=3)
    return _large(["Site X" + "".join(each) for each in islice(letters, ROWS)], ["site"])


class Taken:
    """Binds texts, and counts the numbers that were bound together, or read for words alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch, self.together, self.absent = monkeypatch, 0, 0

    def __call__(self, text: str, *results: TableIndex) -> list[Bound]:
        """The bound numbers, which are the same when they are bound one by one."""
        together = self._bind(text, results, self._counting)
        singly = self._bind(text, results, lambda *_: unnamed.NOTHING)
        assert together.bindings.verdicts == singly.bindings.verdicts
        assert together.told == singly.told
        assert together == singly
        return list(together)

    def _counting(self, *args: Any) -> unnamed.Unnamed:
        found = BIND(*args)
        self.together, self.absent = len(found.settled), len(found.absent)
        return found

    def _bind(self, text: str, results: tuple[TableIndex, ...], by_value: object) -> Bounds:
        with self._patch.context() as patch:
            patch.setattr(unnamed, "bind", by_value)
            whole = Text(text)
            binder = ContextBinder(NumericSettings(), whole, results, Detail.BINDINGS)
            return binder.bind(extract(whole, ExtractOptions()).claims)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Taken:
    """Binds texts in both ways."""
    return Taken(monkeypatch)


def _cells(table: TableIndex, count: int, seed: int = 3) -> list[str]:
    chosen = random.Random(seed)
    columns = [cells.values for cells in table.table.cells if cells.values.size]
    return [f"{chosen.choice(columns)[chosen.randrange(ROWS)]:,.2f}" for _ in range(count)]


def test_numbers_of_a_text_that_names_nothing_are_bound_alike(
    taken: Taken, table: TableIndex
) -> None:
    """Right and wrong ones, with hedges, as pairs, after unrelated numbers, in lists and prose."""
    cells = _cells(table, 40)
    text = "# Results\n\n" + "".join(f"- Region reached {cell} units.\n" for cell in cells[:20])
    text += "".join(f"We counted over {cell} there. " for cell in cells[20:30])
    text += "".join(f"It fell to {a}, from {b}. " for a, b in zip(cells[30:], cells, strict=False))
    text += "And 987,654,321.99 more, some 0.001 less, 12 sites, 7,000 things, -5.25, 3.1 million."
    found = taken(text, table)
    assert {one.binding.verdict for one in found} == {Verdict.SUPPORTED, Verdict.INCONCLUSIVE}
    assert taken.together >= 30


WORDS = sorted(
    one_of(
        "we plan target about total average per cent is was were reached fell rose from to than "
        "more at least most over under the a each of if had been estimated limit sample survey "
        "only it they both respectively compared with year ago today hours sites section version "
        "question said doubled half share difference mean times highest lowest rank no not without "
        "against and but while where which , ; : ( ) ? - assume assuming suppose should could "
        "policy rule requires"
    )
)


@pytest.mark.parametrize(
    "text",
    [
        "Assume {} visits.",
        "The target is {}.",
        "Is it {}?",
        "Suppose we had {} of them.",
        "The limit is {}.",
        "We plan for {} next year.",
        "The rule allows up to {} there.",
    ],
)
def test_words_tell_that_what_no_cell_equals_is_something_else(
    taken: Taken, table: TableIndex, text: str
) -> None:
    (found,) = taken(text.format("4,567,891.23"), table)
    assert found.binding.verdict is Verdict.INCONCLUSIVE
    assert taken.absent == 1


def test_what_no_cell_equals_is_read_for_the_words_that_say_it_is_something_else(
    taken: Taken, table: TableIndex
) -> None:
    """Sentences of any words, right and wrong numbers between them."""
    chosen = random.Random(7)
    cells, absent = _cells(table, 400), 0
    for _ in range(250):
        text = ""
        for _ in range(3):
            words = chosen.choices(WORDS, k=chosen.randint(1, 12))
            number = f"{chosen.lognormvariate(16, 3):,.2f}"
            words.insert(
                chosen.randint(0, len(words)),
                number if chosen.random() < 0.7 else chosen.choice(cells),
            )
            if chosen.random() < 0.2:
                words.insert(chosen.randint(0, len(words)), chosen.choice(cells))
            text += " ".join(words).capitalize() + ". "
        taken(text, table)
        absent += taken.absent
    assert absent > 100


def test_the_nearest_name_takes_numbers_out(taken: Taken, table: TableIndex) -> None:
    """A column in the sentence, three sentences before, or in the heading speaks for a number."""
    cells = _cells(table, 12)
    prose = [f"It came to {cell}." for cell in cells]
    taken(" ".join(["This is about beta.", *prose]), table)
    assert taken.together == len(cells) - 3
    taken("# The beta values\n\n" + " ".join(prose), table)
    assert taken.together == 0
    taken(" ".join([*prose, "That was beta."]), table)
    assert taken.together == len(cells)


def test_a_label_or_a_part_of_it_takes_its_number_out(taken: Taken, labelled: TableIndex) -> None:
    """Names of rows link like names of columns."""
    cells = _cells(labelled, 3)
    taken(f"There were {cells[0]}. Then came {cells[1]}.", labelled)
    assert taken.together == 2
    taken(f"Site Xabc had {cells[0]}.\n\n" + "So it is. " * 4 + f"Then came {cells[1]}.", labelled)
    assert taken.together == 1


def test_equal_cells_in_two_tables_are_left_to_reading(taken: Taken, table: TableIndex) -> None:
    """Which of them is meant has to be weighed."""
    halves: list[object] = [0.5 * row for row in range(ROWS)]
    twin = _large(halves, ["first"], "twin")
    other = _large(halves, ["first"], "other", seed=2)
    cells = _cells(table, 5)
    text = " ".join(f"It came to {cell}." for cell in cells)
    taken(text, table, twin)
    assert taken.together == 0
    taken(text, table, other)
    assert taken.together > 2


def test_a_rate_of_exchange_is_not_overlooked(taken: Taken, table: TableIndex) -> None:
    """Amounts elsewhere are converted with a rate, though its own sentence names nothing."""
    (rate,) = _cells(table, 1)
    taken(f"We convert it at {rate}. The beta was $250.", table)
    assert taken.together == 0


def test_points_of_a_share_are_not_taken_for_counts(taken: Taken, table: TableIndex) -> None:
    """A word of the sentence makes them percentages, which no plain cell holds."""
    (cell,) = _cells(table, 1)
    taken(f"Their share stood {cell} points higher.", table)
    assert taken.together == 0


def test_small_tables_are_read(taken: Taken) -> None:
    """In a table of a few rows a cell may also agree in a scale that nothing declares."""
    small = _index(PLAIN, [[row + column / 10 for column in range(5)] for row in range(9)])
    taken("It came to 4.2.", small)
    assert taken.together == 0
