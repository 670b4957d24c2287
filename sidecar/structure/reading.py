"""JSON as it came: read strictly, or found in its text, repaired by edits, and read strictly.

An edit changes what stands around values, never a value: what was repaired is compared, value by
value, with what was written, and refused where anything differs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sidecar.model.structure import RepairKind, StructureEdit
from sidecar.structure import json_text
from sidecar.structure.json_text import TokenKind, apply_edits
from sidecar.structure.repairing import RepairedJson, not_a_value, repair_json
from sidecar.structure.strict import UnrepairableJson, locate_fault, parse_strictly
from sidecar.work import check_abandoned

# Where in a text its response begins: prose has brackets and braces as well.

_OPENS = re.compile(r"[{\[]")
_BRACKETS = re.compile(r"[{}\[\]]")
_SUBSCRIPT = re.compile(r"(?<=[\w)\]])\[(?!\s*[\[{])")
_CITATION = re.compile(r"\[\s*(?:\d{1,3}(?:\s*,\s*\d{1,3}){0,9})?\s*\]|\{\s*\}")
_WORDS = re.compile(r"[\s{\[^@!#$*]*[^\W\d_]")
_BRACKETED = re.compile(r"[{\[][^{}\[\]]*[}\]]?")
_LETTER = re.compile(r"[^\W\d_]")
_QUOTED_NAME = r"""["'“][^"'“”\n]{0,200}["'”]\s*:"""
_RESPONSE = re.compile(
    rf"""[\[\s]*(?:\{{\s*(?:{_QUOTED_NAME}|[\w$-]{{1,80}}\s*:\s*["'“{{\[\d+.<(−-])|\[\s*["“])"""
)
"""What begins like a response, so that a fault in it is the response's fault."""
_LEADS = re.compile(r"""["'”]\s*:\s*\Z|(?<!```json)(?<!```JSON)[\w"'“%]\Z""")
_GLUED = re.compile(r"""[\w"'“%\\+$€£-]""")
_OPENED_BY = {"}": "{", "]": "["}
_BLANK = " \t\r\n\ufeff\u200b"
_MEMBER = re.compile(rf"{_QUOTED_NAME}\s*[^\s]")
_FENCES = re.compile(r"^\s*(?:```|~~~)[\w-]*\s*$", re.MULTILINE)
_NO_NUMBERS = frozenset({"NaN", "Infinity"})
_MOST_FOUND = 200  # brackets that hold JSON: citations, but for one
_NEAR = 200  # characters of a line that tell whether brackets stand among words
_REACH = 4
"""How many times its length a text may be read in looking for the response."""


def locate_json(text: str, max_depth: int) -> RepairedJson | None:
    """The one object or array that a text holds, with what makes it JSON; None where none begins.

    Raises:
        NotJson: If it is none, or if several stand in the text.
        TooDeep: If it has too many levels.
    """
    found: list[RepairedJson] = []
    fault: UnrepairableJson | None = None
    ends: dict[int, int] | None = None
    position, spent = 0, 0
    while opening := _OPENS.search(text, position):
        check_abandoned()
        start = opening.start()
        if _SUBSCRIPT.match(text, start):
            position = start + 1
            continue
        try:
            one = repair_json(text, start, max_depth)
        except UnrepairableJson as error:
            spent += max(error.position - start, 0)
            ends = _groups(text) if ends is None else ends
            if start not in ends or not _is_prose(text, start) or spent > _REACH * len(text):
                raise
            fault = fault or error
            position = ends[start]
            continue
        found.append(one)
        if len(found) > _MOST_FOUND:
            raise _several(text, *found[:2])
        position = one.end
    if not found:
        if fault is not None:
            raise fault
        return None
    return _only(text, found)


def _is_prose(text: str, start: int) -> bool:
    """Whether brackets that hold no JSON are part of prose: "see [1-3]", "{config}", "[INFO]"."""
    if _RESPONSE.match(text, start):
        return False
    if _WORDS.match(text, start):
        return True
    first, last = _line(text, start, start)
    return _LETTER.search(_BRACKETED.sub("", text[first:last])) is not None


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """The line around a place, as far as it is near."""
    near = max(0, start - _NEAR), end + _NEAR
    last = text.find("\n", end, near[1])
    first = text.rfind("\n", near[0], start) + 1
    return first or near[0], min(near[1], len(text)) if last < 0 else last


def _only(text: str, found: list[RepairedJson]) -> RepairedJson:
    """The response among what may be one."""
    around = _without(text, found)
    likely = [one for one in found if not _is_citation(text, around, one)] or found
    if len(likely) > 1:
        raise _several(text, likely[0], likely[1])
    chosen = likely[0]
    before, after = around[: chosen.start], around[chosen.end :]
    if _LEADS.search(before) or _MEMBER.search(before):
        start = chosen.start
        raise UnrepairableJson("more stands before the JSON begins", start)
    follows = text[chosen.end :], after
    if _goes_on(*follows, begins=not _FENCES.sub("", before).strip()) or _MEMBER.search(after):
        end = chosen.end
        raise UnrepairableJson("more follows where the JSON ends", end)
    for part in (before, after):
        scalar = _FENCES.sub("", part).strip()
        if _is_scalar(scalar):
            start = text.index(scalar, 0 if part is before else chosen.end)
            other = chosen._replace(start=start, end=start + len(scalar))
            raise _several(text, *sorted((chosen, other)))
    return chosen


def _goes_on(after: str, around: str, *, begins: bool) -> bool:
    """Whether the text after JSON goes on with it, or a value of it stands there.

    Args:
        after: The text.
        around: The same without citations.
        begins: Whether nothing stands before the JSON: brackets too many may then follow it.
    """
    closers = len(after) - len(after.lstrip(_BLANK + "}]")) if begins else 0
    rest = after[closers:]
    stands_apart = after[:closers][-1:] in tuple(_BLANK)
    if not stands_apart and _GLUED.match(rest):
        return True
    if rest.lstrip(_BLANK).startswith((",", ":")):
        return True
    depth = 0
    for found in _BRACKETS.finditer(around, closers):
        depth += 1 if found[0] in "{[" else -1
        if depth < 0:
            return True
    return False


def _without(text: str, found: list[RepairedJson]) -> str:
    """A text with spaces in the place of what may be the response."""
    parts, position = [], 0
    for one in found:
        parts += [text[position : one.start], " " * (one.end - one.start)]
        position = one.end
    return "".join([*parts, text[position:]])


def _is_citation(text: str, around: str, one: RepairedJson) -> bool:
    """Whether it is a citation, a footnote or a placeholder: short numbers among words."""
    if not _CITATION.fullmatch(text, one.start, one.end):
        return False
    first, last = _line(around, one.start, one.end)
    if around[first : one.start].rstrip().endswith((":", "=")):  # "Values: [1, 2]"
        first = one.end
    return _LETTER.search(around, first, last) is not None


def _is_scalar(part: str) -> bool:
    """Whether what stands beside JSON is a value as well, if only one like "1 000" or "5%"."""
    if not _LETTER.search(part) and any(map(str.isdigit, part)):
        return True
    found = list(islice(json_text.tokenize(part), 2))
    if len(found) != 1:
        return False
    word = found[0].text.lstrip("+-−")
    return found[0].kind is TokenKind.STRING or word in json_text.SPELLED or word in _NO_NUMBERS


def _several(text: str, *found: RepairedJson) -> UnrepairableJson:
    told = " and ".join(f"`{_on_a_line(text[one.start : one.end])}`" for one in found)
    return UnrepairableJson(f"there are two JSON values, {told}; send one", found[0].start)


def _on_a_line(written: str) -> str:
    return json_text.shorten(" ".join(written[:100].split()))


def _groups(text: str) -> dict[int, int]:
    """Where each bracket that is closed is closed, by its place; strings count as brackets do."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for found in _BRACKETS.finditer(text):
        if found[0] in "{[":
            opened.append(found.start())
        elif opened and text[opened[-1]] == _OPENED_BY[found[0]]:
            ends[opened.pop()] = found.end()
        else:
            opened.clear()
    return ends


@dataclass(frozen=True, slots=True)
class JsonReading:
    """A response that could be read.

    Attributes:
        value: What it says.
        text: Its JSON, as it stands after all edits.
        start: Where its JSON begins in the text as it came, in code points.
        kind: What had to be done; None where it is JSON as it stands.
        edits: What was replaced, in code points of the text as it came.
        complaint: What is wrong with it as it stands, if anything.
        repeated: Keys that stand twice in one object; the last one counts.
    """

    value: Any
    text: str
    start: int = 0
    kind: RepairKind | None = None
    edits: tuple[StructureEdit, ...] = ()
    complaint: str = ""
    repeated: tuple[str, ...] = ()


def read_json(text: str, max_depth: int, *, repair: bool) -> JsonReading:
    """Read a response.

    Args:
        text: What the model wrote.
        max_depth: Most levels of objects and arrays.
        repair: Whether it may be repaired.

    Raises:
        NotJson: If it cannot be read.
        TooDeep: If it has too many levels.
    """
    try:
        said = parse_strictly(text, max_depth)
    except UnrepairableJson as error:
        fault = error
    else:
        return JsonReading(said.value, text, repeated=said.repeated)
    try:
        found = locate_json(text, max_depth)
    except UnrepairableJson as error:
        raise locate_fault(error, text) from None
    if found is None:
        raise _named(text) or fault
    edits = _all_edits(text, found)
    if not repair or not edits:  # or a number that is out of range
        raise fault
    made = apply_edits(text, edits)
    said = parse_strictly(made, max_depth)
    if found.edits and json_text.list_scalars(
        text[found.start : found.end]
    ) != json_text.list_scalars(made):
        raise fault
    kind = RepairKind.CLOSED if found.cut else RepairKind.SYNTAX
    kind = kind if found.edits else RepairKind.UNWRAPPED
    return JsonReading(said.value, made, found.start, kind, edits, str(fault), said.repeated)


def _all_edits(text: str, found: RepairedJson) -> tuple[StructureEdit, ...]:
    """The edits that leave the repaired JSON alone."""
    before = [StructureEdit(0, found.start, "")] if found.start else []
    after = [StructureEdit(found.end, len(text), "")] if found.end < len(text) else []
    return (*before, *found.edits, *after)


_LONGEST_VALUE = 80


def _named(text: str) -> UnrepairableJson | None:
    """The fault of a text that is one value, but none of JSON; None of prose."""
    written = text.strip()
    if len(written) > _LONGEST_VALUE or "\n" in written or not written:
        return None
    if not (written[0] in "+-−.<>(~≈±" or written[0].isdigit() or written in ("NaN", "Infinity")):
        return None
    start = text.index(written)
    return locate_fault(not_a_value(written, start), text)
