"""Results of evals as plain JSON, and back, without loss; what is wrong with files of evals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from pydantic_core import to_jsonable_python

from sidecar.evals import model
from sidecar.evals.model import EvalResult, ResearchRun, VerificationResult

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


MOST_FAULTS = 20
"""Faults of one file that are told."""


class DatasetInvalid(ValueError):
    """A data set cannot be used.

    Attributes:
        reason: For programs.
        faults: What is wrong: the file and line, the question, and why; at most ``MOST_FAULTS``.
    """

    reason: ClassVar[str] = "DATASET_INVALID"

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        more = ["… and more"] if len(faults) > MOST_FAULTS else []
        super().__init__("\n".join([*self.faults, *more]))


class RecordInvalid(ValueError):
    """A record of an eval cannot be read; the message says which part of it, and why."""

    reason: ClassVar[str] = "RECORD_INVALID"


# Results of evals as plain JSON, and back, without loss.
#
# A record that has a field which is not known here is refused, as a newer version may mean by it
# that the others are to be read otherwise.

_KINDS = (
    model.EvalQuestion,
    model.EvidenceItem,
    model.Action,
    model.Usage,
    model.CitationVerification,
    model.EvidenceSupportScore,
    model.ConfidenceCalibration,
    model.CheckOutcome,
    VerificationResult,
    ResearchRun,
    EvalResult,
)
for _kind in _KINDS:  # the data itself knows nothing of how it is written
    with_config(ConfigDict(extra="forbid"))(_kind)

_RESULTS: TypeAdapter[EvalResult] = TypeAdapter(EvalResult)
_NEWER = "was it written by a newer version of verifyd?"


def to_plain(result: EvalResult) -> dict[str, Any]:
    """A result as plain JSON: objects, arrays, text, numbers, true, false and null."""
    plain: dict[str, Any] = to_jsonable_python(result)
    return plain


def parse_plain(given: Mapping[str, Any]) -> EvalResult:
    """The result that ``to_plain`` made.

    Raises:
        RecordInvalid: If it is none, or has fields that are not known here.
    """
    return parse_line(_write_json(given))


def to_line(result: EvalResult) -> str:
    """A result as one line of JSON, with a line feed at its end.

    Raises:
        RecordInvalid: If it holds what JSON does not have: NaN, infinity, half a surrogate pair.
    """
    line = _write_json(to_plain(result)) + "\n"
    try:
        line.encode()
    except UnicodeEncodeError:
        raise RecordInvalid("the record holds text that is not Unicode") from None
    return line


def parse_line(line: str | bytes) -> EvalResult:
    """The result that a line holds.

    Raises:
        RecordInvalid: If it is none, or has fields that are not known here.
    """
    try:
        return _RESULTS.validate_json(line, strict=True)
    except ValidationError as error:
        raise RecordInvalid(
            "; ".join(map(_describe_fault, error.errors(include_url=False)))
        ) from None


def to_trace_dict(run: ResearchRun) -> dict[str, Any]:
    """A run as plain JSON, its verification included: the form of a trace."""
    return run.to_trace_dict()


def _write_json(plain: Mapping[str, Any]) -> str:
    try:
        return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        raise RecordInvalid("the record holds a number that JSON does not have") from None
    except TypeError as error:
        raise RecordInvalid(f"the record is not plain JSON: {error}") from None


def _describe_fault(error: ErrorDetails) -> str:
    where = ".".join(map(str, error["loc"])) or "the record"
    if error["type"] == "unexpected_keyword_argument":
        return f"{where}: no such field is known here; {_NEWER}"
    if error["type"] == "enum":
        return f"{where}: {error['msg']}; {_NEWER}"
    return f"{where}: {error['msg']}"
