"""Citations by link and by footnote: what they point at is what the link or the footnote says.

    Exports rose [as the report says](https://alpha.example/trade), and the mine grew.[^2]

    [^2]: Alpha trade report, p. 4

A link to the address of a source cites it, however it is written (``[x](…)``, ``[x][1]``, ``<…>``).
A footnote cites what its definition names; one that names nothing explains something.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sidecar.model.check_details import CitationForm
from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.bracketed import BRACKET, CitationMatch, MarkerOptions, read_bracket
from sidecar.text.citation_shapes import find_shapes
from sidecar.text.disguised import BARE_NUMBER, CitationMatches
from sidecar.text.exclusions import Exclusion, find_holding
from sidecar.text.markup import makes_quantity

FOOTNOTE = "footnote"
"""Why a footnote is passed over: it explains something, and names no source."""

_MAY = re.compile(r"\]\(|\]\[|\[\^|\]:|<a\s", re.IGNORECASE)
_LINK = re.compile(
    r"(?<!!)\[(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,300})\]"
    r"\(\s{0,4}<?(?P<address>[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,4})>?"
    r"(?:\s{1,4}[\"'][^\"'\n]{0,200}[\"'])?\s{0,4}\)"
)
_ANCHOR = re.compile(
    r"<a\s[^<>]{0,500}?href\s?=\s?[\"']?(?P<address>[^\"'\s<>]{1,2000})[^<>]{0,500}>"
    r"(?P<words>[^<>]{0,300})</a\s?>",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"<?(?P<address>(?:https?://|www\.)[^\s<>\"\[\]()]{1,2000}(?<![.,;:!?'*_]))>?", re.IGNORECASE
)
_DEFINITION = re.compile(
    r"^[ ]{0,3}\[(?P<label>[^\[\]\n]{1,100})\]:[ \t]*"
    r"(?P<content>[^\n]*(?:\n[ \t]{1,8}[^\s][^\n]*){0,20})",
    re.MULTILINE,
)
_LABEL = re.compile(r"(?:\[[^\[\]\n]{0,200}\])?\[(?P<label>[^\[\]\n]{1,100})\](?![:(])")
_LABEL = re.compile(r"(?:\[[^\[\]\n]{0,200}\])?(?P<mark>\[(?P<label>[^\[\]\n]{1,100})\])(?![:(\[])")
_BEGINS = re.compile(r"(?:https?://)?(?:www\.)?", re.IGNORECASE)
_PARTS = re.compile(r"[.,;:(|]|\s[–—-]\s|\Z")
_ENDS = " \t\n.,;:*_\"'“”"


def normalize_address(address: str) -> str:
    """A web address without what does not change where it leads: scheme, "www.", fragment."""
    plain = address.strip().partition("#")[0]
    return plain[len(_BEGINS.match(plain)[0]) :].rstrip("/").casefold()  # type: ignore[index]


def find_linked(text: Text, holes: Sequence[Exclusion], options: MarkerOptions) -> CitationMatches:
    """The citations of a text that are links and footnotes.

    Args:
        text: Any text.
        holes: Its code and addresses, in order.
        options: What counts as a citation.
    """
    if _MAY.search(text.string) is None:
        return CitationMatches([], {})
    return _LinkReader(text.string, holes, options).read()


def find_addresses(
    text: Text, holes: Sequence[Exclusion], options: MarkerOptions
) -> Iterator[CitationMatch]:
    """The addresses of sources that stand in a text by themselves."""
    if not options.addresses:
        return
    found = _DEFINITION.finditer(text.string)
    defined = [Exclusion(*match.span(), SkipReason.URL) for match in found]
    for match in _ADDRESS.finditer(text.string):
        name = options.addresses.get(normalize_address(match["address"]))
        place = match.start("address")
        if name is not None and not (_in_code(holes, place) or find_holding(defined, place)):
            yield CitationMatch(*match.span(), *match.span("address"), CitationForm.NAME, name)


class _LinkReader:
    """Reads the links and footnotes of one text."""

    def __init__(self, string: str, holes: Sequence[Exclusion], options: MarkerOptions) -> None:
        self._string = string
        self._holes = holes
        self._options = options
        self._passed: Counter[str] = Counter()
        defined = [one for one in _DEFINITION.finditer(string) if not self._in_code(one)]
        self._definitions = {one["label"]: one["content"].strip() for one in reversed(defined)}

    def read(self) -> CitationMatches:
        """All of them, in order."""
        found: list[CitationMatch] = []
        for pattern in (_LINK, _ANCHOR):
            for match in pattern.finditer(self._string):
                if not self._in_code(match):
                    found += self._link(match)
        for match in _LABEL.finditer(self._string):
            if not self._in_code(match):
                found += self._mark(match)
        return CitationMatches(sorted(found), +self._passed)

    def _in_code(self, match: re.Match[str]) -> bool:
        return _in_code(self._holes, match.start())

    def _link(self, match: re.Match[str]) -> Iterator[CitationMatch]:
        address = match["address"]
        cited = self._form(match["words"])
        name = self._options.addresses.get(normalize_address(address))
        if name is not None:
            alone = cited is not None or not match["words"]
            start = match.start() if alone else match.end("words")
            yield CitationMatch(start, match.end(), *match.span("address"), CitationForm.NAME, name)
        elif cited is CitationForm.NUMBER and not self._options.bare_numbers:
            self._passed[BARE_NUMBER] += 1
        elif cited is CitationForm.NUMBER and address.startswith("#"):
            words = match.span("words")
            yield CitationMatch(*match.span(), *words, cited, match["words"].strip("[] "))
        elif self._leads_elsewhere(match, cited):
            yield CitationMatch(*match.span() * 2, CitationForm.UNREADABLE, match[0])

    def _leads_elsewhere(self, match: re.Match[str], cited: CitationForm | None) -> bool:
        """Whether a link that is written as a citation leads to what is no source."""
        if cited is None or makes_quantity(self._string, match.end()):
            return False
        return cited is CitationForm.NUMBER or _ADDRESS.match(match["address"]) is not None

    def _mark(self, match: re.Match[str]) -> Iterator[CitationMatch]:
        label, place = match["label"], match.span("mark")
        content = self._definitions.get(label)
        if label[0] == "^":
            yield from self._footnote(label, content, place)
        elif content is not None:
            name = self._options.addresses.get(normalize_address(content.split()[0].strip("<>")))
            if name is not None:
                yield CitationMatch(*place, *match.span("label"), CitationForm.NAME, name)

    def _footnote(
        self, label: str, content: str | None, place: tuple[int, int]
    ) -> Iterator[CitationMatch]:
        """What a footnote cites; that of a number that says nothing is read as a number."""
        start, end = place
        cites = dict.fromkeys(self._cited(content or ""))
        for form, key in cites:
            yield CitationMatch(start, end, start + 2, end - 1, form, key)
        if cites or label[1:].isdecimal():
            return
        if content is None or _ADDRESS.search(content):
            yield CitationMatch(start, end, start, end, CitationForm.UNREADABLE, f"[{label}]")
        else:
            self._passed[FOOTNOTE] += 1

    def _cited(self, content: str) -> Sequence[tuple[CitationForm, str]]:
        """What the definition of a footnote names: by the first way in which it names anything."""
        for reader in (self._addresses, self._brackets, self._names, self._shapes):
            cited = list(reader(content))
            if cited:
                return cited
        return ()

    def _addresses(self, content: str) -> Iterator[tuple[CitationForm, str]]:
        for match in _ADDRESS.finditer(content):
            name = self._options.addresses.get(normalize_address(match["address"]))
            if name is not None:
                yield CitationForm.NAME, name

    def _brackets(self, content: str) -> Iterator[tuple[CitationForm, str]]:
        for match in BRACKET.finditer(content):
            yield from ((one.form, one.key) for one in read_bracket(content, match, self._options))

    def _names(self, content: str) -> Iterator[tuple[CitationForm, str]]:
        ends = [match.start() for match in _PARTS.finditer(content)]
        names = (content[:end].strip(_ENDS) for end in reversed(ends[:20]))
        name = next((one for one in names if one and self._options.titles.cited(one)), None)
        if name is not None:
            yield CitationForm.NAME, name

    def _shapes(self, content: str) -> Iterator[tuple[CitationForm, str]]:
        form = CitationForm.SOURCE_NUMBER
        for _, read in find_shapes(f"[{content.strip(_ENDS)}]", self._options):
            yield from ((form, one.key) for one in read if one.form is form)

    def _form(self, words: str) -> CitationForm | None:
        """How the words of a link cite, if they do."""
        for match, (first, *_) in find_shapes(f"[{words.strip('[]')}]", self._options):
            known = first.form in _SURE or match.start() > 0
            return None if known else first.form
        return None


_SURE = (CitationForm.SOURCE_NUMBER, CitationForm.ID, CitationForm.NAME)
"""What is read where it stands, linked or not."""


def _in_code(holes: Sequence[Exclusion], place: int) -> bool:
    hole = find_holding(holes, place)
    return hole is not None and hole.reason is SkipReason.CODE
