"""Which labels have a word, as sets have them."""

from __future__ import annotations

import random

from sidecar.binding.language.postings import Postings, among


def test_postings_hold_what_sets_hold() -> None:
    draw = random.Random(3)
    words = [draw.choice("abcdefgh") for _ in range(200)]
    postings = Postings()
    for at, word in enumerate(words):
        postings.add(word, at // 3)  # a label may have a word twice
    for word in "abcdefghi":
        own = sorted({at // 3 for at, each in enumerate(words) if each == word})
        assert list(postings.of(word)) == own
        assert (word in postings) == bool(own)


def test_a_word_of_one_label_is_held_without_a_list() -> None:
    postings = Postings()
    for word, number in (("north", 0), ("north", 0), ("south", 1), ("south", 2)):
        postings.add(word, number)
    assert postings == {"north": 0, "south": [1, 2]}


def test_what_is_among_others() -> None:
    assert among([1, 3, 9], [0, 1, 2, 3, 5]) == [1, 3]
    assert among((), [1]) == among([1], ()) == []
