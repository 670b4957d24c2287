"""Which elements of a page its readers do not see: by attributes, and by their own styles.

Whatever hides by one of its declarations is taken for hidden, also where another one would undo it:
what is left out supports no claim, and what is wrongly read might. See also ``html_text``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from sidecar.text.vocabulary import one_of

Attributes = Mapping[str, str | None]

DROPPED = one_of(
    "script style template noscript head iframe frame frameset noframes noembed object embed applet"
    " svg canvas audio video map datalist select textarea option optgroup rp meter progress"
    " del s strike"
)
"""Elements whose text is not shown, is shown only in part, or is struck out."""

_FAINT = 0.1
_SMALL = {"px": 1.0, "pt": 1.0, "em": 0.1, "rem": 0.1, "ex": 0.1, "ch": 0.1, "%": 10.0}
"""Sizes of letters that nobody can read, by their unit."""
_PIXELS = {"em": 16.0, "rem": 16.0, "vw": 10.0, "vh": 10.0}
_FAR = -500.0
"""Pixels to the side, from which on nothing is left on the page: about."""

_QUOTED = (
    r""""(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?"""
    r"""|(?<![\w-])url\((?!\s*["'])(?:\\.|[^)\\])*+\)?"""
)
OPAQUE = rf"\\.|{_QUOTED}"
"""What no sign of a style counts in: strings, addresses, and what stands behind a backslash."""
_COMMENT = re.compile(rf"({OPAQUE})|/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL | re.IGNORECASE)
_DECLARATION = re.compile(rf"(?:{OPAQUE}|[^;])++", re.DOTALL | re.IGNORECASE)
_SILENT = re.compile(rf"(\\.)|{_QUOTED}", re.DOTALL | re.IGNORECASE)
_IMPORTANT = re.compile(r"!\s*important")
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.IGNORECASE | re.DOTALL)
_LENGTH = re.compile(r"(?<![\w.#-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?(?![\w.])")
_COLOR = re.compile(r"#[0-9a-f]{3,8}\b|(rgb|hsl)a?\([^)]*\)|\b[a-z]{3,24}\b(?!\()")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)%?")
_NO_COLOR = one_of("inherit initial unset revert none transparent currentcolor")
_NAMED = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "lime": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "silver": (192, 192, 192),
}
"""Others are compared by their names."""
_NEAR = 48
"""How far red, green and blue together may differ, and the eye sees nothing."""

_COLORING = frozenset({"style", "color", "text", "bgcolor"})
_EXTENTS = frozenset({"width", "height", "max-width", "max-height", "zoom"})
_LETTERS = frozenset({"font-size", "font"})
_OFFSETS = frozenset(
    {"left", "top", "right", "bottom", "text-indent", "margin", "margin-left", "margin-top"}
    | {"letter-spacing", "transform", "translate"}
)
_SHAPE = re.compile(r"rect\(\s*(0|1px)\b|inset\(\s*(50|100)%|circle\(\s*0")
_SCALE = re.compile(r"scale(x|y|3d)?\(\s*0*(\.0*)?\s*[,)]")

Color = tuple[int, ...] | str


class Colors(NamedTuple):
    """The colors that the page's own markup gives a text, as far as it does.

    Attributes:
        text: Of the letters.
        ground: Behind them.
    """

    text: Color | None = None
    ground: Color | None = None

    @property
    def are_one(self) -> bool:
        """Whether the letters cannot be distinguished from what is behind them."""
        if self.text is None or self.ground is None:
            return False
        if isinstance(self.text, str) or isinstance(self.ground, str):
            return self.text == self.ground
        pairs = zip(self.text[:3], self.ground[:3], strict=False)
        return sum(abs(one - other) for one, other in pairs) <= _NEAR


class _Style(NamedTuple):
    """What a ``style`` says.

    Attributes:
        hides: Whether nothing is seen.
        colors: Those that it gives.
    """

    hides: bool
    colors: Colors


def is_hidden(tag: str, attributes: Attributes) -> bool:
    """Whether an element is not seen, all that is in it included."""
    if tag in DROPPED or "hidden" in attributes or "popover" in attributes:
        return True
    if (attributes.get("aria-hidden") or "").strip().lower() == "true":
        return True
    if tag == "dialog" and "open" not in attributes:
        return True
    return _style(attributes.get("style") or "").hides


def inherit_colors(attributes: Attributes, around: Colors) -> Colors:
    """The colors of an element that stands in others."""
    if _COLORING.isdisjoint(attributes):
        return around
    own = _style(attributes.get("style") or "").colors
    text = own.text or _color(attributes.get("color") or attributes.get("text") or "")
    ground = own.ground or _color(attributes.get("bgcolor") or "")
    return Colors(text or around.text, ground or around.ground)


