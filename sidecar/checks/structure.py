"""Structure check: has the response the required shape?

A response in JSON is judged against a JSON Schema of draft 7 or 2020-12, from the request or by
name; ``t1``, ``t2`` and ``t3`` ship. What can be fixed is, never silently: each change
is a finding, the result has the corrected JSON, and ``retry_hint`` tells the model how to get the
shape right by itself.

Example:
    schema        t2
    response      {"answer": "It is unclear.", "traditionalInterpretations": [],
                  "whatTextStates": "Nothing on this."}
    findings      FIELD_DEFAULTED  warning: /limitOfCertainty got the default of the schema
    corrected     the same with "limitOfCertainty": "Interpretations are subject to ..."

    schema        {"properties": {"total": {"type": "integer"}}}
    response      Sure! ```json {"total": "12"} ```
    findings      RESPONSE_UNWRAPPED   warning: there is text around the JSON
                  FIELD_TYPE_MISMATCH  error at /total: "12" is no integer, and is not made one

Doubtful cases:
    - A repair never changes, shortens or drops a value: ``1 000``, ``12%`` and ``NaN`` are no JSON,
      and nothing is repaired where one stands. The constants of Python are written as JSON's.
    - JSON that ends too early between two values is closed, and stays an error: what the model left
      out is not known. Where it ends inside a value, or at a number, nothing is repaired.
    - Of two JSON values beside each other none is chosen. Citations ([1]) and braces in prose are
      no values.
    - A key that stands twice is a warning; the last one counts, as in most readers.
    - ``format`` is judged in draft 7; in 2020-12 it is a note, unless ``check_formats`` is set.
    - A field that is null or blank where the schema wants something else counts as missing.
    - What a schema refers to outside itself is never fetched: ``SCHEMA_REFERENCE_UNRESOLVED``.
    - Without a structured response the narrative is the response where the policy requires the
      check, or where it is named and there is a ``default_schema``. Where it is only named it has
      nothing to judge; ``policy.on_nothing`` decides what that counts as.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sidecar.checks.base import Check, CheckError, CheckSubject, Code
from sidecar.citations.library import Library
from sidecar.model.cached import cached_property
from sidecar.model.report import Finding, Findings, Severity, Verdict
from sidecar.model.structure import RepairKind, StructureError, StructureRepair
from sidecar.model.text import Span, Text
from sidecar.structure.examination import BY_FORM, Examination, examine
from sidecar.structure.json_text import locate_values
from sidecar.structure.judging import TooCostly
from sidecar.structure.schema import SchemaInvalid
from sidecar.structure.settings import StructureSettings
from sidecar.structure.strict import TooDeep
from sidecar.text.markers import MarkerOptions

__all__ = ["StructureCheck", "StructureSettings"]

_NOWHERE = Span(0, 0)
"""The place of a finding about a response that is not the narrative."""

_SHOWN = 200  # characters of a key or value that a finding repeats

_CODES = {
    "required": "FIELD_MISSING",
    "dependentRequired": "FIELD_MISSING",
    "type": "FIELD_TYPE_MISMATCH",
    "additionalProperties": "FIELD_UNEXPECTED",
    "unevaluatedProperties": "FIELD_UNEXPECTED",
    "citation_or_negation": "ANSWER_UNCITED",
}
"""By keyword or rule; every other one is ``FIELD_INVALID``."""

_READ = {
    RepairKind.UNWRAPPED: ("RESPONSE_UNWRAPPED", "there is text around the JSON"),
    RepairKind.CLOSED: ("RESPONSE_CUT_OFF", "the JSON ends too early"),
    RepairKind.SYNTAX: ("RESPONSE_REPAIRED", "the response is not JSON, but could be repaired"),
}


STRUCTURE_CODES = (
    Code(
        "RESPONSE_NOT_JSON",
        "structure",
        Severity.ERROR,
        "The response is not JSON, and cannot be repaired without changing or guessing a value.",
        "Send the retry hint to the model, and verify its next response.",
        "The message names the value that is not JSON, such as 1 000, 12% or NaN. Also given for"
        " two JSON values beside each other, and for anything that is not JSON where"
        " structure.repair_json is false.",
    ),
    Code(
        "RESPONSE_UNWRAPPED",
        "structure",
        Severity.WARNING,
        "The JSON of the response is surrounded by text or a code fence.",
        "Use the corrected JSON, or ask the model to send only JSON.",
    ),
    Code(
        "RESPONSE_CUT_OFF",
        "structure",
        Severity.ERROR,
        "The JSON of the response ends too early.",
        "Raise the model's limit on the length of its output, and ask again.",
        "The corrected JSON is closed where the response ends between two values. Where it ends"
        " inside a value, there is no corrected JSON. What the model left out is not known.",
    ),
    Code(
        "RESPONSE_REPAIRED",
        "structure",
        Severity.WARNING,
        "The response is not JSON, but could be repaired without changing a value.",
        "Look at the edits of the repair, or ask the model again.",
        "Such as a comma too many, single quotes, or a name without quotes. No value is changed.",
    ),
    Code(
        "FIELD_REPEATED",
        "structure",
        Severity.WARNING,
        "A key appears twice in one object of the response.",
        "Ask the model again: readers of JSON differ in which of the two they take.",
        "The last one counts here.",
    ),
    Code(
        "FIELD_MISSING",
        "structure",
        Severity.ERROR,
        "A field that the schema requires is missing.",
        "Send the retry hint to the model, or give the field a default in the schema.",
    ),
    Code(
        "FIELD_DEFAULTED",
        "structure",
        Severity.WARNING,
        "A field was missing, and the corrected response has the default of the schema there.",
        "Use the corrected JSON, and do not take the default for the model's words.",
        "The schema t2 has one for limitOfCertainty. With structure.fill_defaults false, the field"
        " is only reported as missing.",
    ),
    Code(
        "FIELD_TYPE_MISMATCH",
        "structure",
        Severity.ERROR,
        "A value of the response has a type that the schema does not allow.",
        "Send the retry hint to the model.",
        'A string is never made a number: "12" is not 12.',
    ),
    Code(
        "FIELD_UNEXPECTED",
        "structure",
        Severity.ERROR,
        "The response has a field that the schema does not allow.",
        "Send the retry hint to the model, or allow the field in the schema.",
    ),
    Code(
        "FIELD_INVALID",
        "structure",
        Severity.ERROR,
        "A value of the response breaks the schema, or a rule beside it.",
        "Send the retry hint to the model; the details name the keyword of the schema.",
    ),
    Code(
        "ANSWER_UNCITED",
        "structure",
        Severity.ERROR,
        "The response cites nothing, and does not say that nothing was found.",
        "Ask the model for its sources, or for a plain statement that it found none.",
        "A rule of the schema t1. A citation is an entry of `citations`, or a marker in the answer"
        " such as [Source 3], [3], [ev-abc-001], QID:lmis_001, or the name of a source of the"
        " request in brackets or parentheses.",
    ),
)


class StructureCheck(Check):
    """Judges a response in JSON by its schema and rules."""

    name: ClassVar[str] = "structure"
    summary: ClassVar[str] = "Has the response in JSON the required shape?"
    codes: ClassVar[Sequence[Code]] = STRUCTURE_CODES

    def __init__(self, settings: StructureSettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """It needs a response that is said to have a structure."""
        return subject.structured is not None

    @property
    def waits(self) -> bool:
        """It waits for its worker process."""
        return True

    def run(self, subject: CheckSubject) -> Findings:
        """Judge the response.

        Raises:
            CheckError: Where the schema cannot be used, or a limit is passed.
        """
        wanted = subject.structured
        if wanted is None:
            return Findings()
        text = subject.text.string if wanted.response is None else wanted.response
        try:
            examined = examine(text, wanted, self._settings, _citations(subject))
        except SchemaInvalid as error:
            raise CheckError(error.reason, str(error)) from error
        except TooDeep as error:
            raise CheckError("RESPONSE_TOO_DEEP", str(error)) from error
        except TooCostly as error:
            raise CheckError("STRUCTURE_TOO_COSTLY", str(error)) from error
        place = _PointerPlaces(subject.text if wanted.response is None else None, examined)
        return Findings(findings=list(_findings(examined, place)), judged=1, detail=examined.detail)


def _citations(subject: CheckSubject) -> MarkerOptions:
    """What counts as a citation: the forms, found or not, and the names that the request has."""
    library = Library(subject.items, subject.sources, subject.results)
    return library.options(prefixes=BY_FORM.prefixes, bare_numbers=True, verses=False)


class _PointerPlaces:
    """Where in the narrative a pointer leads, if the response is the narrative."""

    def __init__(self, text: Text | None, examined: Examination) -> None:
        self._text = text
        self._examined = examined

    @cached_property
    def _found(self) -> dict[str, tuple[int, int]]:
        reading, detail = self._examined.reading, self._examined.detail
        if self._text is None or reading is None:
            return {}
        if reading.kind not in (None, RepairKind.UNWRAPPED):  # the text is no JSON to walk
            return {}
        wanted = {"", *(e.path for e in detail.errors), *(r.path for r in detail.repairs)}
        return locate_values(self._text.string, reading.start, wanted)

    def find_path(self, path: str) -> Span:
        """The span of a value; of the nearest one around it that has a place."""
        if self._text is None:
            return _NOWHERE
        while path and path not in self._found:
            path = path.rpartition("/")[0]
        start, end = self._found.get(path, (0, len(self._text.string)))
        return self._text.span(start, end)

    def find_position(self, position: int) -> Span:
        """The span of one character."""
        if self._text is None:
            return _NOWHERE
        last = len(self._text.string) - 1
        return self._text.span(min(position, last), min(position, last) + 1)


def _findings(examined: Examination, place: _PointerPlaces) -> Iterator[Finding]:
    """What there is to say, in the order of the text."""
    fault, reading, detail = examined.fault, examined.reading, examined.detail
    if fault is not None:
        code, what = "RESPONSE_NOT_JSON", "the response is not JSON"
        if fault.cut:
            code, what = _READ[RepairKind.CLOSED]
        yield Finding(
            code=code,
            verdict=Verdict.INCONCLUSIVE if fault.cut else Verdict.CONTRADICTED,
            span=place.find_position(fault.position),
            message=f"{what}: {fault}",
            details={"problem": str(fault)},
        )
    if reading is None:
        return
    if reading.kind is not None:
        code, what = _READ[reading.kind]
        yield Finding(
            code=code,
            verdict=Verdict.INCONCLUSIVE,
            span=place.find_path(""),
            message=f"{what}: {reading.complaint}",
            details={"problem": reading.complaint},
        )
    for key in reading.repeated:
        yield Finding(
            code="FIELD_REPEATED",
            verdict=Verdict.INCONCLUSIVE,
            span=place.find_path(""),
            message=f"the key {key[:_SHOWN]!r} appears twice in one object; the last one counts",
            details={"key": key[:_SHOWN]},
        )
    filled = [_filled(one, place) for one in detail.repairs if one.kind is RepairKind.DEFAULTED]
    errors = [_error(one, place) for one in detail.errors if not one.repaired]
    yield from sorted([*filled, *errors], key=lambda finding: finding.span)


def _filled(repair: StructureRepair, place: _PointerPlaces) -> Finding:
    return Finding(
        code="FIELD_DEFAULTED",
        verdict=Verdict.UNSUPPORTED,
        span=place.find_path(repair.path),
        message=f"{repair.path} is missing; the corrected response has the schema's default there",
        details={"path": repair.path, "inserted": repair.inserted[:_SHOWN]},
    )


def _error(error: StructureError, place: _PointerPlaces) -> Finding:
    code = _CODES.get(error.keyword, "FIELD_INVALID")
    return Finding(
        code=code,
        verdict=Verdict.UNSUPPORTED if code == "ANSWER_UNCITED" else Verdict.CONTRADICTED,
        span=place.find_path(error.path),
        message=f"{error.path or 'the response'}: {error.message}",
        details={"path": error.path, "keyword": error.keyword, "problem": error.message},
    )
