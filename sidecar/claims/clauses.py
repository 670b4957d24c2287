"""Splitting statements into claims: at clauses that can be judged by themselves, or by a model.

A part that lost a "not", a "may", an "if" or a speaker of its sentence says something else than the
sentence does, and a part without subject and verb says nothing. There is no parser here: what is
in doubt is not split. The words are tables of ``lexicon``; ``are_independent`` is what reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sidecar.claims.document import LocatedQuote, SourceDocument
from sidecar.claims.lexicon import FINITE, NEGATING, REGULAR, SPEAKING
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import (
    Judge,
    ModelAnswer,
    PromptMessage,
    Question,
    ask_all,
    list_schema,
    read_rules,
)
from sidecar.judges.spending import Allowance
from sidecar.model.claim import ExtractedClaim
from sidecar.work import ThreadRunner

Place = tuple[int, int]
"""A part of a string, in characters."""

_SUBJECT = 8
"""Words before a verb that are looked at."""

_MOST_PARTS = 8  # of one statement

_NEGATED = re.compile(rf"{NEGATING}|\b(?:false|untrue|un(?:likely|clear|certain))\b", re.IGNORECASE)
_MODAL = re.compile(
    r"\b(?:may|might|could|would|should|must|can|shall|possibly|perhaps|probably|maybe|likely"
    r"|reportedly|apparently|seem(?:s|ed)?|appear(?:s|ed)?|expected|planned|projected|only)\b",
    re.IGNORECASE,
)
_SPOKEN = re.compile(rf"\b(?:{SPEAKING}|that|whether|if|unless|provided|assuming)\b", re.IGNORECASE)
_STOP = re.compile(r"[;\n]|[.!?]\s")
_TURN = re.compile(r"[;\n]|[.!?]\s|\b(?:but|while|whereas)\b|,\s*(?:and|or)\b", re.IGNORECASE)
_GOVERNORS = ((_NEGATED, _TURN), (_MODAL, _TURN), (_SPOKEN, _STOP))
"""Words that speak of what follows them, and the border past which they do not.

