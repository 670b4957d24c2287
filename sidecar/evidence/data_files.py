"""Query results from files, in every format that is supported."""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sidecar.evidence import csv_rows, decoding, json_rows, workbook
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import (
    EvidenceFormatUnavailable,
    EvidenceMalformed,
    EvidenceTooLarge,
)
from sidecar.evidence.file_form import FileForm, Notice, to_utf8
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table
from sidecar.settings.strict_json import has_lines

_ONE_LINE = re.compile(rb"\s*\{[^\r\n]*\s*")


Decode = Callable[[bytes, Header, EvidenceLimits, FileForm, Notice], Table]
"""Decodes a file, and reports parts of it that are not read as data."""


def _json(
    data: bytes, header: Header, limits: EvidenceLimits, form: FileForm, notice: Notice
) -> Table:
    del notice
    text = to_utf8(data, header, form)
    if has_lines(text):
        return json_rows.decode_json_lines(text, header, limits)
    return json_rows.decode_json(text, header, limits)


def _json_lines(
    data: bytes, header: Header, limits: EvidenceLimits, form: FileForm, notice: Notice
) -> Table:
    """JSON Lines, unless the content is one array, or an object over several lines."""
    del notice
    text = to_utf8(data, header, form)
    if has_lines(text) or _ONE_LINE.fullmatch(text):
        return json_rows.decode_json_lines(text, header, limits)
    return json_rows.decode_json(text, header, limits)


def _arrow(
    data: bytes, header: Header, limits: EvidenceLimits, form: FileForm, notice: Notice
) -> Table:
    del form, notice
    return decoding.decode_arrow(data, header, limits)


def _parquet(
    data: bytes, header: Header, limits: EvidenceLimits, form: FileForm, notice: Notice
) -> Table:
    """Through Arrow, so that Parquet is held to the same types, limits and validation."""
    del form, notice
    try:
        pyarrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        message = "reading Parquet needs pyarrow: install verifyd-sidecar[arrow]"
        raise EvidenceFormatUnavailable(message, format="parquet") from None
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        _check_size(file, Budget(header, limits))
        # Repeated texts stay in their dictionaries: a few bytes may stand for gigabytes of them.
        texts = [one.path for one in file.schema if _is_text(one)]
        table = parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts).read()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        problem = " ".join(str(error).split())
        raise EvidenceMalformed(
            f"query result {header.query_id} is not a Parquet file: {problem}",
            query_id=header.query_id,
            format="parquet",
        ) from None
    sink = io.BytesIO()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return decoding.decode_arrow(sink.getbuffer(), header, limits)


def _is_text(column: Any) -> bool:
    return bool(column.physical_type == "BYTE_ARRAY" and column.logical_type.type != "DECIMAL")


def _check_size(file: Any, budget: Budget) -> None:
    """Refuse what would be too large; runs of equal numbers take no room in the file.

    Raises:
        EvidenceTooLarge: If rows, columns or bytes pass a limit.
    """
    metadata = file.metadata
    budget.rows(metadata.num_rows)
    budget.columns(metadata.num_columns)
    groups = range(metadata.num_row_groups)
    budget.fits(sum(metadata.row_group(group).total_byte_size for group in groups))
    bits = 0
    for field in file.schema_arrow:
        with suppress(ValueError):  # texts and lists have no width
            bits += field.type.bit_width
    budget.fits(metadata.num_rows * bits // 8)


class FileReader(NamedTuple):
    """What reads the files whose names end alike.

    Attributes:
        decode: Decodes the bytes of one.
        format: Which of the formats of the contract it is, or becomes.
    """

    decode: Decode
    format: Format


READERS: Mapping[str, FileReader] = {
    ".csv": FileReader(csv_rows.decode_csv, Format.ROWS),
    ".tsv": FileReader(partial(csv_rows.decode_csv, usual="\t"), Format.ROWS),
    ".json": FileReader(_json, Format.JSON),
    ".jsonl": FileReader(_json_lines, Format.JSON),
    ".ndjson": FileReader(_json_lines, Format.JSON),
    ".xlsx": FileReader(workbook.decode_workbook, Format.ROWS),
    ".xlsm": FileReader(workbook.decode_workbook, Format.ROWS),
    ".parquet": FileReader(_parquet, Format.ARROW),
    ".arrow": FileReader(_arrow, Format.ARROW),
    ".arrows": FileReader(_arrow, Format.ARROW),
    ".feather": FileReader(_arrow, Format.ARROW),
}
"""By the end of a file's name."""


def too_large(header: Header, size: int, limits: EvidenceLimits) -> EvidenceTooLarge:
    """The error for a file of so many bytes."""
    return EvidenceTooLarge(
        f"query result {header.query_id} passes max_decoded_bytes: {size}, allowed"
        f" {limits.max_decoded_bytes}",
        query_id=header.query_id,
        limit="max_decoded_bytes",
        given=size,
        maximum=limits.max_decoded_bytes,
    )
