"""What a claim says that the quotes do not: numbers, dates, quotations, and a "not".

All of it is found without knowing what the words mean. Each function looks for one kind of thing
that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from sidecar.citations.overlap import content_words
from sidecar.claims import dates
from sidecar.claims.document import LocatedQuote, QuotedSentence, SourceDocument
from sidecar.claims.figures import ClaimFigure, ClaimFigures, bears_out
from sidecar.claims.lexicon import NEGATING, SPEAKING
from sidecar.claims.quoted import ReadSentence, SourceNumber

# Whether a quote says no where its claim does not, or the other way round.

_SAME = 0.6
"""Least share of a claim's words that a clause holds which says the same, or the opposite. Only
names may be missing, which stand in the sentence before; another word may be an antonym."""

_NAME = re.compile(r"\b[A-Z]\w*")

_NEGATION = re.compile(NEGATING, re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;:—–()|\n]|,(?!\d)|\.\s|\b(?:but|however|although|though|while|whereas|and|because)\b",
    re.IGNORECASE,
)


def negates(said: str) -> bool:
    """Whether some words say no."""
    return _NEGATION.search(said) is not None


def find_clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """Where the clauses of a sentence stand, in its order."""
    at = 0
    for match in _CLAUSE.finditer(sentence):
        yield at, match.start()
        at = match.end()
    yield at, len(sentence)


def differs_in_negation(claim: str, quoted: Iterable[str]) -> bool:
    """Whether the clauses that are most like a claim say no where it does not, or the reverse.

    Args:
        claim: What is said.
        quoted: Clauses of the source.
    """
    said = content_words(_NEGATION.sub(" ", claim))
    needed = said & content_words(_NAME.sub(" ", claim))
    alike = [
        (len(said & held) / len(said), negates(clause))
        for clause in quoted
        if said and needed <= (held := content_words(clause))
    ]
    best = max((share for share, _ in alike), default=0.0)
    if best < _SAME:
        return False
    return all(no != negates(claim) for share, no in alike if share == best)


# What a quote leaves out between its parts ("The director ... that the bridge would close").

_HIDDEN = re.compile(rf"{NEGATING}|\b(?:{SPEAKING})\b", re.IGNORECASE)
_LEAST_WORDS = 3
"""Of a part that is joined to one of another sentence."""


def find_omission(document: SourceDocument, quoted: Sequence[LocatedQuote]) -> str:
    """What a quote must not leave out and does, in words; "" where there is nothing.

    Args:
        document: The source.
        quoted: The parts of one quote, in order.
    """
    for one, other in pairwise(quoted):
        ends, begins = document.sentence_at(one.end - 1)[1], document.sentence_at(other.start)[0]
        if ends > other.start:
            gaps = [document.plain[one.end : other.start]]
        else:
            gaps = [document.plain[one.end : ends], document.plain[begins : other.start]]
            if min(len(one.text.split()), len(other.text.split())) < _LEAST_WORDS:
                return "the end of a sentence"
        for gap in gaps:
            if found := _HIDDEN.search(gap):
                return f"{found[0]!r}"
    return ""


_QUOTATION = re.compile(r"“([^“”\n]+)”|\"([^\"\n]+)\"|«([^«»\n]+)»|„([^„“”\n]+)[“”]")
_EDITED = re.compile(r"\[[^\[\]]*\]")
_SPOKEN = 4
"""Words of a quotation that must stand in the source; fewer may be a name, or a word in doubt,
unless somebody is said to say them."""

_SAYS = re.compile(
    rf"(?:\b(?:{SPEAKING})\b|:)[^.!?]{{0,3}}\Z|[,.]?[”\"»]?\s*(?:{SPEAKING})\b", re.I
)

_SHORT = 3
"""Words of a quote that is too short to be compared by its words."""

_TITLED = 0.5
"""Share of capitals in the words of a title, which nobody says: "Back to the Future Part II"."""


def select_speaking(
    claimed: ClaimFigures, sentences: Sequence[ReadSentence]
) -> Sequence[ReadSentence]:
    """Those sentences that have a word of a claim beside its numbers: others count other things.

    What a header says, it says of every row; so a row that has words itself is identified by these.
    """
    said = content_words(claimed.rest)
    return (
        [one for one in sentences if said & (one.label or content_words(one.text))]
        if said
        else sentences
    )


def find_unquoted_number(
    claimed: ClaimFigures, document: SourceDocument, speaking: Sequence[ReadSentence]
) -> str:
    """A number of a claim that the quotes do not bear out, as it is written, or ""."""
    around = [number for sentence in speaking for number in sentence.numbers]
    quoted = [one for one in around if one.quoted]
    bears = partial(bears_out, claimed=claimed, scales=_scales(document, around))
    for figure in claimed.counted:
        if not any(bears(one, figure) for one in quoted) and not _otherwise(figure, speaking):
            return figure.written
    for figure in claimed.derived:
        if _has_rival(figure, around) and not any(bears(one, figure) for one in around):
            return figure.written
    return ""


def find_unknown_name(claimed: ClaimFigures, document: SourceDocument) -> str:
    """A name or version of a claim whose digits stand nowhere in the source, or ""."""
    return next((name for name in claimed.names if not document.has(name)), "")


def _scales(document: SourceDocument, around: Sequence[SourceNumber]) -> frozenset[int]:
    """Powers of ten that the header of a table may have, where there is a row of one."""
    return document.scales if any(one.in_row for one in around) else frozenset()


def _has_rival(figure: ClaimFigure, around: Sequence[SourceNumber]) -> bool:
    """Whether the source has a share, multiple or rank where the claim has one."""
    return any(one.number.form is figure.number.form for one in around)


def _otherwise(figure: ClaimFigure, speaking: Sequence[ReadSentence]) -> bool:
    """Whether a number is said in words: "no complaints" are zero, a "32-bit system" 32 bits."""
    if not figure.number.value:
        return any(negates(one.text) for one in speaking)
    written = figure.written.split()[0]
    within = re.compile(rf"(?<![\w.,-]){re.escape(written)}-[a-z]")
    return written.isdecimal() and any(within.search(one.text) for one in speaking)


class DateFault(NamedTuple):
    """What is wrong with the dates of a claim, in words, or "".

    Attributes:
        other: A date of the claim where the quotes have others.
        missing: A date of the claim that stands nowhere in its source.
    """

    other: str = ""
    missing: str = ""


def check_dates(
    claim: str,
    claimed: ClaimFigures,
    document: SourceDocument,
    speaking: Sequence[ReadSentence],
    sentences: Sequence[ReadSentence],
) -> DateFault:
    """What is wrong with the dates of a claim: the sentences that speak of it come first."""
    if missing := dates.find_lacking_part(
        dates.find_date_parts(claim), dates.find_date_parts(_joined(sentences))
    ):
        return DateFault(other=f"{missing} is not in the quotes, which have others")
    if not claimed.dates:
        return DateFault()
    said = dates.make_stamp(claimed.dates)
    known = _stamp(speaking).or_else(_stamp(sentences))
    if missing := known.or_else(said).lacks(said):
        return DateFault(other=f"{missing} is not in the quotes, which have others")
    if known.lacks(said) and (missing := document.dated.lacks(said)):
        return DateFault(missing=f"{missing} is not in the source")
    return DateFault()


def _stamp(sentences: Sequence[ReadSentence]) -> dates.DateStamp:
    return dates.make_stamp([date for one in sentences for date in one.dates], _joined(sentences))


def _joined(sentences: Sequence[ReadSentence]) -> str:
    return "\n".join(one.text for one in sentences)


def find_misquote(claim: str, document: SourceDocument) -> str:
    """Words that a claim has in quotation marks, and the source has not."""
    for match in _QUOTATION.finditer(claim):
        spoken = match[match.lastindex or 0]
        if len(spoken.split()) < _SPOKEN:
            said = _SAYS.search(claim[: match.start()]) or _SAYS.match(claim[match.end() :])
            if said and not document.has_words(spoken):
                return spoken
            continue
        if _is_title(spoken):
            continue
        places = document.find(_EDITED.sub(" ... ", spoken))
        if not places or find_omission(document, places):
            return spoken
    return ""


def _is_title(spoken: str) -> bool:
    said = spoken.split()
    return sum(word[0].isupper() or word[0].isdigit() for word in said) >= len(said) * _TITLED


def is_denied(claim: str, sentences: Sequence[QuotedSentence]) -> bool:
    """Whether the quoted clauses that are most like a claim say no, and it does not.

    Where all quotes are too short to be like it, one must say no where it does, and else none.
    """
    quoted = [one.text[start:end] for one in sentences for start, end in one.quoted]
    short = all(len(one.split()) <= _SHORT for one in quoted)
    if short and any(negates(one) for one in quoted) is not negates(claim):
        return True
    return differs_in_negation(claim, _clauses(sentences))


def _clauses(sentences: Sequence[QuotedSentence]) -> Iterator[str]:
    """The clauses of a source that are quoted, or a part of which is."""
    for one in sentences:
        for start, end in find_clauses(one.text):
            if any(first < end and start < last for first, last in one.quoted):
                yield one.text[start:end]
