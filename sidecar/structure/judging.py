"""A response against a schema: its departures, found by the worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sidecar.structure.schema import Schema, SchemaInvalid
from sidecar.structure.settings import StructureSettings
from sidecar.workers.limits import NoAnswer, Quota, Why
from sidecar.workers.pool import WorkerPool

# Who is asked what hostile input can stall; see ``worker``.

WORKERS = WorkerPool("sidecar.structure.worker")
"""The one of this process."""


class TooCostly(Exception):
    """A response was not judged within its limits.

    Attributes:
        by_question: Whether it took more than it may. If not, the worker was ended by somebody
            else, or it hung.
    """

    def __init__(self, memory_mib: int, why: Why) -> None:
        super().__init__(
            "the response or its schema needs more processor time, or more than"
            f" {memory_mib} MiB of memory, than the settings allow"
        )
        self.by_question = why in {Why.CPU_TIME, Why.MEMORY}


Path = tuple[str | int, ...]


class Departure(NamedTuple):
    """One keyword of the schema that a response does not satisfy.

    Attributes:
        path: Where in the response.
        schema_path: Where in the schema, references followed.
        evaluation_path: The way there, through ``$ref``.
        keyword: The keyword.
        message: A sentence.
        missing: The name of the field that must be there, if that is it.
        unexpected: The names of fields that must not be there, if that is it.
        pattern: The expression that a value must match, if that is it.
    """

    path: Path
    schema_path: Path
    evaluation_path: Path
    keyword: str
    message: str
    missing: str | None
    unexpected: Sequence[str] = ()
    pattern: str = ""


def departures(
    text: str, schema: Schema, settings: StructureSettings, quota: Quota
) -> Sequence[Departure]:
    """The first departures of a JSON text, in the order of their paths.

    Raises:
        SchemaInvalid: ``SCHEMA_INVALID``, or ``SCHEMA_REFERENCE_UNRESOLVED`` where it refers to
            what it does not hold.
        TooCostly: Past the quota.
    """
    try:
        answer = WORKERS.ask(
            "validate",
            quota,
            text=text,
            schema=schema.text,
            dialect=schema.dialect,
            formats=True if settings.check_formats else None,
            most=settings.max_errors,
        )
    except NoAnswer as lost:
        raise TooCostly(settings.memory_mib, lost.why) from None
    if "schema_error" in answer:
        raise _unusable(_departure(answer["schema_error"]))
    found = map(_departure, answer["errors"])
    return sorted(found, key=lambda one: ([str(part) for part in one.path], one.keyword))


def _departure(error: dict[str, Any]) -> Departure:
    return Departure(
        path=tuple(error["path"]),
        schema_path=tuple(error["schema_path"]),
        evaluation_path=tuple(error["evaluation_path"]),
        keyword=error["keyword"],
        message=error["message"],
        missing=error["missing"],
        unexpected=error["unexpected"],
        pattern=error["pattern"],
    )


def _unusable(error: Departure) -> SchemaInvalid:
    if error.keyword == "$ref":
        reason, why = "SCHEMA_REFERENCE_UNRESOLVED", "refers to what it does not hold"
    else:
        reason, why = "SCHEMA_INVALID", "is not a JSON Schema"
    place = "".join(f"/{part}" for part in error.path)
    return SchemaInvalid(reason, f"the schema {why}: {place and place + ': '}{error.message}")
