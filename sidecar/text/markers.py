"""Every citation of a text: ids, numbers and names in brackets, source prefixes and query ids.

Code, addresses and the targets of links hold none. Neither do escaped brackets, images, footnote
and link definitions, nor the words of a link that would be a bare number: ``[3](url)`` is a link.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from sidecar.model.citation import CitationForm, Marker
from sidecar.model.text import Text
from sidecar.text import citations
from sidecar.text.exclusions import covers, unread
from sidecar.text.hints import hints
from sidecar.text.layout import Layout
from sidecar.text.masks import Holes
from sidecar.text.sentences import bounds
from sidecar.text.titles import Titles

_BRACKET = re.compile(r"\[([^\[\]\n]{1,200})\]")
_PARENTHESIS = re.compile(r"(?<!\])\(([^()\n]{1,200})\)")  # after a bracket stands an address
_DEFINITION = re.compile(r":\s{0,4}(?:<?(?:https?|ftp|file)://|<?www\.)")
_NUMBER_LIST = re.compile(
    r"\^?\d{1,3}(?!\d)(?:\s?(?:[,;&–—-]|and|to)\s?\^?\d{1,3}(?!\d)){0,30}", re.IGNORECASE
)
_RANGE = re.compile(r"(\d{1,3})(?:\s?(?:[–—-]|to)\s?(\d{1,3}))?", re.IGNORECASE)
_SOURCE = re.compile(
    r"(?P<word>sources?|refs?|references?|docs?|documents?|citations?|evidence)\b\.?\s{0,2}"
    r"(?P<colon>:?)\s{0,2}(?:no\.?|nr\.?|number|#)?\s{0,2}",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s{0,2}(?:[,;&]|and\b)\s{0,2}(?:and\s{1,2})?", re.IGNORECASE)
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
        most: Reading ends soon after so many.
    """

    prefixes: Sequence[str] = ("ev",)
    known: Collection[str] = ()
    titles: Titles = Titles()  # noqa: RUF009 - it never changes
    aside: Titles = Titles()  # noqa: RUF009
    bare_numbers: bool = False
    most: int = 20_000


def canonical(identifier: str) -> str:
    """An id without the differences that writers make: case, hyphens and underscores, dashes."""
    return identifier.translate(_DASHES).casefold()


def markers(text: Text, layout: Layout, masks: Holes, options: MarkerOptions) -> list[Marker]:
    """The citations of a text in its order; ``[1, 2]`` are two.

    Args:
        text: Any text.
        layout: Its blocks.
        masks: Its places without prose, from ``masks``.
        options: What counts as a citation.
    """
    string = text.string
    holes = unread(masks.excluded(text))
    found: list[_Found] = []
    for match in _BRACKET.finditer(string):
        if not covers(holes, match.start()) and not _is_other_markup(string, match):
            found.extend(_in_bracket(string, match, options))
        if len(found) > options.most:
            break
    if options.aside:
        found += (one for one in _aside(string, options.aside) if not covers(holes, one.start))
        found.sort()
    taken = [(one.start, one.end) for one in found]
    for one in _in_sentences(text, layout):
        if not covers(holes, one.start) and not _is_taken(one.start, one.end, taken):
            found.append(one)
    return [one.marker(text) for one in sorted(found)]


class _Found(NamedTuple):
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


