"""What separates the cells of a CSV file: found out from its first lines.

The separator is the one with which the first lines are a table of two columns or more. If there are
several such, or none and the first line holds one, there is no way to know: that is an error.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import NamedTuple

from sidecar.evidence.file_form import SEPARATORS
from sidecar.evidence.table_layout import Body, Ragged, Row, header_place

_SAMPLE = 1 << 16  # characters
_OWN = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
NAMES = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a vertical bar"}


class Ambiguous(Exception):
    """Several characters may be the separator; the message names them."""


class Separated(NamedTuple):
    """A file whose separator is known.

    Attributes:
        separator: What separates its cells.
        text: The file, without a line that only names the separator.
        lines_before: How many lines that took.
    """

    separator: str
    text: str
    lines_before: int = 0


def separated(text: str, given: str, usual: str) -> Separated:
    """Find what separates the cells of a file.

    Args:
        text: The file.
        given: What the caller says, or "".
        usual: What counts where several are possible, or "".

    Raises:
        Ambiguous: If several characters do.
    """
    own = _OWN.match(text)
    if own:  # as Excel has it
        return Separated(given or own[1], text[own.end() :], 1)
    if given:
        return Separated(given, text)
    columns = {one: _columns(text, one) for one in SEPARATORS if one in text[:_SAMPLE]}
    possible = [one for one, count in columns.items() if count > 1]
    if usual in possible:
        return Separated(usual, text)
    if len(possible) > 1:
        named = " or ".join(f"{NAMES[one]} ({columns[one]} columns)" for one in possible)
        raise Ambiguous(named)
    if possible:
        return Separated(possible[0], text)
    return Separated(_most_frequent(text), text)


def head(text: str, separator: str) -> list[Row]:
    """The first rows that are not empty.

    Raises:
        csv.Error: If the text is no CSV.
    """
    found = []
    is_after_gap = False
    for cells, line in _first_records(text, separator):
        if not any(map(str.strip, cells)):
            is_after_gap = True
            continue
        found.append(Row(cells, line, is_after_gap))
        is_after_gap = False
    return found


def records(text: str, separator: str) -> Iterator[tuple[list[str], int]]:
    """The lines of a file as cells, with the line that each ends in.

    Raises:
        csv.Error: If the text is no CSV.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    for cells in reader:
        yield cells, reader.line_num


def _first_records(text: str, separator: str) -> Iterator[tuple[list[str], int]]:
    """Those of the first lines; a quoted cell in which they are cut off is left out."""
    is_cut = len(text) > _SAMPLE
    sample = text[: text.rfind("\n", 0, _SAMPLE) + 1 or _SAMPLE] if is_cut else text
    try:
        yield from records(sample, separator)
    except csv.Error as error:
        if not is_cut or "unexpected end" not in str(error):
            raise


def _columns(text: str, separator: str) -> int:
    """How many columns the first lines have; 0 where they are no table."""
    try:
        rows = head(text, separator)
        place = header_place(rows)
        names = [str(cell).strip() for cell in rows[place].cells] if rows else []
        body = Body(names, lambda _: None)
        for cells, line in _first_records(text, separator):
            if rows and line > rows[place].line:
                for _ in body.rows(cells, line):
                    pass
    except (csv.Error, Ragged):
        return 0
    return len(names)


def _most_frequent(text: str) -> str:
    """The separator that the first line has most often; a comma where it has none."""
    first = text.lstrip().partition("\n")[0]
    return max(SEPARATORS, key=first.count)
