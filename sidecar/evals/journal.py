"""The directory of a run: what was run, and each result as soon as it is there.

``run.json`` says what is run, and ``results.jsonl`` has a line for each question that has ended. A
run that was killed goes on from it. A line that was cut then is taken away, and its question asked
again; no question ever has two results.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, ClassVar, overload
from urllib.parse import quote

from pydantic_core import from_json

from sidecar.evals.model import EvalResult, EvalRun
from sidecar.evals.plain import RecordInvalid, parse_line, to_line
from sidecar.model.digests import sha256_hex

_FORMAT = 1
_LONGEST_NAME = 180  # file systems take 255 bytes
_ABOUT, _RESULTS = "run.json", "results.jsonl"
PAGES = "answers"
"""The folder of the pages of answers, by ``page_name``."""


class JournalInvalid(ValueError):
    """A run directory cannot be used; the message says why."""

    reason: ClassVar[str] = "RUN_INVALID"


@dataclass(frozen=True, kw_only=True)
class RunIdentity:
    """What a run is of: it can go on only where all of this is the same, but for ``started_at``.

    Attributes:
        dataset_id: Of the data set.
        dataset_name: For people.
        dataset_digest: Of its questions, and of how they were chosen.
        questions: How many there are.
        agent: The agent's name.
        settings_digest: Of the settings that answers are verified by.
        engine_version: Of verifyd.
        checks: Those that were named; none for all.
        started_at: In ISO 8601.
    """

    dataset_id: str
    dataset_name: str
    dataset_digest: str
    questions: int
    agent: str
    settings_digest: str
    engine_version: str
    checks: tuple[str, ...] = ()
    started_at: str


_TOLD = {
    "dataset_id": "the data set",
    "dataset_digest": "the questions of the data set",
    "agent": "the agent",
    "settings_digest": "the settings",
    "engine_version": "the version of verifyd",
    "checks": "the checks",
}


class Journal:
    """Writes the results of a run into its directory, in any order.

    Use ``begun`` to make one; close it at the end.

    Attributes:
        folder: The directory.
        about: What is run.
    """

    def __init__(
        self, folder: Path, about: RunIdentity, file: IO[bytes], places: dict[str, int]
    ) -> None:
        self.folder, self.about = folder, about
        self._file, self._places = file, places

    @classmethod
    def begun(cls, folder: Path, about: RunIdentity, *, resume: bool = False) -> Journal:
        """The journal of a new run, or of one that goes on where it was left.

        Args:
            folder: Where it is; made if need be.
            about: What is run.
            resume: Whether a run that is there goes on. Without one, a new run begins.

        Raises:
            JournalInvalid: If there is a run already, or another one than should go on, or somebody
                writes to it.
            OSError: If it cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        before = _about(folder) if (folder / _ABOUT).exists() else None
        if before is not None and not resume:
            raise JournalInvalid(f"{folder} has a run already: resume it, or choose another folder")
        if before is not None:
            _check_same(folder, before, about)
        file = (folder / _RESULTS).open("a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise JournalInvalid(f"another process writes to {folder}") from None
        try:
            if before is None:
                if file.seek(0, os.SEEK_END):
                    raise JournalInvalid(f"{folder} has results, but no {_ABOUT}")
                _write_about(folder, about)
            places = {called: start for called, _, start in _scanned(file, mend=True)}
        except BaseException:
            file.close()
            raise
        return cls(folder, before or about, file, places)

    @property
    def done(self) -> frozenset[str]:
        """The ids of questions that have a result."""
        return frozenset(self._places)

    def __contains__(self, question_id: str) -> bool:
        return question_id in self._places

    def __len__(self) -> int:
        return len(self._places)

    def append(self, result: EvalResult) -> None:
        """Write a result; it is on the disk when this returns.

        The tables and sources of the question are left out: the data set has them.

        Raises:
            JournalInvalid: If the question has a result already.
            RecordInvalid: If it holds what JSON does not have.
            OSError: If it cannot be written; the run can go on later.
        """
        question = replace(result.question, query_results=(), sources=())
        if question.id in self._places:
            raise JournalInvalid(f"question {question.id!r} has a result already")
        line = to_line(replace(result, question=question)).encode()
        start = self._file.seek(0, os.SEEK_END)
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(start)  # half a line would stand before the next
            raise
        self._places[question.id] = start

    def page(self, question_id: str, html: str) -> None:
        """Write the page of an answer.

        Raises:
            OSError: If it cannot be written.
        """
        folder = self.folder / PAGES
        folder.mkdir(exist_ok=True)
        (folder / page_name(question_id)).write_text(html, "utf-8")

    def close(self) -> None:
        """Close the file, and let others write to it."""
        self._file.close()


class StoredResults(Sequence[EvalResult]):
    """The results of a run directory, read when they are asked for, in the order of the data set.

    Args:
        folder: The directory.

    Raises:
        JournalInvalid: If it holds what is no result, before its last line.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _RESULTS
        try:
            with self._path.open("rb") as file:
                found = sorted((place, start) for _, place, start in _scanned(file, mend=False))
        except FileNotFoundError:
            found = []
        self._starts = [start for _, start in found]

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, place: int) -> EvalResult: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[EvalResult]: ...

    def __getitem__(self, place: int | slice) -> EvalResult | Sequence[EvalResult]:
        """One result, or some of them, read now."""
        with self._path.open("rb") as file:
            if isinstance(place, slice):
                return [_read_result_at(file, start) for start in self._starts[place]]
            return _read_result_at(file, self._starts[place])

    def __iter__(self) -> Iterator[EvalResult]:
        with self._path.open("rb") as file:
            for start in self._starts:
                yield _read_result_at(file, start)


def load_run(folder: Path) -> EvalRun:
    """The run of a directory, whether it has ended or not.

    Raises:
        JournalInvalid: If there is none.
    """
    if not (folder / _ABOUT).exists():
        raise JournalInvalid(f"{folder} has no run: there is no {_ABOUT}")
    about, results = _about(folder), StoredResults(folder)
    return EvalRun(
        dataset_id=about.dataset_id,
        dataset_name=about.dataset_name,
        agent=about.agent,
        started_at=about.started_at,
        results=results,
        settings_digest=about.settings_digest,
        engine_version=about.engine_version,
        complete=len(results) == about.questions,
    )


def page_name(question_id: str) -> str:
    """The file of an answer's page: its id, as it stands in a URL."""
    name = quote(question_id, safe="")
    if len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}-{sha256_hex(question_id.encode())[:16]}"
    return f"{name}.html"


