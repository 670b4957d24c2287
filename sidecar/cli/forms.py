"""How data files are written: ``--csv-separator``, ``--csv-decimal``, ``--encoding``, ``--sheet``.

Each is ``VALUE`` for all data files, or ``ID=VALUE`` for the query result of that id.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from sidecar.cli.errors import UsageError
from sidecar.evidence.file_form import FileForm, file_form

_CSV = (".csv", ".tsv")
_TEXT = (*_CSV, ".json", ".jsonl", ".ndjson")
_BOOK = (".xlsx", ".xlsm")

_OPTIONS = {
    "csv_separator": (
        "CHARACTER",
        _CSV,
        "Separator of CSV cells: comma, semicolon, tab, pipe or another character.",
    ),
    "csv_decimal": ("MARK", _CSV, "Decimal mark of numbers in CSV: point or comma."),
    "encoding": (
        "NAME",
        _TEXT,
        "Encoding of data files that do not begin with a byte order mark, such as cp1252.",
    ),
    "sheet": ("NAME", _BOOK, "Sheet of an Excel workbook that has several."),
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    for name, (value, _, words) in _OPTIONS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            action="append",
            default=[],
            metavar=f"[ID=]{value}",
            help=words,
        )


def read(args: argparse.Namespace, paths: Mapping[str, Path]) -> Mapping[str, FileForm]:
    """The form of the file of each query result.

    Args:
        args: With the options.
        paths: The file of each query result.

    Raises:
        UsageError: If a value is not one of those that are possible, or no file that it is for is
            of a kind that the option applies to.
    """
    options: dict[str, dict[str, str]] = {query_id: {} for query_id in paths}
    for name, (_, kinds, _) in _OPTIONS.items():
        for query_id, value in _in_order(getattr(args, name), paths):
            chosen = [query_id] if query_id else list(paths)
            if not any(paths[one].suffix.lower() in kinds for one in chosen):
                raise _unused(name, kinds, query_id)
            for one in chosen:
                options[one][name] = value
    try:
        return {query_id: file_form(each) for query_id, each in options.items()}
    except ValueError as error:
        raise UsageError("OPTION_INVALID", str(error)) from None


def _unused(name: str, kinds: Sequence[str], query_id: str) -> UsageError:
    which = f"the file of {query_id} is not one" if query_id else "no --data file is one"
    option = f"--{name.replace('_', '-')}"
    message = f"{option} applies to {', '.join(kinds)} files, and {which}"
    return UsageError("OPTION_INVALID", message)


def _in_order(given: Sequence[str], query_ids: Collection[str]) -> list[tuple[str, str]]:
    """The values of an option, with their query ids; those for all files come first."""
    found = []
    for value in given:
        query_id, equals, rest = value.partition("=")
        is_for_one = equals and rest and query_id in query_ids
        found.append((query_id, rest) if is_for_one else ("", value))
    return sorted(found, key=lambda each: bool(each[0]))
