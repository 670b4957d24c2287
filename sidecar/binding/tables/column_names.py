"""What columns are called: by their own names, by synonyms, and by what their families share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from sidecar.binding.language import alike
from sidecar.binding.language.words import stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.model import memory
from sidecar.text.vocabulary import one_of

_SHARED = 0.8  # how well a column is called by a synonym of its family
_COMMON = 0.5  # of a table's columns that a prefix is on
_FEW = 4  # columns of which that is no prefix

_ASPECTS = frozenset(map(stem, one_of("made attempted attempts missed percent percentage")))
"""What tells the columns of one family apart: field goals made, attempted, in percent."""

_Phrase = tuple[str, ...]
_Names = dict[tuple[int, int], dict[_Phrase, float]]


def called(catalogs: Sequence[Catalog]) -> _Names:
    """The names of each column, by query result and column, with what each of them is worth."""
    return _with_families(_own(catalogs))


def _own(catalogs: Sequence[Catalog]) -> _Names:
    """What each column is called, but for words that most columns of its table share."""
    found: _Names = {}
    for table, known in enumerate(catalogs):
        count = Counter(
            word
            for column in known.columns
            for word in {w for p in column.phrases if p.weight == 1 for w in p.words}
        )
        most = max(_FEW, _COMMON * len(known.columns))
        for column in known.columns:
            phrases: dict[_Phrase, float] = {}
            for words, worth in column.phrases:
                telling = tuple(w for w in words if count[w] <= most) or words
                phrases[telling] = max(worth, phrases.get(telling, 0.0))
            found[table, column.place] = phrases
    return alike.telling(found)


def _with_families(own: _Names) -> _Names:
    """The same with the synonyms of each column's family: shots made, attempted, in percent."""
    families: defaultdict[_Phrase, list[tuple[int, int]]] = defaultdict(list)
    stripped = {key: list(_stripped(phrases)) for key, phrases in own.items()}
    for key, names in stripped.items():
        for words in names:
            families[words].append(key)
    found = {key: dict(phrases) for key, phrases in own.items()}
    groups = dict.fromkeys(tuple(dict.fromkeys(members)) for members in families.values())
    for distinct in groups:
        have = Counter(words for key in distinct for words in dict.fromkeys(stripped[key]))
        for key in distinct if len(distinct) > 1 else ():
            called_so, own_count = found[key], len(found[key])
            alone = {words for words in stripped[key] if have[words] == 1}
            for words in have:
                if words not in alone:
                    called_so.setdefault(words, _SHARED)
            memory.spend(memory.OBJECT * (len(called_so) - own_count))
    return found


def _stripped(phrases: dict[_Phrase, float]) -> Iterator[_Phrase]:
    """The names of a column without what tells it from its family."""
    for words, worth in phrases.items():
        base = tuple(w for w in words if w not in _ASPECTS)
        if base and worth == 1:
            yield base
