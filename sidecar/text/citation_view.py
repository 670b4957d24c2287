r"""A text as its citations look, whatever they are written with, and words that name a source.

"[Sо\u00adurce 1]" with a Cyrillic letter and a soft hyphen, "［Source 1］", "\[Source 1\]" and
"&#91;Source 1&#93;" all look like "[Source 1]". Look-alike letters, digits of other scripts and
full-width forms become ASCII, brackets of every kind become "[" or "(", and what cannot be seen is
left out. Every character keeps its place in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from html import unescape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.text.markup import REFERENCE, TAG
from sidecar.text.obscured import ALIKE
from sidecar.text.vocabulary import one_of

_SQUARE = str.maketrans("【〔［〚⟦❲〖⁅", "[[[[[[[[") | str.maketrans("】〕］〛⟧❳〗⁆", "]]]]]]]]")
_ROUND = {"‹": "(", "›": ")", "«": "(", "»": ")"}
_OTHERS = _SQUARE | str.maketrans(
    {**_ROUND, "№": "#", "−": "-", "、": ",", "‚": ",", "␣": " ", "⠀": " "}
)
_ALIKE = ALIKE | str.maketrans("ϲϹıȷꜱᴏᴜʀᴄᴇᴅɴɑɡօսցհոԍհɩ", "cCijsourcednagoughnghi")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_UNSEEN = ("Cf", "Mn", "Me")
_CATEGORIES = {"Zs": " ", "Zl": "\n", "Zp": "\n", "Pd": "-", "Ps": "(", "Pe": ")"}
_ESCAPED = re.compile(r"\\(?=[\W_])")
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_RAISED = re.compile(r"<sup\b[^<>]{0,100}>|</sup\s?>", re.IGNORECASE)
_ASCII_MARKUP = re.compile(r"[\\&<*]")


class CitationView(NamedTuple):
    """What is seen of a text.

    Attributes:
        string: It.
        starts: Where each of its characters begins in the text; None where none was left out.
        ends: Where it ends there.
    """

    string: str
    starts: NDArray[np.int64] | None = None
    ends: NDArray[np.int64] | None = None

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Where the text has what is seen in a place that is not empty."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts.item(start), self.ends.item(end - 1)


def make_view(string: str, beyond: frozenset[str]) -> CitationView:
    """What is seen of a text.

    Args:
        string: Any text.
        beyond: Its characters beyond ASCII.
    """
    folded = string
    table = {ord(c): seen for c in beyond if (seen := fold_character(c)) != c}
    unseen = {point for point, seen in table.items() if not seen}
    if table:
        folded = string.translate({point: seen or "\0" for point, seen in table.items()})
    if not unseen and _ASCII_MARKUP.search(string) is None:
        return CitationView(folded)
    points = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), np.uint32).copy()
    starts = np.arange(len(points))
    ends = starts + 1
    kept = np.ones(len(points), np.bool_)
    if unseen:
        written = np.frombuffer(string.encode("utf-32-le", "surrogatepass"), np.uint32)
        kept &= ~np.isin(written, np.array(sorted(unseen), np.uint32))
    for start, end, seen in _edits(string):
        kept[start:end] = False
        if seen:
            kept[start], points[start], ends[start] = True, ord(seen), end
    seen_points = points[kept].tobytes().decode("utf-32-le", "surrogatepass")
    return CitationView(seen_points, starts[kept], ends[kept])


def fold_text(string: str) -> str:
    """What is seen of a few words."""
    return make_view(string, frozenset(c for c in string if not c.isascii())).string


@lru_cache(maxsize=8192)
def fold_character(character: str) -> str:
    """What one character looks like; nothing where it cannot be seen."""
    category = unicodedata.category(character)
    if category in _UNSEEN or character in _FILLERS:
        return ""
    other = character.translate(_OTHERS)
    if other == character:
        other = _CATEGORIES.get(category, "")
    if other:
        return other
    if category == "Nd":
        return str(unicodedata.decimal(character))
    alike = character.translate(_ALIKE)
    if alike != character:
        return alike
    letters = (c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
    plain = "".join(letters)
    plain = (plain if len(plain) == 1 else character).translate(_ALIKE)
    return _ROUND.get(plain, plain)


def _edits(string: str) -> Iterator[tuple[int, int, str]]:
    """What is seen in the place of markup: one character, or none."""
    if "\\" in string:
        yield from ((*match.span(), "") for match in _ESCAPED.finditer(string))
    if "&" in string:
        for match in REFERENCE.finditer(string):
            seen = unescape(match[0])
            if len(seen) == 1:
                yield *match.span(), seen if seen.isascii() else fold_character(seen)
    if "*" in string:
        yield from ((*match.span(), "") for match in re.finditer(r"\*+", string))
    if "<" in string:
        yield from ((*match.span(), "") for match in TAG.finditer(string))
        yield from ((*match.span(), " ") for match in _BREAK.finditer(string))
        for match in _RAISED.finditer(string):
            yield *match.span(), "]" if match[0].startswith("</") else "["


# Words that citations name their source by: "source", its abbreviations and misspellings.

_NAMES = (
    "source sources reference references citation citations document documents evidence"
    " cite src srcs ref refs doc docs cit cits"
    # other languages
    " quelle quellen fuente fuentes fonte fonti fontes bron bronnen källa källor kilde kilder"
    " źródło zdroj kaynak forrás lähde источник источники джерело πηγή 来源 來源 出典 资料 資料"
    " 문헌 출처 المصدر مصدر מקור स्रोत"
)
_PIECES = (
    "footnote fn note link url web search result passage chunk snippet excerpt context item file"
    " bib attachment exhibit entry ev evid id oaicite anm"
)
_LETTERS = "srdce"
"""What each of the names begins with."""

_FULL = ("source", "sources")
_LONG = ("source", "sources", "reference", "references", "citation", "citations", "document")
_LEAST = 5  # letters of a word that may be misspelt

LOCATORS = one_of(
    "p pp pg pgs page pages s ff ch chap chapter chapters sec sect section sections fig figs"
    " figure figures table tables tab line lines l ll para paras par paragraph paragraphs vol"
    " volume art article clause appendix annex slide slides row rows col column note footnote"
    " v vv verse item no"
)
"""What a place in a source is named by: "[1, p. 9]"."""

ALONE = one_of("source sources src ref refs reference citation cite cit ibid ibidem opcit loccit")
"""What stands in brackets in the place of a citation."""

ORDINALS = one_of(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty i ii iii iv v vi vii viii ix x xi xii xiii xiv"
    " xv first second third a b c d e f g h"
)
"""What may stand for the number of a source."""


class NamingStrength(Enum):
    """How surely a word names a source."""

    SURE = 1
    DOUBTFUL = 2
    NONE = 3


_SURE = frozenset(fold_text(word).lower() for word in _NAMES.split())
_DOUBTFUL = one_of(_PIECES) | frozenset(_LETTERS)


def rate_naming(word: str) -> NamingStrength:
    """How surely a word names a source.

    Args:
        word: As it is seen.
    """
    plain = word.lower()
    if plain in _SURE or any(_is_slip(plain, name) for name in _LONG):
        return NamingStrength.SURE
    if plain in _DOUBTFUL or any(_abbreviates(plain, name) for name in _FULL):
        return NamingStrength.DOUBTFUL
    return NamingStrength.NONE


def _abbreviates(word: str, name: str) -> bool:
    """Whether a word has some letters of a name in their order, the first one included."""
    letters = iter(name)
    return word[:1] == name[0] and len(word) > 1 and all(letter in letters for letter in word)


def _is_slip(word: str, name: str) -> bool:
    """Whether a word is a name with one letter too many, too few, wrong, or two interchanged."""
    if len(word) < _LEAST or abs(len(word) - len(name)) > 1:
        return False
    if word[0] != name[0] and word[0].isascii():
        return False
    head = next((at for at, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if head is None:
        return True
    rest, wanted = word[head:], name[head:]
    return (
        rest[1:] == wanted[1:]
        or rest[1:] == wanted
        or rest == wanted[1:]
        or (rest[2:] == wanted[2:] and rest[:2] == wanted[1::-1])
    )
