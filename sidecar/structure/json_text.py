"""The tokens of text that is JSON or nearly so, and where the values among them stand.

Whatever stands between two punctuation marks is one token, also where JSON has no such value:
``12%``, ``1'000`` and ``−5`` stay whole, so that a message can name them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, auto
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in its stubs
from typing import Any, NamedTuple

from sidecar.model.structure import StructureEdit
from sidecar.work import check_abandoned

_SPACE = r"[\s\u200b\ufeff]"
_TOKEN = re.compile(
    rf"""{_SPACE}*+(?:
    (?P<MARK>[{{}}\[\],:])
    |(?P<STRING>"[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+'|“[^”\\]*+(?:\\.[^”\\]*+)*+”)
    |(?P<COMMENT>//[^\n]*+(?=\n)|/\*(?:[^*]|\*(?!/))*+\*/)
    |(?P<OPEN>["'“])
    |(?P<WORD>(?:[^\s\u200b\ufeff{{}}\[\],:"'“”]|(?<=[^\s{{}}\[\],:"'“”])')++|”)
    )""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CONSTANTS = ("true", "false", "null")
SPELLED = dict(zip(_CONSTANTS, _CONSTANTS, strict=True)) | {
    "True": "true",
    "False": "false",
    "None": "null",
}
"""How JSON writes a word: the constants of Python mean those of JSON and nothing else."""
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)|([\x00-\x1f\"])", re.DOTALL)
_KEPT_ESCAPES = frozenset('"\\/bfnrt')
_MOST_NAMED = 60  # characters of a value in a message
_NAMED = re.compile(r"(?:[^\",{}\[\]\n]|,(?=\d))*")


class TokenKind(Enum):
    """What a token is."""

    MARK = auto()  # { } [ ] , :
    STRING = auto()
    COMMENT = auto()
    OPEN = auto()  # a quote that nothing closes
    WORD = auto()  # anything else: a number, a constant, or what JSON does not have


class JsonToken(NamedTuple):
    """A token: its kind, its text, and where it stands, in code points."""

    kind: TokenKind
    text: str
    start: int
    end: int


_KINDS = {kind.name: kind for kind in TokenKind}


def tokenize(text: str, start: int = 0) -> Iterator[JsonToken]:
    """The tokens of a text from a place on; takes time linear in what is asked for."""
    while found := _TOKEN.match(text, start):
        check_abandoned()
        name = found.lastgroup or ""
        begin, start = found.span(name)
        yield JsonToken(_KINDS[name], found[name], begin, start)


def requote(token: JsonToken) -> list[StructureEdit] | None:
    """What makes a string one of JSON: double quotes, and control characters escaped.

    None where a backslash means something that JSON does not know.
    """
    text, start, end = token.text, token.start, token.end
    edits = []
    if text[0] != '"':
        edits = [StructureEdit(start, start + 1, '"'), StructureEdit(end - 1, end, '"')]
    elif "\\" not in text and text.isprintable():
        return edits
    for found in _ESCAPE.finditer(text, 1, len(text) - 1):
        escaped, raw = found[1], found[2]
        if raw is not None:
            written = json.dumps(raw)[1:-1]
        elif escaped == "'":
            written = "'"
        elif len(escaped) > 1 or escaped in _KEPT_ESCAPES:
            continue
        else:
            return None
        edits.append(StructureEdit(start + found.start(), start + found.end(), written))
    return edits


def is_number(word: str) -> bool:
    """Whether a word is a number of JSON."""
    return _NUMBER.fullmatch(word) is not None


def list_scalars(text: str) -> list[str]:
    """The names and values of a text in their order: what strings and names say, words as written.

    Names that stand without quotes count as they would in quotes.
    """
    found: list[str] = []
    bare = False  # whether the last one may be a name without quotes
    for each in _TOKEN.finditer(text):
        check_abandoned()
        kind = each.lastgroup
        if kind == "MARK":
            if bare and each["MARK"] == ":":
                found[-1] = f'"{found[-1]}'
            bare = False
        elif kind == "STRING":
            found.append(f'"{_said(each["STRING"])}')
            bare = False
        elif kind == "WORD":
            word = each["WORD"]
            found.append(SPELLED.get(word, word))
            bare = True
    return found


def name_at(text: str, start: int) -> str:
    """What stands at a place as a reader would name it: ``1 000``, ``5 million``, ``12:30``."""
    found = _NAMED.match(text, start)
    written = found[0].strip() if found else ""
    written = written or text[start : start + _MOST_NAMED].split("\n", 1)[0].strip()
    return shorten(written)


def shorten(written: str) -> str:
    """A value for a message, which need not hold all of it."""
    return written if len(written) <= _MOST_NAMED else f"{written[: _MOST_NAMED - 1]}…"


def _said(token: str) -> str:
    """What a string says."""
    return _ESCAPE.sub(_meaning, token[1:-1])


_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _meaning(found: re.Match[str]) -> str:
    escaped = found[1]
    if escaped is None:
        return found[2]
    if len(escaped) > 1:
        return chr(int(escaped[1:], 16))
    return _MEANT.get(escaped, escaped)


# JSON Pointers (RFC 6901), and the places in a JSON text that they lead to.

# Edits of a text: a text after them, and their places in bytes.


def apply_edits(text: str, edits: Sequence[StructureEdit]) -> str:
    """A text after edits that stand in its order, in code points."""
    parts, position = [], 0
    for edit in edits:
        parts += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*parts, text[position:]])


def edits_in_bytes(text: str, edits: Sequence[StructureEdit]) -> list[StructureEdit]:
    """The same edits, in order, with their places in bytes of UTF-8."""
    if text.isascii():
        return list(edits)
    counted, made = (0, 0), []  # code points, and the bytes of these
    for edit in edits:
        start = counted[1] + len(text[counted[0] : edit.start].encode())
        end = start + len(text[edit.start : edit.end].encode())
        made.append(StructureEdit(start, end, edit.replacement))
        counted = edit.end, end
    return made


_DECODER = json.JSONDecoder()
_PATH_TOKEN = re.compile(r'["{}\[\],]|[^\s"{}\[\],:]+')


def resolve_path(path: Sequence[str | int], value: Any) -> tuple[str | int, ...]:
    """A path as it leads through a value: a field whose name is a number is told as a number."""
    found: list[str | int] = []
    for part in path:
        found.append(str(part) if isinstance(value, dict) else part)
        value = value[found[-1]]
    return tuple(found)


def make_pointer(path: Iterable[str | int]) -> str:
    """The pointer to a path of names and positions."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def locate_values(text: str, start: int, wanted: Collection[str]) -> dict[str, tuple[int, int]]:
    """Where values stand in a text, in code points; in one pass.

    The place of an object or array is its opening bracket: all that it holds would be too much to
    point at.

    Args:
        text: JSON from ``start`` on.
        start: Where it begins.
        wanted: The pointers whose places are asked for.
    """
    around = _around(wanted)
    found: dict[str, tuple[int, int]] = {}
    names: list[str | int] = []  # of the member of each open object or array that is read
    paths: list[str] = []  # of those objects and arrays
    at_key = False
    position = start
    while token := _PATH_TOKEN.search(text, position):
        begin, position = token.span()
        match token[0]:
            case "}" | "]":
                names.pop()
                paths.pop()
            case ",":
                last = names[-1]
                at_key = isinstance(last, str)
                names[-1] = last if isinstance(last, str) else last + 1
            case '"' if at_key:
                names[-1], position = scanstring(text, position)
                at_key = False
            case first:  # of a value
                here = paths[-1] + make_pointer(names[-1:]) if paths else ""
                opens = first in "{["
                if opens and here in around:
                    at_key = first == "{"
                    names.append("" if at_key else 0)
                    paths.append(here)
                elif opens or first == '"':  # nothing in it is wanted
                    position = _DECODER.raw_decode(text, begin)[1]
                if here in wanted:
                    found[here] = (begin, begin + 1 if opens else position)
        if not paths:
            break
    return found


def _around(wanted: Iterable[str]) -> set[str]:
    """The pointers to the objects and arrays that hold some values, at any depth."""
    return {one[:end] for one in wanted for end in range(len(one)) if one[end] == "/"}
