"""Columns that are written as a pair: wins and losses, made and attempted, home and away."""

from __future__ import annotations

from sidecar.binding.language.words import stem
from sidecar.binding.tables.columns import ColumnFacts

MOST_SIBLINGS = 100
_OPPOSITES = {
    (stem(a), stem(b))
    for a, b in (
        ("made", "attempted"), ("made", "attempts"), ("win", "loss"), ("wins", "losses"),
        ("won", "lost"), ("home", "away"), ("home", "visiting"), ("home", "visitor"),
        ("host", "guest"), ("for", "against"), ("scored", "conceded"), ("import", "export"),
        ("inflow", "outflow"), ("hired", "left"), ("male", "female"), ("men", "women"),
        ("yes", "no"), ("passed", "failed"), ("minimum", "maximum"), ("low", "high"),
        ("lower", "upper"), ("systolic", "diastolic"), ("width", "height"), ("from", "to"),
        ("filled", "total"), ("used", "total"), ("completed", "attempted"), ("on", "off"),
    )
}  # fmt: skip


def are_siblings(a: ColumnFacts, b: ColumnFacts) -> bool:
    """Whether two columns have names that differ in opposites, or in one word of several."""
    for mine in a.phrases:
        for theirs in b.phrases:
            if mine.weight < 1 or theirs.weight < 1:
                continue
            left, right = set(mine.words), set(theirs.words)
            only_left, only_right = left - right, right - left
            if len(only_left) != 1 or len(only_right) != 1:
                continue
            pair = (*only_left, *only_right)
            if pair in _OPPOSITES or pair[::-1] in _OPPOSITES:
                return True
    return False
