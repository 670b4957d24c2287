"""What a query says about its result, without a parser of SQL.

    SELECT region, SUM(amount) AS total FROM orders WHERE year = 2024 AND shop = 'A' LIMIT 100

Its columns are ``region`` and ``total``, its rows are those of ``year`` 2024 and ``shop`` A, and
there are at most 100. Only equations that all rows fulfill count: joined by AND, outside of
brackets, between a column and a value. Several statements, and unions, say nothing of this kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.evidence.csv_rows import read_cell
from sidecar.text.vocabulary import one_of
from sidecar.transcripts.results.parts import Cell

_TOKEN = re.compile(
    r"(?P<space>\s+|--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?)"
    r"|(?P<string>'(?:[^']|'')*'?)"
    r"|(?P<quoted>\"(?:[^\"]|\"\")*\"?|`[^`]*`?)"
    r"|(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<mark>[<>!=]=|<>|\|\||::|.)",
    re.DOTALL,
)
_BEGINS = re.compile(r"\s*(?:--[^\n]*\n\s*)?(?:select|with)\b", re.IGNORECASE)
_ENDS = one_of("group having order limit offset fetch union intersect except window qualify for")
_UNIONS = one_of("union intersect except")
_EQUALS = ("=", "==")
_MOST_LENGTH = 100_000


class SqlFacts(NamedTuple):
    """What a query says.

    Attributes:
        columns: The names of its result; empty where a star or anything else leaves them open.
        tables: What it reads from.
        filters: Columns with the one value that all rows have.
        limit: Most rows, or None.
    """

    columns: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    filters: tuple[tuple[str, Cell], ...] = ()
    limit: int | None = None


class _Token(NamedTuple):
    kind: str
    text: str
    depth: int
    start: int
    end: int

    @property
    def word(self) -> str:
        """A word outside of brackets, in lower case."""
        return self.text.lower() if self.kind == "word" and not self.depth else ""


def is_query(text: str) -> bool:
    """Whether a text begins as a query does."""
    return len(text) <= _MOST_LENGTH and _BEGINS.match(text) is not None


def read_query(text: str) -> SqlFacts:
    """What a query says about its result."""
    tokens = list(_tokens(text))
    while tokens and tokens[-1].text == ";":
        tokens.pop()
    words = [token.word for token in tokens]
    if "select" not in words or any(token.text == ";" for token in tokens):
        return SqlFacts()
    select = words.index("select")
    end = next((place for place, word in enumerate(words) if word in _UNIONS), len(words))
    is_union = end < len(words)
    begin = _find(words, ("from",), select, end)
    where = _find(words, ("where",), begin, end)
    columns = tuple(_columns(text, tokens[select + 1 : begin]))
    filters: dict[str, Cell] = {}
    if not is_union and where < end:
        filters = _filters(tokens[where + 1 : _find(words, _ENDS, where, end)])
    return SqlFacts(
        columns if all(columns) else (),
        tuple(_tables(tokens[begin:where])),
        tuple(filters.items()),
        _limit(tokens[end if is_union else select :]),
    )


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens with their depth in brackets and in CASE; ``[name]`` counts as quoted."""
    depth = 0
    for found in _TOKEN.finditer(text):
        kind, written = str(found.lastgroup), found[0]
        if kind == "space":
            continue
        lowered = written.lower()
        closes = written in (")", "]") or (kind == "word" and lowered == "end" and depth > 0)
        depth = max(0, depth - closes)
        yield _Token(kind, written, depth, *found.span())
        depth += written in ("(", "[") or (kind == "word" and lowered == "case")


def _find(
    words: Sequence[str], wanted: Sequence[str] | frozenset[str], start: int, end: int
) -> int:
    return next((place for place in range(start, end) if words[place] in wanted), end)


