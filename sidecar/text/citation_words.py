"""Words that citations name their source by: "source", its abbreviations and misspellings."""

from __future__ import annotations

from enum import Enum

from sidecar.text.citation_view import folded
from sidecar.text.vocabulary import one_of

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


class Naming(Enum):
    """How surely a word names a source."""

    SURE = 1
    DOUBTFUL = 2
    NONE = 3


_SURE = frozenset(folded(word).lower() for word in _NAMES.split())
_DOUBTFUL = one_of(_PIECES) | frozenset(_LETTERS)


def naming(word: str) -> Naming:
    """How surely a word names a source.

    Args:
        word: As it is seen.
    """
    plain = word.lower()
    if plain in _SURE or any(_is_slip(plain, name) for name in _LONG):
        return Naming.SURE
    if plain in _DOUBTFUL or any(_abbreviates(plain, name) for name in _FULL):
        return Naming.DOUBTFUL
    return Naming.NONE


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
