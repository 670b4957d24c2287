"""Which proper names of a claim its quotes do not have: who did it, and where, is of the claim.

A name stands in the quoted sentences or in the headings above them. It may be written in another
form there: inflected, possessive, without accents, as an acronym, or by a part of it where the
whole name is elsewhere in the source. Where the quoted sentences name nobody else ("The company
expects ..."), all of the source is looked at. Names are recognized by their capitals, so there are
none in scripts without these, and none in German, which writes every noun with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sidecar.claims.document import SourceDocument
from sidecar.claims.vocabulary import (
    COMPANIES,
    MONEY,
    OWNED,
    TOKEN,
    NameVocabulary,
    NameWord,
    fold_word,
    is_common,
    is_nation,
    is_no_name,
)

_OPENS = re.compile(r"(?:\A|[.!?:;|]|[“\"«„(])[\W_]*\Z")
_JOINS = re.compile(r"\s+|-|\s+(?:of|the|de|du|von|van|&)\s+(?:the\s+)?")
_GERMAN = re.compile(
    r"\b(?:und|der|die|das|dem|den|nicht|ist|eine?|für|wurden?|hat|von|mit|im|auf|sich|auch|zu)\b",
    re.IGNORECASE,
)
_SAMPLE = 3000  # characters
_MUCH_GERMAN = 0.12
_DIGIT = re.compile(r"\d")
_ARTICLES = frozenset({"the", "a", "an", "its", "their", "our"})
_TITLED = 0.6
_LEAST_TITLED = 3
_LONG = 4
"""Letters of a word that titles write large."""


def find_missing_name(claim: str, quoted: str, heading: str, document: SourceDocument) -> str:
    """A name of a claim that neither the quotes nor their headings have, or "".

    Args:
        claim: The claim, in the form in which it is compared.
        quoted: The quoted sentences.
        heading: The headings above them, and the title of the source.
        document: The source.
    """
    names = _names(claim)
    if not names or _is_german(document.plain[:_SAMPLE]):
        return ""
    here = NameVocabulary(f"{heading}\n{quoted}")
    lacking = [name for name in names if not here.has(name)]
    silent = bool(lacking) and not _has_rivals(quoted, claim)
    for name in lacking:
        needed = [one for one in name if one.needed]
        if not (silent or any(map(here.has_word, needed))) or not document.vocabulary.has(name):
            return " ".join(one.said for one in needed)
    return ""


def _names(text: str) -> list[list[NameWord]]:
    """The names of a text, each with all of its words."""
    return [group for group in _groups(text) if any(one.needed for one in group)]


def _groups(claim: str) -> Iterator[list[NameWord]]:
    """Words of a claim that stand side by side and are written large."""
    group: list[NameWord] = []
    for one in _tokens(claim):
        if group and _JOINS.fullmatch(claim, group[-1].end, one.start) is None:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _tokens(claim: str) -> Iterator[NameWord]:
    """The words of a claim that are written large and may be names, or a part of one."""
    matches = list(TOKEN.finditer(claim))
    titled = _is_titled([match[0] for match in matches])
    for at, match in enumerate(matches):
        said = OWNED.sub("", match[0])
        word = fold_word(said)
        behind = fold_word(matches[at + 1][0]) if at + 1 < len(matches) else ""
        if said == said.lower() or _DIGIT.search(said) or is_no_name(word) or behind in MONEY:
            continue
        certain = is_nation(word) or behind in COMPANIES or (said.isupper() and not titled)
        doubtful = titled or _is_large_anyway(claim, matches, at)
        needed = certain or not (doubtful and is_common(word))
        yield NameWord(said, word, match.start(), match.end(), needed)


def _is_large_anyway(claim: str, matches: Sequence[re.Match[str]], at: int) -> bool:
    """Whether a word begins a sentence, or follows an article as "the Board" does."""
    start = matches[at].start()
    begins = _OPENS.search(claim, max(0, start - 4), start) is not None
    return begins or (at > 0 and matches[at - 1][0].lower() in _ARTICLES)


def _is_titled(words: Sequence[str]) -> bool:
    """Whether a text is written as a title is, with most words large, which tells no names."""
    long = [word for word in words[1:] if len(word) >= _LONG]
    large = sum(word[0].isupper() for word in long)
    return large >= _LEAST_TITLED and large >= _TITLED * len(long)


def _has_rivals(quoted: str, claim: str) -> bool:
    """Whether quoted sentences name somebody whom the claim does not."""
    own = NameVocabulary(claim)
    return not all(map(own.has, _names(quoted)))


@lru_cache(maxsize=64)
def _is_german(said: str) -> bool:
    words = said.split()
    return bool(words) and len(_GERMAN.findall(said)) >= _MUCH_GERMAN * len(words)
