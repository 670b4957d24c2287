"""Query results from Excel workbooks (.xlsx): the cells of one sheet as Excel shows them.

    a formula              the value that was computed when the file was saved; without one, refused
    a date                 a date, or a date and time, by the format of the cell
    a percentage           the text "12.5%"
    an error (#DIV/0!)     nothing, and a notice
    merged cells           text and dates in every row of the range; a number in its first cell only

Read with openpyxl, row by row, so that a cell far away does not make a large table. Titles above
the table and notes below it are distinguished as in CSV (see ``table_layout``).
"""

from __future__ import annotations

import importlib
import io
import re
import warnings
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sidecar.errors import VerifydError
from sidecar.evidence import tables, workbook_archive
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceFormatUnavailable
from sidecar.evidence.file_form import FileForm, Notice
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.table_layout import (
    LayoutRow,
    RaggedRow,
    TableBody,
    drop_empty_end,
    find_header,
    is_missing,
    report_numbers,
    report_titles,
)
from sidecar.evidence.workbook_archive import malformed_workbook
from sidecar.model.evidence import EXACT, Column, Table

_LITERALS = re.compile(r'"[^"]*"|\\.|\[\$[^\]]*\]')  # in the format of a number, or a language
_RANGE = re.compile(r"([A-Z]+)(\d+):([A-Z]+)(\d+)")
_PLACE_BYTES = 16  # of a cell, empty or not, in its row and in its column
_LOOKED_AT = 200  # rows among which the header is


class _SheetRow(NamedTuple):
    """A row of a sheet with its number, from 1."""

    number: int
    cells: list[object]


