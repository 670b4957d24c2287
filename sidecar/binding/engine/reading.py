"""A text once, against one evidence: words, clauses, blocks, and what they mention."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.engine.clauses import HEADING, ITEM, ROW, divide
from sidecar.binding.engine.dates import find_dates
from sidecar.binding.engine.evidence import EngineEvidence, ValueName
from sidecar.binding.engine.lexicon import (
    BREAKS,
    CUES,
    FUNCTION,
    PARTING,
    ROLES,
    RUNNING,
    UNIT_WORDS,
)
from sidecar.binding.engine.names import is_code, is_telling
from sidecar.binding.engine.segments import joined, segmented
from sidecar.binding.engine.turns import (
    NameOccurrence,
    NamePosition,
    NumberOccurrence,
    Steps,
    TextTokens,
    attached,
    carried,
    in_step,
)
from sidecar.binding.language.periods import TimePeriod
from sidecar.binding.language.words import STOP, tokens
from sidecar.model.text import Text
from sidecar.work import check_abandoned

__all__ = ["HEADING", "ITEM", "ROW", "Mention", "TextArrays"]

_SCALE = re.compile(
    r"\b(thousand|million|billion|bn|000)s?\b|[$€£]\s?(m|k|bn)\b"
    r"|\b(?:USD|EUR|GBP|QAR)\s?(m|k|bn)\b",
    re.IGNORECASE,
)
_POWERS = {"t": 3, "k": 3, "0": 3, "m": 6, "b": 9}
"""The power of ten of a scale, by its first letter."""

_INSIDE_NAMES = frozenset("-/&'.()")
_INSIDE_BANDS = frozenset(["-", "–", "to", "and", "$", "€", "£", "years", "%"])
_LISTED = frozenset([",", "and", "or", "&", "/"])
_LEAST_PART, _LEAST_UNIQUE = 0.3, 0.12
"""What part of a name is enough, and of a name that no other has a word of."""


_LEAST_ID = 5  # digits of a number that may be the name of a row and not a value
_REACH, _BEFORE_NUMBER = 4, 3  # tokens between a number and its name, and before a number
_MOST_BETWEEN = 4  # tokens between numbers of one run
_OPENING = frozenset("(:–—")
_LEAST_CUT, _CUT_SHORT = 4, 0.6  # letters of a word that a code may be short for, and its worth
_WHOLE, _BETTER, _SHORTEST = 0.9, 0.15, 3


class _NameInText(NamedTuple):
    """A name, or part of one, that stands in the text."""

    token: int
    end: int
    code: int
    covered: float
    rarity: int


class Mention(NamedTuple):
    """A value of a dimension, or a period, that the text names.

    Attributes:
        token: The first token.
        end: Behind the last one.
        dimension: The dimension; -1 for a period.
        code: The value of the dimension; for a period the year that was named last, or 0.
        covered: What part of the name is said.
        rarity: In how many names the least common of the said words stands.
        period: The period, where it is one.
        sentence, clause, part, block: Where it stands.
        follows: The number that it stands right behind, as in "12 in Oslo", or -1.
        precedes: The number that it stands right before, as in "Oslo (12)", or -1.
        is_first: Whether it is the first of its dimension in its sentence.
        is_step: Whether it is a period that is named by its distance from another one.
    """

    token: int
    end: int
    dimension: int
    code: int
    covered: float
    rarity: int
    period: TimePeriod | None
    sentence: int
    clause: int
    part: int
    block: int
    follows: int
    precedes: int
    is_first: bool = False
    is_step: bool = False


class TextArrays:
    """The arrays of one text.

    Args:
        text: The text.
        evidence: What it is about.
        starts, ends: Its numbers, in code points.

    Attributes:
        start, word, stem: Of each token.
        sentence, clause, part, block, cell: Where each stands; a part is a clause or several that
            no strong mark divides, a cell one of a table's row (-1 elsewhere).
        number: The number that each token belongs to, or -1.
        cue: The cue classes of each token, as bits.
        content: How many content words stand before each token.
        kinds: The kind of each block.
        head_row: The first row of the table that each block that is a row belongs to.
        first, last: The first token of each number and the one behind it.
        mentions, periods: What is named, in the order of the text.
        measured: The tokens that stand in names of measures, with these.
        attached: Of those, the number that each is stated with.
        role: What the words before each number make of it: "from", "to", "against" or "".
        in_step: The first token of the name told in step with a number, by number and dimension.
        carried: The same of a name before its sentence or part.
        titled: The tokens that stand in titles of views, with these.
        scales: The scales that are said by themselves ("in thousands"): block, cell, power of ten.
    """

    def __init__(
        self, text: Text, evidence: EngineEvidence, starts: Sequence[int], ends: Sequence[int]
    ) -> None:
        string = text.string
        found = tokens(string, 0, len(string))
        if not string.isascii():
            found = list(segmented(found, evidence.unspaced_words))
        found = list(joined(found, evidence.measure_words.keys()))
        check_abandoned()
        self.size = len(found)
        self.start = [t.start for t in found]
        self.word = [t.word for t in found]
        self.stem = [t.stem for t in found]
        self.capital, self._shout = [t.capital for t in found], [t.shout for t in found]
        self.cue = [CUES.get(word, 0) for word in self.word]
        check_abandoned()
        divided = divide(text, found)
        self.sentence, self.block = divided.sentence, divided.block
        self.clause, self.part, self.cell = divided.clause, divided.part, divided.cell
        self.kinds, self.head_row = divided.kinds, divided.head_row
        check_abandoned()
        self._find_numbers(starts, ends)
        check_abandoned()
        self._weigh_distance()
        self.scales = list(self._find_scales(string))
        check_abandoned()
        self.role = list(self._find_roles())
        self.periods = [
            self._placed(
                _NameInText(d.first, d.end, d.year, 1.0, 1), -1, d.period, is_step=d.is_step
            )
            for d in find_dates(string, found, evidence)
        ]
        check_abandoned()
        self.mentions = self._find_mentions(evidence)
        check_abandoned()
        self.in_step, self.carried = self._find_turns()
        check_abandoned()
        self.measured = list(self._find_measured(evidence))
        self.measured_at = [k for k, _ in self.measured]
        check_abandoned()
        words = TextTokens(self.word, self.number, self.sentence, frozenset(self.measured_at))
        self.attached = attached(words)
        check_abandoned()
        titles = evidence.title_words
        self.titled = [(k, titles[stem]) for k, stem in enumerate(self.stem) if stem in titles]

    def _find_numbers(self, starts: Sequence[int], ends: Sequence[int]) -> None:
        self.first = [max(0, bisect_right(self.start, s) - 1) for s in starts]
        self.last = [
            max(first + 1, bisect_left(self.start, e))
            for first, e in zip(self.first, ends, strict=True)
        ]
        self.number = [-1] * (self.size + 1)
        for place, (first, last) in enumerate(zip(self.first, self.last, strict=True)):
            check_abandoned()
            for k in range(first, min(last, self.size)):
                self.number[k] = place

    def _find_scales(self, string: str) -> Iterator[tuple[int, int, int]]:
        for match in _SCALE.finditer(string):
            k = bisect_right(self.start, match.start()) - 1
            if k >= 0 and self.number[k] < 0:
                yield self.block[k], self.cell[k], _POWERS[match[match.lastindex or 0][0].lower()]

    def _find_measured(
        self, evidence: EngineEvidence
    ) -> Iterator[tuple[int, Sequence[tuple[int, float]]]]:
        inside = {k for p in self.periods for k in range(p.token, p.end)}
        for k, stem in enumerate(self.stem):
            is_value = self.number[k] >= 0 and stem[0].isdigit()
            if stem in evidence.measure_words and k not in inside and not is_value:
                yield k, evidence.measure_words[stem]

    def _find_turns(self) -> tuple[Steps, Steps]:
        """What is in step in a sentence, and what numbers are in step with names before it."""
        names = [
            NameOccurrence(
                m.token, m.end, m.dimension, m.period or m.code,
                NamePosition(m.block, m.sentence, m.part),
            )
            for m in sorted((*self.mentions, *self.periods), key=lambda m: m.token)
            if self.kinds[m.block] != ROW
        ]  # fmt: skip
        numbers = [
            NumberOccurrence(
                k, NamePosition(self.block[k], self.sentence[k], self.part[k]), self._goes_on(place)
            )
            for place, k in enumerate(self.first)
            if k < self.size
        ]
        return in_step(names, numbers), carried(names, numbers)

    def _goes_on(self, place: int) -> bool:
        """Whether nothing but joining words and units stands between a number and the last one."""
        if not place:
            return False
        if self.role[place - 1 : place + 1] == ["from", "to"]:  # in the order of time
            return False
        first, end = self.last[place - 1], self.first[place]
        between = self.word[first:end]
        if not 0 < len(between) <= _MOST_BETWEEN or self.sentence[first] != self.sentence[end]:
            return False
        return all(w in RUNNING or w in UNIT_WORDS or not w[0].isalnum() for w in between) and (
            not {";", ":", "(", ")", "."}.intersection(between)
        )

    def _weigh_distance(self) -> None:
        count = 0
        self.content = [0] * (self.size + 2)
        for k, word in enumerate(self.word):
            self.content[k] = count
            count += word[0].isalpha() and word not in FUNCTION
        self.content[self.size] = self.content[self.size + 1] = count

    def _placed(
        self,
        said: _NameInText,
        dimension: int,
        period: TimePeriod | None = None,
        *,
        is_step: bool = False,
    ) -> Mention:
        k = said.token
        return Mention(
            k, said.end, dimension, said.code, said.covered, said.rarity, period,
            self.sentence[k], self.clause[k], self.part[k], self.block[k],
            self._number_before(k), self._number_behind(said.end), is_step=is_step,
        )  # fmt: skip

    def _number_before(self, k: int) -> int:
        """The number that a name is stated behind: "12 trips in Oslo"."""
        for j in range(k - 1, max(-1, k - 1 - _REACH), -1):
            if self.number[j] >= 0:
                return self.number[j]
            if self.clause[j] != self.clause[k] or self.word[j] in PARTING:
                return -1
        return -1

    def _number_behind(self, end: int) -> int:
        """The number that a name is stated before: "Oslo (12)", "Oslo: 12", "Oslo had 12"."""
        for j in range(end, min(self.size, end + _REACH)):
            if self.number[j] >= 0:
                return self.number[j]
            if self.block[j] != self.block[end - 1] or self.word[j] in PARTING:
                return -1
            if self.word[j] in BREAKS and self.word[j] not in _OPENING:
                return -1
        return -1

    def _find_roles(self) -> Iterator[str]:
        """What the words right before each number make of it: "from 12", "to 12", "against 12"."""
        for k in self.first:
            near = self.word[max(0, k - _BEFORE_NUMBER) : k]
            yield next((ROLES[word] for word in reversed(near) if word in ROLES), "")

    def _find_mentions(self, evidence: EngineEvidence) -> list[Mention]:
        by_dimension: dict[int, list[_NameInText]] = {}
        for k in range(self.size):
            for name, at in self._names_at(k, evidence):
                said = self._match(k, name, at)
                if said is not None and self._is_enough(said, name, at, evidence):
                    found = by_dimension.setdefault(name.dimension, [])
                    found.append(said)
                    found.extend(self._find_listed(said, name, evidence))
            if self.capital[k] and len(self.word[k]) >= _LEAST_CUT and self.stem[k] not in STOP:
                for dimension, code in evidence.names.cut_to(self.word[k]):
                    by_dimension.setdefault(dimension, []).append(
                        _NameInText(k, k + 1, code, _CUT_SHORT, 1)
                    )
        return sorted(
            (m for dimension, said in by_dimension.items() for m in self._ordered(said, dimension)),
            key=lambda m: m.token,
        )

    def _names_at(self, k: int, evidence: EngineEvidence) -> Iterator[tuple[ValueName, int]]:
        """The names that may begin at a token: no number is a name by itself."""
        stem = self.stem[k]
        is_value = self.number[k] >= 0 and (stem[0].isalpha() or len(stem) < _LEAST_ID)
        following = self.stem[k + 1] if k + 1 < self.size else ""
        for name, at in evidence.names.of(stem, following):
            if name.in_capitals and not self._shout[k]:
                continue
            if is_value and not name.is_whole and (stem[0].isalpha() or len(name.words) == 1):
                continue
            began = at and k and is_telling(name, at - 1) and self.stem[k - 1] == name.words[at - 1]
            if not began:
                yield name, at

    def _ordered(self, said: list[_NameInText], dimension: int) -> Iterator[Mention]:
        """The names of one dimension in the order of the text."""
        last = -1
        for one in sorted(_longest(said)):
            found = self._placed(one, dimension)
            yield found._replace(is_first=found.sentence != last)
            last = found.sentence

    def _find_listed(
        self, said: _NameInText, name: ValueName, evidence: EngineEvidence
    ) -> Iterator[_NameInText]:
        """Names that share all but their last word with the one before: "Agents 17 and 18"."""
        j, head = said.end, name.words[:-1]
        while head and self.stem[j - 1] == name.words[-1]:
            while j < self.size and self.word[j] in _LISTED:
                j += 1
            if j == said.end or j >= self.size:
                return
            whole = (*head, self.stem[j])
            more = next(
                (
                    other
                    for other, _ in evidence.names.of(*(whole[:2] if name.is_whole else whole[-1:]))
                    if other.words == whole and other.dimension == name.dimension
                ),
                None,
            )
            if more is None:
                return
            yield _NameInText(j, j + 1, more.code, said.covered, 1)
            said, name, j = said._replace(end=j + 1), more, j + 1

    def _match(self, k: int, name: ValueName, at: int) -> _NameInText | None:
        """How much of a name stands at a token, from one of its words on."""
        words, stem = name.words, self.stem
        if is_code(name, at) and self.start[k + 1 : k + 2] != [self.start[k] + 1]:
            return None  # "a 1 % rise" names no A1
        covered, rarity = name.worths[at], name.rarity[at]
        j, a = k + 1, at + 1
        while a < len(words) and j < self.size:
            if stem[j] == words[a]:
                covered += name.worths[a]
                rarity = min(rarity, name.rarity[a])
                j, a = j + 1, a + 1
            elif stem[j] in _INSIDE_NAMES and stem[j + 1 : j + 2] == [words[a]]:
                j += 1
            elif (
                words[a - 1][0].isdigit()
                and words[a][0].isdigit()
                and (gap := self._band_gap(j, words[a]))
            ):
                j += gap
            elif words[a] in STOP and not name.is_whole:
                a += 1
            else:
                break
        if name.is_whole and a < len(words):
            return None
        return _NameInText(k, j, name.code, min(1.0, covered), rarity)

    def _band_gap(self, j: int, word: str) -> int:
        """How many tokens join the borders of a band: "18 to 24", "$5-$19.99"."""
        for gap in (1, 2, 3):
            if self.word[j + gap - 1 : j + gap] and self.word[j + gap - 1] not in _INSIDE_BANDS:
                return 0
            if self.stem[j + gap : j + gap + 1] == [word]:
                return gap
        return 0

    def _is_enough(
        self, said: _NameInText, name: ValueName, at: int, evidence: EngineEvidence
    ) -> bool:
        """Whether what is said of a name is enough to know it."""
        word, words = name.words[at], len(name.words)
        if name.is_whole:
            return True
        if said.covered < (_LEAST_UNIQUE if said.rarity == 1 else _LEAST_PART):
            return False
        if words == 1 or said.covered >= _WHOLE or said.end > said.token + 1:
            return True
        if word in STOP or word[0].isdigit():
            return False
        if len(word) < _SHORTEST:  # "the M plan"
            beside = (
                *self.stem[max(0, said.token - 1) : said.token],
                *self.stem[said.end : said.end + 1],
            )
            return any(name.dimension in evidence.dimension_words.get(w, ()) for w in beside)
        return self.capital[said.token] or said.rarity == 1


def _longest(said: list[_NameInText]) -> list[_NameInText]:
    """Those that are no part of a longer or better one."""
    taken: list[_NameInText] = []
    for one in sorted(said, key=lambda s: (s.token - s.end, -s.covered, s.token)):
        length = one.end - one.token
        if not any(
            t.token < one.end
            and one.token < t.end
            and (t.end - t.token > length or t.covered > one.covered + _BETTER)
            for t in taken
        ):
            taken.append(one)
    return taken
