"""Names of the kind that the labels of a query result are, of which it has no row.

"Norway has 5 million people" where the rows are other countries; "Store 109" among stores; "Hooli
placed 41 orders" among customers; an item or a row whose siblings are labels. A name counts only as
the subject of a number: no row is named between the two, nor right behind the number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import WHOLE, Place
from sidecar.binding.language import world_names
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.verbs import COPULAS, is_past, is_told
from sidecar.binding.language.words import STOP, Token, is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.world import Kind
from sidecar.text.vocabulary import one_of

_SURE, _MAYBE = 0.95, 0.85
_LONGEST, _GAP = 5, 12  # words of a name, and from it to its number
_TWO = 2
_ABOUT = one_of("a an about around some roughly only just over nearly almost")
_SHORT = 3  # letters of a name by itself
_STARTS = one_of('. : ; ! ? * • ( | > – — - " “')
_OPENS_ITEM = one_of("* _ - • # >")
_CLOSES_ITEM = one_of(": – — ( |")
_OF = one_of("of from at for in by")
_LED = one_of("the our")
_CLAUSES = one_of("while whereas but and although though , ;")
_SAYS = one_of(
    "reports reported says said estimates estimated shows showed finds found notes noted puts "
    "expects expected according lists listed published cites cited asked wrote"
)
"""What sources do, of whom no number is."""

_SUMS = WHOLE | one_of("other rest average mean median sum grand minimum maximum min max")
_PRONOUNS = one_of(
    "what let everyone everybody someone nobody none several together overall however meanwhile "
    "today yesterday combined every either neither"
)


class Stranger(NamedTuple):
    """A name of which there is no row.

    Attributes:
        table: The query result whose rows are of that kind.
        column: The column of their labels.
        start: Where it stands, in code points.
        end: Where it ends.
        link: How strongly a number is linked with it.
        sure: Whether it is a name by itself, wherever the value of its number stands.
    """

    table: int
    column: int
    start: int
    end: int
    link: float
    sure: bool


class _Name(NamedTuple):
    """Tokens that may be such a name."""

    start: int
    end: int
    sure: bool


def told_of(place: Place) -> Stranger | None:
    """The name that is the subject of a number, of which there is no row; None for all others."""
    for table, known in enumerate(place.passage.catalogs):
        labels = known.entities.labels
        if labels is None or labels.is_flag or len(labels.values) < _TWO:
            continue
        found = _leading(place, table) or _named(place, known)
        if found is not None:
            name, span = found
            link = _SURE if name.sure else _MAYBE
            return Stranger(table, labels.column, *span, link, name.sure)
    return None


def holds(place: Place) -> bool:
    """Whether a number is a part of such a name: "Store 109"."""
    return any(
        name.start < place.first < name.end
        for known in place.passage.catalogs
        for name in place.passage.of(known, _find)
    )


def _named(place: Place, known: Catalog) -> tuple[_Name, tuple[int, int]] | None:
    """The name in the sentence of a number, where it is its subject."""
    passage = place.passage
    names = passage.of(known, _find)
    before = [name for name in names if name.end <= place.first]
    name = before[-1] if before else next(iter(names), None)
    if name is None or _is_known(passage.words[name.start : name.end], place, known):
        return None
    if place.first - name.end > _GAP or not _is_free(place, name):
        return None
    return (name, passage.span(name.start, name.end)) if before or _follows(place, name) else None


def _is_free(place: Place, name: _Name) -> bool:
    """Whether no row is named between a name and a number, or of the number right behind it."""
    passage, words = place.passage, place.passage.words
    first, last = min(name.start, place.first), max(name.end, place.last)
    numerals = (at for at in range(last, len(words)) if is_numeral(words[at].word))
    until = next(numerals, len(words))
    clause = list(takewhile(lambda at: words[at].word not in _CLAUSES, range(last, until)))
    taken = {*range(first, last), *clause} - {*range(name.start, name.end)}
    other = passage.labelled | {at for m in passage.subjects for at in range(m.start, m.end)}
    return taken.isdisjoint(other)


def _follows(place: Place, name: _Name) -> bool:
    """Whether a name behind a number completes it: "45 employees in Legal"."""
    between = place.passage.words[place.last : name.start]
    joints = [word.word for word in between if not word.word.isalpha() or word.word in STOP]
    named = place.passage.labelled
    free = named.isdisjoint(range(place.first)) and len(between) - len(joints) <= 2
    return free and len(joints) == 1 and joints[0] in _OF and between[-1].word in _OF


def _leading(place: Place, table: int) -> tuple[_Name, tuple[int, int]] | None:
    """What leads an item or a row whose siblings are led by labels, and is none."""
    siblings = place.scene.siblings(place.start)
    if not siblings:
        return None
    passage = next(iter(place.scene.cell(place.start)[0]), place.passage)
    words = passage.words
    start = next((at for at, w in enumerate(words) if w.word not in _OPENS_ITEM), len(words))
    name = list(takewhile(lambda word: word.word not in _CLOSES_ITEM, words[start:]))
    end = start + len(name)
    closed = end < len(words) or passage is not place.passage
    before = passage is not place.passage or end <= place.first
    if not 0 < len(name) <= _LONGEST or not (closed and before) or _sums(name):
        return None
    dated = any(m.start < end for m in passage.periods)
    if dated or not passage.labelled.isdisjoint(range(start, end)):
        return None
    led = sum(any(m.table == table and m.mention.start <= _TWO for m in s.labels) for s in siblings)
    known = all(place.scene.names.tells(word) or word.stem in STOP for word in name)
    inside = place.passage.labelled.isdisjoint(range(place.first))  # no "Goals: North 4, South 5"
    if known or 2 * led <= len(siblings) or not (inside and _is_like(name, place, table)):
        return None
    return _Name(start, end, True), passage.span(start, end)


def _is_like(name: Sequence[Token], place: Place, table: int) -> bool:
    """Whether words look as labels do, and none begins as they do: "Wed" of "Wednesday"."""
    labels = place.passage.catalogs[table].entities.labels
    if labels is None or (labels.capital and not name[0].capital):
        return False
    words = all(word.word[0].isalpha() for word in name)
    return words and not _is_short(name, labels)


def _is_short(name: Sequence[Token], labels: LabelIndex) -> bool:
    """Whether a name is how one of some labels begins."""
    said = " ".join(word.word for word in name)
    return any(label.lower().startswith(said) for label in labels.values)


def _find(passage: Passage, known: Catalog) -> list[_Name]:
    """The names of a sentence that are of the kind of a query result's labels, and none of them."""
    labels = known.entities.labels
    if labels is None:
        return []
    kinds = world_names.places_among(labels.values, labels.name)
    if kinds:
        found = _places(passage.words, kinds)
    else:
        nouns = _nouns(labels)
        found = _numbered(passage.words, nouns) if nouns else _proper(passage, known)
    least = 1 if _nouns(labels) else 0  # "Store" is a part of the names of all stores
    spans = [(m.start, m.end) for m in passage.periods]
    spans += [(m.start, m.end) for _, m in passage.labels if m.whole >= least]
    taken = {at for start, end in spans for at in range(start, end)}
    return [name for name in found if taken.isdisjoint(range(name.start, name.end))]


