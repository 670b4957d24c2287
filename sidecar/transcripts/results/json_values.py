"""Tables in JSON values.

    a list of objects                  a row each
    an object                          one row
    an object in a row                 columns with dotted names: ``owner.name``
    a list of texts in a row           one cell, joined by ", "
    a list of objects in a row         a table of its own, with the values of the row first
    a list of numbers in a row         the same, with one column
    columns beside rows                a table (``columns`` and ``rows``, ``header`` and ``data``)
    a list of lists                    a table; its first row has the names, if rows have numbers
    lists of one length under names    a table of these columns
    alike objects under names          a row each, with its name as ``key``
    a number                           one cell

An object that holds lists and is in none is a frame: what it says of itself is a table of one row,
and stands in the rows of its lists as well, except for what counts and pages them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sidecar.transcripts.results.json_shapes import (
    NAMES_OF_COLUMNS,
    are_arrays,
    are_objects,
    find_rows,
    is_columnar,
    is_header,
    is_keyed,
    is_label,
    is_long,
    is_number,
    is_scalar,
    members_of,
)
from sidecar.transcripts.results.paging import PAGING, has_more, without_request
from sidecar.transcripts.results.parts import (
    MOST_CELLS,
    MOST_COLUMNS,
    Cell,
    Found,
    FoundTable,
    FoundText,
    FoundUnread,
    make_cell,
)

_MOST_LABELS = 8
_MOST_KEYED = 16  # members of an object of numbers that is one row

_Labels = Sequence[tuple[str, Cell]]


def read_value(value: object, name: str) -> Iterator[Found]:
    """Find the tables and texts in a value.

    Args:
        value: JSON.
        name: What a single number is called.
    """
    yield from _read(value, "", name, ())


def _read(value: Any, path: str, name: str, labels: _Labels) -> Iterator[Found]:
    if isinstance(value, dict):
        found = _read_object(value, path, name, labels)
        yield from map(_cut, found) if has_more(value) else found
    elif isinstance(value, list):
        yield from _read_list(value, path, name, labels)
    elif isinstance(value, str):
        yield FoundText(path, value)
    elif value is not None:
        columns, cells = _beside(labels, [name])
        yield FoundTable(path, columns, [[*cells, make_cell(value)]], is_named=False)


def _cut(found: Found) -> Found:
    """The same table without its last rows."""
    return replace(found, is_cut=True) if isinstance(found, FoundTable) else found


def _read_list(value: list[Any], path: str, name: str, labels: _Labels) -> Iterator[Found]:
    objects = [each for each in value if isinstance(each, dict)]
    if not value:
        yield FoundTable(path, (), ())
    elif len(objects) == len(value):
        yield from _records(objects, path, name, labels)
    elif all(isinstance(each, list) for each in value):
        yield from _arrays(value, path, name, labels)
    elif all(is_scalar(each) for each in value):
        columns, cells = _beside(labels, [name])
        yield FoundTable(path, columns, [[*cells, make_cell(each)] for each in value])
        yield from _long_texts([(path, value)])
    else:
        yield FoundUnread(path, "a list of rows and other values")


def _records(rows: list[dict[str, Any]], path: str, name: str, labels: _Labels) -> Iterator[Found]:
    """A row for each object; what they hold in lists makes tables of its own."""
    rows = _unwrapped(rows)
    flat: list[dict[str, Cell]] = []
    below: dict[str, list[tuple[int, Any]]] = {}
    for place, row in enumerate(rows):
        cells: dict[str, Cell] = {}
        _flatten(row, "", cells, below, place)
        flat.append(cells)
    names = list(dict.fromkeys(column for cells in flat for column in cells))
    problem = _problem(len(names) + len(labels), len(rows))
    if problem:
        yield FoundUnread(path, problem)
        return
    if names:
        columns, beside = _beside(labels, names)
        table = [[*beside, *(make_cell(cells.get(column)) for column in names)] for cells in flat]
        yield FoundTable(path, columns, table)
        yield from _long_texts(
            (f"{path}[{n}]", list(cells.values())) for n, cells in enumerate(flat)
        )
    for inner, lists in below.items():
        yield from _joint(inner, lists, flat, path, labels)


def _unwrapped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of which each is all that is under ``data``."""
    inner = [row["data"] for row in rows if row.keys() == {"data"}]
    return (
        inner if len(inner) == len(rows) and all(isinstance(each, dict) for each in inner) else rows
    )


def _problem(columns: int, rows: int) -> str:
    if columns > MOST_COLUMNS:
        return f"more than {MOST_COLUMNS} columns"
    return f"more than {MOST_CELLS} cells" if columns * rows > MOST_CELLS else ""


def _joint(
    inner: str,
    lists: list[tuple[int, list[Any]]],
    flat: list[dict[str, Cell]],
    path: str,
    labels: _Labels,
) -> Iterator[Found]:
    """The lists that rows have under one name, as one table, each row's labels before its own."""
    where = f"{path}[].{inner}"
    rows: list[dict[str, Any]] = []
    for place, values in lists:
        row = [(name, cell) for name, cell in flat[place].items() if is_label(cell)]
        own = _free([*labels, *row][:_MOST_LABELS], values, inner)
        for value in values:
            members = value if isinstance(value, dict) else {inner.rpartition(".")[2]: value}
            rows.append({**own, **members})
    if all(isinstance(value, dict) or is_scalar(value) for _, values in lists for value in values):
        yield from _records(rows, where, inner, ())
    else:
        yield FoundUnread(where, "lists of lists in rows")


