"""A text with more numbers than words costs no more than one with fifty of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sidecar.binding.bound import Bound
from sidecar.binding.context import binder
from sidecar.binding.context.weighing import weigh
from sidecar.binding.swap import Swap
from sidecar.model.report import Detail, Verdict

COLUMNS = ["region", "revenue", "staff"]
ROWS = [["North", 412_307, 3], ["South", 455_861, 8], ["East", 391_442, 5]]
READ = 50

Bind = Callable[..., tuple[list[Bound], list[Swap]]]


class Counted:
    """Binds texts, and counts the numbers that were read by their words."""

    def __init__(self, bind: Bind, monkeypatch: pytest.MonkeyPatch) -> None:
        self._bind, self.read = bind, 0

        def counting(*args: Any) -> weigh.Weighed:
            self.read += 1
            return weigh.weigh(*args)

        monkeypatch.setattr(binder, "weigh", counting)

    def __call__(self, text: str, detail: Detail = Detail.BINDINGS) -> list[Bound]:
        """The numbers as bound."""
        return self._bind(text, COLUMNS, ROWS, detail)[0]


@pytest.fixture
def counted(bind: Bind, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Binds texts over a small table."""
    return Counted(bind, monkeypatch)


@pytest.mark.parametrize("detail", list(Detail))
@pytest.mark.parametrize("between", [" ", "\n", "\n\n", " | ", "\n- ", " x "])
def test_the_first_numbers_of_a_heap_are_read(
    counted: Counted, between: str, detail: Detail
) -> None:
    """Breaking it into lines, paragraphs or lists does not make it prose."""
    bound = counted("There: " + between.join(["412,307"] * 150), detail)
    assert (len(bound), counted.read) == (150, READ)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 150


def test_the_others_stand_by_value_and_chance(counted: Counted) -> None:
    """A small number that some cell equals is supported by nothing."""
    told = ["412,307", "412,000", "512,407", "3.\n", "455,861 (QID:none)"]
    bound = counted("1; " * READ + "; ".join(told))[READ:]
    assert counted.read == READ
    assert [(one.binding.verdict, one.codes) for one in bound] == [
        (Verdict.SUPPORTED, ()),
        (Verdict.INCONCLUSIVE, ("COINCIDENCE_LIKELY",)),  # only tolerated
        (Verdict.UNSUPPORTED, ("CLAIM_NOT_FOUND",)),
        (Verdict.INCONCLUSIVE, ("COINCIDENCE_LIKELY",)),
        (Verdict.UNSUPPORTED, ("CLAIM_NOT_FOUND",)),
    ]


def test_a_list_with_a_word_for_each_number_is_read(counted: Counted) -> None:
    """Values with their labels may be many."""
    counted("\n".join(["- North: 412,307"] * 150))
    assert counted.read == 150


def test_tables_are_read(counted: Counted) -> None:
    """The header names all numbers of its column."""
    counted("| revenue | staff |\n|---|---|\n" + "| 412,307 | 3 |\n" * 75)
    assert counted.read == 150