def _places(words: Sequence[Token], kinds: tuple[Kind, ...]) -> Iterator[_Name]:
    stems, end = [word.stem for word in words], 0
    for at in range(len(words)):
        if at >= end and words[at].capital and (end := world_names.end_of(kinds, stems, at)) > at:
            yield _Name(at, end, True)


def _nouns(labels: LabelIndex) -> frozenset[str]:
    """The noun of labels that are a noun and a number, all of them the same one."""
    forms = list(labels.whole)
    numbered = all(len(form) == 2 and form[1].isdecimal() for form in forms)
    nouns = {form[0] for form in forms}
    return frozenset(nouns) if numbered and len(nouns) == 1 else frozenset()


def _numbered(words: Sequence[Token], nouns: frozenset[str]) -> Iterator[_Name]:
    for at, word in enumerate(words[:-1]):
        plain = word.word == word.stem or not word.word.endswith("s")
        if word.stem in nouns and plain and words[at + 1].word.isdecimal():
            yield _Name(at, at + _TWO, True)


def _proper(passage: Passage, known: Catalog) -> Iterator[_Name]:
    """Runs of words with capitals that stand where a subject does, or are stated "of" something."""
    words, kinds = passage.words, known.label_names
    if known.entities.labels is None or not known.entities.labels.capital or _is_title(words):
        return
    ends = [value.endswith("s") for value in known.entities.labels.values]
    plural, at = 2 * sum(ends) > len(ends), 0
    while at < len(words):
        if words[at].word in STOP:
            at += 1
            continue
        run = list(takewhile(lambda word: word.capital and word.word.isalpha(), words[at:]))
        run = run or [word for word in words[at : at + 1] if word.capital and "'" in word.word]
        run = run or [word for word in words[at : at + 1] if word.capital and "’" in word.word]
        end = at + max(1, len(run))
        if 0 < len(run) <= _LONGEST and _may_be_name(run, plural=plural):
            opens = at == 0 or words[at - 1].word in _STARTS
            owning = words[end - 1].word.endswith(("'s", "’s"))
            before = words[at - 1].word if at else ""
            subject = opens or before in _LED | _CLAUSES or words[at - 1].stem in kinds
            of_kind = end < len(words) and words[end].stem in kinds  # "the Finance department"
            several = plural and words[end - 1].word.endswith("s")
            common = before in _LED and len(run) == 1 and not (of_kind or several)  # "our Board"
            leads = subject and not common and (owning or _is_followed(words, end + of_kind))
            if leads or (before in _OF and not _SAYS.intersection(w.word for w in words[:at])):
                yield _Name(at, end, owning or of_kind or not opens or end - at > 1)
        at = end


