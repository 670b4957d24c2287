"""A source and its quotes in the form in which they are compared, without what nobody sees.

What a reader sees is what counts: letters of another script within a word are those that they look
like, digits of other scripts are digits, and the marks of footnotes and of HTML are no words. Every
sign is replaced by one sign, so that a place in this form is the same place in the source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sidecar.text.obscured import ALIKE
from sidecar.text.vocabulary import one_of

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9-]{0,30})(?:[\s/][^<>]{0,2000})?>", re.IGNORECASE
)
_TABLE = re.compile(r"<table\b.*?(?:</table\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_LINES = one_of(
    "address article blockquote br caption dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li"
    " main ol p pre section table title tr ul"
)
_CELLS = frozenset({"td", "th"})
_RAISED_TAG = re.compile(
    r"(?<=[\w.,;!?\"'”’)%])<sup\b[^<>]{0,200}>(?:<a\b[^<>]{0,500}>)?\[?(\d{1,3}|[a-z])\]?(?:</a>)?"
    r"</sup>",
    re.IGNORECASE,
)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FOOTNOTE = re.compile(
    rf"(?<![\d.,])(?!(?:10|2)[\^{_RAISED}])\d[\d.,]*(\^\d{{1,3}}\b|[{_RAISED}]{{1,3}})"
    rf"|(?<=[A-Za-z]{{3}})(\^\d{{1,3}}\b|[{_RAISED}]{{1,3}})(?!\w)"
    r"|(?<=[\w.,;!?\"'”’)%])(\^?\[(?:note |fn )?\d{1,3}\])",
)
_MARK = re.compile(rf"[\^{_RAISED}]\d?|\[(?:note |fn )?\d{{1,3}}\]")
"""A mark behind a number or word; 10⁶ and 2^8 are powers, km² and m^3 are units."""

_WORD = re.compile(r"[^\W\d_]+")
_SIGNS = {"٫": ".", "٬": ",", "％": "%", "．": "."}


def normalize(string: str) -> str:
    """A text in the form in which it is compared; as long as it was."""
    if not string.isascii():
        string = string.translate(_digits("".join(sorted(_beyond(string)))))
        if any(map(_is_alike, _beyond(string))):
            string = _WORD.sub(_latin, string)
    if "<" in string:
        string = _TABLE.sub(lambda table: table[0].replace("\n", " "), string)
        string = _RAISED_TAG.sub(_raised, string)
        string = _TAG.sub(_untagged, string)
    return _FOOTNOTE.sub(_without_mark, string) if _MARK.search(string) else string


def _beyond(string: str) -> set[str]:
    return {sign for sign in set(string) if not sign.isascii()}


@lru_cache(maxsize=256)
def _digits(beyond: str) -> dict[int, str]:
    """Digits of other scripts and their signs, by their code points."""
    found = {ord(sign): str(unicodedata.decimal(sign)) for sign in beyond if sign.isdecimal()}
    return found | {ord(sign): _SIGNS[sign] for sign in beyond if sign in _SIGNS}


@lru_cache(maxsize=4096)
def _is_alike(sign: str) -> bool:
    """Whether a letter looks like one of Latin, and is none."""
    return sign.isalpha() and _plain_letter(sign) != sign


@lru_cache(maxsize=4096)
def _plain_letter(sign: str) -> str:
    """The letter of Latin that one looks like; itself where it looks like none."""
    found = unicodedata.normalize("NFKC", sign).translate(ALIKE)
    return found if len(found) == 1 and found.isascii() and found.isalpha() else sign


def _latin(word: re.Match[str]) -> str:
    """A word in one script, if it has letters of Latin besides such as look like them."""
    said = word[0]
    if said.isascii():
        return said
    found = "".join(map(_plain_letter, said))
    mixed = found.isascii() and (
        any(sign.isascii() for sign in said) or said.casefold() == found.casefold()
    )
    return found if mixed or unicodedata.normalize("NFKC", said).isascii() else said


def _raised(mark: re.Match[str]) -> str:
    """A raised sign in HTML: as a power behind 10 and 2, else nothing."""
    before = mark.string[max(0, mark.start() - 3) : mark.start()]
    power = re.search(r"(?:\A|[^\d.,])(?:10|2)\Z", before) and mark[1].isdigit()
    unit = re.search(r"(?:\A|[^A-Za-z])[A-Za-z]{1,2}\Z", before) and mark[1].isdigit()
    kept = f"^{mark[1]}" if power or unit else ""
    return kept.ljust(len(mark[0]))


def _untagged(tag: re.Match[str]) -> str:
    """A tag as what it does to lines and cells."""
    name = tag["name"].lower()
    sign = " "
    if name in _CELLS:
        sign = "|" if tag["close"] else " "
    elif name in _LINES and not (name == "tr" and tag["close"]):
        sign = "\n"
    return sign.ljust(len(tag[0]))


def _without_mark(mark: re.Match[str]) -> str:
    """A number or word without the mark behind it."""
    group = mark.lastindex or 0
    start, end = mark.start(group) - mark.start(), mark.end(group) - mark.start()
    return mark[0][:start] + " " * (end - start) + mark[0][end:]


# What a text holds and no reader sees: comments and hidden parts of HTML, and signs without shape.
#
# A model would read them, and might be led by them; a quote of them is no quote of the source.

_HIDDEN_SIGNS = dict.fromkeys(
    sign
    for first, last in (
        (0x00AD, 0x00AD),
        (0x034F, 0x034F),
        (0x061C, 0x061C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF9, 0xFFFB),
        (0xE0000, 0xE01EF),
    )
    for sign in range(first, last + 1)
)
_ANY_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9-]{0,30})(?=[\s/>])(?P<rest>[^<>]{0,2000})>", re.IGNORECASE
)
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?!\.?[1-9])"
    r"|opacity\s*:\s*0(?!\.?\d)|(?:^|\s)hidden(?=[\s=/]|$)|aria-hidden\s*=\s*[\"']?true",
    re.IGNORECASE,
)
_NEVER_SHOWN = frozenset({"script", "style", "template", "noscript"})


def drop_unseen(string: str) -> str:
    """A text without what nobody sees; a hidden part that never ends is left as it is."""
    if not string.isascii():
        string = string.translate(_HIDDEN_SIGNS)
    if "<" not in string:
        return string
    string = _without(string, _comments(string))
    return _without(string, sorted(_hidden(string)))


def _without(string: str, places: Iterable[tuple[int, int]]) -> str:
    """A text with a blank for each of some places, in their order; some lie within others."""
    kept, at = list[str](), 0
    for start, end in places:
        if start >= at:
            kept += [string[at:start], " "]
        at = max(at, end)
    return "".join([*kept, string[at:]])


def _comments(string: str) -> Iterator[tuple[int, int]]:
    start = string.find("<!--")
    while start >= 0 and (end := string.find("-->", start)) >= 0:
        yield start, end + 3
        start = string.find("<!--", end)


def _hidden(string: str) -> Iterator[tuple[int, int]]:
    """Elements that are not shown, from their first tags to their last ones."""
    open_: dict[str, list[re.Match[str]]] = {}
    for tag in _ANY_TAG.finditer(string):
        name = tag["name"].lower()
        if not tag["close"]:
            open_.setdefault(name, []).append(tag)
        elif open_.get(name):
            opening = open_[name].pop()
            if name in _NEVER_SHOWN or _HIDES.search(opening["rest"]):
                yield opening.start(), tag.end()
