"""The ways in which one label is written: "Wi-Fi" and "WiFi", "Store 12" and "store no. 12".

A label has forms beside its own words; a text may leave out or put in what tells no labels apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sidecar.binding.language.words import STOP, Token, stem, tokens
from sidecar.text.vocabulary import one_of

Form = tuple[str, ...]

_CARDINALS = "one two three four five six seven eight nine ten eleven twelve"
DIGITS = {word: str(number) for number, word in enumerate(_CARDINALS.split(), 1)}
_NUMBERED = one_of("no nr number num")
_BETWEEN = "-–.'’&/#№"
_SIDES = {stem("before"): "pre", stem("after"): "post"}  # "pre-tax profit"
_TIMES = one_of("second minute hour day week month quarter year decade third half time")
_CAMEL = re.compile(r"[A-Z]?[a-z]{2,}(?=[A-Z])|[A-Z][a-z]{2,}$")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_LETTERS = re.compile(r"[A-Z]{2,3}")


def forms(label: str) -> Iterator[Form]:
    """A label as stems, its own words first."""
    words = _stems(label)
    yield words
    camel = _CAMEL.findall(label)
    if len(camel) > 1 and "".join(camel) == label:  # "FieldSales"
        yield tuple(stem(part.lower()) for part in camel)
    if "&" in label:
        yield _stems(label.replace("&", " and "))
    joined = _HYPHEN.sub("", label)
    if joined != label:  # "Wi-Fi"
        yield _stems(joined)
    if _LETTERS.fullmatch(label):  # "US", in a text "U.S."
        yield tuple(label.lower())
    if len(words) > 2 and words[-2] in _SIDES:
        yield _SIDES[words[-2]], words[-1], *words[:-2]
    plain = tuple(
        DIGITS.get(word, word)
        for at, word in enumerate(words)
        if not (word in _NUMBERED and words[at + 1 : at + 2] and words[at + 1].isdigit())
    )
    if len(plain) > 1:  # a number alone names nothing: "No. 12"
        yield plain


def said(words: Sequence[Token], at: int, length: int) -> Iterator[tuple[Form, int]]:
    """The next ``length`` words of a text as a label would have them, and where they end."""
    stems: list[str] = []
    numerals: list[str] = []
    while at < len(words) and len(stems) < length:
        word = words[at]
        if word.stem.isalnum() and not (stems and _is_between(words, at)):
            stems.append(word.stem)
            numerals.append(word.stem if _is_time(words, at + 1) else _in_digits(word))
        elif word.stem.isalnum() or word.stem in _BETWEEN:
            pass
        else:
            break
        at += 1
    yield tuple(stems), at
    if numerals != stems and length > 1:
        yield tuple(numerals), at


def is_all(label: str, words: Sequence[Token]) -> bool:
    """Whether words are all of a label that tell anything: "pay is fair" of "My pay is fair"."""
    return {stem for stem in _stems(label) if stem not in STOP} <= {word.stem for word in words}


def begins(word: Token) -> str:
    """What a label may begin with that a text writes in words: "two-bedroom"."""
    return DIGITS.get(word.word, "")


def _stems(label: str) -> Form:
    return tuple(t.stem for t in tokens(label, 0, len(label)) if t.stem.isalnum())


def _in_digits(word: Token) -> str:
    return DIGITS.get(word.word, word.stem)


def _is_between(words: Sequence[Token], at: int) -> bool:
    """Whether a word only joins: "store no. 12", "25 to 34"."""
    after = next((w.word for w in words[at + 1 : at + 3] if w.word != "."), "")
    if not after[:1].isdigit():
        return False
    ranged = words[at].word == "to" and words[at - 1].word[:1] in "0123456789-–"
    return words[at].word in _NUMBERED or ranged


def _is_time(words: Sequence[Token], at: int) -> bool:
    """Whether what follows a numeral is counted by it: "the line two weeks ago"."""
    return at < len(words) and words[at].stem in _TIMES
