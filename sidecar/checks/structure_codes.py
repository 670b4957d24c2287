"""The codes of the ``structure`` check."""

from __future__ import annotations

from sidecar.checks.code import Code
from sidecar.model.report import Severity

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
