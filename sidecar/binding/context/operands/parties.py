"""Groups of rows that a text picks out, and how it takes them up again.

"Four branches have fewer than four posts; they hold 12% of the posts, the other six 88%": a party
is picked by a condition or by a list of names; "they" stands for it, and "the others" for all but
it. What is attributed to a party is attributed to its rows together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, MutableMapping, Sequence

import numpy as np

from sidecar.binding.context.operands.described import described
from sidecar.binding.context.operands.excluded_rows import rest
from sidecar.binding.context.operands.picked import Pick, picked
from sidecar.binding.context.operands.remaining import (
    DEFINITE,
    OTHERS,
    Name,
    dimension,
    groups,
    many_at,
    names,
    remaining,
)
from sidecar.binding.context.passages.choices import PARTIES, Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.lists import lists
from sidecar.binding.language.row_sets import row_key
from sidecar.binding.language.words import is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_THEY = one_of("they them their these those both same")
_OF_THOSE = (["of", "those"], ["of", "these"], ["of", "them"], ["of", "which"])
_TAKING_UP = _THEY | DEFINITE | OTHERS
_FOR = one_of("for in at among with")
_UNIT, _FAR = 2, 4  # words from a number to "for", and to "the others"
_BACK = 2  # sentences
_PLAINLY = 0.9  # how plainly rows are picked whose number is stated as well
_MOST = 3  # parties that a pronoun may stand for
_TWO = 2
_FADES = 0.9  # how much less each of them is intended than the one named after it
_LISTED = 0.9  # how plainly a list of names is intended by a pronoun
_OPENS = 4  # words from "those" to the condition that tells which
_IMPLIED = 0.7  # how strongly the column is named by which a group was picked
_SUBJECT, _PASSED = 0.95, 0.55
_PRONOUN = 0.95
"""How plainly a pronoun stands for a party."""


class Parties:
    """The parties of a text.

    Args:
        scene: The text.
        stated: Its numbers where they stand.
        catalogs: The query results.
    """

    def __init__(self, scene: Scene, stated: Sequence[Stated], catalogs: Sequence[Catalog]) -> None:
        self._scene, self._catalogs = scene, catalogs
        self._numbers: defaultdict[int, list[Stated]] = defaultdict(list)
        for one in stated:
            self._numbers[id(one.place.passage)].append(one)
        self._known: dict[tuple[int, int], list[Pick]] = {}

    def of(self, place: Place, table: int) -> list[Choice]:
        """The parties of a query result that a number may be attributed to."""
        column = dimension(self._catalogs[table])
        if column is None and not place.passage.left_out:
            return []
        column = PARTIES if column is None else column  # rows of several keys, some left out
        named = self._named(place.passage, place.number, table, _BACK)
        if self._counts(place):
            own = [
                one
                for one in named
                if one.link >= _PLAINLY and not one.apart and one.start <= place.first < one.end
            ]
            return [_choice(column, 0, one, _PRONOUN, place) for one in own[:1]]
        rows = names(place.passage, table, self._catalogs[table]) if named else []
        links = [_link(one, named, rows, place) for one in named]
        linked = enumerate(zip(named, links, strict=True))
        return [_choice(column, at, one, link, place) for at, (one, link) in linked if link]

    def _counts(self, place: Place) -> bool:
        """Whether a number tells how many are picked, or how many of those that were."""
        tables = range(len(self._catalogs))
        picks = (self._named(place.passage, place.number, table, _BACK) for table in tables)
        told = (one for named in picks for one in named if not one.apart)
        own = any(one.start <= place.first < one.end for one in told)
        return own or place.words_after(2) in _OF_THOSE

    def _named(self, passage: Passage, number: int, table: int, back: int) -> list[Pick]:
        key = id(passage), table
        if key not in self._known:
            self._known[key] = list(self._find(passage, number, table, back))
        return self._known[key]

    def _find(self, passage: Passage, number: int, table: int, back: int) -> Iterator[Pick]:
        known, numbers = self._catalogs[table], self._numbers[id(passage)]
        named = names(passage, table, known)
        passages = self._scene.before(number)[:_BACK] if numbers else []
        earlier = [one for each in reversed(passages) for one in self._numbers[id(each)]]
        told = [
            one._replace(rows=known.entities.whole(one.rows))
            for one in picked(passage, numbers, earlier, known, table)
        ]
        told += described(passage, numbers, known, table)
        told += [*rest(passage, table, known), *_listed(passage, named)]
        told.sort(key=lambda one: one.end)
        counts = {one.place.first: one for one in numbers}
        before: list[Pick] | None = None
        found = list(told)
        for at in passage.once(_taking_up):
            word = passage.words[at]
            many = _TWO if word.word == "both" else many_at(counts, at + 1, known.rows)
            near = [one for one in found if one.end <= at]
            if not near:
                if before is None:
                    before = self._before(number, table, back)
                near = before
            if word.word in OTHERS:
                others = named or self._groups(passage, number, table, back)
                joined = [one for one in near if not one.apart]
                found += remaining(passage, at, counts, joined, others, known)
            elif word.word in _THEY or many:
                found += _taken_up(at, many, near, told, known)
        return iter(found)

    def _groups(self, passage: Passage, number: int, table: int, back: int) -> list[Name]:
        """The groups of rows that a sentence, or else the one before, names."""
        found = groups(passage, table)
        earlier = self._scene.before(number)[:1] if back and not found else []
        before = groups(earlier[0], table) if earlier else []
        return found or [Name(0, 0, name.rows) for name in before]

    def _before(self, number: int, table: int, back: int) -> list[Pick]:
        """The parties of the sentence before."""
        earlier = self._scene.before(number)[:1] if back else []
        return self._named(earlier[0], number - 1, table, back - 1) if earlier else []


def _taking_up(passage: Passage) -> list[int]:
    """Where the words of a passage stand that may take up a party."""
    return [at for at, word in enumerate(passage.words) if word.word in _TAKING_UP]


def _choice(column: int, number: int, party: Pick, link: float, place: Place) -> Choice:
    """A party as one of the choices of rows that a number may be restricted to."""
    value = PARTIES - number
    span = place.passage.span(party.start, party.end)
    return Choice(column, party.rows, link, value, None, *span, place.own, party)


def name(
    linked: Mapping[int, Sequence[Scope]], named: MutableMapping[tuple[int, int], Naming]
) -> None:
    """Add the columns by which groups are picked to those that are named, where no word does."""
    for table, scopes in linked.items():
        for choice in scopes[0].choices:
            if not isinstance(choice.mention, Pick) or choice.mention.column < 0:
                continue
            key, link = (table, choice.mention.column), _IMPLIED * choice.link
            if all(n.strength < link for (at, _), n in named.items() if at == table):
                named[key] = named.get(key, Naming())._replace(strength=link)


def _listed(passage: Passage, names: Sequence[Name]) -> Iterator[Pick]:
    """The rows whose names are joined to a list, and those of all names that are told."""
    at = {(name.start, name.end): name for name in names}
    whole = sorted(at)
    for listed in (*lists(passage.words, at), whole):
        rows = [at[span].rows for span in listed]
        if len(rows) > 1:
            together, ends = np.unique(np.concatenate(rows)), (listed[0][0], listed[-1][1])
            yield Pick(together, *ends, _LISTED, each=True, apart=listed is whole)


def _taken_up(
    at: int, many: int, near: Sequence[Pick], told: Sequence[Pick], known: Catalog
) -> Iterator[Pick]:
    """What a pronoun, or "those four", stands for: the parties before it, the last one first."""
    if any(at < one.start <= at + _OPENS for one in told):
        return  # "those above 60" are attributed to what follows
    seen: set[bytes | None] = set()
    worth = _PRONOUN
    for one in reversed(near):
        if row_key(one.rows) in seen or (one.apart and not many):
            continue
        if many and known.entities.count(one.rows) != many:
            continue
        seen.add(row_key(one.rows))
        link = worth * one.link
        yield Pick(one.rows, at, at + 1 + bool(many), link, column=one.column, leads=True)
        worth *= _FADES
        if len(seen) == _MOST:
            return


def _is_told_for(place: Place, party: Pick) -> bool:
    """Whether a number is attributed to what follows it: "against 12 for the others"."""
    words = [word.word for word in place.passage.words[place.last : party.start]]
    return words[:1] != ["("] and not _FOR.isdisjoint(words[:_UNIT]) and len(words) <= _FAR


def _link(party: Pick, others: Sequence[Pick], names: Sequence[Name], place: Place) -> float:
    """How strongly a number is attributed to a party: less for each name that follows it."""
    if party.each:
        return 0.0
    if party.start >= place.last:
        if party.leads and not _is_told_for(place, party):
            return 0.0
        return party.link * place.own.near(party.start, party.end)
    between = [name for name in names if party.end <= name.start < place.first]
    inside = [name for name in between if name.rows[0] in party.rows]
    words = place.passage.words[party.end : inside[-1].start if inside else 0]
    rows = sum(name.rows.size for name in inside)
    if rows == party.rows.size and not any(is_numeral(word.word) for word in words):
        # "the two largest, A and B, hold 40%"
        between = [name for name in between if name.rows[0] not in party.rows]
    passed = len(between) + sum(
        party.end <= one.start < place.first and not np.array_equal(one.rows, party.rows)
        for one in others
        if not one.each
    )
    return float(party.link * _SUBJECT * _PASSED**passed)