def _is_taken(start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(taken, start, key=itemgetter(0))
    before = at > 0 and taken[at - 1][1] > start
    return before or (at < len(taken) and taken[at][0] < end)


def _is_other_markup(string: str, match: re.Match[str]) -> bool:
    """Whether brackets are an escape, an image, or the definition of a link or footnote."""
    start, end = match.span()
    if string[start - 1 : start] in ("\\", "!"):
        return True
    line_start = string.rfind("\n", 0, start) + 1
    if string[end : end + 1] != ":" or string[max(line_start, start - 4) : start].strip():
        return False
    return match[1][0] == "^" or _DEFINITION.match(string, end) is not None


def _in_bracket(string: str, match: re.Match[str], options: MarkerOptions) -> Iterator[_Found]:
    """The citations between one pair of brackets."""
    start, end = match.span(1)
    body = match[1]
    lead = len(body) - len(body.lstrip())
    if _NUMBER_LIST.fullmatch(string, start + lead, start + len(body.rstrip())):
        if options.bare_numbers and string[match.end() : match.end() + 1] != "(":
            yield from _numbered(match, [(start, end)], CitationForm.NUMBER)
        return
    if citations.is_query_id(body):
        return
    source = _SOURCE.match(string, start + lead, end)
    if source is not None:
        lists = list(_number_lists(string, source, end))
        if lists:
            yield from _numbered(match, lists, CitationForm.SOURCE_NUMBER)
            return
        named = string[source.end() : end].strip()
        if named and (source["colon"] or (_is_source(source) and named[0].isupper())):
            at = string.index(named, source.end())
            yield _Found(*match.span(), at, at + len(named), CitationForm.NAME, named)
            return
    ids = list(_ids(match, string, options))
    yield from ids or _titles(match, options.titles)


def _aside(string: str, titles: Titles) -> Iterator[_Found]:
    """The names in parentheses."""
    for match in _PARENTHESIS.finditer(string):
        if any(sign.isupper() or sign.isdigit() for sign in match[1]):
            yield from _titles(match, titles)


def _titles(match: re.Match[str], titles: Titles) -> Iterator[_Found]:
    """The names between one pair of brackets that holds names alone."""
    places = titles.cited(match[1]) if titles else ()
    for first, last in places:
        start, end = match.start(1) + first, match.start(1) + last
        whole = match.span() if len(places) == 1 else (start, end)
        yield _Found(*whole, start, end, CitationForm.NAME, match[1][first:last])


def _is_source(match: re.Match[str]) -> bool:
    return match["word"].lower() in ("source", "sources")


def _number_lists(string: str, source: re.Match[str], end: int) -> Iterator[tuple[int, int]]:
    """Where numbers stand behind "Source": ``[Source 1, 2; Source 4]`` has two such places."""
    following: re.Match[str] | None = source
    while following is not None:
        numbers = _NUMBER_LIST.match(string, following.end(), end)
        if numbers is None or not _AFTER_NUMBERS.match(string, numbers.end(), end):
            return
        yield numbers.span()
        joint = _JOINT.match(string, numbers.end(), end)
        following = _SOURCE.match(string, joint.end(), end) if joint else None


def _numbered(
    match: re.Match[str], lists: Sequence[tuple[int, int]], form: CitationForm
) -> Iterator[_Found]:
    """The numbers of lists with their ranges spelled out."""
    parts = [part for place in lists for part in _RANGE.finditer(match.string, *place)]
    for part in parts:
        whole = match.span() if len(parts) == 1 else part.span()
        first, last = int(part[1]), int(part[2] or part[1])
        if not first <= last < first + _MOST_IN_RANGE:
            yield _Found(*whole, *part.span(), form, part[0])
            continue
        for number in range(first, last + 1):
            yield _Found(*whole, *part.span(), form, str(number))


def _ids(match: re.Match[str], string: str, options: MarkerOptions) -> Iterator[_Found]:
    """The ids between brackets, apart or with other words."""
    places = []
    for token in _TOKEN.finditer(string, *match.span(1)):
        key = token[0].strip(_AROUND)
        if key and _is_id(key, options):
            at = string.index(key, token.start())
            places.append((at, at + len(key), key))
    for start, end, key in places:
        whole = match.span() if len(places) == 1 else (start, end)
        yield _Found(*whole, start, end, CitationForm.ID, key)


def _is_id(key: str, options: MarkerOptions) -> bool:
    """Whether a word is an id: known, or with a prefix of ids and a digit (no "EV-charging")."""
    name = canonical(key)
    if name in options.known:
        return True
    prefixed = name.startswith(tuple(f"{canonical(prefix)}-" for prefix in options.prefixes))
    return prefixed and any(c.isdecimal() for c in name)


def _in_sentences(text: Text, layout: Layout) -> Iterator[_Found]:
    """The source prefixes and query ids of the sentences."""
    string = text.string
    for _, found in citations.named(text, bounds(text, layout), hints(text, layout)):
        for at, stop, family in found.prefixes:
            key = string.rindex(family, at, stop)
            explicit = ":" in string[at:stop] or string.startswith(" (QID", stop)
            name = CitationForm.NAME
            yield _Found(at, stop, key, key + len(family), name, family, explicit)
        for at, stop, query_id in found.ids:
            form = CitationForm.QUERY_ID
            yield _Found(at, stop, stop - len(query_id), stop, form, query_id)
