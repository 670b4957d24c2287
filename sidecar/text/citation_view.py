r"""A text as its citations look, whatever they are written with.

"[Sо\u00adurce 1]" with a Cyrillic letter and a soft hyphen, "［Source 1］", "\[Source 1\]" and
"&#91;Source 1&#93;" all look like "[Source 1]". Look-alike letters, digits of other scripts and
full-width forms become ASCII, brackets of every kind become "[" or "(", and what cannot be seen is
left out. Every character keeps its place in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.text.markup import REFERENCE, TAG
from sidecar.text.obscured import ALIKE

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


class View(NamedTuple):
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


def view(string: str, beyond: frozenset[str]) -> View:
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
        return View(folded)
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
    return View(seen_points, starts[kept], ends[kept])


def folded(string: str) -> str:
    """What is seen of a few words."""
    return view(string, frozenset(c for c in string if not c.isascii())).string


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