def decode_workbook(
    data: bytes, header: Header, limits: EvidenceLimits, form: FileForm, notice: Notice
) -> Table:
    """Decode one sheet of a workbook.

    Raises:
        EvidenceFormatUnavailable: If openpyxl is not installed.
        EvidenceMalformed: If it is no workbook, if it has several sheets and none is named, if a
            formula has no value, or if the sheet is no table.
        EvidenceTooLarge: If a limit is passed.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    library = _library()
    budget = Budget(header, limits)
    workbook_archive.check_archive(data, budget)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions, which are not read
        try:
            book = library.load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
            sheet = _sheet(book, form.sheet, budget)
            lines = list(_lines(sheet, budget, notice))
            beside = workbook_archive.read_sheet(data, sheet._worksheet_path, header)
        except VerifydError:
            raise
        except Exception as error:  # the library raises whatever its own code does
            raise malformed_workbook(header, f"{type(error).__name__} in openpyxl") from None
    if beside.not_computed:
        problem = (
            f"the formula in cell {beside.not_computed} of sheet {sheet.title!r} has no value: open"
            " the file in a spreadsheet program and save it"
        )
        raise malformed_workbook(header, problem, cell=beside.not_computed)
    _fill_merged(lines, beside.merged)
    try:
        names, columns, count = _table(lines, _titles(beside.merged), notice)
    except RaggedRow as error:
        problem = f"sheet {sheet.title!r} {error.problem} (row {error.line})"
        raise malformed_workbook(header, problem, line=error.line) from None
    described = [Column(name=name) for name in names]
    return tables.build_table(described, columns, header, limits, row_count=count)


def _library() -> Any:
    try:
        return importlib.import_module("openpyxl")
    except ImportError:
        message = "reading Excel workbooks needs openpyxl: install verifyd-sidecar[excel]"
        raise EvidenceFormatUnavailable(message, format="xlsx") from None


def _sheet(book: Any, name: str, budget: Budget) -> Any:
    """The sheet of that name; without a name, the only one that is visible and has cells."""
    sheets = book.worksheets
    for sheet in sheets:
        sheet.reset_dimensions()  # which the file only claims
    listed = ", ".join(repr(sheet.title) for sheet in sheets)
    if name:
        wanted = name.strip().casefold()
        found = [sheet for sheet in sheets if sheet.title.strip().casefold() == wanted]
        problem = f"it has no sheet {name!r}; its sheets are {listed}"
    else:
        visible = [sheet for sheet in sheets if sheet.sheet_state == "visible"]
        found = [sheet for sheet in visible if _has_cells(sheet, budget)]
        problem = f"it has several sheets: name one of {listed} (--sheet)"
        if not found:
            problem = f"no visible sheet has cells; its sheets are {listed}"
    if len(found) != 1:
        raise malformed_workbook(budget.header, problem)
    return found[0]


def _has_cells(sheet: Any, budget: Budget) -> bool:
    return any(cell.value is not None for row in _rows(sheet, budget) for cell in row)


def _rows(sheet: Any, budget: Budget) -> Iterator[Sequence[Any]]:
    """The rows as the library has them: an empty cell far away makes a wide one."""
    count = 0
    for row in sheet.iter_rows():
        count += len(row)
        budget.needs(count * _PLACE_BYTES)
        yield row


def _lines(sheet: Any, budget: Budget, notice: Notice) -> Iterator[_SheetRow]:
    """The rows of a sheet, empty ones too, without the empty cells at their ends."""
    errors = widest = 0
    for number, row in enumerate(_rows(sheet, budget), 1):
        cells = [_value(cell) for cell in row]
        errors += sum(cell.data_type == "e" for cell in row)
        while cells and is_missing(cells[-1]):
            cells.pop()
        budget.columns(len(cells))
        budget.rows(number - 1)  # one row is the header
        widest = max(widest, len(cells))
        budget.needs(widest * number * _PLACE_BYTES)  # every row becomes as wide
        yield _SheetRow(number, cells)
    if errors:
        count = "a cell holds" if errors == 1 else f"{errors} cells hold"
        notice(f"{count} an error such as #DIV/0!: read as empty")


def _value(cell: Any) -> object:
    value = cell.value
    if value is None or cell.data_type == "e":
        return None
    if isinstance(value, datetime):
        return value if _shows_time(cell.number_format) else value.date()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _shown(value, cell.number_format)
    return value


def _shows_time(number_format: str) -> bool:
    return any(letter in _LITERALS.sub("", number_format).lower() for letter in "hs")


def _shown(value: int | float, number_format: str) -> object:
    """A number; as a percentage if its format says so, since 0.125 is 12.5% to every reader."""
    if "%" not in _LITERALS.sub("", number_format):
        return value
    share = Decimal(repr(value)).scaleb(2, EXACT)
    return f"{share.normalize(EXACT):f}%"


def _fill_merged(lines: Sequence[_SheetRow], merged: Sequence[str]) -> None:
    """Give text and dates of merged cells to every row of their range, in its first column."""
    for written in merged:
        found = _RANGE.fullmatch(written)
        if found is None:
            continue
        column = workbook_archive.parse_column(found[1]) - 1
        first, last = int(found[2]), min(int(found[4]), len(lines))
        if first >= last or column >= len(lines[first - 1].cells):
            continue
        value = lines[first - 1].cells[column]
        if not isinstance(value, str | date):
            continue
        for line in lines[first:last]:
            line.cells.extend([None] * (column + 1 - len(line.cells)))
            if line.cells[column] is not None:
                break  # the range is not merged, whatever the file says
            line.cells[column] = value


def _titles(merged: Sequence[str]) -> frozenset[int]:
    """The rows with a cell across several columns."""
    ranges = filter(None, map(_RANGE.fullmatch, merged))
    return frozenset(int(each[2]) for each in ranges if each[1] != each[3])


def _table(
    lines: Sequence[_SheetRow], titles: Collection[int], notice: Notice
) -> tuple[list[str], list[list[object]], int]:
    """Names of columns, their cells, and the number of rows.

    Args:
        lines: All rows of the sheet.
        titles: Rows that are titles if they have one cell: what is below is apart from them.
        notice: Receives a message about rows that are not read as data.
    """
    width = max((len(line.cells) for line in lines), default=0)
    top: list[LayoutRow] = []
    is_after_gap = False
    for line in lines:
        line.cells.extend([None] * (width - len(line.cells)))
        if all(map(is_missing, line.cells)):
            is_after_gap = True
        elif len(top) < _LOOKED_AT:
            top.append(LayoutRow(line.cells, line.number, is_after_gap))
            filled = sum(not is_missing(cell) for cell in line.cells)
            is_after_gap = filled == 1 and line.number in titles
    if not top:
        raise RaggedRow("is empty: its first row should name the columns", 1)
    place = find_header(top)
    report_titles(top, place, notice)
    names = [_name(cell) for cell in top[place].cells]
    report_numbers(names, notice)
    body = TableBody(names, notice)
    found: list[Sequence[object]] = []
    for line in lines[top[place].line :]:
        found.extend(body.rows(line.cells, line.number))
    body.end()
    columns = [[row[column] for row in found] for column in range(width)]
    drop_empty_end(names, columns)
    return names, columns, len(found)


def _name(cell: object) -> str:
    if cell is None:
        return ""
    return cell.isoformat() if isinstance(cell, date) else str(cell)
