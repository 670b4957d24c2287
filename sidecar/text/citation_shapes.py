"""What looks like a citation and is not written as one: a table of shapes, tried in order.

Each shape is tried on what stands between two brackets of any kind, as it is seen
(``citation_view``). What names one source for certain is read, and the others are unreadable:
"【9†source】" and "(Src 9)" are source 9, "[S9]" may be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sidecar.model.check_details import CitationForm
from sidecar.text.bracketed import (
    JOINT,
    CitationMatch,
    MarkerOptions,
    normalize_id,
    read_bracket,
    read_numbered,
)
from sidecar.text.citation_view import ALONE, LOCATORS, ORDINALS, NamingStrength, rate_naming
from sidecar.work import check_abandoned

_BRACKETS = re.compile(r"[\[({]((?:[^\[\](){}\n]|\n(?![ \t]*\n)){1,200})[\])}]")
_WORD = r"(?P<word>[^\W\d_]{1,24})"
_NUMBERS = r"(?P<numbers>\d{1,9}(?:\s?(?:[,;&-]|and|to)\s?\d{1,3}(?!\d)){0,30})"
_LEAD = (
    r"[\W_]{0,4}(?:(?:see(?:\salso)?|cf|e\.?g|i\.?e|per|from|via|in|by|as|according\sto|the|cited?)"
    r"\b[\W_]{1,3}){0,2}"
)
_BETWEEN = r"[\s.:;,#_=/|~+'\"-]{0,4}(?:(?:no|nr|num|number|id)\b[\s.:#]{0,3})?"
_NAMED = re.compile(rf"{_LEAD}{_WORD}{_BETWEEN}{_NUMBERS}", re.IGNORECASE)
_SPELLED = re.compile(rf"{_LEAD}{_WORD}(?:[\W_]{{1,4}}(?P<number>\w{{1,9}}))?[\W_]*", re.IGNORECASE)
_DAGGER = re.compile(rf"\s*(?:{_NUMBERS})?[^†‡]{{0,20}}[†‡].*", re.DOTALL)
_PLAIN = re.compile(
    rf"[#^*†@'\",;\s]*(?:(?:no|nr)\b[.\s]{{1,2}})?{_NUMBERS}[.:'\"*\s,;-]*", re.IGNORECASE
)
_MIXED = re.compile(
    r"\s*\d{1,3}(?:[a-z]|(?:\s|\.\.+|…|[|+])+\d{1,3}|\s?[,:;]\s?(?:\d{4}|[^\W\d_]).{0,60})\s*",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = re.compile(r"\s*\d{1,3}(?:st|nd|rd|th)?[\s.:-]{1,3}(?P<word>[^\W\d_]{3,24})\W*")
_APART = re.compile(r"\s*(?P<word>.{2,40}?)[\W_]*\d{1,3}\W*", re.DOTALL)
_SIGNS = str.maketrans("015$@3", "olssae")
"""What may stand for letters: "S0urce"."""

_LOCATED = re.compile(
    r"[#^\s]*(?P<numbers>\d{1,3})(?:\s?[,:;]\s?|\s)(?:at\s)?"
    r"(?:(?P<word>[^\W\d_]{1,12})\b\.?|§{1,2})\s?[\divxlc].{0,40}",
    re.IGNORECASE | re.DOTALL,
)
_DIGIT = re.compile(r"\d")
_KEYED = re.compile(r"[\W_]*@[^\W_][\w:./-]{0,80}[\W_]*")
_NOTHING = re.compile(r"[\W_]*")
_ASIDE_ENDS = re.compile(r"[\W_]*|\s?[,;:][^\n]{1,40}")
_GOES_ON = re.compile(r"[\s,;:(]|[\W_]*\Z")

_STEM = r"(?<![^\W_]){}[\s.:#_-]{{0,3}}\d{{1,3}}"
_UNCLOSED = re.compile(
    rf"\[[^\[\]()\n]{{0,24}}?{_STEM.format(_WORD)}(?!\w|[^\[\]()\n]{{0,200}}[\])])"
)
_UNOPENED = re.compile(rf"{_STEM.format(_WORD)}\]")
_FOREIGN = re.compile(
    r"\\[a-z]{0,5}cite[a-z]{0,6}\*?\s?(?:\[[^\[\]\n]{0,80}\]){0,2}\{[^{}\n]{1,100}\}"
    r"|<(?:ref|cite|citation|source|footnote)\b[^<>\n]{0,200}>"
    r"|(?:cite\W{0,2}|\b)turn\d{1,3}[a-z]{3,12}\d{1,3}\W?",
    re.IGNORECASE,
)


def find_shapes(
    seen: str,
    options: MarkerOptions,
    is_read: Callable[[int, int], bool] = lambda *_: False,
    is_tried: Callable[[int, int], bool] = lambda *_: False,
) -> Iterator[tuple[re.Match[str], list[CitationMatch]]]:
    """The places that look like citations, with what each of them cites.

    Args:
        seen: What is seen of a text.
        options: What counts as a citation.
        is_read: Whether a place was read otherwise.
        is_tried: Whether it was tried as it is written, and is none.
    """
    for match in _BRACKETS.finditer(seen):
        place = match.span()
        read = [] if is_read(*place) else _between(match, options, tried=is_tried(*place))
        if read:
            yield match, read
    yield from ((match, [make_unreadable(match)]) for match in _FOREIGN.finditer(seen))
    for pattern in (_UNCLOSED, _UNOPENED):
        for match in pattern.finditer(seen):
            if rate_naming(match["word"]) is NamingStrength.SURE:
                yield match, [make_unreadable(match)]


def make_unreadable(match: re.Match[str]) -> CitationMatch:
    """A citation that cannot be read."""
    return CitationMatch(*match.span(), *match.span(), CitationForm.UNREADABLE, match[0])


def _between(match: re.Match[str], options: MarkerOptions, *, tried: bool) -> list[CitationMatch]:
    """What two brackets cite; nothing where they hold no citation."""
    check_abandoned()
    square = match[0][0] == "[" or match[0][-1] == "]"
    has_digit = _DIGIT.search(match[1]) is not None
    if not square and not has_digit:
        return []
    square_shapes = (_SQUARE if has_digit else _WORDED)[tried:]
    for shape in square_shapes if square else _ROUND:
        found = shape(match, options)
        if found:
            return found
    return []


def _named(match: re.Match[str], _: MarkerOptions) -> list[CitationMatch]:
    """A word for a source and its number: "Source9", "Src. 9, p. 3"."""
    lists, start = [], match.start(1)
    sure = NamingStrength.NONE
    while (named := _NAMED.match(match.string, start, match.end(1))) is not None:
        sure = rate_naming(named["word"])
        if sure is not NamingStrength.SURE:
            break
        lists.append(named.span("numbers"))
        joint = JOINT.match(match.string, named.end(), match.end(1))
        start = joint.end() if joint else match.end(1)
    if not lists:
        doubtful = named and sure is NamingStrength.DOUBTFUL and _is_short(match, named)
        return [make_unreadable(match)] if doubtful else []
    behind = match.string[lists[-1][1] : match.end(1)]
    plain = all(len(part) < 4 for place in lists for part in _digits(match.string, place))
    if plain and _GOES_ON.match(behind):
        return list(read_numbered(match, lists, CitationForm.SOURCE_NUMBER))
    return [make_unreadable(match)]


def _named_aside(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """The same in parentheses, where more words, or another number, make prose of it."""
    found = _named(match, options)
    if not found or found[0].form is CitationForm.UNREADABLE:
        return []
    behind = match.string[found[-1].key_end : match.end(1)]
    return found if _ASIDE_ENDS.fullmatch(behind) else []


def _spelled(match: re.Match[str], _: MarkerOptions) -> list[CitationMatch]:
    """A word for a source alone, or with its number in words: "source one", "source"."""
    spelled = _SPELLED.fullmatch(match[1])
    if spelled is None:
        return []
    word, number = spelled["word"].lower(), spelled["number"]
    if number in ("cit", "Cit"):  # op. cit.
        word, number = word + "cit", None
    if number is None:
        return [make_unreadable(match)] if word in ALONE else []
    is_cited = number.lower() in ORDINALS and rate_naming(word) is NamingStrength.SURE
    return [make_unreadable(match)] if is_cited else []


def _apart(match: re.Match[str], _: MarkerOptions) -> list[CitationMatch]:
    """A word for a source in letters apart, with signs among them, turned round, or behind."""
    behind = _BEHIND.fullmatch(match[1])
    if (
        behind
        and rate_naming(behind["word"]) is NamingStrength.SURE
        and not behind["word"].endswith("s")
    ):
        return [make_unreadable(match)]
    for body in (match[1], match[1][::-1]):
        apart = _APART.fullmatch(body)
        word = "".join(filter(str.isalpha, apart["word"].translate(_SIGNS))) if apart else ""
        if rate_naming(word) is NamingStrength.SURE:
            return [make_unreadable(match)]
    return []


def _mixed(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """A number with something that is neither a list nor a place: "9a", "1 9", "9, Smith"."""
    mixed = options.bare_numbers and _MIXED.fullmatch(match[1])
    return [make_unreadable(match)] if mixed else []


def _plain_in_braces(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """A number in braces that is no part of a formula."""
    before = match.string[match.start() - 1 : match.start()]
    is_text = match[0][0] == "{" and match[0][-1] == "}" and (not before or before in " \t\n.{")
    found = _plain(match, options) if is_text else []
    return found if len(found) == 1 else []  # several are a set


def _dagger(match: re.Match[str], _: MarkerOptions) -> list[CitationMatch]:
    """What some models write: "9†source"; "4:0†source" names no number of a source."""
    dagger = _DAGGER.fullmatch(match[1])
    if dagger is None or not any(map(str.isdecimal, match[1])):
        return []
    alone = dagger["numbers"] and match[1][dagger.end("numbers") :].lstrip()[0] in "†‡"
    if not alone or len(dagger["numbers"]) > 3:
        return [make_unreadable(match)]
    place = _inside(match, dagger, "numbers")
    return list(read_numbered(match, [place], CitationForm.SOURCE_NUMBER))


def _plain(match: re.Match[str], _: MarkerOptions) -> list[CitationMatch]:
    """Numbers alone, with a sign for "number" or the place in the source: "#9", "1, p. 9"."""
    plain = _PLAIN.fullmatch(match[1])
    if plain is None:
        plain = _LOCATED.fullmatch(match[1])
        if plain is None or (plain["word"] or "p").lower() not in LOCATORS:
            return []
    place = _inside(match, plain, "numbers")
    if any(len(part) > 3 for part in _digits(match.string, place)):
        return []
    return list(read_numbered(match, [place], CitationForm.NUMBER))


def _as_written(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """What is read where it is written so."""
    found = list(read_bracket(match.string, match, options))
    return [] if found and found[0].form is CitationForm.NUMBER else found


def _id_aside(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """An id in parentheses, alone."""
    if any(map(str.isspace, match[1].strip())):
        return []
    found = read_bracket(match.string, match, options)
    return [one for one in found if one.form is CitationForm.ID]


def _keyed(match: re.Match[str], options: MarkerOptions) -> list[CitationMatch]:
    """A key as in Pandoc ("@smith2020"), and an id that is broken over two lines."""
    if "\n" in match[1]:
        opens = tuple(f"{normalize_id(prefix)}-" for prefix in options.prefixes)
        return [make_unreadable(match)] if normalize_id(match[1].strip()).startswith(opens) else []
    return [make_unreadable(match)] if "@" in match[1] and _KEYED.fullmatch(match[1]) else []


_Shape = Callable[[re.Match[str], MarkerOptions], list[CitationMatch]]

_SQUARE: Sequence[_Shape] = (
    _as_written,
    _named,
    _dagger,
    _plain,
    _spelled,
    _keyed,
    _apart,
    _mixed,
)
"""In square brackets, and in brackets that do not match."""

_WORDED: Sequence[_Shape] = (_as_written, _spelled, _keyed)
"""The same where there is no digit."""

_ROUND: Sequence[_Shape] = (_named_aside, _id_aside, _plain_in_braces)
"""In parentheses, braces and angle brackets, which hold prose more often than not."""


def _is_short(match: re.Match[str], named: re.Match[str]) -> bool:
    """Whether a word and a number are all that two brackets hold."""
    rest = match.string[named.end() : match.end(1)]
    return len(named["numbers"]) < 4 and _NOTHING.fullmatch(rest) is not None


def _digits(string: str, place: tuple[int, int]) -> list[str]:
    return re.findall(r"\d+", string[slice(*place)])


def _inside(match: re.Match[str], inner: re.Match[str], group: str) -> tuple[int, int]:
    start, end = inner.span(group)
    return match.start(1) + start, match.start(1) + end
