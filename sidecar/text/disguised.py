r"""The citations of a text that are seen and not written as such: "【9†source】", "\[Source 9\]".

``citation_shapes`` finds them in what is seen of the text; here they get their places in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sidecar.model.check_details import CitationForm
from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.bracketed import BRACKET, CitationMatch, MarkerOptions, is_definition
from sidecar.text.citation_shapes import find_shapes
from sidecar.text.citation_view import fold_character, make_view
from sidecar.text.exclusions import Exclusion, find_holding, is_covered

BARE_NUMBER, CODE = "bare_number", "citation_in_code"
"""Why something is passed over: the request does not say that ``[3]`` cites; it stands in code."""

_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = re.compile(
    r"\$\^\{?\d{1,3}\}?\$|\\textsuperscript\{\d{1,3}\}|⁽[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}⁾|(?<=\S)[①-⑳❶-❿]|"
    rf"[{_SIGNS}]{{1,3}}(?:[,⁻⸴][{_SIGNS}]{{1,3}})*|\^\{{?\d{{1,3}}\}}?\^?(?![\w^])"
)
_OPENED = re.compile(r"[\[<\\^]|[({](?=[^(){}]{0,40}\d)|\d\]|&(?:#|l)|cite\W?turn", re.IGNORECASE)
"""What may begin a citation that is not written as one."""

_STOPS = frozenset(".,;:!?)]”\"’'")
_LEAST = 4  # letters of a word whose raised number is no power
_WRAPPED = "`\\"
_UNTRIED = ("\\", "!")


_MAY = re.compile(
    r"[\[【〔［〚⟦❲〖⁅⟨]|<(?:sup|ref|cite|source)|&(?:#|l)|[({（｛][^(){}\n]{0,20}[^\W\d_]{2}[^(){}\n]{0,6}\d",
    re.IGNORECASE,
)


def may_cite(text: Text, *, aside: bool) -> bool:
    """Whether a text may hold brackets that cite, or what looks like them.

    Args:
        text: Any text.
        aside: Whether names in parentheses cite.
    """
    string = text.string
    return "[" in string or (aside and "(" in string) or _MAY.search(string) is not None


class CitationMatches(NamedTuple):
    """What was found.

    Attributes:
        found: The citations.
        passed: What looks like a citation and is none, counted by reason.
    """

    found: Sequence[CitationMatch]
    passed: Mapping[str, int]


class _BracketGroup(NamedTuple):
    """The citations that share a pair of brackets, and where that stands, in code points."""

    start: int
    end: int
    found: Sequence[CitationMatch]


def find_disguised(
    text: Text,
    holes: Sequence[Exclusion],
    options: MarkerOptions,
    is_taken: Callable[[int, int], bool],
) -> CitationMatches:
    """The citations of a text that are seen and not written as such.

    Args:
        text: Any text.
        holes: Its code and addresses, in order.
        options: What counts as a citation.
        is_taken: Whether a place overlaps what is read already, in code points.
    """
    found: list[CitationMatch] = []
    passed: Counter[str] = Counter()
    if not _may_hold(text, is_taken):
        return CitationMatches(found, passed)
    last = 0
    for group in sorted(_groups(text, holes, options, is_taken)):
        if group.start < last or is_taken(group.start, group.end) or _is_other(text.string, group):
            continue
        last = group.end
        hole = find_holding(holes, group.found[0].key_start)
        if hole is not None and not _is_all_of(text.string, group, hole):
            in_code = hole.reason is SkipReason.CODE
            passed[CODE] += in_code and group.found[0].form is not CitationForm.NUMBER
        elif group.found[0].form is CitationForm.NUMBER and not options.bare_numbers:
            passed[BARE_NUMBER] += len(group.found)
        else:
            found += group.found
        if len(found) > options.most:
            break
    return CitationMatches(found, +passed)


def _may_hold(text: Text, is_taken: Callable[[int, int], bool]) -> bool:
    """Whether anything that is not read may look like a citation: most texts hold nothing."""
    if any(c in _SIGNS or fold_character(c) in ("[", "(") for c in text.beyond):
        return True
    opened = (match.start() for match in _OPENED.finditer(text.string))
    return any(not is_taken(at, at + 1) for at in opened)


def _groups(
    text: Text,
    holes: Sequence[Exclusion],
    options: MarkerOptions,
    is_taken: Callable[[int, int], bool],
) -> Iterator[_BracketGroup]:
    """What looks like a citation, in no order."""
    string, seen = text.string, make_view(text.string, text.beyond)

    def is_read(start: int, end: int) -> bool:
        return is_taken(*seen.written(start, end))

    def is_tried(first: int, last: int) -> bool:
        start, end = seen.written(first, last)
        if string[start:end] != seen.string[first:last] or string[start - 1 : start] in _UNTRIED:
            return False
        return BRACKET.fullmatch(string, start, end) is not None and not is_covered(holes, start)

    for match, read in find_shapes(seen.string, options, is_read, is_tried):
        place = seen.written(*match.span())
        start, end = _wrapped(string, *place)
        found = []
        for one in read:
            own = seen.written(one.start, one.end)
            begin, stop = (start, end) if own == place else own
            key = seen.written(one.key_start, one.key_end)
            found.append(CitationMatch(begin, stop, *key, one.form, one.key, one.explicit))
        yield _BracketGroup(start, end, found)
    for match in _RAISED.finditer(string):
        if _on_word(string, match.start()):
            digits = re.findall(r"\d+", unicodedata.normalize("NFKC", match[0]))
            form = CitationForm.NUMBER
            yield _BracketGroup(
                *match.span(), [CitationMatch(*match.span() * 2, form, one) for one in digits]
            )


def _wrapped(string: str, start: int, end: int) -> tuple[int, int]:
    """A place with the signs that quote or escape it."""
    while start and string[start - 1] in _WRAPPED:
        start -= 1
    while string[end : end + 1] == "`":
        end += 1
    return start, end


def _is_all_of(string: str, group: _BracketGroup, hole: Exclusion) -> bool:
    """Whether a piece of code is a citation that is set off, and nothing else."""
    if hole.reason is not SkipReason.CODE:
        return False
    code = string[hole.start : hole.end].strip("` ")
    return code == string[group.start : group.end].strip("`\\ ")


def _is_other(string: str, group: _BracketGroup) -> bool:
    """Whether it is an image, a definition, the words of a link, or a power."""
    start, end, (first, *_) = group
    if string[end : end + 1] == "(":
        image = string[start - 1 : start] == "!"
        if image or first.form in (CitationForm.NUMBER, CitationForm.UNREADABLE):
            return string[start] == "["
    if string[start] == "<" and first.form is CitationForm.NUMBER:
        return not _on_word(string, start)
    return is_definition(string, start, end)


def _on_word(string: str, place: int) -> bool:
    """Whether a raised number stands behind a stop, or a word that is no unit."""
    before = string[max(0, place - _LEAST) : place]
    if before[-1:] in _STOPS:
        return not before[-2:-1].isdigit() or before[-1] not in ".,"
    return before[-1:].isspace() or (len(before) == _LEAST and before.isalpha())