def _is_title(words: Sequence[Token]) -> bool:
    """Whether nearly all words begin with capitals, so that these tell no names."""
    if any(is_told(word.word) and not word.capital for word in words):
        return False
    told = [word for word in words if word.word.isalpha() and word.word not in STOP]
    return len(told) < 2 or 2 * sum(word.capital for word in told) > len(told) + 2


def _may_be_name(run: Sequence[Token], *, plural: bool) -> bool:
    """Whether words may be a name; ``plural``: labels are plurals themselves, "Lions"."""
    first, last = run[0], run[-1]
    several = last.word.endswith("s") and not last.word.endswith(("ss", "us", "is", "'s", "’s"))
    begun = first.word.replace("’", "'").split("'")[0]  # "That's"
    plain = begun in STOP | _PRONOUNS or is_numeral(begun) or any(word.shout for word in run)
    return not (
        plain or (several and not plural and len(run) == 1) or last.end - first.start < _SHORT
    )


def _is_followed(words: Sequence[Token], end: int) -> bool:
    """Whether what a name was or did follows it."""
    after = [word.word for word in words[end : end + 3]]
    if not after or after[0] in _SAYS:
        return False
    told = next((word for word in after[1:] if word not in _ABOUT), "")
    present = after[0].endswith("s") and is_numeral(told)
    return after[0] in COPULAS or is_past(after[0]) or present


def _is_known(name: Sequence[Token], place: Place, known: Catalog) -> bool:
    """Whether words of a name are of columns, or of the title, or stand for all rows."""
    named = known.label_names | known.title
    if name[-1].word.isdecimal():
        return False
    return _sums(name) or any(place.scene.names.tells(word) or word.stem in named for word in name)


def _sums(name: Sequence[Token]) -> bool:
    return any(word.stem in _SUMS or word.word in _SUMS for word in name)
