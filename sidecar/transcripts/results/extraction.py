"""Reads the result of one tool call as evidence.

A result that says that the call failed is no evidence. Otherwise its tables get the columns that
the call says of all of their rows, and its prose becomes sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any, NamedTuple

from sidecar.model.transcript import ToolCall, ToolResult
from sidecar.transcripts import exact_json
from sidecar.transcripts.results.calls import CallFacts, read_call, words_of
from sidecar.transcripts.results.json_values import read_value
from sidecar.transcripts.results.parts import (
    MOST_COLUMNS,
    MOST_NAME,
    MOST_TEXT,
    Cell,
    Extracted,
    ExtractedSource,
    ExtractedTable,
    Found,
    FoundTable,
    FoundText,
    FoundUnread,
    Unread,
)
from sidecar.transcripts.results.texts import Hints, read_text

_STATUSES = "|".join(
    f"{status.value} {re.escape(status.phrase)}" for status in HTTPStatus if status.value >= 400
)
_FAILED = re.compile(  # after marks of Markdown and tags of HTML
    r"(?:[\s*_#`]|<[^<>]{0,200}>){0,40}"
    r"(?:(?:\w*error|exception|failed|failure)\b(?: \d+)?\s*[:(]"
    r"|http(?: error)? [45]\d\d\b"
    rf"|traceback \(most recent call last\)|(?:HTTP/[\d.]+ )?(?:{_STATUSES})\b)",
    re.IGNORECASE,
)
_BEGINS_JSON = re.compile(r"\s*[\[{]\s*[\[{\"']")
_FAILURE_KEYS = frozenset({"error", "errors", "exception"})
_BESIDE_FAILURE = frozenset(
    {"status", "code", "message", "detail", "details", "success", "ok", "type", "reason", "hint"}
    | {"status_code", "timestamp", "path", "request_id", "trace_id"}
)
_NOTHING: tuple[Any, ...] = (None, "", [], {})
_SAYS_FAILED = ("iserror", "is_error")
_LONGEST_NAME = 60


def extract(result: ToolResult, call: ToolCall | None, message: int = 0) -> Extracted:
    """Read a result.

    Args:
        result: What the tool returned.
        call: The call that it answers, where it is known.
        message: The place of the message that brought it.
    """
    tool = result.tool or (call.tool if call else "")
    return extract_with(read_call(tool, call), replace(result, tool=tool), message)


def extract_with(facts: CallFacts, result: ToolResult, message: int) -> Extracted:
    """Read a result of which it is known what the call says about it."""
    document = _unwrap(_parse(result.content))
    place = _Place(result.tool, message, result.call_id)
    if result.failed or _has_failed(document):
        return Extracted(unread=(Unread(*place, "", "the call failed"),))
    hints = Hints(_value_name(result.tool, facts), facts.columns)
    found = list(_read_all(document, hints))
    if not found:
        return Extracted(unread=(Unread(*place, "", "it is empty"),))
    is_broken = isinstance(document, str) and _BEGINS_JSON.match(document)
    if is_broken and all(isinstance(each, FoundText) for each in found):
        found.append(FoundUnread("", "it begins as JSON does, and is not valid"))
    tables: list[ExtractedTable] = []
    sources: list[ExtractedSource] = []
    unread: list[Unread] = []
    for each in found:
        problem = _problem(each, facts)
        if problem:
            unread.append(Unread(*place, each.path, problem))
        elif isinstance(each, FoundText):
            title = (each.title or facts.title)[:MOST_NAME]
            name = place.name("-text", len(sources))
            sources.append(ExtractedSource(name, title, *place, each.path, each.text))
        elif isinstance(each, FoundTable):
            tables.append(_table(each, facts, place, place.name("", len(tables))))
    return Extracted(tuple(tables), tuple(sources), tuple(unread))


def _problem(found: Found, facts: CallFacts) -> str:
    """Why a part is no evidence; empty where it is."""
    if isinstance(found, FoundUnread):
        return found.reason
    if isinstance(found, FoundText):
        return f"more than {MOST_TEXT} characters" if len(found.text) > MOST_TEXT else ""
    if not _names(found, facts):
        return "it has no rows"
    is_wide = len(_names(found, facts)) + len(facts.filters) > MOST_COLUMNS
    return f"more than {MOST_COLUMNS} columns" if is_wide else ""


class _Place(NamedTuple):
    """Where a result stands in the conversation."""

    tool: str
    message: int
    call_id: str

    def name(self, kind: str, before: int) -> str:
        """The id of a part, such as ``m4-get_sales-2``."""
        tool = re.sub(r"[^\w.-]+", "_", self.tool, flags=re.ASCII)[:_LONGEST_NAME].strip("_")
        return f"m{self.message}-{tool or 'result'}{kind}" + (f"-{before + 1}" if before else "")


def _value_name(tool: str, facts: CallFacts) -> str:
    """What a single number is called."""
    return facts.columns[0] if len(facts.columns) == 1 else "_".join(words_of(tool)) or "value"


def _read_all(document: object, hints: Hints) -> Iterator[Found]:
    """The tables of a JSON value, and those in its texts."""
    for found in read_value(document, hints.name):
        if not isinstance(found, FoundText):
            yield found
            continue
        for inner in read_text(found.text, hints):
            path = _inside(found.path, inner.path)
            if isinstance(inner, FoundText):
                yield replace(inner, path=path, title=found.title)
            else:
                yield replace(inner, path=path)


def _inside(outer: str, inner: str) -> str:
    return f"{outer}.{inner}" if outer and inner else outer or inner


def _table(table: FoundTable, facts: CallFacts, place: _Place, query_id: str) -> ExtractedTable:
    """A table with the columns that the call says of all of its rows."""
    names = _names(table, facts)
    taken = {_plain(name) for name in names}
    added = [(name, value) for name, value in facts.filters if _plain(name) not in taken]
    values: Sequence[Cell] = [value for _, value in added]
    count = len(table.rows)
    is_cut = table.is_cut or (facts.limit is not None and count == facts.limit)
    return ExtractedTable(
        query_id,
        facts.title,
        *place,
        table.path,
        tuple(name[:MOST_NAME] for name in (*(name for name, _ in added), *names)),
        tuple((*values, *row) for row in table.rows),
        count if is_cut else None,
    )


def _names(table: FoundTable, facts: CallFacts) -> Sequence[str]:
    """The names of a table's columns: the query's, where the result has none of its own."""
    if not table.is_named and len(facts.columns) == len(table.columns):
        return facts.columns
    return table.columns if table.columns or table.rows else facts.columns


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.rpartition(".")[2].casefold()))


def _parse(content: str) -> object:
    """What a result holds as JSON, or its text."""
    if content.lstrip()[:1] not in ("{", "[", '"'):
        return content
    try:
        return exact_json.parse(content)
    except exact_json.NotJson:
        return content


def _unwrap(document: Any) -> Any:
    """What the Model Context Protocol wraps: structured content, or blocks of text."""
    if not isinstance(document, dict) or not isinstance(document.get("content"), list):
        return document
    if not {"content"} <= document.keys() <= {"content", "structuredContent", "isError", "_meta"}:
        return document
    if document.get("isError") is True:
        return {"error": document["content"]}
    structured = document.get("structuredContent")
    if isinstance(structured, dict):
        return structured["result"] if structured.keys() == {"result"} else structured
    texts = [block.get("text") for block in document["content"] if isinstance(block, dict)]
    if not texts or not all(isinstance(text, str) for text in texts):
        return document
    return _parse("\n".join(map(str, texts)))


def _has_failed(document: object) -> bool:
    """Whether a result says that the call failed."""
    if isinstance(document, str):
        return _FAILED.match(document) is not None
    if not isinstance(document, Mapping):
        return False
    filled = {str(key).lower(): value for key, value in document.items() if value not in _NOTHING}
    if any(filled.get(key) is True for key in _SAYS_FAILED):
        return True
    is_false = filled.get("success") is False or filled.get("ok") is False
    is_named = any(filled.get(key) for key in _FAILURE_KEYS)
    return (is_named or is_false) and filled.keys() - _FAILURE_KEYS <= _BESIDE_FAILURE
