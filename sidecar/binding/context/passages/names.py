"""Which columns a text names: by the words of their names, in whole or in good part."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.passages.clusters import clusters
from sidecar.binding.context.passages.particles import fit, leads, particles
from sidecar.binding.language.words import Token, expand, is_numeral, stem, tokens
from sidecar.binding.tables.abbreviations import Abbreviations
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.column_names import called
from sidecar.binding.tables.numbered import ORDINALS
from sidecar.model import memory
from sidecar.text.vocabulary import one_of

_PART = 3  # letters of each part of a word that a text has in two
_LONGEST = 40  # letters of a word of which a text may say the first alone
_HIT = 72  # bytes of a word that is said, for each name that has it
_PHRASE = 400  # bytes of a name
_LEAST = 0.34  # of a name that must be said
_WHOLE = 0.9  # of a name that is as good as all of it
_BESIDE_WHOLE = 0.5  # how much a name in part counts where the words are another's whole name

_ENDS = {
    **dict.fromkeys(map(stem, one_of("low lowest smallest")), stem("minimum")),
    **dict.fromkeys(map(stem, one_of("high highest top largest")), stem("maximum")),
}
"""How a text may call the least and the most of a day."""

_STATISTICS = frozenset(map(stem, one_of("average mean median total")))
_EXTREMES = frozenset(_ENDS.values())
_STATISTIC = 0.3
"""How telling words of how values are taken together are: alone they ask for a derivation."""

_DEGREES = one_of("degree degrees")
_TEMPERATURES = one_of("celsius fahrenheit kelvin c f")

_Phrase = tuple[str, ...]


class ColumnMention(NamedTuple):
    """A column named in a text.

    Attributes:
        table: The query result.
        column: The column.
        strength: How much of its name is said, from 0 to 1.
        start: Index of its first token.
        end: Index past its last token.
        only: Whether one of the words is in the name of no other column of the query result.
    """

    table: int
    column: int
    strength: float
    start: int
    end: int
    only: bool = False


class Names:
    """Finds columns by the words of their names.

    Args:
        catalogs: The query results.
        string: The text.

    Attributes:
        words: The words of whole names.
    """

    def __init__(self, catalogs: Sequence[Catalog], string: str = "") -> None:
        self._shortened = Abbreviations(catalogs, string)
        weight = _weights(catalogs)
        self._weight = weight
        self._phrases: list[tuple[int, int, _Phrase, float, float]] = []
        self._by_word: defaultdict[str, list[int]] = defaultdict(list)
        self._telling: dict[str, bool] = {}
        self._stands_for: dict[str, list[str]] = {}
        self._numbers = {
            (table, column.place)
            for table, known in enumerate(catalogs)
            for column in known.columns
            if known.table.cells[column.place].values.size
        }
        names = called(catalogs)
        memory.spend(_PHRASE * sum(map(len, names.values())))
        for (table, column), phrases in names.items():
            for words, worth in phrases.items():
                total = math.fsum(weight[w] for w in set(words))
                for word in set(words):
                    self._by_word[word].append(len(self._phrases))
                self._phrases.append((table, column, words, worth, total))
        self._particles = {
            (table, at): told
            for table, known in enumerate(catalogs)
            for at, column in enumerate(known.table.columns)
            if (told := particles(column.label or column.name))
        }
        self._columns_of: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
        for table, column, words, worth, _ in self._phrases:
            for word in words if worth == 1 else ():
                self._columns_of[table, word].add(column)
        self.words = frozenset(
            w for _, _, words, worth, _ in self._phrases if worth == 1 for w in words
        )
        self._mixed = {
            tuple(part.word for part in parts): word
            for word in self._by_word
            if len(parts := tokens(word, 0, len(word))) > 1
        }
        self._begins = frozenset(parts[0] for parts in self._mixed)
        self._openings = frozenset(
            word[:size]
            for word in self._by_word
            if len(word) <= _LONGEST
            for size in range(_PART, len(word) - 1)
        )

    def tells(self, word: Token) -> bool:
        """Whether a word may be a part of a column's name, whatever stands beside it."""
        tells = self._telling.get(word.word)
        if tells is None:
            said = bool(self._said([word], 0)) or self._shortened.may_end(word)
            said = said or word.word in self._begins or word.word in self._openings
            tells = self._telling[word.word] = said or word.word in ORDINALS
        return tells

    def find(self, words: Sequence[Token]) -> list[ColumnMention]:
        """The columns that a text names."""
        if not any(map(self.tells, words)):
            return []
        best: dict[tuple[int, int, int], ColumnMention] = {}
        together: dict[tuple[tuple[int, str], ...], list[list[tuple[int, str]]]] = {}
        for number, places in self._hits(words).items():
            table, column, _, worth, total = self._phrases[number]
            if (table, column) not in self._numbers:
                continue
            said = tuple(places)  # often the same of many names
            if said not in together:
                together[said] = clusters(said, words)
            for cluster in together[said]:
                start, end = cluster[0][0], cluster[-1][0] + 1
                heard = math.fsum(self._weight[each] for each in {each for _, each in cluster})
                strength = worth * heard / total
                for particle in self._particles.get((table, column), ()):
                    share, first = fit(particle, cluster, words)
                    strength, start = share * strength, min(first, start)
                if strength < _LEAST * min(1.0, worth):
                    continue
                only = self._only(table, {each for _, each in cluster})
                mention = ColumnMention(table, column, strength, start, end, only)
                key = table, column, end
                if key not in best or best[key].strength < strength:
                    best[key] = mention
        memory.spend(2 * memory.OBJECT * len(best))
        return sorted(_ranked(best.values(), words), key=lambda m: (m.start, m.table, m.column))

    def _only(self, table: int, said: Collection[str]) -> bool:
        """Whether no other column of a table has one of the words in its name."""
        return any(
            len(self._columns_of[table, word]) == 1 for word in set(said) - _STATISTICS - _EXTREMES
        )

    def _hits(self, words: Sequence[Token]) -> dict[int, list[tuple[int, str]]]:
        """The words of names that are said, by their places, for each name."""
        hits: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        count = 0
        for at in range(len(words)):
            is_quantity = _is_quantity(words, at)
            for said in self._said(words, at):
                count += len(self._by_word[said])
                memory.fits(_HIT * count)
                for phrase in self._by_word[said]:
                    told = not is_quantity or _follows(hits[phrase], at)
                    if told or self._is_led(phrase, words, at):
                        hits[phrase].append((at, said))
            for phrase, digits in self._numbered(words, at):
                hits[phrase].append((at, digits))
        for at, other in (*self._shortened.initials(words), *self._parted(words)):
            for phrase in self._by_word.get(other, ()):
                hits[phrase].append((at, other))
        return hits

    def _is_led(self, phrase: int, words: Sequence[Token], at: int) -> bool:
        """Whether a numeral ends a name, with the word before it: "under 25" of ``under_25``."""
        return any(leads(p, words, at) for p in self._particles.get(self._phrases[phrase][:2], ()))

    def _parted(self, words: Sequence[Token]) -> Iterator[tuple[int, str]]:
        """The words of names that a text has in two: "5G" and "P90", "sign-ups", "page views"."""
        for at, (one, two) in enumerate(pairwise(words)):
            if one.end == two.start and (one.word, two.word) in self._mixed:
                yield at, self._mixed[one.word, two.word]
            elif one.word in self._openings:
                last = words[at + 2] if two.word == "-" and at + 2 < len(words) else two
                joined = stem(one.word + last.word)
                if len(last.word) >= _PART and joined in self._by_word:
                    yield at, joined

    def _said(self, words: Sequence[Token], at: int) -> list[str]:
        """The words of names that a word of a text stands for; none for a part of a unit."""
        word = words[at]
        stands = self._stands_for.get(word.word)
        if stands is None:
            stands = self._stands_for[word.word] = self._names_by(word)
        return [] if stands and (_is_unit(words, at) or _is_purpose(words, at)) else stands

    def _names_by(self, word: Token) -> list[str]:
        """The same, whatever stands beside it."""
        said = [word.stem]
        if word.stem not in self.words:
            said.append(expand(word.word))
            if said[-1] not in self._by_word or said[-1] == word.stem:
                said.append(_ENDS.get(word.stem) or self._shortened.meant(word.word))
        return [each for each in dict.fromkeys(said) if each in self._by_word]

    def _numbered(self, words: Sequence[Token], at: int) -> Iterator[tuple[int, str]]:
        """The names with a number that an ordinal says: "the first period" of "period 1"."""
        number = ORDINALS.get(words[at].word)
        if number is not None and at + 1 < len(words):
            for phrase in self._by_word.get(number, ()):
                if words[at + 1].stem in self._phrases[phrase][2]:
                    yield phrase, number


