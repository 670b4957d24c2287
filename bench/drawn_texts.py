"""Texts of any size over alphabets that are hard to read. The same source gives the same bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

_ALPHABETS = (
    " ", "0", "9,", "1 ", ",", ".", "-", "[", "(", ")]}", "[1] ", "[ev-1] ", '"', "'", "“a” ",
    "|", "| 1 ", "|-", "\n", "\n\n", "\r\n", "\t", "- 1\n", "# ", "> ", "* ", "`", "```\n",
    "<!--", "&#54;", "[6](http://x) ", "\U0001f600", "\u200b", "\u202e", "\u0301", "１", "²",
    "①", "三", "½", "a", "A1", "aB", "a_", "a.b.", "Per A: ", "QID:q1 ", "one ", "twenty-",
    "a hundred and ", "million ", "$", "%", "1e5 ", "1e999999999999999999 ", "2024 ",
    "2024-04-24 ", "12:30 ", "about ", "not ", "than ", "to ", "total staff north ",
    "staff of the north, ", "up 5 % from ", "respectively, ", "\x00", "\u2028",
)  # fmt: skip
_DEEP = ("[", '{"a":', '[{"a":', "[[],", '{"":{"b":1},"a":')
_NUMBERS = ("1e9999999999999999999", "-1E+400", "1e-999999999", "NaN", "-Infinity", "9" * 60, "0.1")
_NOT_UTF8 = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\x80")
_ROWS = ("null", "[]", "{}", "1", '"a"', "true", '{"a":null}', '{"a":[1]}', "[null]")
_LONGEST_KEY = 40


def text(source: random.Random, size: int) -> bytes:
    """A text of about so many bytes, one in thirty of which is not UTF-8."""
    data = source.choices(_KINDS, _SHARES)[0](source, size)
    if source.random() < 1 / 30:
        at = source.randrange(len(data) + 1)
        data = data[:at] + source.choice(_NOT_UTF8) + data[at:]
    return data


def _repeated(source: random.Random, size: int) -> bytes:
    """One to three pieces, again and again."""
    unit = "".join(source.choices(_ALPHABETS, k=source.randint(1, 3))).encode()
    return unit * max(1, size // len(unit))


def _mixed(source: random.Random, size: int) -> bytes:
    """Pieces by chance: a block of them, repeated where the text is long."""
    block = "".join(source.choices(_ALPHABETS, k=min(400, size // 3 + 1))).encode()
    return block * max(1, size // len(block))


def _word(source: random.Random, size: int) -> bytes:
    """One long word."""
    letters = source.choice(("abcdefgh", "aB", "a1", "é", "中", "\U0001d7d8", "a\u0301"))
    return "".join(source.choices(letters, k=min(64, size))).encode() * max(1, size // 64)


def _sentences(source: random.Random, size: int) -> bytes:
    """Numbers that differ, each with a name."""
    made, length, number = [], 0, source.randrange(10**6)
    form = source.choice(("{0:,} staff", "{0}.{1} %", "${0}m in {2}", "a{1} of {0}", "{0}"))
    joint = source.choice((", ", ". ", "; ", "\n- ", " and ", " | "))
    while length < size:
        number = (number * 48271 + 11) % 2147483647
        made.append(form.format(number, number % 97, 1990 + number % 40))
        length += len(made[-1]) + len(joint)
    return joint.join(made).encode()


def json_text(source: random.Random, size: int) -> bytes:
    """JSON, or nearly so: deep, wide, tables of many columns or rows, huge numbers."""
    return source.choice(_JSON)(source, size).encode()


def _deep(source: random.Random, size: int) -> str:
    unit = source.choice(_DEEP)
    return unit * max(1, size // len(unit))


def _numbers(source: random.Random, size: int) -> str:
    value = source.choice(_NUMBERS)
    return "[" + ",".join([f'{{"a":{value}}}'] * max(1, size // (len(value) + 7))) + "]"


def _odd_rows(source: random.Random, size: int) -> str:
    row = source.choice(
        ("null", "[]", "{}", "1", '"a"', "true", '{"a":null}', '{"a":[1]}', "[null]")
    )
    count = max(1, size // (len(row) + 1))
    head = source.choice(('{"a": 1},', "", "", "null,"))
    return f"[{head}{','.join([row] * count)}]"


def _object(source: random.Random, size: int) -> str:
    """One object of many keys."""
    key = source.choice(("a", "total staff ", "é", "a" * _LONGEST_KEY))
    count = max(1, size // (len(key.encode()) + 10))
    return "[{" + ",".join(f'"{key}{n}":{n}' for n in range(count)) + "}]"


def table(source: random.Random, size: int) -> str:
    """A table as JSON: few or many columns, of alike names, and rows to fill the size."""
    columns = min(source.choice((1, 3, 20, 200, 256, 300)), size // 16 + 1)
    stem = source.choice(("c", "total staff ", "staff of the north and ", "aB"))
    names = [f"{stem}{n}" for n in range(columns)]
    kind = source.randrange(4)
    row = [(n, f"North {n}", 1.5 + n, "1,234 x 5")[kind] for n in range(columns)]
    written = json.dumps(row, ensure_ascii=False)
    rows = ",".join([written] * max(1, (size - 12 * columns) // (len(written) + 1)))
    return f'{{"columns":{json.dumps(names)},"rows":[{rows}]}}'


_KINDS: tuple[Callable[[random.Random, int], bytes], ...] = (
    _repeated,
    _mixed,
    _word,
    _sentences,
    json_text,
)
_SHARES = (4, 4, 1, 3, 1)
_JSON: tuple[Callable[[random.Random, int], str], ...] = (
    _deep,
    _numbers,
    _odd_rows,
    _object,
    table,
    table,
)
