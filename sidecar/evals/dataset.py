"""Data sets of questions: built in code, or read from YAML or JSON lines.

    id: code-understanding-basic
    name: Basic Code Understanding
    questions:
      - id: q001
        question: "What is the main entry point of this application?"
        expected_evidence_files: ["src/main.py"]
        tags: ["entry-point", "basic"]

A file of JSON lines has one question in each line, and may have an object with ``id``, ``name`` and
``description`` in its first. Its questions are read when they are asked for, so that a hundred
thousand of them can be begun at once.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from sidecar.evals.lines import HEADER, JsonLines, QuestionSelection
from sidecar.evals.model import EvalQuestion
from sidecar.evals.plain import DatasetInvalid
from sidecar.evals.shape import find_id, read_question
from sidecar.settings import plain_data, strict_json
from sidecar.settings.section import suggest_name
from sidecar.settings.strict_yaml import Line

_MOST_BYTES = 64 << 20  # of a file of YAML, which is held as a whole
_CHECKED_BYTES = 4 << 20  # of a file of JSON lines that is checked as a whole before it is used
_YAML = (".yaml", ".yml", ".json")
_LINES = (".jsonl", ".ndjson")
_DOCUMENT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[ \t]*(?:"questions"\s*:|\r?\n)')
"""How a data set of one document of JSON begins: over several lines, or with its questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalDataset:
    """Questions for an agent.

    Attributes:
        id: For programs.
        name: For people.
        description: What it is about, or "".
        questions: In their order; those of a large file are read when they are asked for.

    Raises:
        DatasetInvalid: If two questions have the same id, or a question says nothing.
    """

    id: str
    name: str
    questions: Sequence[EvalQuestion]
    description: str = ""

    def __post_init__(self) -> None:
        """Check questions that were built in code."""
        if isinstance(self.questions, JsonLines | QuestionSelection):
            return
        object.__setattr__(self, "questions", tuple(self.questions))  # the only way in
        faults = [*_repeated(self.questions)]
        if faults:
            raise DatasetInvalid([f"data set {self.id!r}: {fault}" for fault in faults])

    @classmethod
    def load(cls, path: str | Path) -> EvalDataset:
        """The data set of a file of YAML, JSON or JSON lines.

        JSON and JSON lines are told apart by content, whichever of the two the name says.

        Raises:
            DatasetInvalid: With what is wrong, and where.
        """
        suffix = Path(path).suffix.lower()
        if suffix == ".json" or suffix in _LINES:
            is_lines = _has_lines(Path(path), suffix)
            return cls.from_jsonl(path) if is_lines else cls.from_yaml(path)
        if suffix in _YAML:
            return cls.from_yaml(path)
        known = ", ".join([*_YAML, *_LINES])
        raise DatasetInvalid([f"{path}: no data set is named like this; known are: {known}"])

    @classmethod
    def from_yaml(cls, path: str | Path) -> EvalDataset:
        """The data set of a file of YAML, or of JSON.

        Raises:
            DatasetInvalid: With what is wrong, and where.
        """
        path = Path(path)
        try:
            if path.stat().st_size > _MOST_BYTES:
                too_long = f"longer than {_MOST_BYTES >> 20} MiB; JSON lines are not bounded"
                raise DatasetInvalid([f"{path}: {too_long}"])
            given, line = plain_data.parse_with_lines(path.read_bytes(), str(path))
        except OSError as error:
            raise _unreadable(path, error) from None
        except plain_data.DataUnreadable as error:
            raise DatasetInvalid([f"{path}{error}"]) from None
        return _Document(path, given, line).dataset()

    @classmethod
    def from_jsonl(cls, path: str | Path) -> EvalDataset:
        """The data set of a file of JSON lines.

        A file of more than 4 MiB is checked line by line as it is read; see ``check``.

        Raises:
            DatasetInvalid: With what is wrong, and where.
        """
        path = Path(path)
        try:
            questions = JsonLines(path)
            if path.stat().st_size <= _CHECKED_BYTES:
                questions.check()
        except OSError as error:
            raise _unreadable(path, error) from None
        told = _header(questions.header, path, lambda _: 1)
        return cls(**told, questions=questions)

    def check(self) -> None:
        """Read every question that was not read yet.

        Raises:
            DatasetInvalid: With what is wrong, and where.
        """
        if isinstance(self.questions, JsonLines):
            self.questions.check()
        else:
            for _ in self.questions:
                pass

    def filter_by_tags(
        self, tags: Collection[str], match: Literal["any", "all"] = "any"
    ) -> EvalDataset:
        """The questions that have any of some tags, or all of them."""
        wanted = frozenset([tags] if isinstance(tags, str) else tags)
        places = [
            place
            for place, question in enumerate(self.questions)
            if (wanted <= {*question.tags} if match == "all" else wanted & {*question.tags})
        ]
        return replace(self, questions=QuestionSelection(self.questions, places))

    def sample(self, n: int, seed: int = 0) -> EvalDataset:
        """So many questions drawn by chance, in their order: the same ones for the same seed.

        Raises:
            ValueError: If ``n`` is under 1.
        """
        if n < 1:
            raise ValueError(f"a sample has at least one question, not {n}")
        count = len(self.questions)
        drawn = random.Random(seed).sample(range(count), min(n, count))  # noqa: S311 (no secret)
        return replace(self, questions=QuestionSelection(self.questions, sorted(drawn)))


