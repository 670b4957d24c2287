"""Data files after the habits of publishers: read as they mean, or refused with what to do.

The files are made up; each has the layout, marks and notes of a publisher that is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest

from sidecar.cli.tables import DataFile, Description, read
from sidecar.evidence.file_form import parse_file_form
from sidecar.evidence.settings import EvidenceLimits

Run = Callable[..., Any]
FILES = Path(__file__).parents[1] / "evidence" / "files"


class Publisher(NamedTuple):
    """A file that is read.

    Attributes:
        file: Its name.
        columns: The names of its columns.
        rows: How many it has.
        cells: Some of them, by row and column.
        right: What agrees with it.
        wrong: What does not.
        options: Of the command line.
        notices: How many parts of it are not data.
    """

    file: str
    columns: list[str]
    rows: int
    cells: Mapping[tuple[int, int], object]
    right: str
    wrong: str
    options: Mapping[str, str] = {}
    notices: int = 0


READ = [
    # Eurostat: tabs, a key of several parts, flags behind values, ":" for what is missing.
    Publisher(
        "eurostat.tsv",
        ["freq,unit,geo\\TIME_PERIOD", "2021", "2022", "2023"],
        3,
        {(0, 0): "A,PC_ACT,BE", (0, 1): 7.1, (0, 2): "6.4 b", (1, 3): ": "},
        "In 2022 the rate of BE was 6.4.",
        "In 2022 the rate of BE was 5.9.",
    ),
    # World Bank: lines above the header, a separator at the end of each line.
    Publisher(
        "worldbank.csv",
        ["Country Name", "Country Code", "Indicator Name", "Indicator Code", "2021", "2022"],
        3,
        {(0, 2): "Population, total", (0, 5): 5457127, (1, 4): None},
        "In 2022 Norland had a population of 5,457,127.",
        "In 2022 Westmark had a population of 5,457,127.",
        notices=1,
    ),
    # US Census: thousands in quotes, margins of error, "(X)".
    Publisher(
        "census.csv",
        [
            "Geographic Area Name",
            "Total households",
            "Margin of error",
            "Median income ($)",
            "Share owner-occupied",
        ],
        3,
        {(1, 1): "4,127", (0, 2): "±412", (2, 3): "(X)", (0, 4): "71.3%"},
        "Brook County has 4,127 households.",
        "Clay County has 4,127 households.",
    ),
    # ONS: a title, a note about shorthand, a source; notes below; marks behind values.
    Publisher(
        "ons.csv",
        ["Region", "Employees (thousands)", "Change on year (%)"],
        3,
        {(0, 1): "1,234 [r]", (1, 2): -0.4, (2, 1): "[c]"},
        "Yorkshire has 2,487 thousand employees.",
        "North East has 2,487 thousand employees.",
        notices=2,
    ),
    # OECD: SDMX-CSV, one observation in a row.
    Publisher(
        "oecd.csv",
        [
            "STRUCTURE",
            "STRUCTURE_ID",
            "ACTION",
            "REF_AREA",
            "MEASURE",
            "UNIT_MEASURE",
            "TIME_PERIOD",
            "OBS_VALUE",
            "OBS_STATUS",
        ],
        3,
        {(0, 3): "AUT", (1, 6): 2022, (2, 7): 3.3},
        "In PRT the value was 6.1 in 2022.",
        "In AUT the value was 6.1 in 2022.",
    ),
    # Destatis: Latin-1, semicolons, decimal commas, points between thousands, a rule below.
    Publisher(
        "destatis.csv",
        ["Bundesland", "Beschäftigte", "Umsatz in Mio. EUR", "Veränderung in %"],
        3,
        {(0, 1): 12348, (1, 2): 5087.25, (1, 3): -1.2, (2, 3): "."},
        "Sachsen had an Umsatz of 5,087.25 Mio. EUR.",
        "Thüringen had an Umsatz of 5,087.25 Mio. EUR.",
        {"encoding": "latin-1"},
        2,
    ),
    # INE: the mark of UTF-8, semicolons, "1.204.551".
    Publisher(
        "ine.csv",
        ["Comunidades", "Periodo", "Viajeros", "Estancia media"],
        3,
        {(0, 0): "Andalucía", (0, 2): 1204551, (0, 3): 2.87, (2, 3): 2.1},
        "Aragón had 312,408 viajeros.",
        "Asturias had 312,408 viajeros.",
    ),
    # Statistics Canada: titles and names in two languages, numbered footnotes.
    Publisher(
        "statcan.csv",
        ["Geography / Géographie", "April 2024 / avril 2024", "May 2024 / mai 2024"],
        3,
        {(0, 1): "8,123.4", (1, 0): "Québec / Quebec", (2, 2): 714.8},
        "In May 2024 Manitoba was at 714.8.",
        "In May 2024 Ontario was at 714.8.",
        notices=2,
    ),
    # WHO: a value for display with its interval, beside the number.
    Publisher(
        "who.csv",
        ["IndicatorCode", "SpatialDim", "TimeDim", "Dim1", "Display Value", "NumericValue"],
        3,
        {(0, 4): "82.3 [81.9-82.7]", (1, 5): 64.77, (2, 4): "No data", (2, 5): None},
        "For Sudaria the value is 64.77.",
        "For Norland the value is 64.77.",
    ),
    # SEC: the series of one fact, as JSON with tabs and escapes.
    Publisher(
        "sec_series.json",
        ["end", "val", "fy", "note"],
        2,
        {(0, 1): 41270000, (0, 3): "\U0001f4c8 10-K", (1, 3): None},
        "In fiscal year 2023 val was 45,918,000.",
        "In fiscal year 2022 val was 45,918,000.",
    ),
    # pandas, DataFrame.to_csv: an index without a name.
    Publisher(
        "pandas_index.csv",
        ["column_1", "city", "visits", "share"],
        3,
        {(0, 0): 0, (1, 1): "Bergen", (2, 3): 0.008},
        "Bergen had 918 visits.",
        "Narvik had 918 visits.",
    ),
    # Excel, "Unicode text": UTF-16 with its mark, tabs.
    Publisher(
        "excel_unicode.csv",
        ["Branch", "Orders", "Revenue (£)"],
        3,
        {(0, 1): "1,234", (1, 2): "61,250.00"},
        "South had revenue of £61,250.",
        "North had revenue of £61,250.",
    ),
    # GitHub: JSON Lines with an empty line and rows of different keys.
    Publisher(
        "github.jsonl",
        ["repo", "stars", "open_issues", "license"],
        3,
        {(0, 1): 4127, (1, 3): None, (2, 2): 7},
        "beta/tools has 918 stars.",
        "gamma/web has 918 stars.",
    ),
    # BigQuery: JSON Lines in a file called .json, integers as strings.
    Publisher(
        "bigquery.json",
        ["station", "trips", "avg_minutes"],
        3,
        {(0, 1): "4127", (2, 2): 31.25},
        "Museum had 918 trips.",
        "Harbour had 918 trips.",
    ),
    # Kaggle: quoted separators, quotes and line feeds.
    Publisher(
        "kaggle.csv",
        ["Name", "Category", "Rating", "Reviews", "Price ($)"],
        3,
        {(0, 0): "Lamp, small", (1, 0): 'Desk "Pro"', (2, 0): "Chair\nfolding", (2, 2): None},
        "The Lamp, small has 1,204 reviews.",
        'The Desk "Pro" has 1,204 reviews.',
    ),
    # NOAA: comments above the header, with separators in them.
    Publisher(
        "noaa.csv",
        ["year", "month", "average"],
        3,
        {(0, 2): 422.8, (2, 1): 3},
        "In February 2024 the average was 424.55 ppm.",
        "In February 2024 the average was 464.55 ppm.",
        notices=1,
    ),
    # data.gov: capitals, amounts with a sign, a separator at the end of each line.
    Publisher(
        "datagov.csv",
        ["FACILITY", "CITY", "BEDS", "AVG CHARGE"],
        3,
        {(0, 3): "$14,127.50", (2, 3): None},
        "MERCY GENERAL has 412 beds.",
        "ST. BRIDE has 412 beds.",
    ),
    # FRED: "." for what is missing.
    Publisher(
        "fred.csv",
        ["observation_date", "UNRATE_X"],
        4,
        {(1, 1): 3.9, (2, 1): "."},
        "In February 2024 the rate was 3.9.",
        "In January 2024 the rate was 3.9.",
    ),
    # INSEE: semicolons, every cell in quotes, decimal points.
    Publisher(
        "insee.csv",
        ["Libellé", "Unité", "2023-T1", "2023-T2"],
        2,
        {(0, 2): 118.3, (0, 3): 121.75},
        "Pain was at 110.4 in 2023-T2.",
        "Tabac was at 110.4 in 2023-T2.",
    ),
    # CMS: vertical bars.
    Publisher(
        "cms.csv",
        ["PROVIDER", "STATE", "DISCHARGES", "AVG PAYMENT"],
        2,
        {(0, 2): 1204, (1, 3): 12918.75},
        "Hill Clinic had 305 discharges.",
        "Lake Clinic had 305 discharges.",
    ),
    # The Swiss statistical office: apostrophes between thousands.
    Publisher(
        "bfs.csv",
        ["Kanton", "Einwohner", "Fläche km2"],
        3,
        {(0, 1): "1'043'132", (2, 2): 238.7},
        "Zug had 128,794 Einwohner.",
        "Uri had 128,794 Einwohner.",
    ),
    # Statistics Sweden: no-break spaces between thousands, decimal commas.
    Publisher(
        "scb.csv",
        ["region", "befolkning", "andel"],
        3,
        {(0, 1): 249243, (1, 2): 0.6, (2, 1): 1414324},
        "Gotland had a befolkning of 61,029.",
        "Skåne had a befolkning of 61,029.",
    ),
    # IMF: tabs, "n/a" and "--".
    Publisher(
        "imf.tsv",
        ["Country", "Subject", "Units", "2022", "2023"],
        3,
        {(0, 3): "1,204.551", (1, 4): "n/a", (2, 3): "--", (2, 4): 9.185},
        "In 2023 Norland had 1,230.127.",
        "In 2022 Norland had 1,230.127.",
    ),
    # Two columns of one name each.
    Publisher(
        "duplicates.csv",
        ["team", "points", "points#2", "team#2"],
        2,
        {(0, 1): 41, (1, 2): 30},
        "Reds have 41 points.",
        "Blues have 41 points.",
    ),
    # A sheet that Excel saved as CSV: each line has all separators.
    Publisher(
        "padded.csv",
        ["Site", "2022", "2023", "Change"],
        2,
        {(0, 2): 4812, (1, 3): -41},
        "In 2023 Castle had 4,812 visitors.",
        "In 2023 Mill had 4,812 visitors.",
        notices=3,
    ),
    # Excel in a country of decimal commas: the first line names the separator.
    Publisher(
        "sep_line.csv",
        ["Produkt", "Preis"],
        2,
        {(0, 1): 3.49, (1, 1): 1.19},
        "The Preis of Brot is 3.49.",
        "The Preis of Milch is 3.49.",
    ),
    # What nothing in the file tells, and the caller does.
    Publisher(
        "ambiguous.csv",
        ["Werk", "Stück"],
        2,
        {(0, 1): 1.234, (1, 1): 2.087},
        "Nord has 1.234 Stück.",
        "Süd has 1.234 Stück.",
        {"csv_decimal": "comma"},
    ),
    Publisher(
        "ambiguous.csv",
        ["Werk", "Stück"],
        2,
        {(0, 1): "1,234", (1, 1): "2,087"},
        "Nord has 1,234 Stück.",
        "Süd has 1,234 Stück.",
        {"csv_decimal": "."},
    ),
    Publisher(
        "two_marks.csv",
        ["Werk", "Preis", "Version"],
        2,
        {(0, 1): 1.5, (1, 1): 2.75},
        "Süd has a Preis of 2.75.",
        "Nord has a Preis of 2.75.",
        {"csv_decimal": ","},
    ),
    Publisher(
        "two_separators.csv",
        ["name", "lat,lon"],
        2,
        {(0, 0): "A", (0, 1): 1.2},
        "The lat,lon of B is 3.4.",
        "The lat,lon of A is 3.4.",
        {"csv_separator": "semicolon"},
    ),
]

REFUSED = [
    ("destatis.csv", "is not UTF-8 (line 2); name its encoding, such as cp1252 or latin-1"),
    ("utf16_no_mark.csv", "looks like UTF-16 without a mark; name its encoding"),
    ("ambiguous.csv", "has '1,234' in column 'Stück' (line 2), which may be read as two"),
    (
        "two_marks.csv",
        "has '1,5' in column 'Preis' (line 2) and '3.11' in column 'Version' (line 2)",
    ),
    ("two_separators.csv", "may be separated by a comma (2 columns) or a semicolon (2 columns)"),
    ("one_column.csv", "has one column only, named 'a;b;c' (line 1); name the separator"),
    ("title_touches.csv", "has one name above a row of several: if it is a title, delete it"),
    ("two_rows_header.csv", "has a header of two rows: write the whole name of each column"),
    ("ragged.csv", "has 3 cells in a row, and 2 columns (line 3)"),
    ("broken.json", "Expecting value (line 3, column 32)"),
    ("broken.jsonl", "Expecting ':' delimiter (line 2, column 29)"),
    ("sec_facts.json", "arrays of objects stand at /facts/us-gaap/Revenues/units/USD"),
    ("worldbank_api.json", "row 1 differs from the others or from the columns"),
]


def options(said: Mapping[str, str]) -> list[str]:
    return [word for name, value in said.items() for word in (f"--{name.replace('_', '-')}", value)]


def called(each: Publisher) -> str:
    return "-".join([each.file, *each.options.values()])


@pytest.mark.parametrize("each", READ, ids=called)
def test_a_publishers_file_is_read(each: Publisher) -> None:
    notices: list[str] = []
    file = DataFile("q", FILES / each.file)
    form = parse_file_form(each.options)
    table, _ = read(file, Description(), EvidenceLimits(), form, notices.append)
    assert [column.name for column in table.columns] == each.columns
    assert table.row_count == each.rows
    for (row, column), wanted in each.cells.items():
        cell = table.data[column][row]
        assert (type(cell), cell) == (type(wanted), wanted)
    assert len(notices) == each.notices, notices


@pytest.mark.parametrize("each", READ, ids=called)
def test_a_right_and_a_wrong_sentence_about_a_publishers_file(
    verifyd: Run, write: Callable[[str, str], Path], each: Publisher
) -> None:
    data = ["--data", FILES / each.file, *options(each.options), "--check", "numeric"]
    ran = verifyd("check", write("right.md", each.right), *data)
    assert (ran.status, "**Status**: PASS" in ran.out) == (0, True), ran.out
    assert ran.err.count("not read as data") == each.notices
    ran = verifyd("check", write("wrong.md", each.wrong), *data)
    assert "**Status**: PASS" not in ran.out
    assert "WRONG_" in ran.out or "CLAIM_NOT_FOUND" in ran.out


@pytest.mark.parametrize(("file", "told"), REFUSED)
def test_a_file_that_cannot_be_read_for_sure_is_refused(
    verifyd: Run, write: Callable[[str, str], Path], file: str, told: str
) -> None:
    narrative = write("n.md", "There were 4,127 of them.")
    ran = verifyd("check", narrative, "--data", FILES / file)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"verifyd check: {FILES / file}: query result ")
    assert told in ran.err
    assert ran.err.endswith("[EVIDENCE_MALFORMED]\n")


def workbook(path: Path) -> Path:
    """A workbook as statistical offices publish them: a cover, notes, two tables."""
    book = openpyxl.Workbook()
    book.active.title = "Cover"
    book.active["A1"] = "Staff and pay, made up"
    staff = book.create_sheet("Table 1")
    for row in (
        ["Table 1: Staff by region and year"],
        [],
        ["Region", "Year", "Staff", "Share of women"],
        ["North", 2022, 1234, 0.415],
        [None, 2023, 1301, 0.42],
        ["South", 2022, 918, 0.503],
        [None, 2023, 905, 0.51],
        [],
        ["Source: the register of staff"],
    ):
        staff.append(row)
    staff.merge_cells("A1:D1")
    for merged in ("A4:A5", "A6:A7"):
        staff.merge_cells(merged)
    for number in range(4, 8):
        staff.cell(number, 4).number_format = "0.0%"
    pay = book.create_sheet("Table 2")
    pay.append(["Region", "Pay"])
    pay.append(["North", 2087.5])
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("sheet", "sentence", "is_right"),
    [
        ("Table 1", "In 2023 the North had 1,301 staff.", True),
        ("Table 1", "In 2023 the South had 1,301 staff.", False),
        ("Table 1", "In 2022 the share of women in the South was 50.3%.", True),
        ("Table 1", "In 2022 the share of women in the South was 41.5%.", False),
        ("table 2", "The pay in the North is 2,087.50.", True),
        ("Table 2", "The pay in the North is 1,301.", False),
    ],
)
def test_a_sheet_of_a_workbook(
    verifyd: Run,
    write: Callable[[str, str], Path],
    tmp_path: Path,
    sheet: str,
    sentence: str,
    is_right: bool,
) -> None:
    data = workbook(tmp_path / "staff.xlsx")
    ran = verifyd("check", write("n.md", sentence), "--data", data, "--sheet", sheet)
    assert ("**Status**: PASS" in ran.out) == is_right, ran.out


def test_two_sheets_of_a_workbook_are_two_query_results(
    verifyd: Run, write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    data = workbook(tmp_path / "staff.xlsx")
    sentence = "In 2023 the North had 1,301 staff. The pay in the North is 2,087.50."
    ran = verifyd("check", write("n.md", sentence), "--data", f"a={data}", f"b={data}")
    assert "has several sheets: name one of 'Cover', 'Table 1', 'Table 2' (--sheet)" in ran.err
    named = ["--sheet", "a=Table 1", "--sheet", "b=Table 2"]
    ran = verifyd("check", write("n.md", sentence), "--data", f"a={data}", f"b={data}", *named)
    assert "**Status**: PASS" in ran.out


def test_options_are_for_all_files_or_for_one(
    verifyd: Run, write: Callable[[str, str], Path]
) -> None:
    narrative = write("n.md", "Nord has 1.234 Stück. Süd has a Preis of 2.75.")
    files = ["--data", f"a={FILES / 'ambiguous.csv'}", FILES / "two_marks.csv"]
    ran = verifyd("check", narrative, *files, "--csv-decimal", "a=comma")
    assert "query result two_marks has '1,5'" in ran.err
    ran = verifyd("check", narrative, *files, "--csv-decimal", ",")
    assert (ran.status, ran.err) == (0, "")
    ran = verifyd("check", narrative, *files, "--csv-decimal", "a=.", "--csv-decimal", ",")
    assert "**Status**: PASS" not in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ["--sheet", "Staff"],
        ["--csv-decimal", "rows=comma"],
        ["--csv-separator", "rows=;"],
        ["--sheet", "two_marks=Staff", "--csv-decimal", ","],
    ],
)
def test_an_option_that_applies_to_no_file_is_refused(
    verifyd: Run, write: Callable[[str, str], Path], words: list[str]
) -> None:
    rows = write("rows.json", '[{"a": "Nord", "b": 1}]')
    files = ["--data", rows, FILES / "two_marks.csv"]
    ran = verifyd("check", write("n.md", "Nord has 1."), *files, *words)
    assert ran.status == 2
    assert f"{words[0]} applies to ." in ran.err
    assert "[OPTION_INVALID]" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--csv-separator", "ab"], "'ab' is not a separator: give one character, or comma,"),
        (["--csv-decimal", ";"], "';' is not a decimal mark: give . or , (point or comma)"),
        (["--encoding", "rot13"], "'rot13' is not an encoding of text"),
        (["--encoding", "unicode_escape"], "'unicode_escape' is not an encoding of text"),
        (["--encoding", "\0"], "is not an encoding of text"),
    ],
)
def test_values_that_no_file_has_are_refused(
    verifyd: Run, write: Callable[[str, str], Path], words: list[str], told: str
) -> None:
    ran = verifyd("check", write("n.md", "x 1"), "--data", FILES / "cms.csv", *words)
    assert ran.status == 2
    assert told in ran.err
    assert "[OPTION_INVALID]" in ran.err
