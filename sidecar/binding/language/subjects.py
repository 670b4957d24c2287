"""Whom a number belongs to: the names before it in its sentence, and the pronouns that take one up.

The name that stands nearest before a number is its subject, however many words and numbers lie
between; each further name in between makes an earlier one less likely, unless it is a mere
complement ("for the Tigers", "over the Bears"). A pronoun stands for the name that its sentence, or
the one before, began with; "he" never stands for "the Tigers".
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from sidecar.binding.language.labels import Mention
from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_PRONOUNS = one_of("they them their it its")
_OWNING = one_of("its their")
_POINTING = one_of("that this")
_SPANS = one_of("year month quarter week day time half season period")
_PICKING = one_of("with that whose which where of in at")
_OF_TWO = {"former": -2, "latter": -1}  # of the names before
FIRST = -3
"""What stands for the first name of a sentence before."""
_PERSONS = one_of("he she him his her")
_CLAUSES = one_of("while but whereas although though ;")
SURPASSING = one_of(
    "beat beats edged trails trailed leads led tops topped exceeds exceeded overtook overtakes "
    "outsold outsells outran outgrew outgrows outdid outnumbers outnumbered outscored outpaced "
    "outpaces outperformed outperforms outearned outstripped outspent outweighed outweighs"
)
"""Verbs whose object is what a subject is compared with."""
_COMPLEMENTS = SURPASSING | one_of(
    "for over against of at in versus vs past than after behind is was are were "
    "beating defeated defeating defeats edged hosted hosting hosts faced facing met "
    "visited visiting outscoring"
)
_AGAINST = one_of("versus vs against")
_BESIDE = one_of("after behind than versus vs against over beating beat")
_JOINING, _HELD = one_of("to with"), one_of("compared relative second only next")
_PASSED_OVER = one_of("the a an host hosts visiting only other")
_TOLD = one_of("with in")
_LISTING = one_of("by and then")
_PLACING = one_of("in at on for from")
_PASSED = 0.55  # how much less a name counts for each name that follows it
_CLAUSE = 0.7  # the same for each clause that begins after it
_SUBJECT = 0.95
_BRACKETED = 0.3  # how much less all others count in brackets after a name
_WITHIN = 8  # tokens of brackets


class Subject(NamedTuple):
    """A stretch that names a row.

    Attributes:
        start: Index of its first token.
        end: Index past its last token.
        named: The first token of the name itself; for a pronoun, that of what it stands for. Where
            that stands in a sentence before, ``FIRST``, or its place from the last name on: -1, -2.
        complement: Whether it only completes what is said of another name.
    """

    start: int
    end: int
    named: int
    complement: bool = False


def subjects(
    words: Sequence[Token], mentions: Sequence[Mention], grains: Set[str] = frozenset()
) -> list[Subject]:
    """The names of a sentence and its pronouns, in order.

    Args:
        words: The sentence.
        mentions: The names of rows in it.
        grains: The nouns for what a row is of: "club", "site".
    """
    names: list[Subject] = []
    for mention in sorted(mentions, key=lambda m: m.start):
        if not any(word.capital for word in words[mention.start : mention.end]):
            continue
        if names and mention.start <= names[-1].end:
            last = names[-1]
            names[-1] = last._replace(end=max(last.end, mention.end))
        else:
            complement = _is_complement(words, mention)
            names.append(Subject(mention.start, mention.end, mention.start, complement))
    return sorted((*names, *_pronouns(words, names, grains)))


def _is_complement(words: Sequence[Token], mention: Mention) -> bool:
    """Whether a name follows a preposition, "is" or a verb of which it is the object.

    Or what is stated "with" numbers follows it.
    """
    before = _before(words, mention.start)
    after = words[mention.end].word if mention.end < len(words) else ""
    told = after in _TOLD and _LISTING.isdisjoint(before[-1:])  # "followed by the Bears with 12"
    if after[:1].isdigit() and _AGAINST.issuperset(before[-1:]) and any(map(is_numeral, before)):
        return False  # "the north 42 versus the west 31"
    return bool(before) and (before[-1] in _COMPLEMENTS or told)


def _pronouns(words: Sequence[Token], names: Sequence[Subject], grains: Set[str]) -> list[Subject]:
    """The pronouns of a sentence, with the names that they stand for."""
    persons = [n for n in names if not n.start or words[n.start - 1].word != "the"]
    found: list[Subject] = []
    clause = -1  # where the last semicolon stands
    for at, word in enumerate(words):
        clause = at if word.word == ";" else clause
        if word.word in _OF_TWO and at and words[at - 1].word == "the":
            two = [name for name in names if name.end <= at][-2:]
            which = _OF_TWO[word.word]
            found.append(Subject(at, at + 1, two[which].start if len(two) > 1 else which))
            continue
        if word.word == "it" and any(n.end == at and n.complement for n in names):
            continue  # "at the Mill it was 28"
        if word.word == "it" and at and words[at - 1].word == "where":
            continue  # "at the Mill, where it was 28"
        if _points_back(words, at, grains):
            found.append(Subject(at, at + 1, next((n.start for n in names if n.end <= at), FIRST)))
            continue
        person = word.word in _PERSONS
        before = [n for n in (persons if person else names) if n.end <= at]
        parted = [n for n in before if n.start > clause and not n.complement]
        meant = next(iter(parted or before), None)
        apart = word.word in _OWNING and _is_parted(words[at : names[0].start if names else at])
        if person or (word.word in _PRONOUNS and (meant is not None or apart)):
            found.append(Subject(at, at + 1, FIRST if meant is None else meant.start))
    return found


def _is_parted(between: Sequence[Token]) -> bool:
    """Whether a later clause begins: "Its base is 9, while Alba has 12" is attributed to two."""
    return any(word.word in _CLAUSES for word in between)


def _points_back(words: Sequence[Token], at: int, grains: Set[str]) -> bool:
    """Whether words take up a name: "That makes 12", "This site has 12", "at the club 12"."""
    after = [word.word for word in words[at + 1 : at + 3]]
    pointing = words[at].word in _POINTING
    if pointing and at == 0 and after and after[0] not in _SPANS:
        return True
    if not (pointing or words[at].word == "the") or not after:
        return False
    one = words[at + 1].stem in grains and not after[0].endswith("s")
    return one and _PICKING.isdisjoint(after[1:])


def link(
    words: Sequence[Token], found: Sequence[Subject], mention: Mention, first: int
) -> float | None:
    """How strongly a name is linked with a number that stands after it, at token ``first``.

    None where it does not stand before the number.
    """
    before = [subject for subject in found if subject.end <= first]
    at = next((i for i in reversed(range(len(before))) if _is(before[i], mention, before)), None)
    if at is None:
        return None
    owner = bracketed(words, before, first)
    if owner is not None:
        return _SUBJECT if before[owner].start == before[at].start else _SUBJECT * _BRACKETED
    clauses = sum(word.word in _CLAUSES for word in words[before[at].end : first])
    parallel = sum(_is_parallel(words, before[at], later) for later in before[at + 1 :])
    return _standing(before, at) * float(_CLAUSE**clauses * _PASSED**parallel)


def _is_parallel(words: Sequence[Token], one: Subject, later: Subject) -> bool:
    """Whether a later name takes the place of one: "in the north 42, in the west 31"."""
    joint = _joint(words, one.start)
    if joint not in _PLACING or joint != _joint(words, later.start):
        return False
    return any(is_numeral(word.word) for word in words[one.end : later.start])


def is_beside(words: Sequence[Token], name: Subject | Mention) -> bool:
    """Whether a name is only what another is compared with: "second after the Tigers"."""
    said = _before(words, name.start)
    last = "".join(said[-1:])
    return last in _BESIDE or (last in _JOINING and not _HELD.isdisjoint(said[-2:-1]))


def _joint(words: Sequence[Token], start: int) -> str:
    """The word before a name, articles passed over."""
    return "".join(_before(words, start)[-1:])


def _before(words: Sequence[Token], start: int) -> list[str]:
    """The words before a name, articles passed over."""
    said = [word.word for word in words[max(0, start - 4) : start]]
    while said and said[-1] in _PASSED_OVER:
        said.pop()
    return said


def bracketed(words: Sequence[Token], found: Sequence[Subject], first: int) -> int | None:
    """Which name a number stands in brackets after: "the Tigers (32-18)"; None if after none."""
    for at in reversed(range(len(found))):
        opening = found[at].end
        opens = 0 < first - opening < _WITHIN and words[opening].word == "("
        if opens and all(word.word != ")" for word in words[opening:first]):
            return at
    return None


def carried(words: Sequence[Token], found: Sequence[Subject], first: int) -> tuple[float, int]:
    """How strongly a name of a sentence before is taken up, and which one; none where that is 0."""
    before = [subject for subject in found if subject.end <= first]
    at = next((i for i in reversed(range(len(before))) if before[i].named < 0), None)
    if at is None or any(_is_parted(words[before[at].end : s.start]) for s in before[at + 1 :]):
        return 0.0, FIRST
    return _standing(before, at), before[at].named


def _standing(before: Sequence[Subject], at: int) -> float:
    """How strongly one of the names before a number is linked."""
    passed = sum(not subject.complement for subject in before[at + 1 :])
    own = before[at].complement and any(not s.complement for s in before[:at])
    return float(_SUBJECT * _PASSED ** (passed + own))


def _is(subject: Subject, mention: Mention, before: Sequence[Subject]) -> bool:
    """Whether a stretch is a name, or stands for it."""
    if subject.start <= mention.start < subject.end:
        return True
    if subject.named == subject.start:
        return False
    name = next((s for s in before if s.start == subject.named), None)
    return name is not None and name.start <= mention.start < name.end
