"""One response, examined: read, judged, filled, and judged again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sidecar.model.check_details import CitationForm
from sidecar.model.structure import (
    StructureDetail,
    StructuredResponse,
    StructureError,
    StructureRepair,
)
from sidecar.model.text import Text
from sidecar.structure.advice import advise, describe_departure
from sidecar.structure.json_text import edits_in_bytes, make_pointer, resolve_path
from sidecar.structure.judging import Departure, fill_defaults, find_departures
from sidecar.structure.reading import JsonReading, read_json
from sidecar.structure.schema import Schema, parse_schema
from sidecar.structure.settings import StructureSettings
from sidecar.structure.strict import UnrepairableJson
from sidecar.text.layout import read_layout
from sidecar.text.markers import MarkerOptions, find_markers
from sidecar.text.masks import find_masks
from sidecar.text.negations import asserts_nothing
from sidecar.text.sentences import split_sentences
from sidecar.workers.limits import Quota

# Rules for a response that a schema cannot say.

SHORTEST = 11
"""Characters of a limit of certainty: "longer than 10"."""

BY_FORM = MarkerOptions(bare_numbers=True)
"""What counts as a citation where the request has no evidence."""


def check_rules(
    rules: Sequence[str], value: Any, citations: MarkerOptions = BY_FORM
) -> list[StructureError]:
    """The errors of a response against rules.

    Args:
        rules: Their names.
        value: The response.
        citations: What counts as a citation in its answer.
    """
    if not isinstance(value, dict):
        return []
    told = ((name, *_RULES[name](value, citations)) for name in rules)
    return [StructureError(path, "", name, message) for name, path, message in told if message]


def _limit_of_certainty(response: Mapping[str, Any], _: MarkerOptions) -> tuple[str, str]:
    """A limit of certainty says something; that it is there at all is the schema's affair."""
    limit = response.get("limitOfCertainty")
    short = isinstance(limit, str) and 0 < len(limit.strip()) < SHORTEST
    return "/limitOfCertainty", f"it has fewer than {SHORTEST} characters" if short else ""


def _citation_or_negation(response: Mapping[str, Any], citations: MarkerOptions) -> tuple[str, str]:
    """Something is cited, unless the answer is that nothing was found."""
    answer, listed = response.get("answer"), response.get("citations")
    settled = isinstance(listed, list) and any(listed)
    if isinstance(answer, str) and not settled:
        settled = _cites_or_denies(answer, citations)
    message = "there is no citation, and the answer does not say that nothing was found"
    return "", "" if settled else message


def _cites_or_denies(answer: str, citations: MarkerOptions) -> bool:
    text = Text(answer)
    blocks = read_layout(text)
    found = find_markers(text, blocks, find_masks(text, blocks), citations)
    if any(one.form is not CitationForm.UNREADABLE for one in found):
        return True
    return any(asserts_nothing(text.slice(sentence)) for sentence in split_sentences(text))


_RULES: Mapping[str, Callable[[Mapping[str, Any], MarkerOptions], tuple[str, str]]] = {
    "limit_of_certainty": _limit_of_certainty,
    "citation_or_negation": _citation_or_negation,
}

ADVICE: Mapping[str, str] = {
    "limit_of_certainty": f"say in {SHORTEST} characters or more what is not certain",
    "citation_or_negation": "cite a source in the answer, such as [Source 1], or list it in"
    ' "citations"; if there is no source, say that no evidence was found',
}
"""What a model should do about a rule that is broken."""


# What to tell a model whose response has not the required shape.

_LONGEST = 4000
_TAIL = "Send the whole response again as one JSON value, with nothing before or after it."
_MORE = "- {} more are left out."


def write_schema_hint(complaint: str, advised: Sequence[tuple[StructureError, str]]) -> str:
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


class Examination(NamedTuple):
    """What was found.

    Attributes:
        detail: For the report.
        reading: The response as it was read; None where it could not be.
        fault: Why it could not be read.
    """

    detail: StructureDetail
    reading: JsonReading | None = None
    fault: UnrepairableJson | None = None


def examine(
    text: str,
    subject: StructuredResponse,
    settings: StructureSettings,
    citations: MarkerOptions = BY_FORM,
) -> Examination:
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
    schema = parse_schema(subject.schema, settings.max_depth) if subject.schema else None
    quota = Quota(settings.cpu_s, settings.memory_mib << 20)
    try:
        reading = read_json(text, settings.max_depth, repair=settings.repair_json)
    except UnrepairableJson as fault:
        hint = write_schema_hint(str(fault), ())
        return Examination(StructureDetail(valid=False, retry_hint=hint), None, fault)
    judge = _SchemaJudge(schema, subject.rules, settings, quota, citations, {})
    return Examination(_judged(judge, reading, text), reading)


def _judged(judge: _SchemaJudge, reading: JsonReading, text: str) -> StructureDetail:
    """What a response that was read departs in, before and after its repairs."""
    schema, settings = judge.schema, judge.settings
    found, errors = judge(reading.value, reading.text)
    corrected, repairs = reading.text, list[StructureRepair]()
    if schema is not None and settings.fill_defaults:
        corrected, repairs = fill_defaults(reading.value, reading.text, schema.document, found)
    left = errors
    if repairs:
        _, left = judge(json.loads(corrected), corrected)
        errors = _marked(errors, left)
    if reading.kind is not None:
        edits = edits_in_bytes(text, reading.edits)
        repairs = [StructureRepair("", reading.kind, edits=edits), *repairs]
    departs = bool(errors or repairs)
    advised = [(error, judge.advised[error._replace(repaired=False)]) for error in errors]
    return StructureDetail(
        valid=not departs,
        errors=errors,
        repairs=repairs,
        corrected=corrected if repairs else "",
        corrected_valid=bool(repairs) and not left,
        retry_hint=write_schema_hint(reading.complaint, advised) if departs else "",
    )


class _SchemaJudge(NamedTuple):
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
                one._replace(path=resolve_path(one.path, value))
                for one in find_departures(text, self.schema, self.settings, self.quota)
            ]
        errors = [
            StructureError(
                make_pointer(one.path),
                make_pointer(one.schema_path),
                one.keyword,
                describe_departure(one),
            )
            for one in found
        ]
        if self.schema is not None:
            each = advise(found, value, self.schema.document)
            self.advised.update(zip(errors, each, strict=True))
        ruled = check_rules(self.rules, value, self.citations)
        self.advised.update((error, ADVICE[error.keyword]) for error in ruled)
        return found, errors + ruled


def _marked(errors: list[StructureError], left: list[StructureError]) -> list[StructureError]:
    """The errors before a repair, marked where they are gone, and those that it brought."""
    marked = [error._replace(repaired=error not in left) for error in errors]
    return marked + [error for error in left if error not in marked]