class _Document:
    """A data set of one document.

    Args:
        path: Its file.
        given: What it says.
        line: Where each part of it stands.
    """

    def __init__(self, path: Path, given: object, line: Line) -> None:
        self._path, self._given, self._line = path, given, line

    def dataset(self) -> EvalDataset:
        """The data set.

        Raises:
            DatasetInvalid: With everything that is wrong.
        """
        given = self._given
        if not isinstance(given, dict):
            raise DatasetInvalid([f"{self._path}: a data set is a mapping with questions"])
        told = {name: said for name, said in given.items() if name != "questions"}
        faults: list[str] = []
        questions: list[EvalQuestion] = []
        try:
            about = _header(told, self._path, self._line)
        except DatasetInvalid as error:
            faults += error.faults
        listed = given.get("questions")
        if not isinstance(listed, list) or not listed:
            where = f"{self._path}:{self._line(['questions'])}"
            raise DatasetInvalid([*faults, f"{where}: questions should be a list of at least one"])
        for place, one in enumerate(listed):
            question = read_question(one, self._path.parent)
            if isinstance(question, EvalQuestion):
                questions.append(question)
                continue
            called = f"question {find_id(one)!r}" if find_id(one) else f"question {place + 1}"
            for fault in question:
                at = self._line(["questions", place, *fault.path])
                faults.append(f"{self._path}:{at}: {called}: {fault.problem}")
        faults += self._repeated(listed)
        if faults:
            raise DatasetInvalid(faults)
        return EvalDataset(**about, questions=questions)

    def _repeated(self, listed: Sequence[object]) -> Iterator[str]:
        """Ids that stand twice, with their lines."""
        seen: dict[str, int] = {}
        for place, one in enumerate(listed):
            called = find_id(one)
            first = seen.setdefault(called, place)
            if called and first != place:
                at, before = (self._line(["questions", each, "id"]) for each in (place, first))
                yield (f"{self._path}:{at}: question {called!r}: line {before} has that id as well")


def _has_lines(path: Path, suffix: str) -> bool:
    """Whether a file holds JSON lines, and not one document of JSON."""
    try:
        with path.open("rb") as file:
            begin = file.read(_CHECKED_BYTES)
    except OSError as error:
        raise _unreadable(path, error) from None
    if strict_json.has_lines(begin):
        return True
    return suffix in _LINES and not _DOCUMENT.match(begin)


def _header(given: Mapping[str, Any], path: Path, line: Line) -> dict[str, str]:
    """Id, name and description; what a file leaves out is its name.

    Raises:
        DatasetInvalid: If one of them is no text, or there is another.
    """
    faults = []
    known = [*sorted(HEADER), "questions"]
    for name, said in given.items():
        at = f"{path}:{line([name])}"
        if name not in HEADER:
            faults.append(f"{at}: there is no field {name!r}{suggest_name(str(name), known)}")
        elif not isinstance(said, str):
            faults.append(f"{at}: {name} should be a valid string, not {said!r:.60}")
    if faults:
        raise DatasetInvalid(faults)
    called = given.get("id") or path.stem
    return {"name": called, **given, "id": called}


def _repeated(questions: Sequence[EvalQuestion]) -> Iterator[str]:
    seen: set[str] = set()
    for question in questions:
        if not question.id or question.id in seen:
            told = "two questions have that id" if question.id else "an id is empty"
            yield f"question {question.id!r}: {told}"
        elif not question.question.strip():
            yield f"question {question.id!r}: question is blank"
        seen.add(question.id)


def _unreadable(path: Path, error: OSError) -> DatasetInvalid:
    return DatasetInvalid([f"{path}: cannot be read: {error.strerror}"])
