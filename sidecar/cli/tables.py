"""Query results from files, decoded exactly as the server decodes what clients send."""

from __future__ import annotations

import importlib
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from sidecar.cli import csv_rows
from sidecar.cli.columns import Description
from sidecar.cli.errors import UsageError
from sidecar.cli.files import content
from sidecar.evidence import arrow, handle, json_rows
from sidecar.evidence.errors import (
    EvidenceFormatUnavailable,
    EvidenceMalformed,
    EvidenceTooLarge,
)
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

_TENANT = "local"  # as on a socket without tokens: there is nobody else
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
    if path.suffix.lower() not in _READERS:
        known = ", ".join(_READERS)
        message = f"cannot tell the format of {path} by its name; known are: {known}"
        raise UsageError("FORMAT_UNKNOWN", message)
    return DataFile(query_id, path)


def _own_id(path: Path) -> str:
    """The id that a file of JSON begins with, or ""."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            found = _OWN_ID.match(file.read(_MOST))
        return str(json.loads(found[1])) if found else ""
    except (OSError, ValueError):
        return ""  # reading the whole of it will tell what is wrong


def read(file: DataFile, described: Description, limits: EvidenceLimits) -> tuple[Table, str]:
    """Read and decode a file.

    Returns:
        The table and its handle, which tells it from any other file and description.

    Raises:
        UsageError: If the file cannot be read.
        VerifydError: If it is refused as evidence.
    """
    reader = _READERS[file.path.suffix.lower()]
    header = Header(
        query_id=file.query_id,
        family=described.family,
        title=described.title,
        columns=described.columns,
        format=reader.format,
    )
    data = content(file.path, limits.max_decoded_bytes)
    if len(data) > limits.max_decoded_bytes:
        size = max(len(data), file.path.stat().st_size)  # a pipe has none
        raise _too_large(header, size, limits)
    return reader.decode(data, header, limits), handle.of(_TENANT, header, data)


def _csv(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    return csv_rows.decode(data, header, limits)


def _tsv(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    return csv_rows.decode(data, header, limits, delimiter="\t")


def _json_lines(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    lines = [line for line in data.splitlines() if line.strip()]
    return json_rows.decode(b"[" + b",\n".join(lines) + b"]", header, limits)


def _parquet(data: bytes, header: Header, limits: EvidenceLimits) -> Table:
    """Through Arrow, so that Parquet is held to the same types, limits and validation."""
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        message = "reading Parquet needs pyarrow: install verifyd-sidecar[arrow]"
        raise EvidenceFormatUnavailable(message, format="parquet") from None
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        groups = range(file.metadata.num_row_groups)
        size = sum(file.metadata.row_group(group).total_byte_size for group in groups)
        if size > limits.max_decoded_bytes:
            raise _too_large(header, size, limits)
        table = file.read()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        problem = " ".join(str(error).split())
        raise EvidenceMalformed(
            f"query result {header.query_id} is no Parquet file: {problem}",
            query_id=header.query_id,
            format="parquet",
        ) from None
    sink = io.BytesIO()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return arrow.decode(sink.getbuffer(), header, limits)


class _Reader(NamedTuple):
    decode: Callable[[bytes, Header, EvidenceLimits], Table]
    format: Format


_READERS: Mapping[str, _Reader] = {
    ".csv": _Reader(_csv, Format.ROWS),
    ".tsv": _Reader(_tsv, Format.ROWS),
    ".json": _Reader(json_rows.decode, Format.JSON),
    ".jsonl": _Reader(_json_lines, Format.JSON),
    ".ndjson": _Reader(_json_lines, Format.JSON),
    ".parquet": _Reader(_parquet, Format.ARROW),
    ".arrow": _Reader(arrow.decode, Format.ARROW),
    ".arrows": _Reader(arrow.decode, Format.ARROW),
    ".feather": _Reader(arrow.decode, Format.ARROW),
}


def _too_large(header: Header, size: int, limits: EvidenceLimits) -> EvidenceTooLarge:
    return EvidenceTooLarge(
        f"query result {header.query_id} passes max_decoded_bytes: {size}, allowed"
        f" {limits.max_decoded_bytes}",
        query_id=header.query_id,
        limit="max_decoded_bytes",
        given=size,
        maximum=limits.max_decoded_bytes,
    )
