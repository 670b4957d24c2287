"""Questions of a file of JSON lines, read when they are asked for.

What is known of a large file before that is where each line begins, and that no id stands twice.
"""

from __future__ import annotations

import json
import os
import re
import weakref
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, overload

from sidecar.evals.model import EvalQuestion
from sidecar.evals.plain import MOST_FAULTS, DatasetInvalid
from sidecar.evals.shape import find_id, read_question

HEADER = frozenset({"id", "name", "description"})
"""Fields of the object in the first line that is no question, if there is one."""

_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*"([^"\\]+)"\s*,')
_BOM = b"\xef\xbb\xbf"
_SHOWN = 60


class _Unreadable(ValueError):
    """A line holds no strict JSON; the message says why."""


class JsonLines(Sequence[EvalQuestion]):
    """The questions of a file.

    Args:
        path: The file. It stays open, and should not change.

    Attributes:
        header: What the object in the first line says of the data set.

    Raises:
        DatasetInvalid: If a line is no object, or two questions have the same id.
        OSError: If the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts, self._ends, self._lines = array("Q"), array("Q"), array("Q")
        self.header: Mapping[str, Any] = {}
        with path.open("rb") as file:
            faults = self._scanned(file)
            self._file = os.dup(file.fileno())
        weakref.finalize(self, os.close, self._file)
        if faults:
            raise DatasetInvalid(faults)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, place: int) -> EvalQuestion: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[EvalQuestion]: ...

    def __getitem__(self, place: int | slice) -> EvalQuestion | Sequence[EvalQuestion]:
        """A question, or several of them.

        Raises:
            DatasetInvalid: With what is wrong with it.
        """
        if isinstance(place, slice):
            return QuestionSelection(self, range(len(self))[place])
        question = self._read(range(len(self))[place])
        if isinstance(question, EvalQuestion):
            return question
        raise DatasetInvalid(question)

    def check(self) -> None:
        """Read every question.

        Raises:
            DatasetInvalid: With what is wrong with them.
        """
        faults: list[str] = []
        for place in range(len(self)):
            question = self._read(place)
            if not isinstance(question, EvalQuestion):
                faults.extend(question)
            if len(faults) > MOST_FAULTS:
                break
        if faults:
            raise DatasetInvalid(faults)

    def _read(self, place: int) -> EvalQuestion | list[str]:
        """A question, or what is wrong with it."""
        start = self._starts[place]
        where = f"{self._path}:{self._lines[place]}"
        try:
            # Read at a place of its own: several threads may ask at once.
            given = _parsed(os.pread(self._file, self._ends[place] - start, start))
        except _Unreadable as error:
            return [f"{where}: {error}"]
        question = read_question(given, self._path.parent)
        if isinstance(question, EvalQuestion):
            return question
        called = f"question {find_id(given)!r}: " if find_id(given) else ""
        return [f"{where}: {called}{fault.problem}" for fault in question]

    def _scanned(self, file: IO[bytes]) -> list[str]:
        """Find where lines begin, and what is wrong with any that can be known without reading."""
        faults: list[str] = []
        seen: dict[str, int] = {}
        offset = 0
        for number, line in enumerate(file, 1):
            start, offset = offset, offset + len(line)
            if number == 1 and line.startswith(_BOM):
                start += len(_BOM)
                line = line.removeprefix(_BOM)  # noqa: PLW2901 (where the text begins)
            if line.isspace() or (number == 1 and self._is_header(line)):
                continue
            try:
                called = _id(line)
            except _Unreadable as error:
                faults.append(f"{self._path}:{number}: {error}")
                called = ""
            if called and seen.setdefault(called, number) != number:
                first = seen[called]
                faults.append(
                    f"{self._path}:{number}: question {called!r}: line {first} has that id as well"
                )
            self._starts.append(start)
            self._ends.append(offset)
            self._lines.append(number)
            if len(faults) > MOST_FAULTS:
                break
        if not faults and not self._starts:
            faults.append(f"{self._path}: there are no questions")
        return faults

    def _is_header(self, line: bytes) -> bool:
        try:
            given = _parsed(line)
        except _Unreadable:
            return False
        if not isinstance(given, dict) or not given.keys() <= HEADER or not given:
            return False
        self.header = given
        return True


class QuestionSelection(Sequence[EvalQuestion]):
    """Some of the questions of others, in their order.

    Args:
        base: All of them.
        places: Which.
    """

    def __init__(self, base: Sequence[EvalQuestion], places: Iterable[int]) -> None:
        self._base, self._places = base, array("Q", places)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> EvalQuestion: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[EvalQuestion]: ...

    def __getitem__(self, place: int | slice) -> EvalQuestion | Sequence[EvalQuestion]:
        if isinstance(place, slice):
            return QuestionSelection(self._base, self._places[place])
        return self._base[self._places[place]]


def _id(line: bytes) -> str:
    """The id of a question; the line is read as JSON only where it does not begin with it."""
    if not line.rstrip().endswith(b"}"):
        _parsed(line)
        raise _Unreadable("a question is an object of JSON")
    match = _ID.match(line)
    if match is None:
        return find_id(_parsed(line))
    try:
        return match[1].decode()
    except UnicodeDecodeError:
        raise _Unreadable("it is not UTF-8") from None


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line.decode(), object_pairs_hook=_object, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise _Unreadable("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _Unreadable(f"it is not JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise _Unreadable("it is nested too deeply") from None
    except _Unreadable:
        raise
    except ValueError:  # of int()
        raise _Unreadable("a number has thousands of digits") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = max(names, key=names.count)
        raise _Unreadable(f"the key {twice[:_SHOWN]!r} appears twice")
    return found


def _no_number(name: str) -> object:
    raise _Unreadable(f"JSON has no {name}")
