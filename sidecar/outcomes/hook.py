"""Governance over HTTP: another service is asked, and without its answer nothing is allowed."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from socket import SHUT_RDWR
from typing import Any
from urllib.parse import SplitResult, urlsplit

from sidecar.model.decimals import plain
from sidecar.model.outcome import GovernanceFlag
from sidecar.outcomes.governance import LONGEST, MOST_FLAGS, Outcome, unavailable
from sidecar.outcomes.settings import GovernanceSettings
from sidecar.structure.strict import NotJson, TooDeep, strictly

_MOST_BYTES = 65_536
_DEEPEST = 8  # levels


class AnswerUnusable(Exception):
    """The other service gave no answer that means something."""


class Hook:
    """Asks another service by POST of JSON.

    It answers ``{"valid": true, "flags": []}`` with status 200; a flag is a text, or an object with
    ``code``, ``message`` and ``metric``. Anything else refuses the outcome, and so does silence.

    Args:
        settings: Where, and how long.
    """

    def __init__(self, settings: GovernanceSettings) -> None:
        self._settings = settings
        self._url = urlsplit(settings.url)

    async def flags(self, outcome: Outcome) -> Sequence[GovernanceFlag]:
        """The flags of the other service."""
        timeout_s = self._settings.timeout_s
        body = json.dumps(_asked(outcome)).encode()
        connection = _connection(self._url, timeout_s)
        try:
            async with asyncio.timeout(timeout_s):
                answer = await asyncio.to_thread(self._ask, connection, body)
            return _flags(answer)
        except TimeoutError:
            return [unavailable(f"it did not answer within {timeout_s:g} s")]
        except (AnswerUnusable, OSError, HTTPException, ValueError, RecursionError) as error:
            return [unavailable(f"{type(error).__name__}: {error}"[:LONGEST])]
        finally:
            _hang_up(connection)  # else who answers in drops would keep a thread

    def _ask(self, connection: HTTPConnection, body: bytes) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        token = self._settings.token.get_secret_value()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        path = self._url.path or "/"
        try:
            query = f"?{self._url.query}" if self._url.query else ""
            connection.request("POST", path + query, body, headers)
            answer = connection.getresponse()
            data = answer.read(_MOST_BYTES + 1)
        finally:
            connection.close()
        if answer.status != 200:
            raise AnswerUnusable(f"its status is {answer.status}")
        if len(data) > _MOST_BYTES:
            raise AnswerUnusable(f"its answer has more than {_MOST_BYTES} bytes")
        return _read(data)


def _read(data: bytes) -> Any:
    """What an answer says, as JSON that can be read in one way alone."""
    try:
        said = strictly(data.decode(), _DEEPEST)
    except (NotJson, TooDeep) as error:
        raise AnswerUnusable(f"its answer is not JSON: {error}") from None
    if said.repeated:
        raise AnswerUnusable(f"its answer has the key {said.repeated[0]!r:.80} twice")
    return said.value


def _hang_up(connection: HTTPConnection) -> None:
    """Wake the thread that waits for the other side, if one does."""
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(SHUT_RDWR)


def _connection(url: SplitResult, timeout_s: float) -> HTTPConnection:
    if url.scheme == "https":
        context = ssl.create_default_context()
        return HTTPSConnection(url.netloc, timeout=timeout_s, context=context)
    return HTTPConnection(url.netloc, timeout=timeout_s)


def _asked(outcome: Outcome) -> Mapping[str, object]:
    """What the other service is told: digests instead of what was delivered."""
    task = outcome.task
    return {
        "contract_id": task.contract_id,
        "agent_id": task.agent_id,
        "claimed_metrics": {name: plain(value) for name, value in outcome.values.items()},
        "execution_context": task.metadata,
        "input_digest": outcome.input_digest,
        "output_digest": outcome.output_digest,
    }


def _flags(answer: Any) -> Sequence[GovernanceFlag]:
    if not isinstance(answer, dict) or not isinstance(answer.get("valid"), bool):
        raise AnswerUnusable("its answer has no `valid` that is true or false")
    given = answer.get("flags", [])
    if not isinstance(given, list) or len(given) > MOST_FLAGS:
        raise AnswerUnusable(f"its `flags` are not a list of at most {MOST_FLAGS}")
    valid: bool = answer["valid"]
    flags = [_flag(one, refuses=not valid) for one in given]
    if not valid and not flags:
        return [_flag("the outcome is not valid", refuses=True)]
    return flags


def _flag(given: Any, *, refuses: bool) -> GovernanceFlag:
    said = given if isinstance(given, dict) else {"message": given}
    if not all(isinstance(one, str) for one in said.values()):
        raise AnswerUnusable("a flag is a text, or an object of texts")
    return GovernanceFlag(
        code=said.get("code", "GOVERNANCE_FLAG")[:LONGEST],
        metric=said.get("metric", "")[:LONGEST],
        message=said.get("message", "")[:LONGEST],
        refuses=refuses,
    )
