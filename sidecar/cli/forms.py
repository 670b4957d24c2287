"""How data files are written: ``--csv-separator``, ``--csv-decimal``, ``--encoding``, ``--sheet``.

Each is ``VALUE`` for all data files, or ``ID=VALUE`` for the query result of that id.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence

from sidecar.cli.errors import UsageError
from sidecar.evidence.file_form import FileForm, file_form

_OPTIONS = {
    "csv_separator": (
        "CHARACTER",
        "Separator of CSV cells: comma, semicolon, tab, pipe or another character.",
    ),
    "csv_decimal": ("MARK", "Decimal mark of numbers in CSV: point or comma."),
    "encoding": (
        "NAME",
        "Encoding of data files that do not begin with a byte order mark, such as cp1252.",
    ),
    "sheet": ("NAME", "Sheet of an Excel workbook that has several."),
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    for name, (value, words) in _OPTIONS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            action="append",
            default=[],
            metavar=f"[ID=]{value}",
            help=words,
        )


def read(args: argparse.Namespace, query_ids: Collection[str]) -> Mapping[str, FileForm]:
    """The form of the file of each query result.

    Raises:
        UsageError: If a value is not one of those that are possible.
    """
    options: dict[str, dict[str, str]] = {query_id: {} for query_id in query_ids}
    for name in _OPTIONS:
        for query_id, value in _in_order(getattr(args, name), query_ids):
            for one in [query_id] if query_id else query_ids:
                options[one][name] = value
    try:
        return {query_id: file_form(each) for query_id, each in options.items()}
    except ValueError as error:
        raise UsageError("OPTION_INVALID", str(error)) from None


def _in_order(given: Sequence[str], query_ids: Collection[str]) -> list[tuple[str, str]]:
    """The values of an option, with their query ids; those for all files come first."""
    found = []
    for value in given:
        query_id, equals, rest = value.partition("=")
        is_for_one = equals and rest and query_id in query_ids
        found.append((query_id, rest) if is_for_one else ("", value))
    return sorted(found, key=lambda each: bool(each[0]))