def _is_quantity(words: Sequence[Token], at: int) -> bool:
    """Whether a numeral stands for itself: "3 assists", but not "3Pt" or "three-point"."""
    word = words[at]
    if not is_numeral(word.word):
        return False
    left = at > 0 and words[at - 1].end == word.start and words[at - 1].word.isalpha()
    right = at + 1 < len(words) and words[at + 1].start == word.end
    if right and words[at + 1].word == "-":
        return not (at + 2 < len(words) and words[at + 2].word.isalpha())
    return not left and not (right and words[at + 1].word.isalpha())


def _is_unit(words: Sequence[Token], at: int) -> bool:
    """Whether a word is but a part of a unit: "12 degrees Celsius" names no angle."""
    after = words[at + 1].word if at + 1 < len(words) else ""
    return after in _TEMPERATURES and words[at].word in _DEGREES


def _is_purpose(words: Sequence[Token], at: int) -> bool:
    """Whether a word tells what money is for: "had 12 to spend" tells of no spending."""
    return words[at].word == "spend" and at > 0 and words[at - 1].word == "to"


def _follows(places: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether a numeral stands right after another word of the same name: "Grade 5"."""
    return bool(places) and places[-1][0] == at - 1


def _ranked(mentions: Collection[ColumnMention], words: Sequence[Token]) -> Iterator[ColumnMention]:
    """The mentions; where words are one column's whole name, they hardly name another in part.

    Nor do some of them name it in whole: "net sales" are no sales.
    """
    told = {at for at in range(len(words)) if _is_quantity(words, at)}
    whole = [m for m in mentions if m.strength >= _WHOLE and told.isdisjoint(range(m.start, m.end))]
    for mention in mentions:
        if any(
            m.start <= mention.start
            and mention.end <= m.end
            and (mention.strength < _WHOLE or mention.end - mention.start < m.end - m.start)
            for m in whole
        ):
            yield mention._replace(strength=_BESIDE_WHOLE * mention.strength)
        else:
            yield mention


def _weights(catalogs: Sequence[Catalog]) -> dict[str, float]:
    """How telling each word of the columns' names is: the fewer columns have it, the more."""
    count: defaultdict[str, int] = defaultdict(int)
    columns = 0
    for known in catalogs:
        for column in known.columns:
            columns += 1
            for word in {w for phrase in column.phrases for w in phrase.words}:
                count[word] += 1
    return {
        word: math.log(1 + columns / n) * (_STATISTIC if word in _STATISTICS else 1.0)
        for word, n in count.items()
    }
