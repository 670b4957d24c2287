"""What one answer is compared with: of its question, and of the run that gave it."""

from __future__ import annotations

import json
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from sidecar.errors import VerifydError
from sidecar.evals.model import EvalQuestion, ResearchRun
from sidecar.evidence import header as handles
from sidecar.evidence import json_rows
from sidecar.evidence.data_files import READERS, too_large
from sidecar.evidence.declared import find_expired
from sidecar.evidence.declared_form import parse_declared
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.file_form import parse_file_form
from sidecar.evidence.header import Format, Header, check_items, check_query_ids, digest_item
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceSettings
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Citable, Column, EvidenceItem, Source, Table

KEPT_BYTES = 64 << 20
"""Memory of decoded query results that are kept between answers: many questions share one."""

_LOG = logging.getLogger(__name__)
_TENANT = "local"  # as for ``verifyd check``
_SOURCE_FIELDS = frozenset(Source.__dataclass_fields__)


class FileUnreadable(VerifydError):
    """A file of a query result cannot be read."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_MALFORMED"


class AnswerEvidence(NamedTuple):
    """What an answer is compared with.

    Attributes:
        results: Query results: those of the question, then those of the run.
        items: What the run found.
        sources: What the question lets be cited by number.
        digest: Over all of them, as in a report.
        expired: The query ids of results that no longer count.
    """

    results: Sequence[TableIndex]
    items: Sequence[EvidenceItem]
    sources: Sequence[Source]
    digest: str
    expired: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether there is none."""
        return not (self.results or self.items or self.sources)


class TableCache:
    """Decodes query results, and keeps those that were used last.

    Args:
        settings: Limits.
        most: Bytes of those that are kept.
    """

    def __init__(self, settings: EvidenceSettings, most: int = KEPT_BYTES) -> None:
        self._settings, self._most = settings, most
        self._kept: OrderedDict[str, TableIndex] = OrderedDict()
        self._held = 0
        self._files: dict[tuple[object, ...], str] = {}

    def decoded(self, result: Mapping[str, Any]) -> tuple[str, TableIndex]:
        """The handle and the table of a query result.

        Raises:
            VerifydError: If it cannot be read, or is refused as evidence.
        """
        name = result.get("file")
        return self._of_rows(result) if name is None else self._of_file(result, Path(name))

    def _of_rows(self, result: Mapping[str, Any]) -> tuple[str, TableIndex]:
        rows, columns = result.get("rows"), result.get("columns") or ()
        given: object = rows
        if columns and _are_lists(rows):
            names = [one if isinstance(one, str) else one.get("name", "") for one in columns]
            given = {"columns": names, "rows": rows}
            columns = [one for one in columns if not isinstance(one, str)]  # others tell no more
        header = _header({**result, "columns": columns}, Format.JSON)
        try:
            payload = json.dumps(given, default=_as_json).encode()
        except (TypeError, ValueError) as error:
            why = f"query result {header.query_id}: its rows are not plain data: {error}"
            raise EvidenceMalformed(why, query_id=header.query_id, format="json") from None
        handle = handles.make_handle(_TENANT, header, payload)
        return handle, self._kept_or(
            handle, lambda: json_rows.decode_json(payload, header, self._settings.limits)
        )

    def _of_file(self, result: Mapping[str, Any], path: Path) -> tuple[str, TableIndex]:
        reader = READERS.get(path.suffix.lower())
        if reader is None:
            raise _unreadable(path, "its name has no known extension")
        limits = self._settings.limits
        header = _header({"query_id": path.stem} | dict(result), reader.format)
        form = parse_file_form(result)
        try:
            state = os.stat(path)  # noqa: PTH116 (every answer asks)
            key = str(path), state.st_mtime_ns, state.st_size, header, form
            known = self._kept.get(self._files.get(key, ""))
            if known is not None:
                handle = self._files[key]
                self._kept.move_to_end(handle)
                return handle, known
            if state.st_size > limits.max_decoded_bytes:
                raise too_large(header, state.st_size, limits)
            data = path.read_bytes()
        except OSError as error:
            raise _unreadable(path, str(error.strerror)) from None
        handle = self._files[key] = handles.make_handle(_TENANT, header, form.key + data)

        def decode() -> Table:
            try:
                return reader.decode(data, header, limits, form, partial(_tell, path))
            except VerifydError as error:
                error.args = (f"{path.name}: {error}",)
                raise

        return handle, self._kept_or(handle, decode)

    def _kept_or(self, handle: str, decode: Any) -> TableIndex:
        """A table that is kept, or else decoded now."""
        found = self._kept.get(handle)
        if found is not None:
            self._kept.move_to_end(handle)
            return found
        index = TableIndex(decode())
        self._kept[handle] = index
        self._held += index.full_nbytes
        while self._held > self._most and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._held -= old.full_nbytes
        if len(self._files) > 2 * len(self._kept) + 1000:
            self._files = {key: one for key, one in self._files.items() if one in self._kept}
        return index


