"""Words as the data write them: runs of letters without spaces are cut, words apart are joined.

In scripts that put no spaces between words, a run of letters is cut at names of the data:
"営業の売上は" is "営業", "の", "売上" and "は" where 営業 is a row and 売上 a column.
Letters of other scripts beside it are words of their own: "A" and "社の". "Real GDP" is one word
where a column is called "realgdp".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from itertools import groupby

from sidecar.binding.language.words import Token, stem
from sidecar.text.vocabulary import is_unspaced

_LEAST = 2  # letters of a name inside a run
_MOST = 24
_START = 2  # letters that tell most words from those of names


def unspaced_words(words: Iterable[str]) -> frozenset[str]:
    """Those of some words that may stand inside a run."""
    return frozenset(
        word for word in words if _LEAST <= len(word) <= _MOST and any(map(is_unspaced, word))
    )


def segmented(tokens: Iterable[Token], names: Collection[str]) -> Iterator[Token]:
    """The words of a text, runs of letters of scripts without spaces taken apart.

    Args:
        tokens: The words as marks and spaces part them.
        names: Words of the names of the data.
    """
    longest = max(map(len, names), default=0)
    for token in tokens:
        if not any(map(is_unspaced, token.word)) or token.word in names:
            yield token
            continue
        at = 0
        for part in _parts(token.word, names, longest):
            start = token.start + at
            shout = token.shout and part[0].islower()
            capital = shout or (token.capital and not at)
            yield Token(stem(part), start, start + len(part), part, capital, shout)
            at += len(part)


def joined(tokens: Iterable[Token], names: Set[str]) -> Iterator[Token]:
    """The words of a text, two of them as one where that is a word of a name and neither is.

    Args:
        tokens: The words.
        names: Words of the names of columns.
    """
    starts = {name[:_START] for name in names}
    last: Token | None = None
    for token in tokens:
        if last is not None:
            if last.word[:_START] in starts and _is_one(last, token, names):
                whole = last.word + token.word
                yield Token(stem(whole), last.start, token.end, whole, last.capital, last.shout)
                last = None
                continue
            yield last
        last = token
    if last is not None:
        yield last


def _is_one(one: Token, other: Token, names: Set[str]) -> bool:
    """Whether two words are one of a name, and neither by itself is."""
    apart = one.end + 1 == other.start and one.word.isalpha() and other.word.isalpha()
    whole = stem(one.word + other.word)
    return apart and whole in names and names.isdisjoint((one.stem, other.stem))


def _parts(word: str, names: Collection[str], longest: int) -> Iterator[str]:
    """The names in a run, and what stands between them."""
    begin = at = 0
    while at < len(word):
        sizes = range(min(longest, len(word) - at), _LEAST - 1, -1)
        size = next((size for size in sizes if word[at : at + size] in names), 0)
        if not size:
            at += 1
            continue
        yield from _scripts(word[begin:at])
        yield word[at : at + size]
        begin = at = at + size
    yield from _scripts(word[begin:])


def _scripts(word: str) -> Iterator[str]:
    """A word, parted where letters of scripts with and without spaces meet."""
    return ("".join(letters) for _, letters in groupby(word, is_unspaced))
