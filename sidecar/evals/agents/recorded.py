"""Answers that were recorded: a file of JSON lines, one for each question by its id."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from sidecar.evals.agents.protocol import AgentError, AgentInvalid, Answer
from sidecar.evals.model import EvalQuestion
from sidecar.model.digests import sha256_hex

_IDS = ("id", "question_id")
_MOST_NAMED = 5


class RecordedAgent:
    """Gives the answers of a file, of which only the places are held in memory.

    Each line is an object with ``id`` (or ``question_id``), and ``answer`` or more fields of a run.

    Args:
        path: The file.

    Raises:
        AgentInvalid: If it cannot be read, a line is no such object, or an id stands twice.
    """

    def __init__(self, path: Path) -> None:
        self._places: dict[str, tuple[int, int]] = {}
        try:
            with path.open("rb") as file:
                self._file = os.dup(file.fileno())
                weakref.finalize(self, os.close, self._file)
                digest = self._scan(path)
        except OSError as error:
            raise AgentInvalid(f"cannot read {path}: {error.strerror}") from None
        self.name = f"recorded:{path.name} ({digest[:12]})"

    def _scan(self, path: Path) -> str:
        """Find each answer; returns the digest of where they are and what they say."""
        digests, start = [], 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    called = _id_of(line, f"{path}:{number}")
                    if called in self._places:
                        raise AgentInvalid(f"{path}:{number}: {called!r} is answered twice")
                    self._places[called] = start, len(line)
                    digests.append(sha256_hex(line.strip()))
                start += len(line)
        return sha256_hex("\n".join(digests).encode())

    async def answer(self, question: EvalQuestion) -> Answer:
        """See ``Agent.answer``."""
        place = self._places.get(question.id)
        if place is None:
            raise AgentError("AGENT_ANSWER_MISSING", "no answer to this question is recorded")
        start, length = place
        try:
            given: dict[str, Any] = json.loads(os.pread(self._file, length, start))
        except (OSError, ValueError):
            raise AgentError("AGENT_ANSWER_MISSING", "the file has changed meanwhile") from None
        return {name: value for name, value in given.items() if name not in _IDS}

    def notes(self, asked: Collection[str]) -> Sequence[str]:
        """The ids of answers to no question."""
        extra = [called for called in self._places if called not in asked]
        if not extra:
            return ()
        named = ", ".join(extra[:_MOST_NAMED]) + (", …" if len(extra) > _MOST_NAMED else "")
        return (f"{len(extra)} recorded answers belong to no question: {named}",)

    async def close(self) -> None:
        """See ``Agent.close``."""


def _id_of(line: bytes, where: str) -> str:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        raise AgentInvalid(f"{where}: the line is not JSON") from None
    if not isinstance(given, dict):
        raise AgentInvalid(f"{where}: the line is not a JSON object")
    called = next((given[name] for name in _IDS if name in given), None)
    if not isinstance(called, str) or not called:
        raise AgentInvalid(f"{where}: the line has no id of a question")
    return called
