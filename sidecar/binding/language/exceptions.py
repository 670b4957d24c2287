"""Names that a text leaves out: "excluding the North", "all but Ulm", "Kiel and Hof aside"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sidecar.binding.language.lists import Span, lists
from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_WORDS = one_of(
    "excluding except excepting without bar barring omitting ignoring disregarding discounting "
    "outside ex"
)
_PHRASES = frozenset({
    ("except", "for"), ("outside", "of"), ("non", "-"), ("apart", "from"), ("aside", "from"),
    ("other", "than"), ("not", "counting"), ("not", "including"), ("leave", "out"),
    ("leaves", "out"), ("leaving", "out"), ("leave", "aside"), ("leaving", "aside"),
    ("setting", "aside"), ("strip", "out"), ("strips", "out"), ("stripping", "out"),
    ("take", "out"), ("taking", "out"), ("take", "away"), ("all", "but"), ("everyone", "but"),
    ("everybody", "but"), ("everything", "but"), ("but", "for"), ("exception", "of"),
})  # fmt: skip
_AFTER = one_of("aside excluded excepted")
_LEAVING = one_of("leave leaves leaving left strip stripping take taking")
_PASSED = one_of("the a our its their both in at from for during")
_LONGEST = 3  # words passed between such a phrase and the names


def exceptions(words: Sequence[Token], spans: Iterable[Span]) -> Iterator[Span]:
    """The stretches in which names are left out, the words that say so among them."""
    for listed in lists(words, spans):
        first, last = listed[0][0], listed[-1][1]
        start = _start(words, first)
        if start is not None:
            yield start, last
        elif _is_left_out(words, first, last):
            yield first, last + 1


def _start(words: Sequence[Token], first: int) -> int | None:
    """Where the words begin that leave out what follows them; None where none do."""
    for at in range(first, max(0, first - _LONGEST - 1), -1):
        phrase = tuple(word.word for word in words[max(0, at - 2) : at])
        if phrase in _PHRASES:
            return at - 2
        if phrase[-1] in _WORDS:
            return at - 1
        if not _is_passed(words[at - 1]):
            return None
    return None


def _is_passed(word: Token) -> bool:
    return word.word in _PASSED or is_numeral(word.word)


def _is_left_out(words: Sequence[Token], first: int, last: int) -> bool:
    """Whether names are left out by what follows them: "Ulm aside", "leaving Ulm out"."""
    after = "".join(word.word for word in words[last : last + 1])
    ahead = {word.word for word in words[max(0, first - _LONGEST) : first]}
    return after in _AFTER or (after == "out" and not ahead.isdisjoint(_LEAVING))