@lru_cache(4096)  # most elements of a page have the style of others
def _style(style: str) -> _Style:
    unseen, text, ground = False, None, None
    for name, value, _ in parse_style(without_comments(style)):
        unseen = unseen or hides(name, value)
        if name == "color":
            text = _color(value) or text
        elif name in {"background", "background-color"}:
            ground = _color(value) or ground
    return _Style(unseen, Colors(text, ground))


def without_comments(style: str) -> str:
    """A style, or a sheet of them."""
    return _COMMENT.sub(r"\1", style)


def parse_style(style: str) -> Iterator[tuple[str, str, bool]]:
    """The properties that a style gives: name and value in lower case, whether it is important."""
    for declaration in _DECLARATION.findall(style):
        plain = _ESCAPE.sub(_unescaped, _SILENT.sub(r"\1", declaration)).lower()
        name, _, value = plain.partition(":")
        short = _IMPORTANT.sub("", value)
        yield name.strip(), short.strip(), short != value


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1], 16) if escape[1] else 0
    return chr(code) if 0 < code < 0x110000 else escape[2] or ""


def hides(name: str, value: str) -> bool:
    """Whether a property has a value with which nothing is seen."""
    rule = _RULES.get(name)
    return rule is not None and rule(value)


def _is_faint(value: str) -> bool:
    return any(_share(number) <= _FAINT for number in _NUMBER.findall(value))


def _is_nothing(value: str) -> bool:
    extent = _LENGTH.fullmatch(value)
    return extent is not None and float(extent[1]) <= 0


def _is_unreadable(value: str) -> bool:
    return any(_is_small(*length) for length in _LENGTH.findall(value.partition("/")[0]))


def _is_elsewhere(value: str) -> bool:
    is_far = any(_is_far(*length) for length in _LENGTH.findall(value))
    return is_far or _SCALE.search(value) is not None


def _is_small(length: str, unit: str) -> bool:
    return float(length) <= _SMALL.get(unit, 0.0)  # without a unit, it is 0 or a weight


def _is_far(length: str, unit: str) -> bool:
    return float(length) * _PIXELS.get(unit, 1.0) <= _FAR


def _share(number: str) -> float:
    return float(number[:-1]) / 100 if number.endswith("%") else float(number)


def _is_clear(value: str) -> bool:
    """Whether a color lets through what is behind it."""
    color = _components(value)
    return isinstance(color, tuple) and len(color) > 3 and color[3] <= _FAINT * 255


def _color(value: str) -> Color | None:
    """The color that a declaration gives, if it does."""
    return None if _is_clear(value) else _components(value)


def _components(value: str) -> Color | None:
    """Red, green, blue and perhaps how solid it is; in its own words where those say more."""
    found = _COLOR.search(value.strip().lower())
    if found is None or found[0] in _NO_COLOR:
        return None
    written = found[0]
    if written.startswith("#"):
        digits = written[1:]
        if len(digits) in {3, 4}:
            digits = "".join(digit * 2 for digit in digits)
        return tuple(int(digits[at : at + 2], 16) for at in range(0, len(digits) - 1, 2))
    if written.startswith("rgb"):
        parts = _NUMBER.findall(written)
        solid = [round(_share(part) * 255) for part in parts[3:4]]
        return (*(_byte(part) for part in parts[:3]), *solid)
    return _NAMED.get(written, written)


def _byte(part: str) -> int:
    value = 255 * _share(part) if part.endswith("%") else float(part)
    return round(min(value, 255.0))


_RULES: dict[str, Callable[[str], bool]] = {
    "display": {"none"}.__contains__,
    "visibility": {"hidden", "collapse"}.__contains__,
    "content-visibility": {"hidden"}.__contains__,
    "opacity": _is_faint,
    "filter": lambda value: "opacity" in value and _is_faint(value),
    "color": lambda value: value == "transparent" or _is_clear(value),
    "-webkit-text-fill-color": lambda value: value == "transparent" or _is_clear(value),
    "clip": lambda value: _SHAPE.match(value) is not None,
    "clip-path": lambda value: _SHAPE.match(value) is not None,
    **dict.fromkeys(_EXTENTS, _is_nothing),
    **dict.fromkeys(_LETTERS, _is_unreadable),
    **dict.fromkeys(_OFFSETS, _is_elsewhere),
}
"""Whether the value of a property hides what it is set for."""