def _about(folder: Path) -> RunIdentity:
    path = folder / _ABOUT
    try:
        given = json.loads(path.read_bytes())
        if given.pop("format") != _FORMAT:
            raise JournalInvalid(f"{path} was written by another version of verifyd")
        return RunIdentity(**{**given, "checks": tuple(given["checks"])})
    except OSError as error:
        raise JournalInvalid(f"cannot read {path}: {error.strerror}") from None
    except JournalInvalid:
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise JournalInvalid(f"{path} does not say what was run") from None


def _write_about(folder: Path, about: RunIdentity) -> None:
    """All of it or nothing, whenever the machine stops."""
    aside = folder / f".{_ABOUT}"
    with aside.open("w", encoding="utf-8") as file:
        json.dump({"format": _FORMAT, **asdict(about)}, file, indent=2, ensure_ascii=False)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(folder / _ABOUT)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_same(folder: Path, before: RunIdentity, now: RunIdentity) -> None:
    other = [
        f"{told} (then {_short(getattr(before, name))}, now {_short(getattr(now, name))})"
        for name, told in _TOLD.items()
        if getattr(before, name) != getattr(now, name)
    ]
    if other:
        raise JournalInvalid(f"{folder} has another run; of its own are {', '.join(other)}")


def _short(value: Any) -> str:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return text if len(text) < 64 else f"{text[:12]}…"


def _scanned(file: IO[bytes], *, mend: bool) -> Iterator[tuple[str, int, int]]:
    """Of each result: the id, the place in the data set, and where it begins.

    Args:
        file: The results.
        mend: Whether to take away a last line that was cut.
    """
    seen: set[str] = set()
    start = file.seek(0)
    for number, line in enumerate(iter(file.readline, b""), 1):
        try:
            if not line.endswith(b"\n"):
                raise RecordInvalid("the line is cut")
            given = from_json(line)
            called, place = given["question"]["id"], given["place"]
            if not isinstance(called, str) or not isinstance(place, int):
                raise RecordInvalid("the id or the place is not valid")
        except (ValueError, TypeError, KeyError):
            if file.read(1):
                raise JournalInvalid(f"{file.name}:{number}: this is not a result") from None
            if mend:
                file.truncate(start)
            return
        if called in seen:
            raise JournalInvalid(f"{file.name}:{number}: {called!r} has a result already")
        seen.add(called)
        yield called, place, start
        start += len(line)


def _read_result_at(file: IO[bytes], start: int) -> EvalResult:
    file.seek(start)
    try:
        return parse_line(file.readline())
    except RecordInvalid as error:
        raise JournalInvalid(f"{file.name}: the result at byte {start}: {error}") from None
