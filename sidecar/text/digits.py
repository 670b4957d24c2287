"""A number that begins with a digit, read with all that belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from sidecar.model.number import NumberForm, SkipReason, Unit
from sidecar.text import affixes, exclusions, numerals, obscured, scaled, shares, spelled
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Exclusion
from sidecar.text.lexicon import COUNTED, LEXICON, SpelledNumber, WordKind, find_word_before
from sidecar.text.numerals import Numeral
from sidecar.text.obscured import shows_number
from sidecar.text.options import Locale, Ordinals
from sidecar.text.vocabulary import LETTERS, continues_word, is_unspaced, one_of

_MINUS = "-−–"
_BEFORE_SIGN = " \t\n\u00a0\u2009\u202f([{\"'“‘|=<>~≈*_,;:/$€£¥"
_SIGNED_END = re.compile(r"\d\s?[A-Za-z%°]{0,4}\s?(?:[-–−—~〜～…]|\.{2,3})\Z")
_NEGATIVE_END = re.compile(r"[-−–]\d[\d.,]{0,8}\s?[A-Za-z%°]{0,4}-\Z")
"""What leaves the next dash to be a sign: "−20…−5", "-20--5"; "5--7" is a range of TeX."""

_HYPHENS = "-\u2010\u2011"
_JOINED = one_of(
    "mid sub top under over near plus minus for to of by and from through pre post non or in "
    "the at vs"
)
_LABELS = one_of("figure fig table section chapter appendix page equation eq exhibit annex")
_WEEKS = one_of("week wk kw cw")
_NO_NAME = one_of("a per each every this last next that the one any whole full")
RANKS = one_of("no nr num")
_VERSIONS = one_of("v ver version versions")
NAMING = _LABELS | _VERSIONS | _WEEKS
_LAST_WEEK = 53
_MANY = 20  # what is counted is hardly "the section 35"
_REACH = 12  # characters before a sign that say what it is
_NOUN = 40  # characters before a word that is numbered
_OF_ONE = re.compile(
    r"\b(?:the|this|that|its|our|your|their|an?)\s(?:[\w-]{1,15}\s){0,2}\Z", re.IGNORECASE
)
"""What makes a word the name of one thing: "in the June section 35 are new"."""

_AFTER_LABEL = (" ", ". ", ".", "\u00a0")
AMOUNTS = one_of("than least most nearly almost exactly")
_DATING = one_of("in since until by during from")
_SPELLS = "day|night|week|month|quarter|year|decade|season|hour|minute|second|game|shift"
TIMES = re.compile(
    r"[ -]times\b(?=\s(?:as|more|higher|larger|greater|bigger|less|faster|longer|lower|smaller|the|"
    rf"that|those|its|their|our|what|average|[A-Z]|an?\s(?!(?:{_SPELLS})\b)))"
    r"|(?:(?<=\.\d)|(?<=\.\d\d))[ -]times\b"
    r"|[-\s]?fold\b|[xX×](?![^\W_]|\s?\d)"
)
"""What makes a multiple of a number: "1.7 times October"; "3 times a day" is none."""

_PLAIN_ENDS = frozenset("abcdfghijklmnopqrtuvwxyz,;:")
_LISTING = frozenset(("/", "x", "X", "×"))
_FRACTION_STARTS = shares.SIGNS.union("/ -\u00a0")
_DIMENSION = re.compile(r"\s?[xX×*]\s?\d")
_LISTED = re.compile(r"\s?/\s?\d")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_WORD = rf"(?![{LETTERS}])\w"
_NAME_TAIL = re.compile(rf"(?:{_WORD}|[./-]){{0,64}}{_WORD}")
_SIGN_WORD = re.compile(r"(?<!\w)((?:minus|negative)\s)\Z", re.IGNORECASE)
_KEYS = frozenset("\ufe0f\u20e3")
_MARKER = 6  # characters of two keycaps
_KEYCAPS = re.compile("(?:\\d\ufe0f?\u20e3)+")
_HIDDEN = re.compile(f"[{numerals.FORMATS}]")
_MARKED = re.compile(f"[{numerals.MARKS}]")
_NONE = (None, Decimal(0))
_BY = frozenset(("x", "X", "×", "times", "fold"))
_NOTHING_FOLLOWS = frozenset(("", ".", ",", ";", ":", ")", "]", "\n", "?", "!"))
_ORDINAL_STARTS = frozenset("snrt")
_SCALES = (WordKind.HUNDRED, WordKind.SCALE, WordKind.DOZEN)


class DigitReader:
    """Reads numbers that begin with digits out of one string."""

    def __init__(
        self,
        string: str,
        locale: Locale,
        codes: frozenset[str],
        *,
        years: bool,
        ordinals: Ordinals,
    ) -> None:
        self.string = string
        self.ascii = string.isascii()
        self.brackets = "[" in string
        self.locale = locale
        self.codes = codes
        self.years = years
        self.ordinals = ordinals

    def read(self, pos: int, end: int, floor: int) -> Iterable[Draft | Exclusion]:
        """What the digits ``string[pos:end]`` begin, one at least; all of it after ``floor``."""
        string = self.string
        previous = string[pos - 1] if pos > floor else " "
        if string[end : end + 1] in _KEYS and (keys := _KEYCAPS.match(string, pos)):
            marks = obscured.may_open(string, pos) and keys.end() - pos <= _MARKER
            reason = SkipReason.LIST_MARKER if marks else SkipReason.MALFORMED
            return [Exclusion(pos, keys.end(), reason)]
        excluded = self._excluded(pos, end, floor, previous)
        if excluded is not None:
            return [excluded]
        found = numerals.read_numeral(string, pos, end, self.locale)
        if previous == "." and found[0].plain and not self._ends_word(pos - 1, floor):
            found = [numerals.to_decimals(found[0])]
        name = previous in _HYPHENS and self._in_a_name(pos, floor)
        return (self._complete(numeral, floor, name=name) for numeral in found)

    def _excluded(self, pos: int, end: int, floor: int, previous: str) -> Exclusion | None:
        """What digits are a part of that is no number: a name, a date, a citation marker."""
        string = self.string
        if not self.ascii and scaled.names_thing(string, pos):
            return Exclusion(pos, numerals.find_run_end(string, pos), SkipReason.ORDINAL)
        letter = previous.isalpha() and not is_unspaced(previous)
        if letter or (previous == "_" and string[pos - 2 : pos - 1].isalnum()):
            named = self._glued(pos, floor)
            if named is not None:
                return named
        excluded = exclusions.match_at_digit(string, pos, end)
        if excluded is None and self.brackets:
            excluded = exclusions.match_citation_marker(string, pos)
        return None if excluded is None or excluded.start < floor else excluded

    def _ends_word(self, pos: int, floor: int) -> bool:
        """Whether something ends at ``pos`` that a point there would belong to."""
        before = self.string[pos - 1 : pos] if pos > floor else ""
        return before.isalnum() or (before != "" and before in ".)]%")

    def _glued(self, pos: int, floor: int) -> Exclusion | None:
        """The name that a digit right after a letter belongs to, if it is one."""
        string = self.string
        if string[pos - 1] in "xX×" and (pos - 1 == floor or string[pos - 2].isdigit()):
            return None  # 1080x1920
        if affixes.find_currency_before(string, pos, self.codes) is not None:
            return None
        excluded = exclusions.match_quarter(string, pos)
        if excluded is not None and excluded.start >= floor:
            return excluded
        return self._name(self._name_start(pos, floor), pos)

    def _name_start(self, pos: int, floor: int) -> int:
        """Where the name begins that ends at ``pos`` with letters, digits or their joints."""
        string = self.string
        while pos > floor and (continues_word(string[pos - 1]) or string[pos - 1] in "-_:"):
            pos -= 1
        return pos

    def _name(self, start: int, pos: int) -> Exclusion:
        tail = _NAME_TAIL.match(self.string, pos)
        end = tail.end() if tail else pos + 1
        if shows_number(self.string[start:end]):
            return Exclusion(start, end, SkipReason.MALFORMED)
        version = self.string[start:pos].lower() in _VERSIONS
        return Exclusion(start, end, SkipReason.VERSION if version else SkipReason.IDENTIFIER)

    def _in_a_name(self, pos: int, floor: int) -> bool:
        """Whether a hyphen ties the digit at ``pos`` to a word that makes a name of both."""
        if pos - 1 <= floor or is_unspaced(self.string[pos - 2]):
            return False
        word, start = find_word_before(self.string, pos - 1, floor, "")
        return bool(word) and word not in _JOINED and start < pos - 1

    def _complete(self, numeral: Numeral, floor: int, *, name: bool) -> Draft | Exclusion:
        """The number that a numeral makes together with what stands around it."""
        string, (start, end) = self.string, (numeral.start, numeral.end)
        hidden = not self.ascii and (
            _HIDDEN.search(string, max(floor, start - 1), end + 1) or _MARKED.match(string, end)
        )
        if numeral.value is None or hidden:
            return Exclusion(start, end, SkipReason.MALFORMED if hidden else numeral.reason)
        draft = Draft(start, end, numeral.value, numeral.step, plain=numeral.plain)
        following = string[end : end + 1]
        if following in _ORDINAL_STARTS and (tail := _ORDINAL.match(string, end)):
            draft.end, draft.form = tail.end(), NumberForm.ORDINAL
            return shares.choose_ordinal(string, draft, self.ordinals)
        if following in _FRACTION_STARTS:
            shares.complete_fraction(string, draft)
        return self._with_unit(draft, floor, name=name)

    def _with_unit(self, draft: Draft, floor: int, *, name: bool) -> Draft | Exclusion:
        """The number with its sign and unit, or the name or label that its digits belong to."""
        start, string = draft.start, self.string
        self._before(draft, floor)
        taken = not self.ascii and scaled.complete_scaled(string, draft, floor)
        if taken is None:
            return Exclusion(draft.start, draft.end, SkipReason.MALFORMED)
        whole = taken or self.complete_suffix(draft)
        if not whole or (name and draft.unit is Unit.COUNT and draft.step >= 0):
            return self._name(self._name_start(start, floor) if name else start, start)
        if draft.unit is Unit.COUNT and draft.form is NumberForm.DIGITS:
            return self._bare(draft, floor) or draft
        return draft

    def _before(self, draft: Draft, floor: int) -> None:
        """Sign and currency before the digits, in either order."""
        string = self.string
        if string[draft.start - 1 : draft.start] == " " and string[draft.start - 2] in _PLAIN_ENDS:
            return  # a word before; neither a sign nor a currency ends so
        self._sign(draft, floor)
        start = draft.start
        opened = (
            start > floor and string[start - 1] == "(" and string[draft.end : draft.end + 1] == ")"
        )
        prefix = (
            affixes.find_currency_before(string, start - 1 if opened else start, self.codes)
            if start
            else None
        )
        if prefix is None or prefix.start < floor:
            return
        if opened:
            if draft.sign:
                return
            draft.value, draft.sign, draft.end = -draft.value, -1, draft.end + 1
        draft.start, draft.unit, draft.symbol = prefix.start, Unit.CURRENCY, prefix.symbol
        if prefix.scale:
            draft.shift(prefix.scale)
        if not draft.sign:
            self._sign(draft, floor)

    def _sign(self, draft: Draft, floor: int) -> None:
        start, string = draft.start, self.string
        if start <= floor:
            return
        mark = string[start - 1]
        if mark in _MINUS or mark == "+":
            if start - 1 == 0 or self._opens_sign(start - 1, floor):
                draft.start -= 1
                draft.sign = 1 if mark == "+" else -1
        elif mark == "±":
            draft.start -= 1
        elif mark == " ":
            draft.start, draft.sign = find_sign_word(string, start, floor)
        if draft.sign < 0:
            draft.value = -draft.value

    def _opens_sign(self, pos: int, floor: int) -> bool:
        """Whether a dash at a place is a sign by what stands before it."""
        string = self.string
        if pos >= floor and string[pos - 1] in _BEFORE_SIGN:
            return True
        hyphens = string[pos - 1 : pos + 1] == "--"
        ends = _NEGATIVE_END if hyphens else _SIGNED_END
        return ends.search(string, max(0, pos - _REACH), pos) is not None

    def complete_suffix(self, draft: Draft) -> bool:
        """Multiples, scale and unit after the digits; False where letters make a name of it."""
        string, money = self.string, draft.unit is Unit.CURRENCY
        if string[draft.end : draft.end + 1] in _NOTHING_FOLLOWS:
            return True
        word = affixes.match_word_after(string, draft.end)
        if word is None or word["word"] in _BY:
            multiplied = self._by(draft, money=money)
            return multiplied or not affixes.is_name(string, draft.end)
        if draft.form is NumberForm.DIGITS and self._scale(draft, word, money=money):
            word = affixes.match_word_after(string, draft.end)
        found = affixes.read_unit(string, word, self.codes) if word else None
        if found is None:
            return not affixes.is_name(string, draft.end)
        if not money or (found.measure.unit is Unit.CURRENCY and found.measure.symbol != "cent"):
            draft.attach(found)
        return True

    def _by(self, draft: Draft, *, money: bool) -> bool:
        """Whether a dimension or a multiple follows: "137 x 64.5", "3x", "3 times higher"."""
        if _DIMENSION.match(self.string, draft.end):
            draft.plain = False
            return True
        times = None if money else TIMES.match(self.string, draft.end)
        if times is not None:
            draft.end, draft.form, draft.plain = times.end(), NumberForm.MULTIPLE, False
        return times is not None

    def _scale(self, draft: Draft, word: re.Match[str], *, money: bool) -> bool:
        """Applies the scale that follows, if one does: "1.2 million", "3 hundred and 21", "5k"."""
        if LEXICON.get(word["word"].lower(), _NONE)[0] in _SCALES:
            start = SpelledNumber(draft.end, draft.value, draft.step, form=NumberForm.DIGITS)
            read = spelled.read_compound(self.string, draft.end, start)
            if read.end == draft.end:
                return False
            draft.end, draft.value, draft.step = read.end, read.value, read.step
            draft.scale, draft.margin, draft.plain = read.scale, read.margin, False
            return True
        suffix = affixes.read_scale(self.string, word, money=money, codes=self.codes)
        if suffix is None:
            return False
        draft.end = suffix[0]
        draft.shift(suffix[1])
        return True

    def _names_week(self, draft: Draft, begin: int, floor: int) -> bool:
        """Whether a number after "week" tells which one: "in week 35", not "last week 35 left"."""
        before, _ = find_word_before(self.string, begin, floor, " ")
        return draft.plain and 1 <= draft.value <= _LAST_WEEK and before not in _NO_NAME

    def _bare(self, draft: Draft, floor: int) -> Exclusion | None:
        """Why a number without a unit is no quantity: a year, a version, "Figure 3", "No. 5"."""
        string, start = self.string, draft.start
        word, begin = find_word_before(string, start, floor, " .#\u00a0")
        hashed = string[start - 1 : start] == "#" and start > floor
        ranked = hashed or (word in RANKS and self._is_ranked(draft))
        if ranked and not self._counted(draft.end, word):
            return Exclusion(start - 1 if hashed else begin, draft.end, SkipReason.ORDINAL)
        if word in NAMING and self._labels(draft, word, begin, floor):
            reason = SkipReason.VERSION if word in _VERSIONS else SkipReason.IDENTIFIER
            return Exclusion(begin, draft.end, reason)
        if self.years and draft.end - start == 4 and self._is_year(draft, word):
            return Exclusion(start, draft.end, SkipReason.YEAR)
        return None

    def _is_ranked(self, draft: Draft) -> bool:
        """Whether "no" or the like before a number tells its rank: "No. 5", not "no 5"."""
        if not draft.plain or self.ordinals == "all":
            return False
        string, start = self.string, draft.start
        return string[start - 2 : start] in (". ", " #", ".#") or string[start - 1] == "."

    def _is_year(self, draft: Draft, word: str) -> bool:
        """Whether four digits are a year, and no count after ``word`` or number of a list."""
        if not draft.plain or draft.sign or not 1900 <= draft.value <= 2100:
            return False
        string, start = self.string, draft.start
        listed = (
            _LISTED.match(string, draft.end)
            or string[max(0, start - 2) : start].strip()[-1:] in _LISTING
        )
        return not (listed or word in AMOUNTS or self._counted(draft.end, word))

    def _labels(self, draft: Draft, word: str, begin: int, floor: int) -> bool:
        """Whether a number tells which one a word before it means: "Figure 3", "version 2"."""
        string, start = self.string, draft.start
        if string[begin + len(word) : start] not in _AFTER_LABEL:
            return False
        if word not in _VERSIONS and "," in string[start : draft.end]:
            return False  # "hit the figure 9,999"
        if word in _WEEKS and not self._names_week(draft, begin, floor):
            return False
        return draft.value <= _MANY or not (
            self._counted(draft.end, word)
            or _OF_ONE.search(string, max(floor, begin - _NOUN), begin)
        )

    def _counted(self, end: int, before: str) -> bool:
        """Whether people or the like follow: "the 2000 employees", but "in 2000 people left"."""
        word = affixes.match_word_after(self.string, end)
        return word is not None and word["word"] in COUNTED and before not in _DATING


def find_sign_word(string: str, start: int, floor: int) -> tuple[int, int]:
    """Where a number begins with the "minus" or "negative" before it, and its sign."""
    if string[start - 2 : start - 1] not in ("s", "e", "S", "E"):
        return start, 0
    match = _SIGN_WORD.search(string, max(floor, start - 10), start)
    if match is None or (floor and match.start(1) - floor <= 1):
        return start, 0  # "7 minus 5" is a sum
    return match.start(1), -1
