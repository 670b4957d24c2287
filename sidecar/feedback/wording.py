"""What is wrong with a passage, said to the model that wrote it.

The words of a sentence are those that stand here; whatever comes from the answer, the evidence, a
source or a check of somebody else is quoted, so that it cannot pass for an instruction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from string import Formatter

from sidecar.model.formatting import format_plain
from sidecar.model.report import Finding, Verdict
from sidecar.model.why import UNCOVERED, Missing, describe_missing

# Words of the answer, the evidence and the sources inside a hint: data, never a sentence of it.

_ELLIPSIS = "…"
_QUOTED = frozenset('"\\')


def quote_within(words: str, longest: int) -> str:
    """Some words as a JSON string.

    Args:
        words: Any text.
        longest: Most bytes of UTF-8 between the quotation marks; what is longer ends in "…".
    """
    if 4 * len(words) <= longest and words.isprintable() and not _QUOTED.intersection(words):
        return f'"{words}"'  # as most are
    pieces = list(map(_escaped, words[: longest + 1]))
    size = sum(map(_size, pieces))
    if size > longest:
        room = longest - _size(_ELLIPSIS)
        while size > room:
            size -= _size(pieces.pop())
        pieces.append(_ELLIPSIS)
    return f'"{"".join(pieces)}"'


def _escaped(character: str) -> str:
    """A character inside of a JSON string; one that is not seen as its escape."""
    return json.dumps(character, ensure_ascii=not character.isprintable())[1:-1]


def _size(written: str) -> int:
    return len(written.encode())


_LABEL, _WORDS, _SOURCE = 160, 120, 400
"""Bytes of the label of a value, of words of the answer, and of those of a source."""

FIGURES = frozenset({"closest", "found_value", "total", "expected", "score", "minimum"})
_YEARS = 1900, 2100
"""Numbers between these are written without a comma: they may be years."""
_NUMBER = re.compile(r"-?[0-9]{1,60}(?:\.[0-9]{1,60})?")

_LONGEST = {"quote": _SOURCE, "place": _LABEL, "found_place": _LABEL}

PROBLEMS: Mapping[str, str] = {
    "CLAIM_NOT_FOUND": "{text} is not in the data",
    "ROUNDING_MISMATCH": "{text} is rounded too coarsely",
    "WITHIN_TOLERANCE": "{text} is only close to the value",
    "UNIT_MISMATCH": "{text} has another unit or scale than the data",
    "WRONG_SIGN": "{text} has the opposite sign of the value",
    "WRONG_DIRECTION": "{text} is right, but the value moved the other way than the text says",
    "WRONG_ROW": "{text} does not belong to the row that the text names",
    "WRONG_COLUMN": "{text} does not belong to the column that the text names",
    "WRONG_PERIOD": "{text} does not belong to the period that the text names",
    "COINCIDENCE_LIKELY": "nothing in the text says which value {text} is; name its row and column",
    UNCOVERED: "{text} is not covered by the data; cite a formula or drop it",
    "PREMISE_ONLY": "{text} was only said before, and is not in the data; look it up, or drop it",
    "AMBIGUOUS_SOURCE": "{text} is in several query results, {query_ids}; cite the right one",
    "EVIDENCE_EXPIRED": "{text} rests on {query_ids}, which has expired; run the query again",
    "EVIDENCE_INCOMPLETE": "{text} needs all rows of {query_ids}, and some are missing; run the"
    " query without a limit, or compute the number in it",
    "NUMBER_UNREADABLE": "{text} cannot be read as a number; write it in plain digits",
    "MATH_INCONSISTENT": "{parts} comes to {total}, not {expected}",
    "FORMULA_MISMATCH": "{text} is not what its formula gives",
    "FORMULA_MISPLACED": "the formula of {text} is not about what the sentence names",
    "FORMULA_REFUSED": "the formula of {text} cannot be used: {why}",
    "FOOTNOTE_NOT_JUDGED": "the footnote is no query of a number; write one SELECT, or plain text",
    "CITATION_NOT_FOUND": "there is no evidence {citation_id}; cite what was given",
    "CITATION_UNREADABLE": "{text} cannot be read as a citation; write [Source 1], or an id that"
    " was given, in brackets",
    "CITATIONS_MISSING": "the text cites no evidence; cite what it rests on",
    "CITATION_MISMATCH": "{evidence_id} has few words of this sentence; cite the evidence that"
    " says so",
    "CITED_NUMBER_ABSENT": "{text} is not in the evidence that the sentence cites ({evidence_ids})",
    "CLAIM_UNCITED": "{text} has no citation, and needs one",
    "EVIDENCE_SUPPORT_LOW": "the evidence of the text is too weak: its score is {score}, and"
    " {minimum} is needed",
    "CONFIDENCE_MISCALIBRATED": "the stated confidence does not match the evidence",
    "CONFIDENCE_UNREADABLE": "the confidence {text} is no percentage, and no number from 0 to 1",
    "CLAIM_UNSUPPORTED": "the cited source {source_id} does not say this",
    "CLAIM_CONTRADICTED": "the cited source {source_id} says otherwise",
    "CLAIM_PARTIAL": "the cited source {source_id} says only a part of this",
    "CLAIM_UNCERTAIN": "it is not certain that the cited source {source_id} says this",
    "CLAIM_SOURCES_DISAGREE": "the cited sources disagree; say which of them says what",
    "CLAIM_QUOTE_NOT_FOUND": "no words of the cited source {source_id} say this",
    "CLAIM_NUMBER_NOT_QUOTED": "a number of this is not in the words of the cited source"
    " {source_id}",
    "CLAIM_NAME_NOT_QUOTED": "a name of this is not in the words of the cited source {source_id}",
    "CLAIM_NUMBER_CONTRADICTED": "a table of the cited source {source_id} has another number",
    "CLAIM_NOT_JUDGED": "this could not be compared with the cited source {source_id}",
    "ARGUMENT_UNSUPPORTED": "{text} at {path} was given neither by the user nor by a tool; look it"
    " up, or ask for it",
    "ARGUMENT_WRONG_ORIGIN": "{text} at {path} does not come from where it may come from",
    "ARGUMENT_MISMATCH": "{text} at {path} belongs to another record than the other arguments",
    "ARGUMENTS_NOT_JSON": "the arguments of the tool call are not JSON",
    "SOURCE_UNAVAILABLE": "the text of the cited source {source_id} is not available",
}
"""By code, with the names of details in braces."""

_OF_NAMES = {
    "right": "the numbers given for {text} are those of {right}",
    "numbers": "the data have no values for {text}",
}
"""About a name whose numbers are wrong, by a detail that such a finding has."""

_DIFFERS = "{text} is not what the data have"
"""About a number that is contradicted, and is no value of anything else."""

_MORE = {
    "found_place": "The value of {found_place} is {found_value}.",
    "quote": "The source says {quote}.",
}
"""What is added, where a finding has a detail."""


def describe_problem(check: str, finding: Finding) -> str:
    """What is wrong, as a sentence.

    Args:
        check: The check that found it.
        finding: What it found.
    """
    said, details = _said(finding), finding.details
    if said is None or any(name not in details for name in _names(said)):
        own = {"code": finding.code, "check": check, "message": finding.message}
        return _filled("the check {check} reports {code}: {message}.", own)
    more = [words for name, words in _MORE.items() if details.get(name)]
    sentences = [f"{said}.", *more, *_there(finding)]
    return " ".join(_filled(each, details) for each in sentences)


def _said(finding: Finding) -> str | None:
    """The sentence about a finding; None where only its check has words for it."""
    placed = "found_place" in finding.details
    if finding.code == "WRONG_ROW" and not placed:
        named = (words for name, words in _OF_NAMES.items() if name in finding.details)
        return next(named, PROBLEMS["WRONG_ROW"])
    if finding.code == UNCOVERED:
        return _uncovered(finding.details.get("missing", ""))
    if finding.code == "CLAIM_NOT_FOUND" and finding.verdict is Verdict.CONTRADICTED:
        return _DIFFERS
    return PROBLEMS.get(finding.code)


def _uncovered(missing: str) -> str:
    """The sentence about a number that is not covered, with what is missing."""
    known = [each for each in Missing if each in missing.split(", ")]
    why = f": {describe_missing(known)}" if known else ""
    return PROBLEMS[UNCOVERED].replace(";", f"{why};")


def _there(finding: Finding) -> list[str]:
    """What the data have where the answer is wrong."""
    details = finding.details
    if "closest" not in details:
        return []
    label = "{place}" if "place" in details else "{query_id} {location}"
    if any(name not in details for name in _names(label)):
        return ["The value is {closest}."]
    if finding.verdict is Verdict.UNSUPPORTED or finding.code == UNCOVERED:
        return [f"The nearest value is {label}: {{closest}}."]
    return [f"The data have {label}: {{closest}}."]


@cache
def _names(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name]


def _filled(sentence: str, details: Mapping[str, str]) -> str:
    """A sentence with its details, figures as they are and all else quoted."""
    filled = {
        name: _figure(details[name]) if name in FIGURES else _quote(name, details[name])
        for name in _names(sentence)
    }
    return sentence.format(**filled)


def _quote(name: str, words: str) -> str:
    return quote_within(" ".join(words.split()), _LONGEST.get(name, _WORDS))


def _figure(written: str) -> str:
    """A number as people write it; quoted if it is none."""
    if not _NUMBER.fullmatch(written):
        return quote_within(written, _WORDS)
    value, (first, last) = Decimal(written), _YEARS
    return format_plain(value) if first <= value <= last else f"{Decimal(format_plain(value)):,f}"
