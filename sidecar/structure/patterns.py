"""A regular expression in words, as far as it is a plain one: 3 capital letters, then "-".

Models follow a sentence better than an expression. What is not plain (look-around, references,
sets of Unicode) is not described, rather than half.
"""

from __future__ import annotations

import re

_LONGEST = 200  # signs of an expression that is read
_DEEPEST = 4
_CLASSES = {
    r"\d": "a digit",
    r"\w": "a letter, digit or _",
    r"\s": "a space",
    r"\S": "a sign that is not a space",
    r"\D": "a sign that is not a digit",
    ".": "a sign",
    "A-Z": "a capital letter",
    "a-z": "a small letter",
    "0-9": "a digit",
    "A-Za-z": "a letter",
    "a-zA-Z": "a letter",
}
_PLAIN = frozenset(("digit", "space", "sign", "capital letter", "small letter", "letter"))
_TOKEN = re.compile(
    r"(?P<set>\[(?P<not>\^)?(?P<inside>(?:\\.|[^\]\\\[])+)\])|(?P<class>\\[dwsSD]|\.)"
    r"|\\(?P<escaped>[^\w\s])|(?P<open>\((?:\?:)?(?!\?))"
    r"|(?P<sign>[^\\\[\](){}*+?|^$.])"
)
_MANY = re.compile(r"\{(?P<least>\d{1,4})(?P<open>,(?P<most>\d{1,4})?)?\}|(?P<mark>[*+?])")
_RANGE = re.compile(r"[A-Za-z0-9]-[A-Za-z0-9]|\\.|.", re.DOTALL)
_BLANK = frozenset((r"\S", r"\S+", r"^.*\S.*$", r".*\S.*", r"^\s*\S", r"^\s*\S.*$"))


def describe_pattern(pattern: str) -> str:
    """What a value must do that an expression matches, after "it must"; "" where that is unsaid."""
    if pattern in _BLANK:
        return "not be blank"
    first, last = pattern.startswith("^"), pattern.endswith("$") and not pattern.endswith(r"\$")
    body = pattern[first : len(pattern) - last]
    if not body or len(pattern) > _LONGEST:
        return ""
    reader = _PatternReader(body)
    try:
        choices = reader.choices(0)
    except _Inexpressible:
        return ""
    if len(choices) > 1 and (first or last):
        return ""  # "^a|b" begins with a, or holds b anywhere
    said = " or ".join(choices)
    if first and last:
        return f"be {said}"
    return f"begin with {said}" if first else f"{'end with' if last else 'contain'} {said}"


class _Inexpressible(Exception):
    """There are no words for it."""


class _PatternReader:
    """Reads an expression from left to right."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._at = 0

    def choices(self, depth: int) -> list[str]:
        """Alternatives, up to the parenthesis that closes them or the end."""
        if depth > _DEEPEST:
            raise _Inexpressible
        found = [self._steps(depth)]
        while self._body[self._at : self._at + 1] == "|":
            self._at += 1
            found.append(self._steps(depth))
        if bool(depth) != (self._body[self._at : self._at + 1] == ")"):
            raise _Inexpressible
        self._at += 1
        return found

    def _steps(self, depth: int) -> str:
        """One alternative."""
        steps, literal = list[str](), ""
        while self._at < len(self._body) and self._body[self._at] not in "|)":
            token = _TOKEN.match(self._body, self._at)
            if token is None:
                raise _Inexpressible
            self._at = token.end()
            inner = self.choices(depth + 1) if token["open"] else ()
            many = _MANY.match(self._body, self._at)
            self._at = many.end() if many else self._at
            sign = token["sign"] or token["escaped"]
            if sign and many is None:
                literal += sign
                continue
            steps += [f'"{literal}"'] if literal else []
            literal = ""
            name = f'"{sign}"' if sign else "" if inner else _named(token)
            steps.append(_repeated(" or ".join(inner), many) if inner else _counted(name, many))
        steps += [f'"{literal}"'] if literal else []
        if not steps:
            raise _Inexpressible
        return ", then ".join(steps)


def _named(token: re.Match[str]) -> str:
    """What one sign of a set or class is called."""
    if token["class"]:
        return _CLASSES[token["class"]]
    inside = token["inside"]
    if inside in _CLASSES:
        said = _CLASSES[inside]
    else:
        parts = [_part(part[0]) for part in _RANGE.finditer(inside)]
        said = " or ".join(dict.fromkeys(parts))
    return f"a sign other than {said}" if token["not"] else said


def _part(part: str) -> str:
    if part in _CLASSES and part != ".":
        return _CLASSES[part]
    if len(part) == 3:
        return f'a sign from "{part[0]}" to "{part[2]}"'
    if part[0] == "\\" and part[1:].isalnum():
        raise _Inexpressible
    return f'"{part[-1]}"'


def _counted(name: str, many: re.Match[str] | None) -> str:
    """How many signs of a kind: "3 digits"; "2 signs, each a digit or "-"" of a mixed one."""
    if many is None:
        return name
    times = _times(many)
    if times == "0 or 1":
        return f"optionally {name}"
    noun = name.removeprefix("a ")
    if noun in _PLAIN:
        return f"{times} {noun}" if times == "1" else f"{times} {noun}s"
    return f"{times} signs, each {name}"


def _repeated(inner: str, many: re.Match[str] | None) -> str:
    if many is None:
        return f"({inner})" if " or " in inner else inner
    times = _times(many)
    return f"optionally ({inner})" if times == "0 or 1" else f"{times} × ({inner})"


def _times(many: re.Match[str]) -> str:
    if many["mark"]:
        return {"*": "0 or more", "+": "1 or more", "?": "0 or 1"}[many["mark"]]
    if not many["open"]:
        return many["least"]
    return f"{many['least']} to {many['most']}" if many["most"] else f"{many['least']} or more"
