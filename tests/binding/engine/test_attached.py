"""Words of measures' names belong to the number that they are stated with."""

from __future__ import annotations

import random

import pytest

from sidecar.binding.engine.turns import TextTokens, attached

_NAMES = ("revenue", "costs", "visitors")
_SMALL = ("of", "was", "the", "in", "to")
_OTHER = ("and", ",", "against", "yesterday", "grew", "while")


def words_of(text: str) -> TextTokens:
    """The tokens of a text, in which digits are numbers and a full stop ends a sentence."""
    words = text.split()
    sentences, numbers, sentence, number = [], [], 0, -1
    for word in words:
        sentences.append(sentence)
        sentence += word == "."
        number += word.isdigit()
        numbers.append(number if word.isdigit() else -1)
    names = frozenset(at for at, word in enumerate(words) if word in _NAMES)
    return TextTokens(words, numbers, sentences, names)


def owners(text: str) -> list[int]:
    """The number of each name, -1 for those without one."""
    some = words_of(text)
    found = attached(some)
    return [found[at].number if at in found else -1 for at in sorted(some.names)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("revenue was 12 and costs were 7", [0, 1]),
        ("costs of 12 against revenue of 7", [0, 1]),
        ("12 visitors , 7 in costs", [0, 1]),
        ("12 visitors costs", [-1, 0]),
        ("12 and 7 visitors", [1]),
        ("revenue : 12", [0]),
        ("revenue grew in 12 . visitors", [-1, -1]),
        ("7 visitors costs 12", [-1, 0]),
    ],
)
def test_a_name_belongs_to_the_number_that_it_is_stated_with(text: str, numbers: list[int]) -> None:
    assert owners(text) == numbers


def test_other_names_digits_and_sentences_change_nothing() -> None:
    draw = random.Random(7)
    for _ in range(400):
        words = [draw.choice((*_NAMES, *_SMALL, *_OTHER, "12", "7", ".")) for _ in range(14)]
        text = " ".join(words)
        some, found = words_of(text), attached(words_of(text))
        for token, one in found.items():
            at = some.numbers.index(one.number)
            assert some.sentences[at] == some.sentences[token]
            between = range(min(at, token) + 1, max(at, token))
            assert all(some.numbers[k] < 0 and some.words[k] not in _OTHER for k in between)
        other = " ".join(str(int(word) + 5) if word.isdigit() else word for word in words)
        assert owners(other) == owners(text)
        assert owners(f"revenue of 3 . {text}")[1:] == [n + (n >= 0) for n in owners(text)]
