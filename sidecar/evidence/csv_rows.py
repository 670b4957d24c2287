"""Query results from CSV files, with every number exact.

Read with the standard library rather than ``pyarrow.csv``: that needs an optional package, turns
12.10 into a binary float and "007" into 7, and types a whole column by its first rows. Here each
cell is typed by itself:

    12, -3        an integer, with spaces around it or without
    12.50, 1e3    a number, equal to what is written
    007, 1,234    text, as it stands (numbers inside text are looked up too)
    nothing       NULL; CSV cannot tell it from an empty string

In a file with decimal commas, "1.234,5" is the number 1234.5, and "1.234,5 €" the text "1234.5 €".
"""

from __future__ import annotations

import csv
import re
from array import array
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sidecar.evidence import tables
from sidecar.evidence.budget import Budget
from sidecar.evidence.csv_dialect import (
    NAMES,
    AmbiguousSeparator,
    MarkClue,
    SeparatedText,
    Undecided,
    find_decimal_mark,
    find_separator,
    is_plain,
    read_head,
    read_records,
    rewrite_with_point,
)
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.file_form import FOUND_OUT, SEPARATORS, FileForm, Notice, decode_text
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.table_layout import (
    Cells,
    LayoutRow,
    RaggedRow,
    TableBody,
    drop_empty_end,
    find_header,
    is_missing,
    report_numbers,
    report_titles,
)
from sidecar.model.evidence import Column, Table

# Forty digits and a two-digit exponent are what the reader of numbers takes; more stays text.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,39})")
_DECIMAL = re.compile(
    r"-?(?:(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{1,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?"
)
_WORKBOOK = b"PK\x03\x04"
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|table|\?xml)\b", re.IGNORECASE)
_FLOAT_CHARACTERS = 15


class _CsvCells(NamedTuple):
    """The cells of a file.

    Attributes:
        names: Of its columns.
        columns: The cells of each column; None where a row is empty.
        lines: Where each row ends, from 1.
    """

    names: list[str]
    columns: list[list[str | None]]
    lines: array[int]


