"""Query results from files, decoded exactly as the server decodes what clients send."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from sidecar.cli.columns import Description
from sidecar.cli.errors import UsageError
from sidecar.cli.files import content
from sidecar.cli.narratives import is_text
from sidecar.errors import VerifydError
from sidecar.evidence import handle
from sidecar.evidence.data_files import READERS, too_large
from sidecar.evidence.file_form import FOUND_OUT, FileForm, Notice
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table
from sidecar.settings.strict_json import is_lines

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
        found = None if is_lines(begin) else _OWN_ID.match(begin)
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
    )
    data = content(file.path, limits.max_decoded_bytes)
    if len(data) > limits.max_decoded_bytes:
        size = max(len(data), file.path.stat().st_size)  # a pipe has none
        raise too_large(header, size, limits)
    try:
        table = reader.decode(data, header, limits, form, notice)
    except VerifydError as error:
        error.args = (f"{file.path}: {error}",)
        raise
    return table, handle.of(_TENANT, header, form.key + data)