def gather(
    run: ResearchRun, question: EvalQuestion | None, tables: TableCache, settings: EvidenceSettings
) -> AnswerEvidence:
    """The evidence of an answer.

    A query result of the run that has the id of one of the question is left out: what the question
    says is what is so, whatever an agent returns.

    Args:
        run: The answer, and what was found on the way.
        question: What it answers; None where only the run is known.
        tables: Decodes query results.
        settings: Limits.

    Raises:
        VerifydError: If some of it is no evidence.
    """
    own = question.query_results if question else ()
    named = {_query_id(one) for one in own}
    given = [*own, *(one for one in run.query_results if _query_id(one) not in named)]
    query_ids = [_query_id(one) for one in given]
    check_query_ids(query_ids, settings.max_results_per_request)
    items = list(dict.fromkeys(_items(run)))  # what is found twice is one thing
    sources = list(_sources(question.sources if question else ()))
    check_items(items, sources, query_ids, settings)
    decoded = [tables.decoded(one) for one in given]
    each: list[Citable] = [*items, *sources]
    digests = (*(handle for handle, _ in decoded), *map(digest_item, each))
    results = [index for _, index in decoded]
    digest = sha256_of_parts(one.encode() for one in digests)
    read = (result.table for result in results)
    expired = find_expired(read, time.time_ns(), settings.max_age_s)
    return AnswerEvidence(results, items, sources, digest, expired)


def _tell(path: Path, words: str) -> None:
    _LOG.warning("%s: %s", path, words)


def _are_lists(rows: object) -> bool:
    """Whether rows are lists of values, whose columns are named elsewhere."""
    return isinstance(rows, list | tuple) and (not rows or isinstance(rows[0], list | tuple))


def _query_id(result: Mapping[str, Any]) -> str:
    return str(result.get("query_id") or Path(str(result.get("file", ""))).stem)


def _items(run: ResearchRun) -> Iterator[EvidenceItem]:
    for one in run.evidence:
        yield EvidenceItem(
            id=one.id,
            text=one.text,
            title=one.title,
            kind=one.kind,
            provenance=one.provenance,
            relevance=one.relevance,
        )


def _sources(given: Sequence[Mapping[str, Any]]) -> Iterator[Source]:
    for place, one in enumerate(given, 1):
        known = {name: said for name, said in one.items() if name in _SOURCE_FIELDS}
        yield Source(**known | {"number": one.get("number") or place})


def _header(result: Mapping[str, Any], form: Format) -> Header:
    columns = [_column(one) for one in result.get("columns") or ()]
    query_id = result.get("query_id", "")
    try:
        declared = parse_declared(result)
    except ValueError as error:
        message = f"query result {query_id}: {error}"
        raise EvidenceMalformed(message, query_id=query_id, format=form) from None
    return Header(
        query_id=query_id,
        family=result.get("family", ""),
        title=result.get("title", ""),
        columns=tuple(columns),
        format=form,
        declared=declared,
    )


def _column(given: str | Mapping[str, Any]) -> Column:
    if isinstance(given, str):
        return Column(name=given)
    return Column(**{**given, "synonyms": tuple(given.get("synonyms", ()))})


def _as_json(value: object) -> object:
    """What JSON has no word for, where rows were made in code."""
    if isinstance(value, Decimal):
        number = float(value)
        return number if Decimal(repr(number)) == value else str(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not a value of JSON")


def _unreadable(path: Path, why: str) -> FileUnreadable:
    return FileUnreadable(f"cannot read {path.name}: {why}", file=path.name)
