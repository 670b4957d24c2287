"""JSON with slips, read as what it plainly is: a repair edits what stands around values.

Brackets are closed, commas and colons added or left out, names quoted, other quotes replaced,
comments left out. A value is never touched: where one is not JSON, or where it ends is open, the
text is refused with the value's name. One pass, in time linear in the text.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from sidecar.model.structure import StructureEdit
from sidecar.structure import json_text
from sidecar.structure.json_text import JsonToken, TokenKind
from sidecar.structure.strict import TooDeep, UnrepairableJson

_CLOSED_BY = {"{": "}", "[": "]"}
_OPENED_BY = {"}": "{", "]": "["}
_NAME = re.compile(r"(?!(?:true|false|null|True|False|None)\Z)[^\W\d][\w$.-]*|[$@][\w$.-]+")
_FENCE = ("```", "~~~")
_DIGIT_AHEAD = re.compile(r"/[/*]\s*[-+(]*\d")
_ODD_SPACE = re.compile(r"[^\S \t\r\n]|[\u200b\ufeff]")
_END = re.compile(r"\s*\Z")
_MOST_EDITS = 10_000


class RepairedJson(NamedTuple):
    """JSON that begins at a place of a text.

    Attributes:
        start: Where it begins, in code points.
        end: Where it ends.
        edits: What makes it JSON, in the order of the text; none where it is.
        cut: Whether it ended too early and was closed.
    """

    start: int
    end: int
    edits: tuple[StructureEdit, ...]
    cut: bool


class _Next(Enum):
    """What may come next."""

    NAME = auto()
    COLON = auto()
    VALUE = auto()
    COMMA = auto()


def repair_json(text: str, start: int, max_depth: int) -> RepairedJson:
    """The JSON object or array that begins at a place, with what makes it JSON.

    Args:
        text: A response.
        start: The place of its opening bracket.
        max_depth: Most levels.

    Raises:
        NotJson: If a value is not JSON, or if repairing would have to guess.
        TooDeep: If it has too many levels.
    """
    return _Walk(text, max_depth).run(start)


class _Walk:
    """One pass over the tokens of a text."""

    def __init__(self, text: str, max_depth: int) -> None:
        self._text = text
        self._max_depth = max_depth
        self._edits: list[StructureEdit] = []
        self._open: list[str] = []
        self._next = _Next.VALUE
        self._last = JsonToken(TokenKind.MARK, "", 0, 0)  # that is not a comma or comment
        self._comma: JsonToken | None = None  # that nothing has followed yet
        self._needs_colon = False
        self._spaced_oddly = _ODD_SPACE.search(text) is not None

    def run(self, start: int) -> RepairedJson:
        self._last = self._last._replace(start=start, end=start)
        end = start
        for token in json_text.tokenize(self._text, start):
            if len(self._edits) > _MOST_EDITS:
                raise UnrepairableJson(
                    f"it would need more than {_MOST_EDITS} corrections", token.start
                )
            if token.kind is TokenKind.WORD and token.text.startswith(_FENCE):
                return self._closed(start, token.start, fenced=True)
            self._take(token, end)
            end = token.end
            if not self._open:
                return RepairedJson(start, end, self._sorted(), cut=False)
        return self._closed(start, len(self._text), fenced=False)

    def _take(self, token: JsonToken, end: int) -> None:
        """Read a token; the one before it ends at ``end``."""
        if self._spaced_oddly and token.kind is not TokenKind.COMMENT:
            self._space(end, token.start)
        match token.kind:
            case TokenKind.MARK:
                self._mark(token)
            case TokenKind.STRING:
                self._string(token)
            case TokenKind.COMMENT:
                self._comment(token, end)
            case TokenKind.OPEN:
                self._unclosed(token)
            case TokenKind.WORD:
                self._word(token)

    def _sorted(self) -> tuple[StructureEdit, ...]:
        return tuple(sorted(self._edits, key=lambda edit: (edit.start, edit.end)))

    def _edit(self, start: int, end: int, replacement: str) -> None:
        self._edits.append(StructureEdit(start, end, replacement))

    def _insert(self, what: str) -> None:
        """Add something behind the last value, name or bracket."""
        self._edit(self._last.end, self._last.end, what)

    def _space(self, start: int, end: int) -> None:
        """Write spaces that JSON does not know, such as unbreakable ones, as plain spaces."""
        for found in _ODD_SPACE.finditer(self._text, start, end):
            self._edit(*found.span(), " ")

    def _comment(self, token: JsonToken, end: int) -> None:
        computes = self._last.kind is TokenKind.WORD and _DIGIT_AHEAD.match(token.text)
        if computes and "\n" not in self._text[self._last.end : token.start]:
            raise self._not_a_value(self._last.start)  # "10 // 3"
        self._edit(end, token.end, "")

    # marks

    def _mark(self, token: JsonToken) -> None:
        if token.text in _CLOSED_BY:
            self._opening(token)
        elif token.text in _OPENED_BY:
            self._closing(token)
        elif token.text == ",":
            self._separated(token)
        elif self._next is _Next.COLON:
            self._next, self._needs_colon = _Next.VALUE, False
            self._last = token
        else:
            raise self._not_a_value(self._last.start)  # "12:30"

    def _opening(self, token: JsonToken) -> None:
        if self._next is _Next.NAME and self._open[-2:-1] == ["["] and self._comma is not None:
            self._insert("}")  # of the object before: [{"a": 1, {"b": 2}]
            self._open.pop()
            self._next = _Next.VALUE
        self._begin_value(token)
        self._open.append(token.text)
        if len(self._open) > self._max_depth:
            raise TooDeep(self._max_depth)
        self._last = token
        self._next = _Next.NAME if token.text == "{" else _Next.VALUE

    def _closing(self, token: JsonToken) -> None:
        opener = _OPENED_BY[token.text]
        self._leave(token.start, cut=False)
        if opener not in self._open:
            self._edit(token.start, token.end, "")
            return
        while (inner := self._open.pop()) != opener:
            self._insert(_CLOSED_BY[inner])
        self._last, self._next = token, _Next.COMMA

    def _leave(self, position: int, *, cut: bool) -> None:
        """Take leave of an object or array: what was begun in it must be whole."""
        if self._next is _Next.COLON or self._last.text == ":":
            if self._last.kind is not TokenKind.STRING and self._next is _Next.COLON:
                raise self._not_a_value(self._last.start)
            raise UnrepairableJson("the last field has no value", position, cut=cut)
        if self._comma is not None:
            self._edit(self._comma.start, self._comma.end, "")
            self._comma = None
            self._next = _Next.COMMA

    def _separated(self, token: JsonToken) -> None:
        if self._next is _Next.COMMA:
            self._comma = token
            self._next = _Next.NAME if self._open[-1] == "{" else _Next.VALUE
        elif self._next is _Next.NAME:
            self._edit(token.start, token.end, "")
        elif self._next is _Next.COLON and self._last.kind is TokenKind.WORD:
            raise self._not_a_value(self._last.start)
        else:
            raise UnrepairableJson("a value is missing", token.start)

    # values

    def _string(self, token: JsonToken) -> None:
        edits = json_text.requote(token)
        if edits is None:
            shown = json_text.shorten(token.text)
            message = f"`{shown}` has an escape that JSON does not have; write \\\\ for a backslash"
            raise UnrepairableJson(message, token.start)
        if self._next is _Next.COMMA and self._open[-1] == "{":
            self._begin_member(token)
        if self._next is _Next.NAME:
            self._comma = None
            self._next = _Next.COLON
        else:
            self._begin_value(token)
            self._next = _Next.COMMA
        self._edits += edits
        self._last = token

    def _begin_member(self, token: JsonToken) -> None:
        """A comma is missing before a name; a colon has to show that it is one."""
        self._must_stand_apart(token)
        self._insert(",")
        self._next, self._needs_colon = _Next.NAME, True

    def _word(self, token: JsonToken) -> None:
        if self._next is _Next.NAME and _NAME.fullmatch(token.text):
            self._edit(token.start, token.start, '"')
            self._edit(token.end, token.end, '"')
            follows = self._comma is not None and self._comma.end == token.start
            if not (follows and self._last.kind is TokenKind.WORD):
                self._last = token  # else "1,000" may be one value
            else:
                self._last = self._last._replace(end=token.end)
            self._comma = None
            self._next, self._needs_colon = _Next.COLON, True
            return
        if self._next in (_Next.NAME, _Next.COMMA):
            raise self._not_a_value(token.start)
        if token.text not in json_text.SPELLED and not json_text.is_number(token.text):
            raise self._not_a_value(token.start)
        self._begin_value(token)
        spelled = json_text.SPELLED.get(token.text, token.text)
        if spelled != token.text:
            self._edit(token.start, token.end, spelled)
        self._last, self._next = token, _Next.COMMA

    def _begin_value(self, token: JsonToken) -> None:
        """A value, where one may come; the comma or colon before it may be missing."""
        if self._next is _Next.COLON and not self._needs_colon:
            self._must_stand_apart(token)
            self._insert(":")
        elif self._next is _Next.COMMA and self._open[-1] == "[":
            if TokenKind.WORD in (self._last.kind, token.kind):
                raise self._not_a_value(token.start)  # "1 000"
            self._must_stand_apart(token)
            self._insert(",")
        elif self._next is not _Next.VALUE:
            raise self._not_a_value(token.start)
        self._comma = None

    def _must_stand_apart(self, token: JsonToken) -> None:
        if token.start == self._last.end and TokenKind.MARK not in (token.kind, self._last.kind):
            raise self._not_a_value(token.start)

    def _unclosed(self, token: JsonToken) -> None:
        if self._next is _Next.COMMA and token.start == self._last.end:
            raise self._not_a_value(self._last.start)
        shown = json_text.shorten(self._text[token.start : token.start + 100].rstrip())
        raise UnrepairableJson(f"the text ends inside the string `{shown}`", token.start, cut=True)

    # ends

    def _closed(self, start: int, end: int, *, fenced: bool) -> RepairedJson:
        """The JSON of a text that is over too early."""
        last = self._last
        if (
            last.kind is TokenKind.WORD
            and not fenced
            and _END.match(self._text, last.end)
            and json_text.is_number(last.text)
        ):
            message = f"the text ends at `{last.text}`, which may be cut off"
            raise UnrepairableJson(message, last.start, cut=True)
        self._leave(end, cut=True)
        self._insert("".join(_CLOSED_BY[each] for each in reversed(self._open)))
        end = max(last.end, *(edit.end for edit in self._edits))
        return RepairedJson(start, end, self._sorted(), cut=True)

    def _not_a_value(self, start: int) -> UnrepairableJson:
        """The fault that something is no value; it may begin with the value before it."""
        last = self._last
        if last.kind is TokenKind.STRING and self._next is _Next.COMMA and last.start < start:
            shown = json_text.shorten(last.text)
            message = f'a quotation mark inside a string must be written as \\": see `{shown}`'
            return UnrepairableJson(message, last.start)
        if self._text[start] in _CLOSED_BY:
            return UnrepairableJson(
                "an object or array begins where a name or comma should be", start
            )
        between = self._text[last.end : start]
        goes_on = between == "," or (self._next is _Next.COMMA and "\n" not in between)
        if last.kind is TokenKind.WORD and goes_on:
            start = last.start
        shown = json_text.name_at(self._text, start)
        if _END.match(self._text, start + len(shown)) and _may_go_on(shown):
            return UnrepairableJson(f"the text ends inside the value `{shown}`", start, cut=True)
        return not_a_value(shown, start)


def not_a_value(written: str, position: int) -> UnrepairableJson:
    """The fault that something which stands at a position is not a value."""
    how = "write numbers in plain digits, such as -1000.5, and text in double quotes"
    return UnrepairableJson(f"`{written}` is not a JSON value: {how}", position)


_PARTIAL = re.compile(r"-|-?[0-9]+(?:\.|(?:\.[0-9]+)?[eE][+-]?)")


def _may_go_on(word: str) -> bool:
    """Whether a word may be the beginning of a number or constant of JSON."""
    whole = any(each.startswith(word) for each in json_text.SPELLED)
    return bool(word) and (whole or _PARTIAL.fullmatch(word) is not None)
