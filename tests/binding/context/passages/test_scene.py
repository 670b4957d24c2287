"""The trap of what speaks for a number in a table of the text: each of very many columns."""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scene import Scene
from sidecar.model.text import Text


def _sources(columns: int, column: int) -> list[str]:
    """What speaks for the number in one of some columns."""
    names = " | ".join(f"c{at}" for at in range(columns))
    cells = " | ".join(str(1000 + at) for at in range(columns))
    text = f"| {names} |\n{'|---' * columns}|\n| {cells} |\n"
    start = text.index(str(1000 + column))
    place = Place(Scene(Text(text), ()), start, start + 4)
    return [text[s.passage.start : s.passage.end].strip() for s in place.sources()]


def test_a_number_of_a_wide_table_has_no_more_sources_than_one_of_half_the_width() -> None:
    # each column was asked about each other one: 2,200 of them took 14 seconds
    assert len(_sources(400, 200)) == len(_sources(200, 100))


def test_the_columns_nearest_to_a_number_speak_for_it() -> None:
    said = _sources(400, 200)
    assert "c200" in said
    assert {"c199", "c201"} <= {*said}
    assert "c0" not in said


def test_all_columns_of_a_table_of_common_width_speak_for_its_numbers() -> None:
    assert {f"c{at}" for at in range(12)} <= {*_sources(12, 0)}
