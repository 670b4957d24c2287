"""One response, examined: read, judged, filled, and judged again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sidecar.model.structure import (
    StructureDetail,
    StructuredResponse,
    StructureError,
    StructureRepair,
)
from sidecar.structure.advice import advised, told
from sidecar.structure.defaults import filled
from sidecar.structure.judging import Departure, departures
from sidecar.structure.pointers import in_bytes, in_value, pointer
from sidecar.structure.reading import Reading, read
from sidecar.structure.rules import ADVICE, BY_FORM, broken
from sidecar.structure.schema import Schema, parse
from sidecar.structure.settings import StructureSettings
from sidecar.structure.strict import NotJson
from sidecar.text.markers import MarkerOptions
from sidecar.workers.limits import Quota

# What to tell a model whose response has not the required shape.

_LONGEST = 4000
_TAIL = "Send the whole response again as one JSON value, with nothing before or after it."
_MORE = "- {} more are left out."


def retry_hint(complaint: str, advised: Sequence[tuple[StructureError, str]]) -> str:
    """A message to send back, of whole lines.

    Args:
        complaint: Why the response is no JSON, where it is none.
        advised: Its departures from the shape, repaired or not, and what to do about each.
    """
    head = ["Your last response does not have the required shape."]
    if complaint:
        head.append(f"It is not JSON: {_on_one_line(complaint)}.")
    if advised:
        head.append("Fix this:")
    each = (f"- {error.path or 'the whole response'}: {what}" for error, what in advised)
    lines = list(dict.fromkeys(map(_on_one_line, each)))  # one sentence has two bounds of a field
    room = _LONGEST - sum(len(line) + 1 for line in (*head, _MORE, _TAIL))
    sizes = accumulate(len(line) + 1 for line in lines)
    kept = sum(size <= room for size in sizes)
    more = [_MORE.format(len(lines) - kept)] if kept < len(lines) else []
    return "\n".join([*head, *lines[:kept], *more, _TAIL])


def _on_one_line(words: str) -> str:
    """Words of the response or its schema, in which nothing ends the line or hides."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in words)


class Examined(NamedTuple):
    """What was found.

    Attributes:
        detail: For the report.
        reading: The response as it was read; None where it could not be.
        fault: Why it could not be read.
    """

    detail: StructureDetail
    reading: Reading | None = None
    fault: NotJson | None = None


def examine(
    text: str,
    subject: StructuredResponse,
    settings: StructureSettings,
    citations: MarkerOptions = BY_FORM,
) -> Examined:
    """Examine a response.

    Args:
        text: The response.
        subject: Its schema and rules.
        settings: Of the check.
        citations: What counts as a citation in the response.

    Raises:
        SchemaInvalid: If the schema cannot be used.
        TooDeep: If the response has too many levels.
        TooCostly: If judging it costs more than the settings allow.
    """
    schema = parse(subject.schema, settings.max_depth) if subject.schema else None
    quota = Quota(settings.cpu_s, settings.memory_mib << 20)
    try:
        reading = read(text, settings.max_depth, repair=settings.repair_json)
    except NotJson as fault:
        hint = retry_hint(str(fault), ())
        return Examined(StructureDetail(valid=False, retry_hint=hint), None, fault)
    judge = _Judge(schema, subject.rules, settings, quota, citations, {})
    return Examined(_judged(judge, reading, text), reading)


def _judged(judge: _Judge, reading: Reading, text: str) -> StructureDetail:
    """What a response that was read departs in, before and after its repairs."""
    schema, settings = judge.schema, judge.settings
    found, errors = judge(reading.value, reading.text)
    corrected, repairs = reading.text, list[StructureRepair]()
    if schema is not None and settings.fill_defaults:
        corrected, repairs = filled(reading.value, reading.text, schema.document, found)
    left = errors
    if repairs:
        _, left = judge(json.loads(corrected), corrected)
        errors = _marked(errors, left)
    if reading.kind is not None:
        edits = in_bytes(text, reading.edits)
        repairs = [StructureRepair("", reading.kind, edits=edits), *repairs]
    departs = bool(errors or repairs)
    advised = [(error, judge.advised[error._replace(repaired=False)]) for error in errors]
    return StructureDetail(
        valid=not departs,
        errors=errors,
        repairs=repairs,
        corrected=corrected if repairs else "",
        corrected_valid=bool(repairs) and not left,
        retry_hint=retry_hint(reading.complaint, advised) if departs else "",
    )


class _Judge(NamedTuple):
    """What a response is judged by, and what was advised about its errors."""

    schema: Schema | None
    rules: Sequence[str]
    settings: StructureSettings
    quota: Quota
    citations: MarkerOptions
    advised: dict[StructureError, str]

    def __call__(self, value: Any, text: str) -> tuple[Sequence[Departure], list[StructureError]]:
        """The departures of a value, written as ``text``, from its schema; and all its errors."""
        found: Sequence[Departure] = ()
        if self.schema is not None:
            found = [
                one._replace(path=in_value(one.path, value))
                for one in departures(text, self.schema, self.settings, self.quota)
            ]
        errors = [
            StructureError(pointer(one.path), pointer(one.schema_path), one.keyword, told(one))
            for one in found
        ]
        if self.schema is not None:
            each = advised(found, value, self.schema.document)
            self.advised.update(zip(errors, each, strict=True))
        ruled = broken(self.rules, value, self.citations)
        self.advised.update((error, ADVICE[error.keyword]) for error in ruled)
        return found, errors + ruled


def _marked(errors: list[StructureError], left: list[StructureError]) -> list[StructureError]:
    """The errors before a repair, marked where they are gone, and those that it brought."""
    marked = [error._replace(repaired=error not in left) for error in errors]
    return marked + [error for error in left if error not in marked]