def _free(labels: _Labels, values: Sequence[Any], inner: str) -> dict[str, Cell]:
    """The labels of a row by names that the rows below it do not have."""
    taken = {name for value in values if isinstance(value, dict) for name in value}
    outer = inner.rpartition(".")[0] or "parent"
    return {f"{outer}.{name}" if name in taken else name: cell for name, cell in labels}


def _flatten(
    row: Mapping[str, Any],
    prefix: str,
    cells: dict[str, Cell],
    below: dict[str, list[tuple[int, Any]]],
    place: int,
) -> None:
    for name, value in row.items():
        full = f"{prefix}{name}"
        if full in cells:  # {"a.b": 1, "a": {"b": 2}}
            full = f"{full}#2"
        if isinstance(value, dict):
            _flatten(value, f"{full}.", cells, below, place)
        elif not isinstance(value, list):
            cells[full] = value
        elif all(isinstance(each, str) for each in value):
            cells[full] = ", ".join(value)
        else:
            below.setdefault(full, []).append((place, value))


def _read_object(value: dict[str, Any], path: str, name: str, labels: _Labels) -> Iterator[Found]:
    found = find_rows(value)
    if found is not None:
        names, rows, key = found
        rest = {
            each: value[each] for each in value if each not in (key, "index", *NAMES_OF_COLUMNS)
        }
        yield from _frame(without_request(rest), path, name, labels)
        yield from _named_rows(names, rows, _join(path, key), (*labels, *_own(rest)))
    elif is_columnar(value):
        columns, beside = _beside(labels, list(value))
        cells = zip(*(members_of(column) for column in value.values()), strict=True)
        yield FoundTable(path, columns, [[*beside, *map(make_cell, row)] for row in cells])
    elif is_keyed(value):
        records = [{"key": key, **row} for key, row in value.items()]
        yield from _records(records, path, name, labels)
    elif len(value) > _MOST_KEYED and all(map(is_number, value.values())):
        columns, beside = _beside(labels, ["key", "value"])
        pairs = ((key, make_cell(number)) for key, number in value.items())
        yield FoundTable(path, columns, [[*beside, *pair] for pair in pairs])
    else:
        yield from _frame(value, path, name, labels)


def _frame(value: dict[str, Any], path: str, name: str, labels: _Labels) -> Iterator[Found]:
    """An object by itself: a row of what it says, and the lists that it holds."""
    cells: dict[str, Cell] = {}
    below: dict[str, list[tuple[int, Any]]] = {}
    _flatten(value, "", cells, below, 0)
    if below:
        cells = without_request(cells)
    shown = {column: cell for column, cell in cells.items() if not _is_text(value, column, cell)}
    if len(shown) > MOST_COLUMNS:
        yield FoundUnread(path, f"more than {MOST_COLUMNS} columns")
    elif shown:
        columns, beside = _beside(labels, list(shown))
        yield FoundTable(path, columns, [[*beside, *map(make_cell, shown.values())]])
    if shown:
        yield from _long_texts([(path, cells.values())])
    else:
        yield from (FoundText(_join(path, column), str(cell)) for column, cell in cells.items())
    for inner, ((_, values),) in below.items():
        own = _own(cells) if are_objects(values) else ()
        yield from _read(values, _join(path, inner), inner, (*labels, *own)[:_MOST_LABELS])


def _is_text(value: Mapping[str, Any], column: str, cell: Cell) -> bool:
    """Whether an object is one text under a name that may hold more, and no row."""
    if len(value) > 1 or column not in value or not isinstance(cell, str):
        return False
    return is_long(cell) or "\n" in cell or cell.lstrip()[:1] in ("[", "{", "(")


def _own(cells: Mapping[str, Any]) -> list[tuple[str, Cell]]:
    """What a frame says of all of its rows."""
    pairs = cells.items()
    return [(key, cell) for key, cell in pairs if is_label(cell) and key.lower() not in PAGING]


def _named_rows(
    names: list[str], rows: list[list[Any]], path: str, labels: _Labels
) -> Iterator[Found]:
    if not all(is_scalar(cell) for row in rows for cell in row):
        records = [dict(zip(names, row, strict=True)) for row in rows]
        yield from _records(records, path, "", labels)
        return
    columns, beside = _beside(labels[:_MOST_LABELS], names)
    yield FoundTable(path, columns, [[*beside, *map(make_cell, row)] for row in rows])
    yield from _long_texts((f"{path}[{place}]", row) for place, row in enumerate(rows))


def _arrays(rows: list[list[Any]], path: str, name: str, labels: _Labels) -> Iterator[Found]:
    width = len(rows[0])
    if not width or not are_arrays(rows, width):
        yield FoundUnread(path, "rows of different lengths")
        return
    if is_header(rows[0], rows[1:]):
        yield from _named_rows(rows[0], rows[1:], path, labels)
        return
    names = [name] if width == 1 else [f"column_{place}" for place in range(1, width + 1)]
    for found in _named_rows(names, rows, path, labels):
        if isinstance(found, FoundTable):
            yield replace(found, is_named=bool(labels))
        else:
            yield found


def _beside(labels: _Labels, names: Sequence[str]) -> tuple[list[str], list[Cell]]:
    """The columns of a table after labels whose names it does not have itself."""
    taken = set(names)
    free = [(name, make_cell(cell)) for name, cell in labels if name not in taken]
    return [*(name for name, _ in free), *names], [cell for _, cell in free]


def _long_texts(rows: Iterable[tuple[str, Iterable[Any]]]) -> Iterator[Found]:
    """The texts of rows that are long enough to be cited, each once."""
    for path, cells in rows:
        texts = [cell for cell in cells if isinstance(cell, str)]
        long = [text for text in texts if is_long(text)]
        title = next((text for text in texts if not is_long(text)), "") if long else ""
        for text in long:
            yield FoundText(path, text, title)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
