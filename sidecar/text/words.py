"""A number that begins with a word: "six", "half a million", "doubled", and what is none of it."""

from __future__ import annotations

import re
from decimal import Decimal

from sidecar.model.number import NumberForm, SkipReason
from sidecar.text import affixes, exclusions, shares, spelled
from sidecar.text.digits import TIMES, find_sign_word
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Exclusion
from sidecar.text.lexicon import (
    LEXICON,
    ONE_AFTER,
    ONE_BEFORE,
    SpelledNumber,
    WordKind,
    find_word_before,
    read_item,
)
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.options import Ordinals
from sidecar.text.units import SPELLED
from sidecar.text.vocabulary import one_of

_NEXT = re.compile(r"[\s-]([^\W\d_]{1,24})(?:\s([^\W\d_]{1,24}))?")
_HALF_AFTER = one_of(
    "than about nearly almost over roughly approximately around only by least exactly"
)
_OF_SOMEONE = re.compile(r"(?:\s[A-Z][\w.&-]{0,24}){1,4}['’]s?\s|\s[$€£]?\d")  # "triple Oslo's 19"
_TWICE_BEFORE = one_of("as the that its their his her what")
_AS = re.compile(r"\sas\s(?:many|much)\b|\sas\s[a-z]{2,24}(?:\s[a-z]{2,24}){0,3}\sas\b")
"""After a fraction that is a multiple: "half as many", "two-thirds as high as"."""

_NONE = (None, Decimal(0))


class WordReader:
    """Reads numbers that begin with a word of the lexicon out of one string."""

    def __init__(self, string: str, codes: frozenset[str], *, ordinals: Ordinals) -> None:
        self.string = string
        self.codes = codes
        self.ordinals = ordinals

    def read(self, start: int, end: int, floor: int) -> Draft | Exclusion | None:
        """What the word ``string[start:end]`` begins; nothing before ``floor`` is touched."""
        string = self.string
        word = string[start:end].lower()
        kind, value = LEXICON[word]
        if kind is WordKind.MONTH:
            return exclusions.match_at_month(string, start, end)
        if kind in (WordKind.MULTIPLE, WordKind.TWICE):
            return _multiple(string, start, end, kind, value)
        before, article = find_word_before(string, start, floor, " -\n\u00a0")
        if kind is WordKind.THING:
            return self._one_thing(before, article, end, floor)
        if kind is WordKind.HALF and not before:  # "first" may have been looked at by itself
            before, _ = find_word_before(string, start, 0, " -\n\u00a0")
        return self._quantity(start, end, floor, before, article)

    def _quantity(
        self, start: int, end: int, floor: int, before: str, article: int
    ) -> Draft | Exclusion | None:
        """What a word begins after the word ``before``, which stands at ``article``."""
        string = self.string
        word = string[start:end].lower()
        kind, value = LEXICON[word]
        led = before in ("a", "an") and kind not in (WordKind.UNIT, WordKind.TEEN)
        bare = kind is WordKind.SCALE and not led  # a unit by itself: "(USD million)"
        if bare or _counts_nothing(string, word, kind, "" if led else before, end):
            listed = word == "one" or (bare and before != "per")
            return Exclusion(start, end, SkipReason.IDIOM) if listed else None
        begin = article if led else start
        found = spelled.read_spelled(string, begin)
        if found is None and led and kind is WordKind.TENS:  # "a twenty point lead"
            begin = start
            found = spelled.read_spelled(string, start)
        ranked = _ordinal(string, Draft(start, end, value), kind, found)
        if ranked is not None or found is None:
            return self._ranked(ranked)
        return self._complete(found, begin, floor)

    def _one_thing(self, before: str, start: int, end: int, floor: int) -> Draft | None:
        """One unit that an article counts: "a gallon", "a metric ton"; not "$5 a gallon"."""
        string = self.string
        if before in _SHAPED:
            before, start = find_word_before(string, start, floor, " ")
        elif string[end - 3 : end] == "ton":
            return None  # "a ton of fun"
        if before not in ("a", "an") or not _THING_ENDS.match(string, end):
            return None
        measured, _ = find_word_before(string, start, floor, " ")
        if measured in SPELLED or measured in _PER or (floor and not string[floor:start].strip()):
            return None
        draft = Draft(start, end, Decimal(1), form=NumberForm.WORDS)
        unit = affixes.find_unit_after(string, start + len(before), self.codes)
        if unit is None or unit.end < end:
            return None
        draft.attach(unit)
        return draft

    def _ranked(self, ordinal: Draft | None) -> Draft | Exclusion | None:
        return (
            None if ordinal is None else shares.choose_ordinal(self.string, ordinal, self.ordinals)
        )

    def _complete(self, found: SpelledNumber, start: int, floor: int) -> Draft:
        """The number with its sign and unit."""
        draft = Draft(
            start, found.end, found.value, found.step, scale=found.scale, form=found.form,
            margin=found.margin,
        )  # fmt: skip
        draft.start, draft.sign = find_sign_word(self.string, start, floor)
        if draft.sign < 0:
            draft.value = -draft.value
        times = TIMES.match(self.string, draft.end) if draft.form is NumberForm.WORDS else None
        unit = affixes.find_unit_after(self.string, draft.end, self.codes)
        if times is not None:  # "fifteen times as much"
            draft.end, draft.form = times.end(), NumberForm.MULTIPLE
        elif draft.form is NumberForm.FRACTION and _AS.match(self.string, draft.end):
            draft.form = NumberForm.MULTIPLE
        elif unit is not None:
            draft.attach(unit)
        return draft


