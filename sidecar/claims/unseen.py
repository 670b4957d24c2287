"""What a text holds and no reader sees: comments and hidden parts of HTML, and signs without shape.

A model would read them, and might be led by them; a quote of them is no quote of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_SIGNS = dict.fromkeys(
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
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9-]{0,30})(?=[\s/>])(?P<rest>[^<>]{0,2000})>", re.IGNORECASE
)
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?!\.?[1-9])"
    r"|opacity\s*:\s*0(?!\.?\d)|(?:^|\s)hidden(?=[\s=/]|$)|aria-hidden\s*=\s*[\"']?true",
    re.IGNORECASE,
)
_NEVER_SHOWN = frozenset({"script", "style", "template", "noscript"})


def shown(string: str) -> str:
    """A text without what nobody sees; a hidden part that never ends is left as it is."""
    if not string.isascii():
        string = string.translate(_SIGNS)
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
    for tag in _TAG.finditer(string):
        name = tag["name"].lower()
        if not tag["close"]:
            open_.setdefault(name, []).append(tag)
        elif open_.get(name):
            opening = open_[name].pop()
            if name in _NEVER_SHOWN or _HIDES.search(opening["rest"]):
                yield opening.start(), tag.end()
