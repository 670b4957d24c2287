"""Decisions on a text: what a removal takes along, and which changes get in each other's way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.text import Span
from sidecar.reviews.deciding import TextEdit, apply_edits, find_conflict


def revised(marked: str, *replacements: str | None) -> str:
    """The text without ⟨marks⟩, each of them replaced, or removed where it is None."""
    changes, text = [], b""
    for number, part in enumerate(marked.split("⟨")):
        if number == 0:
            text += part.encode()
            continue
        inside, _, behind = part.partition("⟩")
        span = Span(len(text), len(text) + len(inside.encode()))
        new = replacements[number - 1] if replacements else None
        changes.append(TextEdit(number, span, None if new is None else new.encode()))
        text += (inside + behind).encode()
    assert find_conflict(changes) is None
    return apply_edits(text, changes).decode()


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("First one. ⟨Second one.⟩ Third one.", "First one. Third one."),
        ("⟨First one.⟩ Second one.", "Second one."),
        ("First one. ⟨Second one.⟩", "First one."),
        ("First one. ⟨Second one.⟩\nThird one.", "First one.\nThird one."),
        ("First one.\n⟨Second one.⟩\nThird one.\n", "First one.\nThird one.\n"),
        ("First. ⟨Second\nover two lines.⟩ Third.", "First. Third."),
        ("⟨Both.⟩ ⟨Of them.⟩ Not this.", "Not this."),
        ("A.  ⟨B.⟩   C.", "A.  C."),
        ("⟨All of it.⟩", ""),
        ("⟨All of it.⟩\n", "\n"),
        ("Über. ⟨Süß – 5 €.⟩ Ende.", "Über. Ende."),
    ],
)
def test_a_removed_sentence_leaves_no_spaces(marked: str, wanted: str) -> None:
    assert revised(marked) == wanted


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("- one\n- ⟨two⟩\n- three\n", "- one\n- three\n"),
        ("1. one\n2. ⟨two⟩\n3. three\n", "1. one\n3. three\n"),
        ("  * ⟨nested⟩\n  * stays\n", "  * stays\n"),
        ("> ⟨said⟩\n> more\n", "> more\n"),
        ("## ⟨Heading⟩\n\nText.\n", "Text.\n"),
        ("| a | b |\n|---|---|\n⟨| 1 | 2 |⟩\n| 3 | 4 |\n", "| a | b |\n|---|---|\n| 3 | 4 |\n"),
        ("- one and ⟨two.⟩\n- three\n", "- one and\n- three\n"),
        ("First.\n\n⟨Second.⟩\n\nThird.\n", "First.\n\nThird.\n"),
        ("First.\n\n⟨Second.⟩\n", "First.\n"),
        ("First.\n\n⟨Second.⟩", "First."),
        ("First.\r\n\r\n⟨Second.⟩\r\n\r\nThird.\r\n", "First.\r\n\r\nThird.\r\n"),
        ("⟨First.⟩\n\n⟨Second.⟩\n\nThird.\n", "Third.\n"),
    ],
)
def test_a_removed_line_leaves_no_marker_and_no_gap(marked: str, wanted: str) -> None:
    assert revised(marked) == wanted


def test_a_hyphen_in_a_sentence_is_no_marker() -> None:
    # Trap: what stands before a removal may be words with a hyphen, not a bullet.
    assert revised("Well - ⟨this goes.⟩\nNext.") == "Well -\nNext."


def test_an_edit_replaces_its_place_alone() -> None:
    assert revised("Sales were ⟨4,321⟩ in the North.", "1,234") == "Sales were 1,234 in the North."


def test_edits_and_removals_together() -> None:
    text = "Sales were ⟨4⟩. ⟨They fell.⟩ Staff was ⟨7⟩ or ⟨8⟩."
    assert revised(text, "5", None, "70", "80") == "Sales were 5. Staff was 70 or 80."


def change(item_id: int, start: int, end: int, replacement: bytes | None = b"x") -> TextEdit:
    return TextEdit(item_id, Span(start, end), replacement)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ([change(1, 0, 5), change(2, 5, 9)], None),
        ([change(1, 0, 5), change(2, 4, 9)], (1, 2)),
        ([change(1, 3, 5), change(2, 0, 9)], (2, 1)),
        ([change(1, 0, 5), change(2, 0, 5)], (1, 2)),
        ([change(1, 0, 9, None), change(2, 0, 9, None)], None),
        ([change(1, 0, 9, None), change(2, 4, 12, None)], None),
        ([change(1, 0, 9, None), change(2, 4, 5)], (1, 2)),
        # Trap: a short removal between a long one and the edit that is in the long one.
        ([change(1, 0, 20, None), change(2, 2, 3, None), change(3, 10, 11)], (1, 3)),
        ([change(1, 0, 20), change(2, 22, 23), change(3, 10, 11, None)], (1, 3)),
    ],
)
def test_changes_of_one_place(changes: list[TextEdit], wanted: tuple[int, int] | None) -> None:
    assert find_conflict(changes) == wanted
    assert find_conflict(changes[::-1]) == wanted


SPANS = st.lists(
    st.tuples(st.integers(0, 40), st.integers(1, 9), st.booleans()), min_size=1, max_size=8
)


@given(SPANS)
def test_conflicts_are_those_that_comparing_pairs_finds(
    spans: list[tuple[int, int, bool]],
) -> None:
    changes = [
        change(number, start, start + size, b"x" if edits else None)
        for number, (start, size, edits) in enumerate(spans)
    ]
    clashes = {
        (a.item_id, b.item_id)
        for a in changes
        for b in changes
        if a is not b and a.span.overlaps(b.span) and (a.replacement or b.replacement)
    }
    found = find_conflict(changes)
    assert (found is None) == (not clashes)
    assert found is None or found in clashes


@given(st.text(alphabet="ab. \n-#>1|\r\té", max_size=60), SPANS)
def test_what_is_not_removed_stays(string: str, spans: list[tuple[int, int, bool]]) -> None:
    text = string.encode()
    changes = [
        change(number, min(start, len(text)), min(start + size, len(text)), None)
        for number, (start, size, _) in enumerate(spans)
    ]
    kept = bytearray(text)
    for one in changes:
        kept[one.span.start : one.span.end] = b" " * (one.span.end - one.span.start)
    # Of the rest, nothing goes but spaces, line breaks and markers.
    words = bytes(kept).translate(None, b" \n\r\t-#>1.|")
    assert apply_edits(text, changes).translate(None, b" \n\r\t-#>1.|") == words
