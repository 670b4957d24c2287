"""Hold what users read to plain words.

    python -m bench.wording

``wording.yaml`` beside this module lists words in senses that only this project gave them, each
with what to write instead. Looked at are string literals of three words or more (messages, help,
settings, HTML), comments of the contract, and pages without their code. Docstrings and comments of
Python are for people who work on verifyd, and are not.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import yaml_file

ROOT = Path(__file__).parent.parent
LISTED = Path(__file__).with_suffix(".yaml")
READ = ("sidecar", "clients", "proto", "demo", "deploy", "settings", "docs")
_FEWEST = 3  # words of a literal that is a message
_FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True)
class Word:
    """A pattern that texts may not have, what to write instead, and phrases that may have it."""

    pattern: re.Pattern[str]
    instead: str

    def places(self, text: str) -> Iterator[re.Match[str]]:
        """Where a text has it, outside of the phrases that are allowed."""
        return (match for match in self.pattern.finditer(text) if match["found"])


def main() -> int:
    """Print each place, and fail if there is one."""
    known = yaml_file.read(LISTED)
    banned = words(known["words"])
    faults = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in _files(known["except"])
        for line, text in texts(path.suffix, path.read_text("utf-8"))
        for fault in find_words(text, banned)
    ]
    print("\n".join(faults), end="\n" * bool(faults))
    return 1 if faults else 0


def words(entries: Sequence[dict[str, Any]]) -> list[Word]:
    """The entries of the list, ready to be looked for."""
    return [Word(_pattern(entry), entry["instead"]) for entry in entries]


def find_words(text: str, banned: Sequence[Word]) -> Iterator[str]:
    """What a text has of them, each with its words around it."""
    flat = " ".join(text.split())
    for word in banned:
        for match in word.places(flat):
            around = flat[max(0, match.start() - 30) : match.end() + 30]
            yield f"{match['found']!r} in {around!r}: write {word.instead}"


def texts(suffix: str, source: str) -> Iterator[tuple[int, str]]:
    """The texts of a file that users read, each with the line where it begins."""
    if suffix == ".py":
        yield from _literals(source)
    elif suffix == ".md":
        blank = _FENCED.sub(lambda fenced: "\n" * fenced[0].count("\n"), source)
        yield from _paragraphs(_CODE.sub("", line) for line in blank.splitlines())
    else:  # comments of the contract, of settings and of manifests
        mark = "//" if suffix == ".proto" else "#"
        comments = (line.partition(mark)[2] for line in source.splitlines())
        yield from _paragraphs(_CODE.sub("", line) for line in comments)


def _pattern(entry: dict[str, Any]) -> re.Pattern[str]:
    allowed = "|".join(re.escape(phrase) for phrase in entry.get("allow", ()))
    before = rf"\b(?:{allowed})\b|" if allowed else ""
    return re.compile(rf"{before}\b(?P<found>{entry['pattern']})\b", re.IGNORECASE)


def _literals(source: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source)
    passed = {id(part) for node in ast.walk(tree) for part in _not_messages(node)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(_constant(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if len(text.split()) >= _FEWEST:
            yield node.lineno, text


def _not_messages(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and the pieces of a literal with braces, which is looked at as one."""
    if isinstance(node, ast.JoinedStr):
        yield from node.values
    body = getattr(node, "body", None)
    for statement in body if isinstance(body, list) else []:
        if isinstance(statement, ast.Expr):
            yield statement.value


def _constant(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "…"


def _paragraphs(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Lines joined up to the next empty one, so that a phrase may go over the end of a line."""
    began, joined = 0, [""]
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            began, joined = began if joined[1:] else number, [*joined, line]
        elif joined[1:]:
            yield began, " ".join(joined)
            joined = [""]


def _files(passed: Sequence[str]) -> Iterator[Path]:
    files = [path for folder in READ for path in sorted((ROOT / folder).rglob("*"))]
    for path in [*sorted(ROOT.glob("*.md")), *files]:
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in {".py", ".md", ".proto", ".yaml"} and not name.startswith(tuple(passed)):
            yield path


if __name__ == "__main__":
    sys.exit(main())
