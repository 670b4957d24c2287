"""Agents without a network: Python functions and objects, and answers that were recorded."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import json
import os
import sys
import threading
import weakref
from collections.abc import Awaitable, Callable, Collection, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from sidecar.evals.agents.protocol import Agent, AgentError, AgentInvalid, Answer, describe_error
from sidecar.evals.model import EvalQuestion
from sidecar.model.digests import sha256_hex

Function = Callable[[EvalQuestion], Answer | Awaitable[Answer]]

_TRANSIENT = (ConnectionError, TimeoutError)


class FunctionAgent:
    """A function that is given a question and returns the answer.

    One that is not async runs in a thread of its own, since it may block. Python cannot stop a
    thread: after the deadline of its question it goes on, but nobody waits for it.

    Args:
        function: The function. ``ConnectionError`` and ``TimeoutError`` are tried again.
        name: What it is called in reports; the function's own name if not given.
    """

    def __init__(self, function: Function, name: str = "") -> None:
        self._function = function
        self._is_async = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 (of an object, which is no function)
        )
        own = getattr(function, "__qualname__", type(function).__qualname__)
        self.name = name or f"python:{getattr(function, '__module__', '')}:{own}"

    async def answer(self, question: EvalQuestion) -> Answer:
        """See ``Agent.answer``."""
        try:
            if self._is_async:
                given = self._function(question)
            else:
                given = await _in_thread(lambda: self._function(question))
            return await given if inspect.isawaitable(given) else given
        except AgentError:
            raise
        except _TRANSIENT as error:
            raise AgentError("AGENT_UNREACHABLE", describe_error(error), retryable=True) from error
        except Exception as error:
            raise AgentError("AGENT_FAILED", describe_error(error)) from error

    def notes(self, asked: Collection[str]) -> Sequence[str]:
        """See ``Agent.notes``."""
        return ()

    async def close(self) -> None:
        """See ``Agent.close``."""


def make_agent(given: Agent | Function) -> Agent:
    """The agent that an object is, or that its function makes.

    Raises:
        AgentInvalid: If it does not answer.
    """
    if all(hasattr(given, name) for name in ("name", "answer", "notes", "close")):
        return cast(Agent, given)
    answer = getattr(given, "answer", None)
    if callable(answer):
        return FunctionAgent(answer, str(getattr(given, "name", "") or type(given).__qualname__))
    if callable(given):
        return FunctionAgent(given)
    raise AgentInvalid(f"{given!r:.80} is not an agent: no function, and it has no method answer")


def import_agent(spec: str) -> Agent:
    """The agent of ``pkg.module:function``, looked for in the current directory too.

    Raises:
        AgentInvalid: If there is none.
    """
    module, _, name = spec.partition(":")
    if not module or not name:
        raise AgentInvalid(f"{spec!r} should be MODULE:FUNCTION, such as my.agent:answer")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = import_module(module)
    except (Exception, SystemExit) as error:  # anybody's code, which may fail in any way
        raise AgentInvalid(f"cannot import {module}: {describe_error(error)}") from error
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            raise AgentInvalid(f"{module} has no {name}")
    if inspect.isclass(found):
        try:
            found = found()
        except (Exception, SystemExit) as error:
            raise AgentInvalid(f"cannot make a {name}: {describe_error(error)}") from error
    if not callable(found) and not callable(getattr(found, "answer", None)):
        raise AgentInvalid(f"{name} of {module} is not a function, and has no method answer")
    agent = make_agent(found)
    return FunctionAgent(agent.answer, f"python:{spec}") if agent is not found else agent


async def _in_thread(function: Callable[[], Any]) -> Any:
    """What a function returns, in a thread that does not keep the process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(method: Callable[[Any], None], value: Any) -> None:
        if not future.done():
            method(value)

    def work() -> None:
        try:
            settled = future.set_result, context.run(function)
        except BaseException as error:  # the caller gets it, whatever it is
            kept = error if isinstance(error, Exception) else RuntimeError(describe_error(error))
            settled = future.set_exception, kept
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, *settled)

    threading.Thread(target=work, name="agent", daemon=True).start()
    return await future


# Answers that were recorded: a file of JSON lines, one for each question by its id.

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
