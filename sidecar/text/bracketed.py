"""The citations in one pair of brackets: ids, numbers of sources, bare numbers, and names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.text import Text
from sidecar.text import citations
from sidecar.text.citation_view import fold_text

# What may be cited by its name alone, in brackets or parentheses: "[World Bank]", "(BG 2.47)".

_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\W_]+(?=\d)")
_MARKS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)")
_PLACE = re.compile(
    r"[\s,:]{1,3}(?:[a-z]{1,8}\.?\s?|§{1,2}\s?)?\d{1,6}(?:[.:,–-]\d{1,6}){0,4}[a-z]?\Z"
)
_VERSE = re.compile(r"\s\d{1,4}[.:]\d{1,4}(?:\s?[–-]\s?\d{1,4}(?:[.:]\d{1,4})?)?\Z")
_LEAD = re.compile(r"\s*(?:(?:and|&|see(?: also)?|cf\.?|e\.g\.,?|per|from)\s+)?", re.IGNORECASE)
_ALL = re.compile(r".+")
_APART = re.compile(r"[^;]+")
_LISTED = re.compile(r"(?:(?!\s(?:and|&)\s)[^;,])+")


def squeeze_name(name: str) -> str:
    """A name without case, spaces and marks: "World Bank" is "WorldBank", but 2.47 not 24.7."""
    return _MARKS.sub("", _BETWEEN_DIGITS.sub(".", name.casefold()))


def drop_place(name: str) -> str:
    """A name without the place in what it names: "Smith" of "Smith, p. 14"."""
    return _PLACE.sub("", name)


class Titles:
    """What may be cited by name.

    Args:
        names: As the request writes them.
        verses: Whether any verse of a work that is cited by verse may.
    """

    def __init__(self, names: Iterable[str] = (), *, verses: bool = True) -> None:
        each = list(names)
        self._whole = frozenset(map(squeeze_name, each)) - {""}
        works = (_VERSE.sub("", name) for name in each if verses and _VERSE.search(name))
        self._works = frozenset(map(squeeze_name, works)) - {""}

    def __bool__(self) -> bool:
        return bool(self._whole)

    def cited(self, body: str) -> list[tuple[int, int]]:
        """Where the names stand that a pair of brackets holds, if it holds nothing else."""
        for parts in (_ALL, _APART, _LISTED):
            found = list(_places(body, parts))
            if found and all(self._is_known(body[start:end]) for start, end in found):
                return found
        return []

    def _is_known(self, name: str) -> bool:
        if squeeze_name(name) in self._whole or squeeze_name(drop_place(name)) in self._whole:
            return True
        verse = _VERSE.search(name)
        return verse is not None and squeeze_name(name[: verse.start()]) in self._works


def _places(body: str, parts: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for part in parts.finditer(body):
        lead = _LEAD.match(body, part.start(), part.end())
        start = lead.end() if lead else part.start()
        yield start, start + len(body[start : part.end()].rstrip())


BRACKET = re.compile(r"\[([^\[\]\n]{1,200})\]")
_DEFINITION = re.compile(r":\s{0,4}(?:<?(?:https?|ftp|file)://|<?www\.)")
NUMBER_LIST = re.compile(
    r"\^?\d{1,3}(?!\d)(?:\s?(?:[,;&–—-]|and|to)\s?\^?\d{1,3}(?!\d)){0,30}", re.IGNORECASE
)
_RANGE = re.compile(r"(\d{1,3})(?:\s?(?:[–—-]|to)\s?(\d{1,3}))?", re.IGNORECASE)
_SOURCE = re.compile(
    r"(?P<word>sources?|refs?|references?|docs?|documents?|citations?|evidence)\b\.?\s{0,2}"
    r"(?P<colon>:?)\s{0,2}(?:no\.?|nr\.?|number|#)?\s{0,2}",
    re.IGNORECASE,
)
JOINT = re.compile(r"\s{0,2}(?:[,;&]|and\b)\s{0,2}(?:and\s{1,2})?", re.IGNORECASE)
_AFTER_NUMBERS = re.compile(r"$|[\s,;:(]")
_TOKEN = re.compile(r"[^\s,;]+")
_DASHES = {ord(dash): "-" for dash in "_‐‑‒–—―−﹣－"}
_AROUND = ".:'\"*`()<>{}"
_MOST_IN_RANGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerOptions:
    """What counts as a citation.

    Attributes:
        prefixes: What ids begin with, before a hyphen or underscore: "ev".
        known: Ids, in their canonical form, that are citations whatever they begin with.
        titles: Names that are citations where they stand alone in brackets.
        aside: Those that are in parentheses as well, where they hold a capital or a digit.
        bare_numbers: Whether ``[3]`` is a citation.
        addresses: The names of sources that are web addresses, by their ``normalize_address``.
        most: Reading ends soon after so many.
    """

    prefixes: Sequence[str] = ("ev",)
    known: Collection[str] = ()
    titles: Titles = Titles()  # noqa: RUF009 - it never changes
    aside: Titles = Titles()  # noqa: RUF009
    bare_numbers: bool = False
    addresses: Mapping[str, str] = field(default_factory=dict)
    most: int = 20_000


def normalize_id(identifier: str) -> str:
    """An id as it is seen, without differences that writers make: case, hyphens for underscores."""
    plain = identifier if identifier.isascii() else fold_text(identifier)
    return plain.translate(_DASHES).casefold()


class CitationMatch(NamedTuple):
    """A citation in code points."""

    start: int
    end: int
    key_start: int
    key_end: int
    form: CitationForm
    key: str
    explicit: bool = True

    def marker(self, text: Text) -> Marker:
        """The same with spans in bytes."""
        key_span = text.span(self.key_start, self.key_end)
        return Marker(text.span(self.start, self.end), self.form, self.key, key_span, self.explicit)


def is_definition(string: str, start: int, end: int) -> bool:
    """Whether brackets begin the definition of a link or footnote: "[3]: https://…", "[^3]: …"."""
    line_start = string.rfind("\n", 0, start) + 1
    if string[end : end + 1] != ":" or string[max(line_start, start - 4) : start].strip():
        return False
    return string[start : start + 2] == "[^" or _DEFINITION.match(string, end) is not None


def read_bracket(
    string: str, match: re.Match[str], options: MarkerOptions
) -> Iterator[CitationMatch]:
    """The citations between one pair of brackets."""
    start, end = match.span(1)
    body = match[1]
    lead = len(body) - len(body.lstrip())
    if NUMBER_LIST.fullmatch(string, start + lead, start + len(body.rstrip())):
        if options.bare_numbers and string[match.end() : match.end() + 1] != "(":
            yield from read_numbered(match, [(start, end)], CitationForm.NUMBER)
        return
    if citations.is_query_id(body):
        return
    source = _SOURCE.match(string, start + lead, end)
    if source is not None:
        lists = list(_number_lists(string, source, end))
        if lists:
            yield from read_numbered(match, lists, CitationForm.SOURCE_NUMBER)
            return
        named = string[source.end() : end].strip()
        if named and (source["colon"] or (_is_source(source) and named[0].isupper())):
            at = string.index(named, source.end())
            yield CitationMatch(*match.span(), at, at + len(named), CitationForm.NAME, named)
            return
    ids = list(_ids(match, string, options))
    yield from ids or read_titles(match, options.titles)


def read_titles(match: re.Match[str], titles: Titles) -> Iterator[CitationMatch]:
    """The names between one pair of brackets that holds names alone."""
    places = titles.cited(match[1]) if titles else ()
    for first, last in places:
        start, end = match.start(1) + first, match.start(1) + last
        whole = match.span() if len(places) == 1 else (start, end)
        yield CitationMatch(*whole, start, end, CitationForm.NAME, match[1][first:last])


def _is_source(match: re.Match[str]) -> bool:
    return match["word"].lower() in ("source", "sources")


def _number_lists(string: str, source: re.Match[str], end: int) -> Iterator[tuple[int, int]]:
    """Where numbers stand behind "Source": ``[Source 1, 2; Source 4]`` has two such places."""
    following: re.Match[str] | None = source
    while following is not None:
        numbers = NUMBER_LIST.match(string, following.end(), end)
        if numbers is None or not _AFTER_NUMBERS.match(string, numbers.end(), end):
            return
        yield numbers.span()
        joint = JOINT.match(string, numbers.end(), end)
        following = _SOURCE.match(string, joint.end(), end) if joint else None


def read_numbered(
    match: re.Match[str], lists: Sequence[tuple[int, int]], form: CitationForm
) -> Iterator[CitationMatch]:
    """The numbers of lists with their ranges spelled out."""
    parts = [part for place in lists for part in _RANGE.finditer(match.string, *place)]
    for part in parts:
        whole = match.span() if len(parts) == 1 else part.span()
        first, last = int(part[1]), int(part[2] or part[1])
        if not first <= last < first + _MOST_IN_RANGE:
            yield CitationMatch(*whole, *part.span(), form, part[0])
            continue
        for number in range(first, last + 1):
            yield CitationMatch(*whole, *part.span(), form, str(number))


def _ids(match: re.Match[str], string: str, options: MarkerOptions) -> Iterator[CitationMatch]:
    """The ids between brackets, apart or with other words."""
    places = []
    for token in _TOKEN.finditer(string, *match.span(1)):
        key = token[0].strip(_AROUND)
        if key and _is_id(key, options):
            at = string.index(key, token.start())
            places.append((at, at + len(key), key))
    for start, end, key in places:
        whole = match.span() if len(places) == 1 else (start, end)
        yield CitationMatch(*whole, start, end, CitationForm.ID, key)


def _is_id(key: str, options: MarkerOptions) -> bool:
    """Whether a word is an id: known, or with a prefix of ids and a digit (no "EV-charging")."""
    name = normalize_id(key)
    if name in options.known:
        return True
    prefixed = name.startswith(tuple(f"{normalize_id(prefix)}-" for prefix in options.prefixes))
    return prefixed and any(c.isdecimal() for c in name)
