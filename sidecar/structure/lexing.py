"""The tokens of text that is JSON or nearly so, and the values among them, to the letter.

Whatever stands between two punctuation marks is one token, also where JSON has no such value:
``12%``, ``1'000`` and ``−5`` stay whole, so that a message can name them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

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


class Token(NamedTuple):
    """A token: its kind, its text, and where it stands, in code points."""

    kind: TokenKind
    text: str
    start: int
    end: int


_KINDS = {kind.name: kind for kind in TokenKind}


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """The tokens of a text from a place on; takes time linear in what is asked for."""
    while found := _TOKEN.match(text, start):
        check_abandoned()
        name = found.lastgroup or ""
        begin, start = found.span(name)
        yield Token(_KINDS[name], found[name], begin, start)


def requoted(token: Token) -> list[StructureEdit] | None:
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


def scalars(text: str) -> list[str]:
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


def named(text: str, start: int) -> str:
    """What stands at a place as a reader would name it: ``1 000``, ``5 million``, ``12:30``."""
    found = _NAMED.match(text, start)
    written = found[0].strip() if found else ""
    written = written or text[start : start + _MOST_NAMED].split("\n", 1)[0].strip()
    return shortened(written)


def shortened(written: str) -> str:
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
