"""The process that runs the library which hostile input can stall: one answer per question.

A schema of a few hundred bytes can ask for 2**30 steps or gigabytes, all of it in code that no
thread can interrupt. So the kernel ends this process past its limits: see
``sidecar.workers.serving``, which is all that it imports of the sidecar, to be small.

    python -P -m sidecar.structure.worker DESCRIPTOR
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from jsonschema_rs import (
    Draft7Validator,
    Draft202012Validator,
    RegexOptions,
    ValidationError,
    Validator,
)

from sidecar.workers.serving import Answer, serve

_KINDS: dict[str, type[Draft7Validator | Draft202012Validator]] = {
    "draft7": Draft7Validator,
    "draft2020-12": Draft202012Validator,
}
_KEPT = 16  # compiled schemas
_LONGEST = 300  # characters of a message
_NAMED = 20  # fields that are too many


def validate(text: str, schema: str, dialect: str, formats: bool | None, most: int) -> Answer:
    """The first errors of a JSON text: ``{"errors": [...]}``, or ``{"schema_error": ...}``.

    Args:
        text: JSON.
        schema: A JSON Schema as JSON.
        dialect: ``draft7`` or ``draft2020-12``.
        formats: Whether ``format`` is checked; None does as the dialect says.
        most: How many errors at most.
    """
    try:
        validator = _validator(schema, dialect, formats)
    except ValidationError as error:
        return {"schema_error": _told(error)}
    value = json.loads(text)
    if validator.is_valid(value):
        return {"errors": []}
    return {"errors": [_told(error) for error in islice(validator.iter_errors(value), most)]}


@lru_cache(_KEPT)
def _validator(schema: str, dialect: str, formats: bool | None) -> Validator:
    return _KINDS[dialect](
        json.loads(schema),
        offline=True,
        pattern_options=RegexOptions(),  # linear time, whatever the pattern
        validate_formats=formats,
        mask="the value",  # which may be long, and stands in the response
    )


def _told(error: ValidationError) -> Answer:
    """An error as plain data."""
    message = error.message
    for nearest in islice(_nearest(error), 1):
        place = "/".join(map(str, nearest.instance_path[len(error.instance_path) :]))
        message += f"; for the nearest, {place + ': ' if place else ''}{nearest.message}"
    return {
        "path": error.instance_path,
        "schema_path": error.schema_path,
        "evaluation_path": error.evaluation_path,
        "keyword": error.kind.name,
        "message": message[:_LONGEST],
        "missing": getattr(error.kind, "property", None),
        "unexpected": getattr(error.kind, "unexpected", [])[:_NAMED],
        "pattern": getattr(error.kind, "pattern", "")[:_LONGEST],
    }


def _nearest(error: ValidationError) -> Iterator[ValidationError]:
    """The first error of the alternative that comes nearest: the one that fails deepest inside."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if branches:
        yield max(branches, key=lambda branch: max(len(e.instance_path) for e in branch))[0]


if __name__ == "__main__":
    serve({"validate": validate})