def _counts_nothing(string: str, word: str, kind: WordKind, before: str, end: int) -> bool:
    """Whether it is no quantity: "no one", "one of the", "the second half", "per million"."""
    if word == "one":
        return _is_pronoun(string, before, end)
    if kind is WordKind.HALF:
        return _is_named_half(string, before, end)
    return kind is WordKind.HUNDRED and before == "per"


def _is_pronoun(string: str, before: str, end: int) -> bool:
    """Whether "one" stands for something else: "no one", "one of the", "one another"."""
    following = _NEXT.match(string, end)
    after = following[1].lower() if following else ""
    part = after == "of" and following is not None and following[2] is not None
    if part or after in ONE_BEFORE:
        return True
    counted = after in SPELLED or LEXICON.get(after, _NONE)[0] in (WordKind.HUNDRED, WordKind.SCALE)
    return not counted and (before in ONE_AFTER or _is_described(string, end))


def _is_described(string: str, end: int) -> bool:
    """Whether what "one" stands for is told before it: "the 2019 one", "the small one"."""
    start = end - len("one")
    if _DATED.match(string, max(0, start - len("2019 ")), start):
        return True
    described = _DESCRIBED.search(string, max(0, start - _REACH), start)
    return described is not None and not _OUT_OF.match(string, end)  # "a mere one in ten"


def _is_named_half(string: str, before: str, end: int) -> bool:
    """Whether "half" tells which one, or how: "the second half", "half-hearted", "half empty"."""
    following = _NEXT.match(string, end)
    after = following[1].lower() if following else ""
    scaled = after in ("a", "an", "dozen") or LEXICON.get(after, _NONE)[0] is WordKind.SCALE
    if before in _NAMED_HALF or (string[end : end + 1] == "-" and not scaled):
        return True
    part = after in ("of", "the") or _AS.match(string, end)
    return not (scaled or before in _HALF_AFTER or part)


_EIGHTH = Decimal(8)
"""A multiple in one word is good to an eighth: "doubled" is 1.75 to 2.25, not 1.5."""

_REACH = 24  # code points before "one" in which what it stands for is described
_DESCRIBED = re.compile(r"\b(?:the|an?|our|its|their)\s[a-z]{2,16}\s\Z", re.IGNORECASE)
_OUT_OF = re.compile(r"\s(?:in|out of|per\s?cent|percent|percentage|point|of)\b|-|%", re.IGNORECASE)
_DATED = re.compile(r"(?:19|20)\d\d[ -]\Z")
_SHAPED = one_of("metric square cubic fluid")
_PER = one_of("per once twice times each cents")
_THING_ENDS = re.compile(
    r"\s*(?:$|[.,;:!?)])|\s(?:of|is|was|are|to|in|on|at|and|or|for|from|per|more|less|has|with|as)\b"
)
_NAMED_HALF = one_of("first second other the each final latter this that")


def _multiple(string: str, start: int, end: int, kind: WordKind, value: Decimal) -> Draft | None:
    """A multiple: "doubled", "threefold"; "twice" and "double" only where they compare."""
    if kind is WordKind.TWICE:
        following = _NEXT.match(string, end)
        compares = following is not None and following[1].lower() in _TWICE_BEFORE
        if string[start - 1 : start] == "-" or not (compares or _OF_SOMEONE.match(string, end)):
            return None
    step = min(0, value.as_tuple().exponent) if value != value.to_integral() else 0
    margin = min(HALVES[int(step)], EXACT.divide(value, _EIGHTH))
    return Draft(start, end, value, int(step), form=NumberForm.MULTIPLE, margin=margin)


def _ordinal(
    string: str, draft: Draft, kind: WordKind, found: SpelledNumber | None
) -> Draft | None:
    """The ordinal in words that begins at a draft of one word: "third", "twenty-first"."""
    draft.form = NumberForm.ORDINAL
    if kind is WordKind.ORDINAL or (kind is WordKind.PART and found is None):
        word = string[draft.start : draft.end].lower()
        return None if word.startswith(("quarter", "halves")) else draft
    if found is None or found.form is not NumberForm.WORDS or found.step:
        return None
    link = read_item(string, found.end)
    tail = shares.read_ordinal(string, link.end if link.word == "and" else found.end)
    if tail is None or not _goes_on(string, found, tail, tens=kind is WordKind.TENS):
        return None
    draft.end, draft.value = tail.end, found.value + tail.value
    return draft


def _goes_on(string: str, found: SpelledNumber, tail: shares.OrdinalWord, *, tens: bool) -> bool:
    """Whether an ordinal ends the number before it: "twenty-first", "one hundred and third"."""
    if tail.plural or tail.value >= (10 if found.value % 100 else 100):
        return False
    joint = string[found.end : tail.end]
    if tens:
        return joint[0] == "-"  # not "twenty first-half points"
    hyphened = "-" in joint or joint.startswith(" and ")  # not "one hundred third-placed"
    return hyphened and found.value % 100 == 0
