"""Query results from files, in every format that they are kept in."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sidecar.evidence import arrow, csv_rows, json_rows
from sidecar.evidence.errors import (
    EvidenceFormatUnavailable,
    EvidenceMalformed,
    EvidenceTooLarge,
)
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table


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
            raise too_large(header, size, limits)
        table = file.read()
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
    return arrow.decode(sink.getbuffer(), header, limits)


class Reader(NamedTuple):
    """What reads the files whose names end alike.

    Attributes:
        decode: Decodes the bytes of one.
        format: Which of the formats of the contract it is, or becomes.
    """

    decode: Callable[[bytes, Header, EvidenceLimits], Table]
    format: Format


READERS: Mapping[str, Reader] = {
    ".csv": Reader(_csv, Format.ROWS),
    ".tsv": Reader(_tsv, Format.ROWS),
    ".json": Reader(json_rows.decode, Format.JSON),
    ".jsonl": Reader(_json_lines, Format.JSON),
    ".ndjson": Reader(_json_lines, Format.JSON),
    ".parquet": Reader(_parquet, Format.ARROW),
    ".arrow": Reader(arrow.decode, Format.ARROW),
    ".arrows": Reader(arrow.decode, Format.ARROW),
    ".feather": Reader(arrow.decode, Format.ARROW),
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
