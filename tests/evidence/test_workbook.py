"""Excel workbooks: cells as Excel shows them, and nothing that a hostile one can make expensive."""

from __future__ import annotations

import datetime
import io
import re
import sys
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.errors import VerifydError
from sidecar.evidence import workbook
from sidecar.evidence.file_form import FOUND_OUT, FileForm
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

LIMITS = EvidenceLimits()
HEADER = Header(query_id="q")


def saved(book: Any) -> bytes:
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def made(*rows: Sequence[Any], change: Callable[[Any], None] = lambda _: None) -> bytes:
    """A workbook of one sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    change(sheet)
    return saved(book)


def rewritten(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """The workbook with the text of a part changed."""
    sink = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(sink, "w", 8) as new:
        for each in old.namelist():
            text = old.read(each)
            new.writestr(each, change(text) if each == part else text)
    return sink.getvalue()


def decode(data: bytes, sheet: str = "", **limits: int) -> Table:
    form = FileForm(sheet=sheet) if sheet else FOUND_OUT
    return workbook.decode_workbook(data, HEADER, LIMITS.changed(**limits), form, lambda _: None)


def refused(data: bytes, sheet: str = "", **limits: int) -> VerifydError:
    with pytest.raises(VerifydError) as caught:
        decode(data, sheet, **limits)
    return caught.value


def column(table: Table, place: int) -> list[object]:
    return list(table.data[place])


def test_values_of_every_kind() -> None:
    day = datetime.date(2024, 4, 24)
    moment = datetime.datetime.fromisoformat("2024-04-24T13:30")
    rows: list[list[Any]] = [
        ["North", 1234, 12.5, True, day, moment],
        ["South", None, -0.1, False, day, None],
    ]
    table = decode(made(["region", "staff", 2024, "open", "since", "seen"], *rows))
    assert [one.name for one in table.columns] == [
        "region",
        "staff",
        "2024",
        "open",
        "since",
        "seen",
    ]
    assert [column(table, place) for place in range(6)] == [
        list(each) for each in zip(*rows, strict=True)
    ]
    assert type(table.data[4][0]) is datetime.date


def test_a_percentage_is_what_its_reader_sees() -> None:
    def change(sheet: Any) -> None:
        for place, form in enumerate(["0%", "0.00%", "[Red]-0.0%", '0.0"%"'], 2):
            sheet.cell(place, 2).number_format = form

    data = made(["a", "share"], ["x", 0.125], ["y", 1], ["z", -0.07], ["w", 12.5], change=change)
    assert column(decode(data), 1) == ["12.5%", "100%", "-7%", 12.5]


def test_formulas_have_the_values_that_were_saved() -> None:
    data = made(["a", "b"], [1, "=A2*2"], [3, "=A3*2"])
    error = refused(data)
    assert "the formula in cell B2 of sheet 'Sheet' has no value: open" in str(error)
    assert error.metadata["cell"] == "B2"

    def computed(text: bytes) -> bytes:
        return re.sub(rb"<f>A(\d)\*2</f><v ?/?>(</v>)?", rb"<f>A\1*2</f><v>\g<1>4.5</v>", text)

    with_values = rewritten(data, "xl/worksheets/sheet1.xml", computed)
    assert column(decode(with_values), 1) == [24.5, 34.5]


def test_errors_are_empty_and_told() -> None:
    def change(text: bytes) -> bytes:
        return text.replace(b'<c r="B2" t="n"><v>7</v></c>', b'<c r="B2" t="e"><v>#NUM!</v></c>')

    data = rewritten(made(["a", "b"], ["x", 7], ["y", 8]), "xl/worksheets/sheet1.xml", change)
    told: list[str] = []
    table = workbook.decode_workbook(data, HEADER, LIMITS, FOUND_OUT, told.append)
    assert column(table, 1) == [None, 8]
    assert told == ["a cell holds an error such as #DIV/0!: read as empty"]


def test_merged_labels_are_those_of_every_row_and_merged_numbers_of_one() -> None:
    def change(sheet: Any) -> None:
        sheet.merge_cells("A2:A3")
        sheet.merge_cells("C2:C3")

    rows: list[list[Any]] = [["North", 2022, 500], [None, 2023, None], ["South", 2022, 70]]
    table = decode(made(["region", "year", "total"], *rows, change=change))
    assert column(table, 0) == ["North", "North", "South"]
    assert column(table, 2) == [500, None, 70]


def test_titles_and_notes_are_no_rows() -> None:
    rows: list[list[Any]] = [
        ["Staff by region"],
        [],
        ["region", "staff"],
        ["North", 12],
        ["South", 9],
    ]
    notes: list[list[Any]] = [[], ["Source: the register of staff"], ["(1) full time"]]
    told: list[str] = []
    table = workbook.decode_workbook(made(*rows, *notes), HEADER, LIMITS, FOUND_OUT, told.append)
    assert (column(table, 0), column(table, 1)) == (["North", "South"], [12, 9])
    assert told == [
        "line 1 is above the table: not read as data",
        "lines 7 to 8 are below the table: not read as data",
        "a row of empty cells below the table: not read as data",
    ]


def test_a_title_across_the_columns_may_touch_the_header() -> None:
    rows: list[list[Any]] = [["Staff 2023", None], ["region", "staff"], ["North", 12], ["South", 9]]
    assert "has one name above a row of several" in str(refused(made(*rows)))
    table = decode(made(*rows, change=lambda sheet: sheet.merge_cells("A1:B1")))
    assert (column(table, 0), column(table, 1)) == (["North", "South"], [12, 9])


def test_a_header_of_two_rows_is_refused() -> None:
    def change(sheet: Any) -> None:
        sheet.merge_cells("A1:A2")
        sheet.merge_cells("B1:C1")

    rows: list[list[Any]] = [["region", 2022, None], [None, "men", "women"], ["North", 1, 2]]
    assert "has a header of two rows" in str(refused(made(*rows, change=change)))


def several() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Staff"
    book.active.append(["a", "b"])
    book.active.append([1, 2])
    for name, state in [("Pay", "visible"), ("Old", "hidden")]:
        sheet = book.create_sheet(name)
        sheet.append([name, "x"])
        sheet.append([3, 4])
        sheet.sheet_state = state
    book.create_sheet("Empty")
    return saved(book)


SEVERAL = several()


def test_of_several_sheets_one_is_named() -> None:
    told = "it has several sheets: name one of 'Staff', 'Pay', 'Old', 'Empty' (--sheet)"
    assert told in str(refused(SEVERAL))
    assert decode(SEVERAL, "pay").columns[0].name == "Pay"
    assert decode(SEVERAL, "Old").columns[0].name == "Old"
    listed = "it has no sheet 'Wages'; its sheets are 'Staff', 'Pay', 'Old', 'Empty'"
    assert listed in str(refused(SEVERAL, "Wages"))
    assert "is empty" in str(refused(SEVERAL, "Empty"))


def test_the_only_sheet_that_shows_cells_needs_no_name() -> None:
    book = openpyxl.load_workbook(io.BytesIO(SEVERAL))
    del book["Pay"]
    assert decode(saved(book)).columns[0].name == "a"


def test_what_is_no_workbook_is_refused() -> None:
    for data in (b"", b"region,staff\n", SEVERAL[:2000], b"PK\x03\x04" + bytes(100)):
        error = refused(data)
        assert error.reason == "EVIDENCE_MALFORMED"
        assert "is not a readable workbook" in str(error)


def test_a_small_file_that_unpacks_to_much_is_refused_before_it_is_unpacked() -> None:
    def blown(text: bytes) -> bytes:
        return text.replace(b"</sheetData>", b"</sheetData><!--" + b" " * 50_000_000 + b"-->")

    data = rewritten(made(["a"], [1]), "xl/worksheets/sheet1.xml", blown)
    assert len(data) < 100_000
    error = refused(data, max_decoded_bytes=10_000_000)
    assert error.metadata["limit"] == "max_decoded_bytes"


def test_a_part_that_unpacks_to_more_than_it_declares_is_refused() -> None:
    def blown(text: bytes) -> bytes:
        return text + b" " * 1_000_000

    data = rewritten(made(["a"], [1]), "xl/worksheets/sheet1.xml", blown)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    lying = data.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert lying != data
    assert "is not a readable workbook" in str(refused(lying))


@pytest.mark.parametrize(
    "begin",
    [
        b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>',
        b'<!DOCTYPE x SYSTEM "file:///etc/hostname">',
    ],
)
@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml"])
def test_entities_are_refused(begin: bytes, part: str) -> None:
    def change(text: bytes) -> bytes:
        at = text.index(b"?>") + 2 if text.startswith(b"<?xml") else 0
        return text[:at] + begin + text[at:]

    data = rewritten(made(["a"], [1]), part, change)
    assert f"its part {part} is not plain XML" in str(refused(data))


def test_a_cell_far_away_does_not_make_a_large_table() -> None:
    def far(sheet: Any) -> None:
        sheet["XFD3"] = 1

    assert refused(made(["a", "b"], [1, 2], change=far)).metadata["limit"] == "max_columns"

    def deep(sheet: Any) -> None:
        sheet["A1000000"] = "x"

    data = made(["a", "b"], [1, 2], change=deep)
    assert refused(data, max_rows=1000).metadata["limit"] == "max_rows"


def rows_of(text: str) -> bytes:
    """A workbook whose only sheet has names in row 1 and this XML below."""

    def change(before: bytes) -> bytes:
        return before.replace(b"</sheetData>", text.encode() + b"</sheetData>")

    return rewritten(made(["a", "b"]), "xl/worksheets/sheet1.xml", change)


@pytest.mark.parametrize(
    "formula",
    [
        '<c r="A2"><v>1</v></c><c r="B2"><f>SUM(1,2)</f></c>',
        "<c r='A2'><v>1</v></c><c r='B2'><f>SUM(1,2)</f></c>",
        "<c><v>1</v></c><c><f>SUM(1,2)</f><v/></c>",
        '<c r="A2"><v>1</v></c><c r="B2"><v/><f>SUM(1,2)</f></c>',
        '<c r="A2"><v>1</v></c><c r="B2"><f>SUM(1,2)</f><!-- --><v></v></c>',
        '<c r="A2"><v>1</v></c><c r="B2" t="str"><f>SUM(1,2)</f></c>',
    ],
)
def test_a_formula_without_a_value_is_refused_however_it_is_written(formula: str) -> None:
    assert "the formula in cell B2" in str(refused(rows_of(f"<row>{formula}</row>")))


def test_a_formula_whose_value_is_an_empty_text_is_missing() -> None:
    cells = '<c r="A2"><v>1</v></c><c r="B2" t="str"><f>IF(A2,"",3)</f><v></v></c>'
    assert column(decode(rows_of(f'<row r="2">{cells}</row>')), 1) == [None]


@pytest.mark.parametrize(
    "text",
    [
        '<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
        '<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
        '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>2</v></c></row>',
        '<row r="2"><c r="B2"><v>1</v></c><c r="B2"><v>2</v></c></row>',
    ],
)
def test_rows_and_cells_out_of_order_are_refused_and_not_left_out(text: str) -> None:
    assert "are not in their order" in str(refused(rows_of(text)))


def test_a_few_cells_do_not_stand_for_a_large_table() -> None:
    names = [f"name {place}" for place in range(250)]

    def deep(sheet: Any) -> None:
        sheet["A5000"] = "x"

    data = made(names, change=deep)
    error = refused(data, max_decoded_bytes=8_000_000)
    assert error.metadata["limit"] == "max_decoded_bytes"
    empty = "".join(f'<row r="{row}"><c r="XFD{row}"/></row>' for row in range(2, 80))
    error = refused(rows_of(empty), max_decoded_bytes=8_000_000)
    assert error.metadata["limit"] == "max_decoded_bytes"


def test_entities_of_a_sheet_with_another_name_are_refused() -> None:
    data = made(["a"], [1])
    sink = io.BytesIO()
    begin = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(sink, "w", 8) as new:
        for each in old.namelist():
            text = old.read(each).replace(b"sheet1.xml", b"sheet1.png")
            if "sheet1" in each:
                text = f"{begin}{text.decode()}".encode("utf-16")
            new.writestr(each.replace("sheet1.xml", "sheet1.png"), text)
    assert "xl/worksheets/sheet1.png is not plain XML" in str(refused(sink.getvalue()))


def test_the_language_of_a_format_of_dates_is_no_time() -> None:
    def change(sheet: Any) -> None:
        sheet["A2"].number_format = "[$-en-US]d-mmm;@"

    day = datetime.datetime.fromisoformat("2024-04-24")
    table = decode(made(["since", "staff"], [day, 1], change=change))
    assert column(table, 0) == [datetime.date(2024, 4, 24)]


def test_limits_hold() -> None:
    data = made(["a"], *([n] for n in range(50)))
    assert refused(data, max_rows=49).metadata["limit"] == "max_rows"
    assert decode(data, max_rows=50).row_count == 50


def test_without_openpyxl_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    error = refused(SEVERAL)
    assert error.reason == "EVIDENCE_FORMAT_UNAVAILABLE"
    assert "install verifyd-sidecar[excel]" in str(error)


WORDS = st.text(st.sampled_from("abcXYZ äß€-"), min_size=1, max_size=12).filter(
    lambda word: bool(word.strip()) and word[0].isalpha()
)
FLOATS = st.floats(-1e9, 1e9).map(lambda value: float(f"{value:.12g}"))  # as openpyxl writes them
CELLS = st.none() | st.integers(-(10**15), 10**15) | FLOATS | WORDS | st.booleans()
ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(CELLS, min_size=width, max_size=width).filter(
            lambda row: None not in (row[0], row[-1])
        ),
        min_size=1,
        max_size=6,
    )
)


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_what_was_saved_is_read(rows: list[list[Any]]) -> None:
    names = [f"name {place}" for place in range(len(rows[0]))]
    table = decode(made(names, *rows))
    read = [list(values) for values in zip(*table.data, strict=True)]
    assert [one.name for one in table.columns] == names
    kinds = [[isinstance(cell, bool) for cell in row] for row in read]
    assert (read, kinds) == (rows, [[isinstance(cell, bool) for cell in row] for row in rows])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(SEVERAL)
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        decode(bytes(whole), "Staff")
    except VerifydError as error:
        assert error.reason in {"EVIDENCE_MALFORMED", "EVIDENCE_TOO_LARGE"}  # noqa: PT017
