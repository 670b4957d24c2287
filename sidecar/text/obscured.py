"""What shows a number and cannot be read as one: "⁶⁵⁷⁸", "①②", "六千", "ѕix", "65O8"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sidecar.model.number import Skipped, SkipReason
from sidecar.text.exclusions import Exclusion
from sidecar.text.lexicon import COUNTED, LEXICON, WordKind
from sidecar.text.markup import makes_quantity
from sidecar.text.shares import SIGNS

_ZERO = "OoОоΟοՕօ"
_ONE = "lIІіӀӏΙι"
_OTHERS = "бЗзЧ"  # 6, 3 and 4 in Cyrillic
_DIGIT = rf"[\d{_ZERO}{_ONE}{_OTHERS}]"
_SHOWN = re.compile(
    rf"\d+[{_ZERO}{_OTHERS}]{_DIGIT}*|\d+[{_ONE}]{_DIGIT}+|[{_ONE}{_OTHERS}]\d{_DIGIT}+"
    r"|\d{1,3}(?:_\d{3})+|\d+(?:__\d+)+"
)
_GLUED = re.compile(r"([A-Za-z]{4,20})\d+|\d{2,}[a-z]{4,20}")
_HEX = re.compile(r"[\da-f]+")


def shows_number(name: str) -> bool:
    """Whether a name looks like a number, or like one with a word that lacks its space.

    Letters before digits are a name ("store12") unless they are what is counted ("staff12").

    Args:
        name: Digits with the letters, digits and joints around them.
    """
    if _SHOWN.fullmatch(name):
        return True
    glued = _GLUED.fullmatch(name)
    if glued is None or _HEX.fullmatch(name):
        return False
    return glued[1] is None or glued[1].lower() in COUNTED


# Signs beyond ASCII, and words of mixed scripts: "⁶⁵⁷⁸", "①②", "六千", "ѕix". Where such
# signs have a use of their own, as footnotes, powers, markers of lists or in names, nothing is told
# of them.

_TEN = "\U0001f51f"  # a keycap, which has no value
ALIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝӏѵгкАВЕКМНОРСТХУІЈЅοανικρτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwlvrkABEKMHOPCTXYIJSoavikptuABEZHIKMNOPTYX",
)
"""Letters that look like those of Latin."""
_COUNTING = (
    WordKind.UNIT,
    WordKind.TEEN,
    WordKind.TENS,
    WordKind.HUNDRED,
    WordKind.SCALE,
    WordKind.DOZEN,
    WordKind.MULTIPLE,
)
_WORD = re.compile(r"[^\W\d_]{3,24}")
_REVERSED = re.compile("[\u202d\u202e]")
_REVERSED_DIGITS = re.compile("[\u202d\u202e](?=[^\\n\u202c]{0,200}[0-9])")
_OPENS = frozenset("\n|.:;,(。：、")
_ENDS = frozenset("\n.,;:!?)]|。、")
_COUNTED = re.compile(r"\s?[a-z%]")
_REACH = 12

_COUNTER = re.compile(
    "[人名个個件社家台元円倍年天歳岁回次票枚冊棟戸户辆艘架種种项項頭头匹只条張张軒割%％]|[かヶカケ][国月所]|万|億|亿|兆|퍼센트"
)
"""What ideographs before it count."""

_PHRASES = ("千万", "万一", "十分", "一一")
_NAMING = ("第", "周", "期", "曜")
_YEAR = re.compile("[〇零一二三四五六七八九]{4}年|[一二三四五六七八九十]{1,2}月")


def find_obscured(string: str, beyond: frozenset[str]) -> list[Exclusion]:
    """Places whose numbers are shown and not read, in order.

    Args:
        string: Any text.
        beyond: Its characters beyond ASCII.
    """
    spans: list[tuple[int, int]] = []
    signs = "".join(sorted(filter(_is_sign, beyond)))
    if signs:
        rows = (match.span() for match in re.finditer(f"[{signs}]+", string))
        spans += (span for span in rows if _shows(string, *span))
    if any(map(_is_alike, beyond)):
        words = _WORD.finditer(string)
        spans += (m.span() for m in words if not m[0].isascii() and _is_number(m[0]))
    if any(map(_REVERSED.match, beyond)):
        spans += (match.span() for match in _REVERSED_DIGITS.finditer(string))
    return [Exclusion(*span, SkipReason.MALFORMED) for span in sorted(spans)]


@lru_cache(maxsize=4096)
def _is_sign(character: str) -> bool:
    """Whether a character stands for a number, and no reader takes it for a digit or fraction."""
    if character.isdecimal() or character in SIGNS:
        return False
    return character == _TEN or unicodedata.numeric(character, None) is not None


@lru_cache(maxsize=4096)
def _is_alike(character: str) -> bool:
    """Whether a letter looks like one of Latin."""
    plain = unicodedata.normalize("NFKC", character).translate(ALIKE)
    return character.isalpha() and plain.isascii() and plain.isalpha()


def _is_number(word: str) -> bool:
    """Whether a word looks like one that counts."""
    plain = unicodedata.normalize("NFKC", word).translate(ALIKE).lower()
    return LEXICON.get(plain, (None, 0))[0] in _COUNTING


def _shows(string: str, start: int, end: int) -> bool:
    """Whether signs in a row show a number rather than a footnote, a power, a marker or a name."""
    if unicodedata.decomposition(string[start]).startswith(("<super>", "<sub>")):
        return _raised_shows(string, start, end)
    name = unicodedata.name(string[start], "")
    if name.startswith("CJK"):
        return _ideographs_show(string, start, end)
    if "ROMAN NUMERAL" in name:
        return makes_quantity(string, end)
    return end - start > 1 or not may_open(string, start) or makes_quantity(string, end)


def _raised_shows(string: str, start: int, end: int) -> bool:
    """Whether digits above or below the line show a number: no footnote, power or formula."""
    before, behind = _around(string, start, end)
    attached = not before.isspace() or behind in _ENDS or may_open(string, start)
    return end - start > (1 if before.isdigit() else 2) or not attached or behind in "/⁄"


def _ideographs_show(string: str, start: int, end: int) -> bool:
    """Whether ideographs show a number, and are not part of a word."""
    row = string[start:end]
    if row == "一" or row in _PHRASES or _YEAR.match(string, start):
        return False
    if end - start > 2 or (
        _COUNTER.match(string, end) and string[start - 1 : start] not in _NAMING
    ):
        return True
    if any(map(_is_ideograph, _around(string, start, end))):
        return False
    return end - start > 1 or _COUNTED.match(string, end) is not None


def _around(string: str, start: int, end: int) -> tuple[str, str]:
    """The characters before a place and behind it."""
    return string[start - 1 : start] or "\n", string[end : end + 1] or "\n"


def may_open(string: str, pos: int) -> bool:
    """Whether a marker may stand at a place: a line begins there, or a part of a sentence."""
    head = string[max(0, pos - _REACH) : pos].rstrip(" \t>*#•_-")
    return head[-1:] in _OPENS if head else pos <= _REACH


def _is_ideograph(character: str) -> bool:
    return unicodedata.category(character) == "Lo"


def drop_overlapping(
    places: Iterable[Skipped], taken: Iterable[Sequence[int]]
) -> Iterator[Skipped]:
    """Those of some places, in order, that overlap nothing that is read or skipped already."""
    others = iter(sorted(map(tuple, taken)))
    other = next(others, None)
    for place in places:
        while other is not None and other[1] <= place.span.start:
            other = next(others, None)
        if other is None or other[0] >= place.span.end:
            yield place
