"""The process that runs the library which hostile input can stall: one answer per question.

A schema of a few hundred bytes can ask for 2**30 steps or gigabytes, all of it in code that no
thread can interrupt. So the kernel does: past the processor time that a question is allowed, it
ends this process, and past its memory an allocation fails, which ends it as well.
``sidecar.work.worker_pool`` notices and starts another.

It imports nothing of the sidecar, to be small.

    python -P -m sidecar.structure.worker DESCRIPTOR
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any

from jsonschema_rs import (
    Draft7Validator,
    Draft202012Validator,
    RegexOptions,
    ValidationError,
    Validator,
)

_KINDS: dict[str, type[Draft7Validator | Draft202012Validator]] = {
    "draft7": Draft7Validator,
    "draft2020-12": Draft202012Validator,
}
_KEPT = 16  # compiled schemas
_LONGEST = 300  # characters of a message
_NAMED = 20  # fields that are too many

Answer = dict[str, Any]


def main() -> None:
    """Answer until the other side closes the connection."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with Connection(int(sys.argv[1])) as connection:
        while True:
            try:
                question = json.loads(connection.recv_bytes())
            except EOFError:
                return
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (question.pop("memory_bytes"), hard))
            signal.setitimer(signal.ITIMER_PROF, question.pop("cpu_s"))  # SIGPROF ends the process
            try:
                started = time.process_time()
                answer = _QUESTIONS[question.pop("question")](**question)
                answer["cpu_s"] = time.process_time() - started
                data = json.dumps(answer).encode()
            except MemoryError:
                os.abort()  # as where a library runs out of it
            signal.setitimer(signal.ITIMER_PROF, 0)
            connection.send_bytes(data)


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


_QUESTIONS: dict[str, Callable[..., Answer]] = {"validate": validate}

if __name__ == "__main__":
    main()