def decode_csv(
    data: bytes,
    header: Header,
    limits: EvidenceLimits,
    form: FileForm = FOUND_OUT,
    notice: Notice = lambda _: None,
    *,
    usual: str = "",
) -> Table:
    """Decode a CSV file that has a row with the names of its columns.

    Args:
        data: The file.
        header: What the caller says about the query result.
        limits: What it is held to.
        form: What the caller says about the file.
        notice: Is notified of which lines are not read as data.
        usual: The separator that counts where several are possible, or "".

    Raises:
        EvidenceMalformed: If its encoding, separator or decimal mark is not known, if it has no
            header, or if a row has too many or few cells.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    budget = Budget(header, limits)
    file = _separated(_text(data, header, form), header, form, usual)
    try:
        read = _read(file, budget, notice)
    except RaggedRow as error:
        advice = "" if form.separator else _advice(file)
        raise _malformed(header, error.problem, error.line + file.lines_before, advice) from None
    if len(read.names) == 1 and not form.separator and _holds_separator(read.names[0]):
        problem = f"has one column only, named {read.names[0]!r:.80}"
        raise _malformed(header, problem, 1, "; name the separator (--csv-separator)")
    columns = _typed(read, header, form, file)
    drop_empty_end(read.names, columns)
    described = [Column(name=name) for name in read.names]
    return tables.build_table(described, columns, header, limits, row_count=len(read.lines))


def _text(data: bytes, header: Header, form: FileForm) -> str:
    if data.startswith(_WORKBOOK):
        raise _malformed(header, "is a workbook, not CSV: rename it to .xlsx", 0)
    text = decode_text(data, header, form)
    if _PAGE.match(text):
        raise _malformed(header, "is HTML or XML, not CSV", 1)
    return text


def _separated(text: str, header: Header, form: FileForm, usual: str) -> SeparatedText:
    try:
        return find_separator(text, form.separator, usual)
    except AmbiguousSeparator as error:
        problem = f"may be separated by {error}"
        raise _malformed(header, problem, 1, "; name the separator (--csv-separator)") from None


def _read(file: SeparatedText, budget: Budget, notice: Notice) -> _CsvCells:
    header = budget.header
    top = _head(file, header)
    place = find_header(top)
    report_titles(top, place, notice)
    names = [str(name).strip() for name in top[place].cells]
    budget.columns(len(names))
    report_numbers(names, notice)
    body = TableBody(names, notice)
    columns: list[list[str | None]] = [[] for _ in names]
    lines = array("Q")
    for cells, line in _records(file, header):
        if line <= top[place].line:
            continue
        for row in body.rows(cells, line):
            lines.append(line)
            budget.rows(len(lines))
            for column, cell in zip(columns, row, strict=True):
                column.append(cell)  # type: ignore[arg-type]  # a row of text
    body.end()
    return _CsvCells(names, columns, lines)


def _head(file: SeparatedText, header: Header) -> list[LayoutRow]:
    try:
        top = read_head(file.text, file.separator)
    except csv.Error:
        top = []
        for cells, line in _records(file, header):  # the error is in the first lines, or is none
            if not all(map(is_missing, cells)):
                top.append(LayoutRow(cells, line, False))
                break
    if not top:
        raise _malformed(header, "is empty: its first row should name the columns", 1)
    return top


def _records(file: SeparatedText, header: Header) -> Iterator[tuple[Cells, int]]:
    line = 0
    try:
        for cells, line in read_records(file.text, file.separator):
            yield cells, line
    except csv.Error as error:
        raise _malformed(header, f"is not CSV: {error}", line + 1 + file.lines_before) from None


def _typed(
    read: _CsvCells, header: Header, form: FileForm, file: SeparatedText
) -> list[list[object]]:
    """The columns with the value of each cell; equal cells are read once."""
    distinct = [dict.fromkeys(column) for column in read.columns]
    mark = form.decimal
    if not mark:
        texts = [[cell for cell in cells if cell] for cells in distinct]
        try:
            mark = find_decimal_mark(texts, file.separator)
        except Undecided as error:
            raise _undecided(error, read, header, file) from None
    value = read_cell_with_comma if mark == "," else read_cell
    columns: list[list[object]] = []
    for column, cells in zip(read.columns, distinct, strict=True):
        values = {cell: value(cell) for cell in cells}
        columns.append([values[cell] for cell in column])
    return columns


def read_cell(cell: str | None) -> object:
    """The value of a cell; see the module."""
    if not cell:
        return None
    if _INTEGER.fullmatch(cell):
        return int(cell)
    if _DECIMAL.fullmatch(cell):
        # A double gives back any number of 15 digits exactly. Columns of floats are decoded whole,
        # which is why not everything is a Decimal; an exponent could leave the double's range.
        short = len(cell) <= _FLOAT_CHARACTERS and "e" not in cell and "E" not in cell
        return float(cell) if short else Decimal(cell)
    number = read_cell(cell.strip()) if cell[0].isspace() or cell[-1].isspace() else cell
    return cell if number is None or isinstance(number, str) else number


def read_cell_with_comma(cell: str | None) -> object:
    """The value of a cell of a file with decimal commas."""
    if not cell:
        return None
    pointed = rewrite_with_point(cell)
    return read_cell(pointed.replace("−", "-")) if is_plain(cell) else pointed


def _holds_separator(name: str) -> bool:
    return any(separator in name for separator in SEPARATORS)


def _advice(file: SeparatedText) -> str:
    """What else may be wrong with a row, where the file holds another separator as well."""
    others = [one for one in SEPARATORS if one != file.separator and one in file.text]
    if not others and file.separator in file.text.lstrip().partition("\n")[0]:
        return ""
    held = NAMES.get(file.separator, repr(file.separator))
    return f"; if its cells are not separated by {held}, name the separator (--csv-separator)"


def _undecided(
    error: Undecided, read: _CsvCells, header: Header, file: SeparatedText
) -> EvidenceMalformed:
    def where(found: MarkClue) -> str:
        name = read.names[found.column] or f"column_{found.column + 1}"
        return f"{found.cell!r:.60} in column {name!r:.80} (line {line(found)})"

    def line(found: MarkClue) -> int:
        return read.lines[read.columns[found.column].index(found.cell)] + file.lines_before

    first = error.cells[0]
    if len(error.cells) > 1:
        problem = f"has {where(first)} and {where(error.cells[1])}: its decimal mark is not clear"
    else:
        problem = f"has {where(first)}, which may be read as two different numbers"
    return _malformed(header, problem, 0, "; give . or , as the decimal mark (--csv-decimal)")


def _malformed(header: Header, problem: str, line: int, advice: str = "") -> EvidenceMalformed:
    place = {"line": line} if line else {}
    at = f" (line {line})" if line else ""
    return EvidenceMalformed(
        f"query result {header.query_id} {problem}{at}{advice}",
        query_id=header.query_id,
        format="csv",
        **place,
    )
