"""An inverted index: the numbers of the labels that have a word, ascending."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


class Postings(dict[str, int | list[int]]):
    """The labels of each word. Most words have one label, which is held without a list."""

    def add(self, word: str, number: int) -> None:
        """A label has a word; none before it is added later."""
        held = self.setdefault(word, number)
        if not isinstance(held, list):
            if held != number:
                self[word] = [held, number]
        elif held[-1] != number:
            held.append(number)

    def of(self, word: str) -> Sequence[int]:
        """The labels that have a word, ascending."""
        held = self.get(word, ())
        return (held,) if isinstance(held, int) else held


def among(few: Sequence[int], many: Sequence[int]) -> list[int]:
    """The numbers of a few that are among many, both ascending."""
    return [n for n in few if (at := bisect_left(many, n)) < len(many) and many[at] == n]
