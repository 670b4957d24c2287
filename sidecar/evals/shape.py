"""What a question looks like in a file, and everything that is wrong with one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from sidecar.evals.model import EvalQuestion
from sidecar.evidence.data_files import READERS
from sidecar.evidence.declared_form import parse_declared
from sidecar.evidence.file_form import parse_file_form
from sidecar.settings.section import suggest_name

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_FORM = ("csv_separator", "csv_decimal", "encoding", "sheet")
_SHOWN = 60  # characters of a value that are shown


class QuestionFault(NamedTuple):
    """What is wrong with a part of a question.

    Attributes:
        path: Keys and places that lead to it.
        problem: Why, in words.
    """

    path: tuple[str | int, ...]
    problem: str


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _ColumnShape(_Strict):
    name: str
    label: str = ""
    description: str = ""
    unit: str = ""
    synonyms: list[str] = []


def _kind(given: object) -> str:
    return "name" if isinstance(given, str) else "column"


_Named = Annotated[
    Annotated[str, Tag("name")] | Annotated[_ColumnShape, Tag("column")], Discriminator(_kind)
]
_TAGS = ("name", "column")


class _TotalShape(_Strict):
    column: str
    sum: str | int | float


class _QueryResultShape(_Strict):
    query_id: str = Field("", max_length=200)
    family: str = ""
    title: str = ""
    columns: list[_Named] = []
    as_of: str | None = None
    expires_at: str | None = None
    row_count: int | None = Field(None, ge=0)
    row_limit: int | None = Field(None, ge=0)
    control_totals: list[_TotalShape] = []
    rows: list[Any] | None = None
    file: str | None = Field(None, min_length=1)
    csv_separator: str = ""
    csv_decimal: str = ""
    encoding: str = ""
    sheet: str = ""


class _SourceShape(_Strict):
    id: str = Field(min_length=1)
    number: int = Field(0, ge=0)
    family: str = ""
    title: str = ""
    url: str = ""
    text: str = ""
    relevance: float | None = Field(None, ge=0, le=1)
    citation_optional: bool = False


class _QuestionShape(_Strict):
    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    expected_answer: str | None = None
    expected_evidence_files: list[str] | None = None
    tags: list[str] = []
    metadata: dict[str, Any] = {}
    query_results: list[_QueryResultShape] = []
    sources: list[_SourceShape] = []
    schema_: dict[str, Any] | None = Field(None, alias="schema")
    success_criteria: dict[str, Any] | None = None


_BY_PART: Mapping[str, type[BaseModel]] = {
    "columns": _ColumnShape,
    "control_totals": _TotalShape,
    "query_results": _QueryResultShape,
    "sources": _SourceShape,
}
"""What the entries of a list are, by the list's name."""


def read_question(given: object, folder: Path) -> EvalQuestion | list[QuestionFault]:
    """A question, or what is wrong with it.

    Args:
        given: Plain data, as JSON has it.
        folder: Where the files of query results are named from; they are kept as absolute paths.
    """
    try:
        _QuestionShape.model_validate(given)
    except ValidationError as error:
        return [_make_fault(each) for each in error.errors(include_url=False)]
    assert isinstance(given, dict)  # noqa: S101 (or else it is not valid)
    results = [_located(one, folder) for one in given.get("query_results", ())]
    faults = [*_odd(given, results)]
    if faults:
        return faults
    return EvalQuestion(**given | {"query_results": tuple(results)})


def find_id(given: object) -> str:
    """How a question is called that may not be valid, or ""."""
    called = given.get("id") if isinstance(given, dict) else None
    return called if isinstance(called, str) else ""


def _located(result: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """A query result with the absolute path of its file, and a query id."""
    name = result.get("file")
    if name is None:
        return result
    path = folder.joinpath(name).absolute()
    return {**result, "query_id": result.get("query_id") or path.stem, "file": str(path)}


def _odd(given: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> Iterator[QuestionFault]:
    """What no type tells."""
    if not given["question"].strip():
        yield QuestionFault(("question",), "question is blank")
    names: set[str] = set()
    for place, result in enumerate(results):
        at = "query_results", place
        for problem in _unusable(result):
            yield QuestionFault(at, f"{_dotted(at)} {problem}")
        yield from _twice(at, result.get("query_id", ""), names)
    for place, source in enumerate(given.get("sources", ())):
        yield from _twice(("sources", place), source["id"], names)
    for name in ("metadata", "query_results", "schema", "success_criteria"):
        if not _is_finite(given.get(name)):
            yield QuestionFault((name,), f"{name} holds a number that JSON does not have")


def _unusable(result: Mapping[str, Any]) -> Iterator[str]:
    name = result.get("file")
    if (result.get("rows") is None) == (name is None):
        yield "needs either rows or a file"
    if not result.get("query_id"):
        yield "needs a query_id"
    try:
        parse_declared(result)
    except ValueError as error:
        yield f"cannot be used: {error}"
    if name is None:
        yield from (f"has {one} without a file" for one in _FORM if result.get(one))
        return
    try:
        parse_file_form(result)
    except ValueError as error:
        yield f"cannot be read: {error}"
    path = Path(name)
    if path.suffix.lower() not in READERS:
        yield f"names a file of a format that is not known: {path.name}; known: {' '.join(READERS)}"
    elif not path.is_file():
        yield f"names a file that does not exist: {path}"


def _twice(at: tuple[str | int, ...], name: str, names: set[str]) -> Iterator[QuestionFault]:
    if name and name in names:
        yield QuestionFault(at, f"{_dotted(at)}: two query results or sources are called {name!r}")
    names.add(name)


def _is_finite(value: object) -> bool:
    """Whether all numbers of plain data are numbers."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_is_finite, value.values()))
    return not isinstance(value, list | tuple) or all(map(_is_finite, value))


def _make_fault(error: ErrorDetails) -> QuestionFault:
    path = tuple(part for part in error["loc"] if part not in _TAGS or error["loc"][-1] == part)
    where, kind = _dotted(path), error["type"]
    if kind == "extra_forbidden":
        near = suggest_name(str(path[-1]), _known(path))
        return QuestionFault(path[:-1], f"there is no field {where!r}{near}")
    if kind == "missing":
        return QuestionFault(path[:-1], f"{where} is missing")
    if kind in ("string_too_short", "model_type") and not path:
        return QuestionFault(path, "a question is a mapping of fields")
    if kind == "string_too_short":
        return QuestionFault(path, f"{where} is empty")
    said = error["msg"].removeprefix("Input ").replace("valid dictionary", "mapping")
    shown = repr(error["input"])
    shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
    return QuestionFault(path, f"{where} {said}, not {shown}")


def _known(path: Sequence[str | int]) -> list[str]:
    """The fields beside the one that a path leads to."""
    lists = [part for part in path[:-1] if isinstance(part, str)]
    model = _BY_PART.get(lists[-1], _QuestionShape) if lists else _QuestionShape
    return [field.alias or name for name, field in model.model_fields.items()]


def _dotted(path: Sequence[str | int]) -> str:
    """``query_results[0].rows``."""
    written = ""
    for part in path:
        written += f"[{part}]" if isinstance(part, int) else f"{'.' if written else ''}{part}"
    return written
