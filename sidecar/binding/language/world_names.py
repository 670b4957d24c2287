"""Names of the world as stems of words: what the codes of a column are called in a text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from sidecar.binding import world
from sidecar.binding.language.words import tokens

Phrase = tuple[str, ...]

_LONGEST_CODE = 3
_PLACES = ("country", "subdivision")


def places_among(labels: Sequence[str], column: str) -> tuple[world.WorldKind, ...]:
    """The kinds of places that labels may be: countries, or the states of one."""
    kinds = world.kinds_of(labels, column)
    return tuple(kind for kind in kinds if kind.what in _PLACES)


def end_of(kinds: tuple[world.WorldKind, ...], stems: Sequence[str], at: int) -> int:
    """Where the name of a place ends that begins at one of some stems; there if none does."""
    for name in _by_first(kinds).get(stems[at], ()):
        if tuple(stems[at : at + len(name)]) == name:
            return at + len(name)
    return at


@lru_cache(maxsize=64)
def _by_first(kinds: tuple[world.WorldKind, ...]) -> Mapping[str, Sequence[Phrase]]:
    """The names of places by their first words, the longest first.

    No state that is called like a country: "Mexico" beside states of Mexico is their sum.
    """
    country = world.WorldKind("country")
    names = [(kind, name) for kind in kinds for name in _names(kind)]
    whole = frozenset(_names(country))
    found: defaultdict[str, list[Phrase]] = defaultdict(list)
    for kind, name in sorted(names, key=lambda each: len(each[1]), reverse=True):
        if kind == country or name not in whole:
            found[name[0]].append(name)
    return dict(found)


def _names(kind: world.WorldKind) -> Iterator[Phrase]:
    for names in world.section_of(kind).names.values():
        yield from (said for name in names if not _is_code(name) and (said := _phrase(name)))


def _is_code(name: str) -> bool:
    return len(name) <= _LONGEST_CODE and name == name.upper()


def _phrase(name: str) -> Phrase:
    return tuple(token.stem for token in tokens(name, 0, len(name)) if token.stem.isalnum())
