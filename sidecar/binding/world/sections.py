"""The file of names: one section for each kind, one entry for each thing.

Read when it is first asked for, which takes a few milliseconds, and kept. ``bench.world`` writes
the file.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

FILE = Path(__file__).with_name("names.txt")

What = Literal["country", "subdivision", "currency", "month", "quarter", "weekday"]
_TIMES = ("month", "quarter", "weekday")
_LONGEST_CODE = 4
_JOINTS = re.compile(r"[\W_]+")


class WorldKind(NamedTuple):
    """A kind of things that have codes and names.

    Attributes:
        what: What they are.
        of: The country that they are subdivisions of, two letters; "" for every other kind.
    """

    what: What
    of: str = ""


class WorldSection(NamedTuple):
    """The entries of one kind.

    Attributes:
        kind: The kind.
        weight: How likely the kind is before any value is seen: 1, or for subdivisions their
            country's share in the output of the world.
        names: All names of each thing, by its code: ISO 3166-1 alpha-2, the part of ISO 3166-2
            behind the hyphen, ISO 4217, or the number of a month, quarter or weekday (Monday is 1).
            The code comes first.
    """

    kind: WorldKind
    weight: float
    names: Mapping[str, Sequence[str]]


def without_accents(name: str) -> str:
    """A name as a keyboard without accents has it: "Sao Paulo"."""
    if name.isascii():
        return name
    parts = unicodedata.normalize("NFKD", name)
    return "".join(part for part in parts if not unicodedata.combining(part))


def folded(name: str) -> str:
    """A name without what spellings differ in: capitals, accents, marks ("Côte d'Ivoire")."""
    name = without_accents(name)
    if not name.replace(" ", "").isalpha():
        name = _JOINTS.sub(" ", name.replace("&", " and ")).strip()
    return name.casefold()


def key_of(kind: WorldKind, name: str) -> str:
    """What a name is found by: names in any spelling, codes and symbols only as they are.

    "in", "no" and "me" are words; "IN", "NO" and "ME" are codes.
    """
    is_code = name == name.upper() and len(name) <= _LONGEST_CODE and kind.what not in _TIMES
    return f"={name}" if is_code else folded(name)


@cache
def sections() -> Mapping[WorldKind, WorldSection]:
    """All sections of the file, in its order."""
    text = FILE.read_text("utf-8")
    return {section.kind: section for section in map(_section, text.split("\n\n")[1:])}


def _section(text: str) -> WorldSection:
    title, *lines = text.strip().split("\n")
    what, of, weight = (*title.split(" "), "", "1")[:3] if " " not in title else title.split(" ")
    entries = (line.split("|") for line in lines)
    kind = WorldKind(cast("What", what), of)  # the data file has no other words
    return WorldSection(kind, float(weight), {names[0]: names for names in entries})


def section_of(kind: WorldKind) -> WorldSection:
    """The section of a kind.

    Raises:
        KeyError: If the data have no such kind.
    """
    return sections()[kind]


@cache
def index() -> Mapping[str, Sequence[tuple[WorldKind, str]]]:
    """The things that have a name, by its key: their kinds and codes."""
    found: defaultdict[str, list[tuple[WorldKind, str]]] = defaultdict(list)
    for kind, section in sections().items():
        for code, names in section.names.items():
            thing = (kind, code)
            for key in {key_of(kind, name): None for name in names}:
                found[key].append(thing)
    return found
