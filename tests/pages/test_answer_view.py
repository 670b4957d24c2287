"""What the page of an answer shows of a text that changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.text import Span
from sidecar.pages.answer_view import Hunk, find_hunks
from sidecar.reviews.deciding import TextEdit, apply_edits, plan_edits

TEXT = b"one\ntwo 2\nthree 3 and 4\nfour\n"


def edits(*places: tuple[int, int, bytes | None]) -> list[tuple[Span, bytes]]:
    changes = [TextEdit(n, Span(start, end), words) for n, (start, end, words) in enumerate(places)]
    return list(plan_edits(TEXT, changes))


def tags(hunk: Hunk) -> list[tuple[str, str]]:
    return [(piece.tag, piece.words) for piece in hunk.pieces]


def test_only_lines_that_change() -> None:
    (hunk,) = find_hunks(TEXT, edits((8, 9, b"9")))
    assert hunk.line == 2
    assert tags(hunk) == [("", "two "), ("del", "2"), ("ins", "9")]


def test_two_changes_of_one_line_stand_together() -> None:
    (hunk,) = find_hunks(TEXT, edits((16, 17, b"5"), (22, 23, b"6")))
    assert [tag for tag, _ in tags(hunk)] == ["", "del", "ins", "", "del", "ins"]


def test_lines_apart_are_apart() -> None:
    hunks = find_hunks(TEXT, edits((0, 3, b"1"), (16, 17, b"5")))
    assert [hunk.line for hunk in hunks] == [1, 3]


def test_nothing_changes() -> None:
    assert find_hunks(TEXT, []) == []


@given(
    text=st.text("ab ü.\n- 1", max_size=60),
    cuts=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 8)), max_size=6),
    words=st.sampled_from(["", "x", "ü\ny"]),
    removes=st.booleans(),
)
def test_hunks_hold_all_that_changes(
    text: str, cuts: list[tuple[int, int]], words: str, removes: bool
) -> None:
    data, changes, last = text.encode(), [], 0
    for number, (start, length) in enumerate(sorted(cuts)):
        first, end = (len(text[:at].encode()) for at in (start, start + length))
        if first >= last and end > first:
            replacement = None if removes else words.encode()
            changes.append(TextEdit(number, Span(first, end), replacement))
            last = end
    planned = list(plan_edits(data, changes))
    hunks = find_hunks(data, planned)
    before, after = text, ""
    position = 0
    lines = text.split("\n")
    for hunk in hunks:
        start = len("\n".join(lines[: hunk.line - 1]) + "\n") if hunk.line > 1 else 0
        old = "".join(piece.words for piece in hunk.pieces if piece.tag != "ins")
        new = "".join(piece.words for piece in hunk.pieces if piece.tag != "del")
        assert before[start : start + len(old)] == old
        after += before[position:start] + new
        position = start + len(old)
    assert after + before[position:] == apply_edits(data, changes).decode()
