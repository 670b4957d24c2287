"""Query results from files, decoded exactly as the server decodes what clients send."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Discriminator, Tag, TypeAdapter, ValidationError

from sidecar.cli import files
from sidecar.cli.files import is_text, read_up_to
from sidecar.cli.terminal import UsageError
from sidecar.errors import VerifydError
from sidecar.evidence.data_files import READERS, too_large
from sidecar.evidence.declared_form import FIELDS, parse_declared
from sidecar.evidence.file_form import FOUND_OUT, FileForm, Notice, parse_file_form
from sidecar.evidence.header import Header, make_handle
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import NOTHING_DECLARED, Column, Declarations, Table
from sidecar.settings.strict_json import has_lines

# How data files are written: ``--csv-separator``, ``--csv-decimal``, ``--encoding``, ``--sheet``.

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


def add_forms(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    for name, (value, _, words) in _OPTIONS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            action="append",
            default=[],
            metavar=f"[ID=]{value}",
            help=words,
        )


def read_forms(args: argparse.Namespace, paths: Mapping[str, Path]) -> Mapping[str, FileForm]:
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
        return {query_id: parse_file_form(each) for query_id, each in options.items()}
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


# Column metadata from a YAML or JSON file, as ``verifyd check --columns`` reads it.

REASON = "COLUMNS_INVALID"


@dataclass(frozen=True, slots=True)
class Description:
    """What a file says about one query result."""

    family: str = ""
    title: str = ""
    columns: tuple[Column, ...] = ()
    declared: Declarations = NOTHING_DECLARED


class _ColumnMeta(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    label: str = ""
    description: str = ""
    unit: str = ""
    synonyms: list[str] = []


def _kind(said: object) -> str:
    return "text" if isinstance(said, str) else "column"


_Said = Annotated[
    Annotated[str, Tag("text")] | Annotated[_ColumnMeta, Tag("column")], Discriminator(_kind)
]
_FILE: TypeAdapter[dict[str, dict[str, _Said]]] = TypeAdapter(dict[str, dict[str, _Said]])
_ABOUT_RESULT = ("family", "title")


def load_columns(path: Path, query_ids: Collection[str]) -> Mapping[str, Description]:
    """Read what a file says about query results.

    Args:
        path: A YAML file; JSON is YAML.
        query_ids: The query results there are. A name that is not among them is a mistake.

    Raises:
        UsageError: With what is wrong, and where.
    """
    said = files.read_plain(path, REASON)
    declared = {query_id: _take_declared(path, query_id, about) for query_id, about in _each(said)}
    try:
        loaded = _FILE.validate_python({} if said is None else said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        names = [*first["loc"][:2], *first["loc"][3:]]  # the third is the tag of the union
        where = ".".join(map(str, names)) or "the file"
        raise UsageError(REASON, f"{path}: {where}: {first['msg'].lower()}") from None
    for query_id in loaded:
        if query_id not in query_ids:
            known = ", ".join(query_ids)
            raise UsageError(REASON, f"{path} describes {query_id!r}, but the data is: {known}")
    return {
        query_id: _description(path, query_id, said, declared[query_id])
        for query_id, said in loaded.items()
    }


def _each(said: object) -> Iterator[tuple[str, dict[str, object]]]:
    """What a file says about each query result, as far as that is a mapping."""
    if isinstance(said, dict):
        yield from ((name, about) for name, about in said.items() if isinstance(about, dict))


def _take_declared(path: Path, query_id: str, about: dict[str, object]) -> Declarations:
    """Take what is declared of a query result out of what is said; a mapping is a column."""
    names = [name for name in FIELDS if not isinstance(about.get(name), dict)]
    try:
        return parse_declared({name: about.pop(name, None) for name in names})
    except ValueError as error:
        raise UsageError(REASON, f"{path}: {query_id}: {error}") from None


def _description(
    path: Path, query_id: str, said: Mapping[str, str | _ColumnMeta], declared: Declarations
) -> Description:
    about = {name: text for name, text in said.items() if isinstance(text, str)}
    for name in about:
        if name not in _ABOUT_RESULT:
            raise UsageError(REASON, f"{path}: {query_id}.{name}: a column needs a mapping")
    columns = [_column(name, meta) for name, meta in said.items() if isinstance(meta, _ColumnMeta)]
    family, title = about.get("family", ""), about.get("title", "")
    return Description(family, title, tuple(columns), declared)


def _column(name: str, meta: _ColumnMeta) -> Column:
    return Column(
        name=name,
        label=meta.label,
        description=meta.description,
        unit=meta.unit,
        synonyms=tuple(meta.synonyms),
    )


TENANT = "local"  # as on a socket without tokens: there is nobody else
_OWN_ID = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"query_id"\s*:\s*("(?:[^"\\]|\\.)*")')
_MOST = 2000  # bytes in which a query result names itself, if its file does


class DataFile(NamedTuple):
    """A file, and the query id that it is known by."""

    query_id: str
    path: Path


def parse(argument: str) -> DataFile:
    """Read ``FILE`` or ``ID=FILE``; a file whose name holds ``=`` is found first.

    Without an id it is the one that the file begins with (JSON with a ``query_id``
    before its rows), else the file's name.

    Raises:
        UsageError: If the file's name does not tell a format.
    """
    path = Path(argument)
    query_id = _own_id(path) or path.stem
    if "=" in argument and not path.exists():
        query_id, _, name = argument.partition("=")
        path = Path(name)
    if path.suffix.lower() not in READERS:
        raise UsageError("FORMAT_UNKNOWN", _unknown(path))
    return DataFile(query_id, path)


def _unknown(path: Path) -> str:
    """Why a file cannot be one of data, and what can."""
    known = ", ".join(READERS)
    if path.is_dir():
        return f"{path} is a folder; --data takes files: {known}"
    hint = "; a text is given without an option, before --data" if is_text(str(path)) else ""
    return f"cannot tell the format of {path} by its name; known are: {known}{hint}"


def _own_id(path: Path) -> str:
    """The id that a file of JSON begins with, or ""."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            begin = file.read(_MOST)
        found = None if has_lines(begin) else _OWN_ID.match(begin)
        return str(json.loads(found[1])) if found else ""
    except (OSError, ValueError):
        return ""  # reading the whole of it will tell what is wrong


def read(
    file: DataFile,
    described: Description,
    limits: EvidenceLimits,
    form: FileForm = FOUND_OUT,
    notice: Notice = lambda _: None,
) -> tuple[Table, str]:
    """Read and decode a file.

    Args:
        file: Which.
        described: The metadata of its query result.
        limits: What it is held to.
        form: How the file is written.
        notice: Is notified of what of it is not read as data.

    Returns:
        The table and its handle, which tells it from any other file and description.

    Raises:
        UsageError: If the file cannot be read.
        VerifydError: If it is refused as evidence; the message names the file.
    """
    reader = READERS[file.path.suffix.lower()]
    header = Header(
        query_id=file.query_id,
        family=described.family,
        title=described.title,
        columns=described.columns,
        format=reader.format,
        declared=described.declared,
    )
    data = read_up_to(file.path, limits.max_decoded_bytes)
    if len(data) > limits.max_decoded_bytes:
        size = max(len(data), file.path.stat().st_size)  # a pipe has none
        raise too_large(header, size, limits)
    try:
        table = reader.decode(data, header, limits, form, notice)
    except VerifydError as error:
        error.args = (f"{file.path}: {error}",)
        raise
    return table, make_handle(TENANT, header, form.key + data)
