"""A model that does what a retry hint says, and nothing else: it reads the hint, not the report."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

NOTHING = "No evidence was found."
_ITEM = re.compile(
    r'^\d+\. (?:From (?P<first>".*") to (?P<last>".*")|(?P<whole>".*"))\n'
    r"(?:   - .*\n)+"
    r'   (?:Write instead: (?P<then>".*")|(?P<out>(?:Correct it, or r|R)emove it\.)|Check .*)$',
    re.MULTILINE,
)
_OF_ALL = re.compile(r"^- The whole answer: (?P<what>.*)$", re.MULTILINE)
_OF_SHAPE = re.compile(r"^- (?P<path>/.*?|the whole response): (?P<advice>.*)$", re.MULTILINE)


def obey(answer: str, hint: str, *, known: str = NOTHING) -> str:
    """The answer as the hint wants it: rewritten where it says how, else without the passage.

    Args:
        answer: What the model wrote.
        hint: What came back.
        known: What the model writes where an answer has nothing to judge.
    """
    for all_of_it in _OF_ALL.finditer(hint):
        return known if "it has nothing" in all_of_it["what"] else NOTHING
    pieces, position = [], 0
    for item in _ITEM.finditer(hint):
        first = json.loads(item["first"] or item["whole"])
        last = json.loads(item["last"] or item["whole"])
        start = answer.index(first, position)
        end = start + len(first) if item["whole"] else answer.index(last, start) + len(last)
        then = answer[start:end]
        if item["then"] or item["out"]:
            then = json.loads(item["then"]) if item["then"] else ""
        pieces += [answer[position:start], then]
        position = end
    left = "".join([*pieces, answer[position:]])
    return left if re.search(r"\w", left) else NOTHING


def reshape(response: str, hint: str) -> str:
    """The response in JSON as the hint wants it."""
    if "It is not JSON" in hint:
        return "{}"
    value = json.loads(response)
    for line in _OF_SHAPE.finditer(hint):
        path = line["path"].split("/")[1:] if line["path"].startswith("/") else []
        steps = [step.replace("~1", "/").replace("~0", "~") for step in path]
        value = _changed(value, steps, line["advice"])
    return json.dumps(value)


def _changed(value: Any, steps: list[str], advice: str) -> Any:
    """A value with another one at some place inside of it."""
    if not steps:
        return _advised(value, advice)
    step = int(steps[0]) if isinstance(value, list) else steps[0]
    value[step] = _changed(value[step], steps[1:], advice)
    return value


def _advised(value: Any, advice: str) -> Any:
    """What an advice says to write in the place of a value."""
    if added := re.fullmatch(r'add the field (".*?")(?:: (.*))?', advice):
        return {**value, json.loads(added[1]): _like(added[2] or "a string")}
    if extra := re.fullmatch(r"leave out the fields? (.*?)(?:; .*)?", advice):
        out = {json.loads(name) for name in re.findall(r'"[^"]*"', extra[1])}
        return {name: each for name, each in value.items() if name not in out}
    if advice.startswith("cite a source in the answer"):
        return {**value, "answer": NOTHING}
    return _like(advice)


_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Any]], ...] = (
    (r'(?:write )?one of (".*?") or', lambda found: json.loads(found[1])),
    (r"(?:write )?a date such as (\S+)", lambda found: found[1]),
    (r'write an object with the field (".*?")', lambda found: {json.loads(found[1]): "a text"}),
    (r"write what fits one of these: (.*) or .*", lambda found: _like(found[1])),
    (r'it must be .* each (".")\)', lambda found: json.loads(found[1])),
    (r"(?:write )?a whole number", lambda _: 1),
    (r"(?:write )?a list whose", lambda _: []),
    (
        r"(?:write )?a (?:list or a )?string|any value|it must not be blank|say in",
        lambda _: "a longer text",
    ),
)


def _like(advice: str) -> Any:
    """A value that an advice describes."""
    for form, make in _FORMS:
        if found := re.match(form, advice):
            return make(found)
    raise AssertionError(f"nobody could do this: {advice}")