def _split(tokens: Sequence[_Token], mark: str) -> Iterator[list[_Token]]:
    """The tokens between marks outside of brackets."""
    part: list[_Token] = []
    for token in tokens:
        if not token.depth and token.text.lower() == mark and token.kind in ("word", "mark"):
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _columns(text: str, tokens: Sequence[_Token]) -> Iterator[str]:
    """The name of each column; empty where it is not known."""
    if tokens and tokens[0].word in ("distinct", "all"):
        tokens = tokens[1:]
    if len(tokens) > 1 and tokens[0].word == "top" and tokens[1].kind == "number":
        tokens = tokens[2:]
    for part in _split(tokens, ","):
        if not part or part[-1].text == "*":
            yield ""
            return
        last = part[-1]
        is_named = last.kind in ("word", "quoted") and not last.depth and last.word != "end"
        if is_named and (len(part) == 1 or part[-2].text == "." or _is_alias(part)):
            yield _name(last)
        else:
            yield " ".join(text[part[0].start : last.end].split())


def _is_alias(part: Sequence[_Token]) -> bool:
    """Whether the last name of an expression is its alias, with AS or without."""
    before = part[-2]
    return before.word in ("as", "end") or before.kind != "mark" or before.text in (")", "]")


def _name(token: _Token) -> str:
    text = token.text
    return text[1:].rstrip(text[0]) if token.kind == "quoted" else text


def _tables(tokens: Sequence[_Token]) -> Iterator[str]:
    """The tables after FROM and JOIN, the last part of each name."""
    for place, token in enumerate(tokens):
        if token.word in ("from", "join"):
            after = place + 1
            while after + 2 < len(tokens) and tokens[after + 1].text == ".":
                after += 2
            if after < len(tokens) and tokens[after].kind in ("word", "quoted"):
                yield _name(tokens[after])


def _filters(tokens: Sequence[_Token]) -> dict[str, Cell]:
    """The equations of a condition; none where it has an OR, or gives a column two values."""
    if any(token.word in ("or", "xor") for token in tokens):
        return {}
    found: dict[str, Cell] = {}
    different: set[str] = set()
    for part in _split(tokens, "and"):
        equation = _equation(part)
        if equation is None:
            continue
        name, value = equation
        if found.setdefault(name, value) != value:
            different.add(name)
    return {name: value for name, value in found.items() if name not in different}


def _equation(part: Sequence[_Token]) -> tuple[str, Cell] | None:
    """``a.b = 1``, ``1 = a.b`` or ``a.b IN (1)``."""
    if len(part) > 2 and part[0].kind in ("number", "string") and part[1].text in _EQUALS:
        part = [*part[2:], part[1], part[0]]
    size = 3 if len(part) > 1 and part[1].text == "." else 1
    names, rest = part[:size], part[size:]
    if len(names) < size or any(token.kind not in ("word", "quoted") for token in names[::2]):
        return None
    name, shape = _name(names[-1]), [token.text.lower() for token in rest]
    match shape:
        case ["in", "(", _, ")"]:
            return _with_value(name, rest[2])
        case ["=" | "==", _]:
            return _with_value(name, rest[1])
        case ["=" | "==", "-", number] if rest[2].kind == "number":
            return name, read_cell(f"-{number}")  # type: ignore[return-value]
    return None


def _with_value(name: str, token: _Token) -> tuple[str, Cell] | None:
    if token.kind == "number":
        return name, read_cell(token.text)  # type: ignore[return-value]
    if token.kind == "string" and len(token.text) > 1:
        return name, token.text[1:-1].replace("''", "'")
    if token.text.lower() in ("true", "false"):
        return name, token.text.lower() == "true"
    return None


def _limit(tokens: Sequence[_Token]) -> int | None:
    """The number after LIMIT, TOP or FETCH FIRST; ``LIMIT 10, 5`` gives five."""
    for place, token in enumerate(tokens):
        after = tokens[place + 1 : place + 4]
        if token.word == "fetch" and len(after) > 1 and after[1].text.isdigit():
            return int(after[1].text)
        if token.word == "top" and after and after[0].text.isdigit():
            return int(after[0].text[:18])
        if token.word == "limit" and after and after[0].text.isdigit():
            is_pair = len(after) == 3 and after[1].text == "," and after[2].text.isdigit()
            return int(after[2 if is_pair else 0].text[:18])
    return None