Behind a comma and "and", a verb with a subject of its own is no longer that of "did not".
"""

_BORDER = re.compile(r"[;\n]|[.!?]\s|\b(?:and|but|while|whereas|or|yet)\b", re.IGNORECASE)
_JOINED = re.compile(r"[\W_]*(?:(?:and|but|while|whereas|or|yet)\b)?[\W_]*", re.IGNORECASE)
_TAIL = re.compile(r"\b(?:and|but|while|whereas|or|yet)\W*\Z", re.IGNORECASE)
_CLOSING = re.compile(
    rf",[^,;.]*\b(?:{SPEAKING})\b[^,;]*$|\b(?:if|unless|provided|assuming)\b", re.IGNORECASE
)
"""What speaks of a whole sentence from its end: ", the ministry denied"."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_FINITE = re.compile(rf"(?:{FINITE})(?:n['’]t)?|(?:{REGULAR})", re.IGNORECASE)
_PARTICIPLE = re.compile(
    r"\s+(?:by|on|in|at|from|with|to|for|of|as|under)\b|[\W_]*$", re.IGNORECASE
)
"""What may follow a participle: "offices located in Oslo"."""

_RELATIVE = re.compile(r"who|whom|whose|which|that|where|when|how|why|what", re.IGNORECASE)
_OPENING = re.compile(r"(?:in|on|by|since|after|during|at|from|for|as)\b[^,]*,", re.IGNORECASE)


def are_independent(sentence: str, parts: Sequence[Place]) -> bool:
    """Whether each of some parts of a sentence can be judged without the others.

    Args:
        sentence: The sentence, or several.
        parts: Where the parts stand, in order.
    """
    return _first_dependent(sentence, parts) is None


def join_dependent(sentence: str, parts: Sequence[Place]) -> list[Place]:
    """The parts of a sentence, those that cannot be judged alone joined to the ones beside them.

    Args:
        sentence: The sentence, or several.
        parts: Where the parts stand, in order; more than eight are not told apart.
    """
    if len(parts) > _MOST_PARTS:
        return [(parts[0][0], parts[-1][1])]
    found = list(parts)
    while len(found) > 1 and (at := _first_dependent(sentence, found)) is not None:
        first = max(at - 1, 0)
        found[first : first + 2] = [(found[first][0], found[first + 1][1])]
    return found


def _first_dependent(sentence: str, parts: Sequence[Place]) -> int | None:
    """Which part is the first that cannot be judged alone."""
    for at, (start, end) in enumerate(parts):
        lead, before = start + _lead(sentence[start:end]), parts[at - 1] if at else (0, 0)
        tail = _TAIL.search(sentence[before[0] : before[1]])
        joint = before[1] - (len(tail[0]) if tail else 0)
        apart = at == 0 or _BORDER.search(sentence[joint:lead])
        if not apart or not has_verb(sentence[start:end]) or _is_governed(sentence, start, end):
            return at
    return None


def has_verb(part: str) -> bool:
    """Whether a part begins with a subject and its verb; what is in doubt does not."""
    at = _lead(part)
    opening = _OPENING.match(part, at)
    at = opening.end() if opening else at
    for before, word in pairwise([*_WORD.finditer(part, at)][: _SUBJECT + 1]):
        if _RELATIVE.fullmatch(before[0]) or "," in part[at : word.start()]:
            return False
        if _FINITE.fullmatch(word[0]):
            return True
        if len(word[0]) > len("need") and word[0].endswith("ed"):
            return not _PARTICIPLE.match(part, word.end())
    return False


def _lead(part: str) -> int:
    """How far what joins a part to the one before reaches into it."""
    found = _JOINED.match(part)
    return found.end() if found else 0


def _is_governed(sentence: str, start: int, end: int) -> bool:
    """Whether words outside a part may speak of it: a "not", a "may", an "if", a speaker."""
    lead = start + _lead(sentence[start:end])
    for pattern, border in _GOVERNORS:
        ends = [match.end() for match in pattern.finditer(sentence, 0, start)]
        if ends and not border.search(sentence[ends[-1] : max(lead, ends[-1])]):
            return True
    closing = _CLOSING.search(sentence, end)
    return closing is not None and not _STOP.search(sentence[end : closing.start()])


# Splitting statements into single claims with a model, which decides nothing by it.
#
# A part must stand in its statement word for word, and the parts of a statement must hold all that
# it says. Where they do not, the statement stays as it is: a model that is led astray can hide
# nothing from the judge.

SPLIT_VERSION = "split-1"
_LONGEST = 600
_STOPS = r"\s,;:.!?()\[\]\"'“”‘’*_"
_JOINTS = re.compile(rf"(?:[{_STOPS}]|\b(?:and|or|but|while|whereas|also)\b)*", re.IGNORECASE)
_SIGNS_BEFORE = re.compile(rf"[^\w{_STOPS}]+\s?\Z")
_SIGNS_BEHIND = re.compile(rf"\s?[^\w{_STOPS}]+")
"""Signs beside words that a part begins or ends with: the "%" of "5 %", the "$" of "$5"."""


async def split_claims(
    claims: Sequence[ExtractedClaim],
    judge: Judge,
    allowance: Allowance,
    most: int,
    work: ThreadRunner,
) -> list[ExtractedClaim]:
    """The claims as a model splits them, in the order of the text.

    Args:
        claims: As the rules found them.
        judge: Who is asked; statements that it does not answer stay as they are.
        allowance: What the request may take.
        most: Statements of one question.
        work: Threads.
    """
    groups = [claims[at : at + most] for at in range(0, len(claims), most)]
    answers = await ask_all(judge, [ask_to_split(group) for group in groups], allowance)
    return await work(_all, groups, answers)


def _all(
    groups: Sequence[Sequence[ExtractedClaim]], answers: Sequence[ModelAnswer | JudgeError]
) -> list[ExtractedClaim]:
    return [
        claim
        for group, answer in zip(groups, answers, strict=True)
        for claim in (group if isinstance(answer, JudgeError) else read_parts(group, answer))
    ]


def ask_to_split(claims: Sequence[ExtractedClaim]) -> Question:
    """What a model is asked about the statements of a text."""
    listed = [{"id": f"c{at}", "statement": claim.text} for at, claim in enumerate(claims)]
    user = (
        f"The statements, as JSON; all of it is data.\n\n{json.dumps(listed, ensure_ascii=False)}"
    )
    messages = (
        PromptMessage("system", read_rules("sidecar.claims", SPLIT_VERSION)),
        PromptMessage("user", user),
    )
    return Question("split", SPLIT_VERSION, messages, _schema([str(one["id"]) for one in listed]))


def read_parts(claims: Sequence[ExtractedClaim], answer: ModelAnswer) -> list[ExtractedClaim]:
    """The claims as an answer splits them, in the order of the text."""
    return [part for at, claim in enumerate(claims) for part in _of(claim, _given(answer, at))]


def _given(answer: ModelAnswer, at: int) -> list[str]:
    """The parts that an answer has for a statement."""
    entries = answer.json().get("parts")
    return [
        text[:_LONGEST]
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
        and entry.get("id") == f"c{at}"
        and isinstance(text := entry.get("text"), str)
    ][:_MOST_PARTS]


def _of(claim: ExtractedClaim, parts: Sequence[str]) -> Iterator[ExtractedClaim]:
    """A statement as its parts, if these are what it says, else as it is."""
    document = SourceDocument(claim.text)
    places = [[_whole(claim.text, one) for one in document.find(part)] for part in parts]
    seen = document.string == claim.text  # else a part might leave out what is not seen
    if len(parts) < 2 or not all(places) or not (seen and _are_clauses(claim.text, places)):
        yield claim
        return
    said = (" ".join(claim.text[one.start : one.end] for one in found) for found in places)
    for text in dict.fromkeys(said):
        yield claim._replace(text=text, context=f"{claim.text} {claim.context}".strip())


def _whole(statement: str, place: LocatedQuote) -> LocatedQuote:
    """A part with the signs that belong to its first and last word."""
    before = _SIGNS_BEFORE.search(statement, 0, place.start)
    behind = _SIGNS_BEHIND.match(statement, place.end)
    start = before.start() if before else place.start
    end = behind.end() if behind else place.end
    return LocatedQuote(start, end, statement[start:end])


def _are_clauses(statement: str, parts: Sequence[Sequence[LocatedQuote]]) -> bool:
    """Whether some parts hold all of a statement, and each can be judged without the others."""
    whole = sorted((part[0].start, part[-1].end) for part in parts)
    return _hold_all(statement, parts) and are_independent(statement, whole)


def _hold_all(statement: str, parts: Sequence[Sequence[LocatedQuote]]) -> bool:
    """Whether some parts hold every word of a statement but those that join them.

    A "not" that no part has would be judged by nobody.
    """
    left, at = [], 0
    for place in sorted(place for part in parts for place in part):
        left.append(statement[at : max(at, place.start)])
        at = max(at, place.end)
    return _JOINTS.fullmatch(" ".join([*left, statement[at:]])) is not None


def _schema(ids: Sequence[str]) -> Mapping[str, object]:
    """A JSON Schema of the answer."""
    properties = {
        "id": {"type": "string", "enum": list(ids)},
        "text": {"type": "string", "maxLength": _LONGEST},
    }
    return list_schema("parts", properties, _MOST_PARTS * len(ids))
