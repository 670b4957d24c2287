"""CSV cells keep what was written."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sidecar.errors import VerifydError
from sidecar.evidence import csv_rows
from sidecar.evidence.csv_dialect import rewrite_with_point
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.file_form import SEPARATORS, FileForm
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

LIMITS = EvidenceLimits()


def decode(content: str | bytes, **limits: int) -> Table:
    data = content.encode() if isinstance(content, str) else content
    return csv_rows.decode_csv(data, Header(query_id="q"), LIMITS.changed(**limits))


def refused(content: str | bytes, **limits: int) -> VerifydError:
    with pytest.raises(VerifydError) as caught:
        decode(content, **limits)
    return caught.value


def cell(written: str) -> object:
    """The value of one cell, in a column of its own beside one that makes the row a row."""
    quoted = '"' + written.replace('"', '""') + '"'
    return decode(f"a,b\n{quoted},x\n").data[0][0]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("12.5", 12.5),
        (".5", 0.5),
        ("9007199254740993", 9007199254740993),  # past 2**53
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0.1234567890123456789", Decimal("0.1234567890123456789")),  # a double would round it
        ("1e3", Decimal("1e3")),
        ("1E-7", Decimal("1E-7")),
        ("", None),
        ("007", "007"),  # a code, not seven
        (" 12", 12),
        ("12.5 \t", 12.5),
        ("  ", "  "),
        (" x ", " x "),
        ("1,234", "1,234"),
        ("12 %", "12 %"),
        ("+5", "+5"),
        ("-", "-"),
        (".", "."),
        ("5.", "5."),
        ("e5", "e5"),
        ("1e400", "1e400"),  # a double would make it infinite
        ("NaN", "NaN"),
        ("inf", "inf"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),  # int() would take it
        ("١٢", "١٢"),  # so would int() take Arabic digits
        ("true", "true"),
        ("2024-04-24", "2024-04-24"),
        ("9" * 5000, "9" * 5000),  # int() refuses more than 4300 digits
    ],
)
def test_cells(written: str, wanted: object) -> None:
    value = cell(written)
    assert value == wanted
    assert type(value) is type(wanted)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12)))
@example(Decimal("0.1"))
@example(Decimal("12.10"))
@example(Decimal("99999999999999.9"))  # 15 digits in 16 characters
def test_the_exact_value_survives(value: Decimal) -> None:
    (cells,) = decode(f"a\n{value:f}\n").cells
    assert cells.exact(0) == value


def test_columns_may_mix_numbers_and_text() -> None:
    # A late "n/a" must not turn the numbers before it into something else.
    table = decode("a\n1\n2.5\nn/a\n")
    assert list(table.data[0]) == [1, 2.5, "n/a"]
    assert table.cells[0].rows.tolist() == [0, 1]


def test_a_header_alone_is_an_empty_table() -> None:
    table = decode("a,b\n")
    assert (table.row_count, [column.name for column in table.columns]) == (0, ["a", "b"])


def test_quoted_line_feeds_belong_to_the_cell() -> None:
    assert decode('a,b\n"x\ny",1\n').data[0][0] == "x\ny"


def test_empty_lines_are_no_rows() -> None:
    assert decode("a\n1\n\n2\n\n").row_count == 2


def test_repeated_names_stay_apart() -> None:
    assert [column.name for column in decode("a,a\n1,2\n").columns] == ["a", "a#2"]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("", "1", "is empty"),
        ("a,b\n1,2\n3\n", "3", "1 cells in a row, and 2 columns"),
        ("a\n1,2\n", "2", "2 cells in a row, and 1 columns"),
        (b"a\n1\n\xff\n", "3", "is not UTF-8"),
        ('a,b\n1,"2\n', "2", "is not CSV"),
        ('a\n"x"y\n', "2", "is not CSV"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(
    content: str | bytes, line: str, words: str
) -> None:
    error = refused(content)
    assert error.reason == "EVIDENCE_MALFORMED"
    assert error.metadata["line"] == line
    assert words in str(error)


def test_limits_hold_while_reading() -> None:
    assert refused("a\n1\n2\n3\n", max_rows=2).metadata["limit"] == "max_rows"
    assert refused("a,b,c\n", max_columns=2).metadata["limit"] == "max_columns"


@given(st.text(alphabet='ab,;|#:"\n\r\t1.e-é \x00', max_size=60))
def test_any_text_is_a_table_or_refused(content: str) -> None:
    try:
        table = decode(content)
    except EvidenceMalformed:
        return
    assert all(len(column) == table.row_count for column in table.data)


def test_a_byte_order_mark_is_no_part_of_the_first_name() -> None:
    assert decode(b"\xef\xbb\xbfa\n1\n").columns[0].name == "a"


def test_reading_stops_at_the_limit() -> None:
    # The broken row comes later: whoever reads on would stumble over it.
    assert refused("a\n1\n2\n3\n4,5\n", max_rows=2).reason == "EVIDENCE_TOO_LARGE"


# Forms of files: whatever is found out is what was written, or the file is refused.

WORDS = st.text(st.sampled_from("abc XYZ-.éß"), min_size=1, max_size=8).filter(
    lambda word: word == word.strip() and word[0].isalpha()
)
VALUES = st.none() | st.integers(-(10**9), 10**9) | st.decimals(-9999, 9999, places=2) | WORDS
TABLES = st.integers(2, 4).flatmap(
    lambda width: st.tuples(
        st.lists(WORDS, min_size=width, max_size=width, unique=True),
        st.lists(
            st.lists(VALUES, min_size=width, max_size=width).filter(
                lambda row: None not in (row[0], row[-1])
            ),
            min_size=1,
            max_size=6,
        ),
    ).filter(lambda table: table[0] not in table[1])
)
SEPARATED = st.sampled_from(SEPARATORS)


def written(names: list[str], table: list[list[object]], separator: str, mark: str = ".") -> str:
    def cell(value: object) -> object:
        if not isinstance(value, Decimal) or not value:
            return value
        grouped = f"{value:,.2f}" if mark == "," else f"{value:.2f}"
        return grouped.translate(str.maketrans(",.", ".,")) if mark == "," else grouped

    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=separator, lineterminator="\n")
    writer.writerows([names, *([cell(value) for value in row] for row in table)])
    return sink.getvalue()


def content(table: Table) -> list[list[object]]:
    return [list(values) for values in zip(*table.data, strict=True)]


def decoded(text: str | bytes, **said: str) -> tuple[Table, list[str]]:
    data = text.encode() if isinstance(text, str) else text
    notices: list[str] = []
    form = FileForm(**said)
    return csv_rows.decode_csv(data, Header(query_id="q"), LIMITS, form, notices.append), notices


def decoded_or_refused(text: str | bytes, **said: str) -> tuple[Table, list[str]] | None:
    try:
        return decoded(text, **said)
    except EvidenceMalformed as error:
        if "(--csv-" not in str(error):  # it says what to give
            raise
        return None


@settings(deadline=None)
@given(TABLES, SEPARATED)
def test_a_separator_that_is_found_out_is_the_one_that_was_written(
    table: tuple[list[str], list[list[object]]], separator: str
) -> None:
    text = written(*table, separator)
    given_one, _ = decoded(text, separator=separator, decimal=".")
    found = decoded_or_refused(text, decimal=".")
    if found is not None:
        assert content(found[0]) == content(given_one)
        assert [one.name for one in found[0].columns] == table[0]


@settings(deadline=None)
@given(TABLES, st.sampled_from(";\t|"), st.sampled_from(",."))
def test_decimal_marks_are_those_that_were_written(
    table: tuple[list[str], list[list[object]]], separator: str, mark: str
) -> None:
    wanted = [
        [float(value) if isinstance(value, Decimal) else value for value in row] for row in table[1]
    ]
    text = written(*table, separator, mark)
    read, _ = decoded(text, separator=separator, decimal=mark)
    assert content(read) == wanted
    found = decoded_or_refused(text)
    if found is not None:
        assert content(found[0]) == wanted


@settings(deadline=None)
@given(TABLES, SEPARATED, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_encodings_are_told_by_their_marks(
    table: tuple[list[str], list[list[object]]], separator: str, encoding: str
) -> None:
    text = written(*table, separator)
    read, _ = decoded(text.encode(encoding), separator=separator, decimal=".")
    assert content(read) == content(decoded(text, separator=separator, decimal=".")[0])


@settings(deadline=None)
@given(TABLES, SEPARATED, st.booleans(), st.booleans())
def test_titles_and_notes_do_not_change_a_table(
    table: tuple[list[str], list[list[object]]], separator: str, above: bool, below: bool
) -> None:
    text = written(*table, separator)
    plain, none = decoded(text, separator=separator, decimal=".")
    assert none == []
    title = "Staff of all regions by year\nUnit: persons\n\n" if above else ""
    note = "\nSource: register of staff\n(1) Estimates of the office itself.\n" if below else ""
    read, notices = decoded(title + text + note, separator=separator, decimal=".")
    assert content(read) == content(plain)
    assert len(notices) == above + below


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("3\n", "has 1 cells in a row, and 2 columns (line 3)"),  # a file that was cut off
        ("North\n", "has 1 cells in a row, and 2 columns (line 3)"),
        ("3,4,5\n", "has 3 cells in a row, and 2 columns (line 3)"),
        ("Note: x\n1,2\n", "has 1 cells in a row, and 2 columns (line 3)"),  # rows go on below it
        ("\n3\n", "has 1 cells in a row, and 2 columns (line 4)"),  # no letter in it
    ],
)
def test_a_row_that_might_be_data_is_no_note(last: str, told: str) -> None:
    assert told in str(refused(f"a,b\n1,2\n{last}"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("region,staff\nN,1\n\nregion,pay\nN,2\n", "repeats names of its header: a file holds one"),
        ("region,staff\nN,1\nregion,staff\nS,2\n", "repeats names of its header: a file holds one"),
        ("region,staff,pay\n,persons,EUR\nN,1,2\n", "has a row of units or years below its"),
        ("region,staff,staff\n,2022,2023\nN,1,2\n", "has a row of units or years below its"),
        ("region,2022,\n,men,women\nN,1,2\n", "has a header of two rows"),
        ("region,2022,\nregion,men,women\nN,1,2\n", "has a header of two rows"),
        ("wert\n1,5\n", "if its cells are not separated by a comma, name the separator"),
        ("<html>\n<body>\n", "is HTML or XML, not CSV"),
        ("PK\x03\x04", "is a workbook, not CSV: rename it to .xlsx"),
    ],
)
def test_what_is_more_or_less_than_a_table_is_refused(text: str, told: str) -> None:
    assert told in str(refused(text))


@pytest.mark.parametrize(
    "note", ["Source: a, b", "Source: a, b, c", "* a, b", "Note: one sentence"]
)
def test_a_note_with_commas_is_no_row(note: str) -> None:
    table, notices = decoded(f"a,b\nx,1\n{note}\n")
    assert (content(table), len(notices)) == ([["x", 1]], 1)
    assert "(line 3)" in str(refused(f"a,b\nx,1\n{note}\ny,2\n"))
    assert content(decode("a,b\nNote: x, 1\n")) == [["Note: x", 1]]


def test_names_that_look_like_values_are_told() -> None:
    (told,) = decoded("North,12345\nSouth,678\n")[1]
    assert told.startswith("the first row is read as names, and one is 12345")
    assert decoded("region,2023,2024\nNorth,1,2\n")[1] == []
    assert decoded("x\nx\n")[0].row_count == 1  # a value may be the name of its only column


@pytest.mark.parametrize(
    ("last", "rows"),
    [
        ("1,2,\n", [[1, 2]]),  # a separator too many
        ("1,2,,,\n", [[1, 2]]),
        (",\n1,2\n", [[None, None], [1, 2]]),  # empty rows between others are rows
        ("1,2\n,\n,\n", [[1, 2]]),
        ("x,\n", [["x", None]]),
        ("Total for all the regions,\n", [["Total for all the regions", None]]),
    ],
)
def test_empty_cells_and_rows(last: str, rows: list[list[object]]) -> None:
    assert content(decode(f"a,b\n{last}")) == rows


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("1.234,5", 1234.5),
        ("1.234.567", 1234567),
        ("1 234,5", 1234.5),
        ("1\u00a0234,5", 1234.5),
        ("1'234,5", 1234.5),
        ("-0,5", -0.5),
        ("−0,5", -0.5),
        ("1.234,5 €", "1234.5 €"),
        ("€ 1.234,50", "€ 1234.50"),
        ("12,5 %", "12.5 %"),
        ("(1.204,5)", "(1204.5)"),
        ("137,5 x 64,5 mm", "137.5 x 64.5 mm"),
        ("1.234,5 [a]", "1234.5 [a]"),
        ("31.12.2023", "31.12.2023"),
        ("2023-12-31", "2023-12-31"),
        ("007", "007"),
        ("n/a", "n/a"),
        ("1,2,3", "1,2,3"),
        ("0,1234567890123456789", Decimal("0.1234567890123456789")),
    ],
)
def test_cells_with_a_decimal_comma(cell: str, value: object) -> None:
    read = decoded(f"a;b\n{cell};x\n", decimal=",")[0].data[0][0]
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("1,234", [1234]),
        ("$1,234.50", [1234.5]),
        ("1'234", [1234]),
        ("1 234", [1234]),
        ("1\u00a0234", [1234]),
        ("12 %", [12]),
        ("1,234 [a]", [1234]),
        ("(204)", [-204]),
        ("6.4 b", [6.4]),
        ("007", [7]),
        ("n/a", []),
        (":", []),
        ("--", []),
        ("(X)", []),
    ],
)
def test_numbers_in_cells_that_stay_text(cell: str, numbers: list[float]) -> None:
    table = decode(f'a,b\n"{cell}",x\n5.5,y\n')
    assert table.data[0][0] == cell
    assert table.cells[0].values[:-1].tolist() == numbers
    assert table.cells[0].values[-1] == 5.5


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["0,5", "1,234"], ","),
        (["1,234", "12,34"], ","),
        (["1,234", "1,234,567"], "."),
        (["1.234", "1.234.567"], ","),
        (["1.234", "0.5"], "."),
        (["1,234", "7", "n/a"], None),
        (["1.234"], None),
        (["0,5", "0.5"], None),
        (["12", "x"], "."),
    ],
)
def test_what_tells_the_decimal_mark(cells: list[str], mark: str | None) -> None:
    text = "a;b\n" + "".join(f"{cell};x\n" for cell in cells)
    found = decoded_or_refused(text)
    assert (found is None) == (mark is None)
    if found is not None and mark is not None:
        assert content(found[0]) == content(decoded(text, decimal=mark)[0])


def test_commas_between_cells_tell_that_points_are_decimal() -> None:
    assert content(decode('a,b\n"1,234",1.234\n')) == [["1,234", 1.234]]
    assert content(decode('a,b\n"1,5",x\n')) == [[1.5, "x"]]  # unless a cell tells otherwise


@pytest.mark.parametrize("name", ["a;b;c", "a|b", "a\tb", "a,b"])
def test_a_single_column_named_like_several_is_not_taken(name: str) -> None:
    error = refused(f'"{name}"\n1\n2\n')
    assert "(--csv-separator)" in str(error)
    table, _ = decoded(f'"{name}"\n1\n2\n', separator="^")
    assert [one.name for one in table.columns] == [name]


def test_a_large_file_is_read_as_its_beginning_tells() -> None:
    rows = "".join(f'"{place}; x";{place},5\n' for place in range(20_000))
    table, notices = decoded("Umsatz nach Werken: vorläufig\n\nWerk;Umsatz\n" + rows)
    assert (table.row_count, len(notices)) == (20_000, 1)
    assert content(table)[-1] == ["19999; x", 19999.5]
    broken = "a;b\n" + rows + "1;2;3\n"
    assert "(line 20002)" in str(refused(broken))


def test_an_encoding_that_is_given_is_used_without_a_mark() -> None:
    data = "ort;n\nKöln;7\n".encode("cp1252")
    assert "is not UTF-8 (line 2); name its encoding" in str(refused(data))
    assert content(decoded(data, encoding="cp1252")[0]) == [["Köln", 7]]
    marked = "ort;n\nKöln;7\n".encode("utf-16")
    assert content(decoded(marked, encoding="cp1252")[0]) == [["Köln", 7]]


def test_a_number_in_prose_has_forty_digits_at_most() -> None:
    """Each group of a long row of them may begin a number: none is followed to the end."""
    groups = "x" + " 111" * 13
    assert rewrite_with_point(f"{groups} 111,5") == f"x 111 {'111' * 13}.5"
    assert rewrite_with_point(groups) == groups
