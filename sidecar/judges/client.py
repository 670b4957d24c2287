"""A model behind an OpenAI-compatible endpoint: asked within limits, and again if need be."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sidecar.judges.completion import Completion, CompletionNotJson, bound_tokens, estimate_tokens
from sidecar.judges.dialect import Dialect
from sidecar.judges.errors import CallFailure, JudgeError
from sidecar.judges.protocol import ModelAnswer, Question
from sidecar.judges.settings import JudgeSettings
from sidecar.judges.spending import Allowance

if TYPE_CHECKING:
    from sidecar.judges.calls import EndpointCaller


_FIRST_WAIT_S = 0.25
_LONGEST_WAIT_S = 8.0


def backoff_s(digest: str, failed: int) -> float:
    """Seconds before the next try: from half of a doubling wait to all of it.

    Where in between depends on the question, so that those that failed together do not come back
    together, and yet each run is like the last.

    Args:
        digest: Of the question, in hexadecimal.
        failed: How many tries have failed; at least 1.
    """
    longest: float = min(_FIRST_WAIT_S * 2.0 ** (failed - 1), _LONGEST_WAIT_S)
    spread = int(digest[:8], 16) / 0xFFFFFFFF
    return longest * (1 + spread) / 2


class LazyCaller:
    """An ``EndpointCaller``, made with the first call: its libraries take a second and 45 MB.

    Args:
        base_url: Of the endpoint.
        key_env: The environment variable that has its key; empty for none.
        max_bytes: The longest reply.
    """

    def __init__(self, base_url: str, key_env: str, max_bytes: int) -> None:
        self._base_url = base_url
        self._key_env = key_env
        self._max_bytes = max_bytes
        self._caller: EndpointCaller | None = None
        self._making = asyncio.Lock()

    async def caller(self) -> EndpointCaller:
        """What calls the endpoint.

        Raises:
            JudgeError: If it cannot be made.
        """
        async with self._making:
            if self._caller is None:
                made = await asyncio.to_thread(self._make)
                if isinstance(made, CallFailure):
                    raise made.error
                self._caller = made
        return self._caller

    async def close(self) -> None:
        """Close what was opened."""
        async with self._making:
            if self._caller is not None:
                await self._caller.close()
                self._caller = None

    def _make(self) -> EndpointCaller | CallFailure:
        key = os.environ.get(self._key_env, "").strip() if self._key_env else ""
        if not (key.isascii() and key.isprintable()):
            return CallFailure("JUDGE_NOT_CONFIGURED", f"{self._key_env} does not hold a key")
        try:
            from sidecar.judges.calls import EndpointCaller  # noqa: PLC0415 (large, and optional)
        except ImportError:
            return CallFailure("JUDGE_NOT_INSTALLED")
        return EndpointCaller(self._base_url, key, self._max_bytes)


class EndpointProfile:
    """How an endpoint is asked: what was learned from earlier answers.

    Attributes:
        dialect: The way that worked last.
        settled: Whether that holds for objects too: from then on, an answer without one is the
            model's fault, and no reason to ask in another way.
    """

    def __init__(self) -> None:
        self.dialect = Dialect()
        self.settled = False

    def worked(self, dialect: Dialect, question: Question) -> None:
        """The endpoint understood a question."""
        self.dialect = dialect
        self.settled = self.settled or question.schema is not None

    def after(self, trouble: CallFailure, dialect: Dialect, question: Question) -> Dialect | None:
        """Another way to ask, if there is one."""
        if trouble.told is not None:
            return dialect.after_refusal(trouble.told, question)
        if not trouble.no_object or self.settled:
            return None
        following = dialect.after_no_object(question)
        if following is None:
            self.worked(dialect, question)
        return following


class EndpointJudge:
    """Asks one model at an endpoint.

    It is light: what requests share is given to it.

    Args:
        settings: In force for the request.
        model: The model's name.
        connection: To the endpoint.
        slots: Places for calls to the endpoint, given out in the order of asking.
        manner: How the endpoint and the model are asked.
    """

    def __init__(
        self,
        settings: JudgeSettings,
        model: str,
        connection: LazyCaller,
        slots: asyncio.Semaphore,
        manner: EndpointProfile,
    ) -> None:
        self._settings = settings
        self._model = model
        self._connection = connection
        self._slots = slots
        self._manner = manner

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        """See ``Judge.ask``."""
        error = JudgeError("JUDGE_TIMEOUT", "the request's deadline has passed")
        try:
            async with asyncio.timeout(allowance.left_s):
                reply = await self._found_out(question, allowance)
            if isinstance(reply, ModelAnswer):
                return reply
            error = reply.error
        except JudgeError as raised:
            error = raised
        except TimeoutError:
            pass
        allowance.account.failed(self._model, error.reason)
        raise error

    async def _found_out(
        self, question: Question, allowance: Allowance
    ) -> ModelAnswer | CallFailure:
        """Ask in one way after the other until one works."""
        dialect: Dialect | None = self._manner.dialect
        while dialect is not None:
            reply = await self._persistently(question, dialect, allowance)
            if isinstance(reply, ModelAnswer):
                self._manner.worked(dialect, question)
                break
            dialect = self._manner.after(reply, dialect, question)
        return reply

    async def _persistently(
        self, question: Question, dialect: Dialect, allowance: Allowance
    ) -> ModelAnswer | CallFailure:
        """Ask again what a lost connection or a busy endpoint left without an answer."""
        for failed in range(1, self._settings.retries + 2):
            reply = await self._once(question, dialect, allowance)
            if isinstance(reply, ModelAnswer) or not reply.again or failed > self._settings.retries:
                break
            wait_s = reply.retry_after_s
            if wait_s is None:
                wait_s = backoff_s(question.digest, failed)
            if wait_s >= allowance.left_s:
                break  # too late then: the caller is informed now
            await asyncio.sleep(wait_s)
        return reply

    async def _once(
        self, question: Question, dialect: Dialect, allowance: Allowance
    ) -> ModelAnswer | CallFailure:
        """One call, when it is its turn."""
        body = dialect.body(question, self._settings) | {"model": self._model}
        prompt_tokens = sum(estimate_tokens(message["content"]) for message in body["messages"])
        use = allowance.account.of(self._model)
        async with self._slots:
            with allowance.holding(prompt_tokens, self._cost):
                caller = await self._connection.caller()
                use.calls += 1
                started, ending = time.perf_counter(), "CANCELLED"
                try:
                    reply = await caller.post(body, self._settings.timeout_s)
                    ending = reply.reason if isinstance(reply, CallFailure) else ""
                finally:
                    allowance.account.called(self._model, started, ending)
                if isinstance(reply, CallFailure):
                    return reply
                return self._read(reply, question, body, allowance)

    def _read(
        self, reply: bytes, question: Question, body: Mapping[str, Any], allowance: Allowance
    ) -> ModelAnswer | CallFailure:
        """What the endpoint sent, which is paid for whatever it is."""
        asked_bytes = sum(bound_tokens(message["content"]) for message in body["messages"])
        spent = asked_bytes, len(reply)
        try:
            completion = Completion(reply, asked_bytes)
            spent = completion.usage.prompt_tokens, completion.usage.completion_tokens
            return completion.answer(question, self._model)
        except JudgeError as error:
            return CallFailure(
                error.reason, error.detail, no_object=isinstance(error, CompletionNotJson)
            )
        finally:
            allowance.account.spend(self._model, *spent, self._cost(*spent))

    def _cost(self, prompt_tokens: int, completion_tokens: int) -> Decimal | None:
        return self._settings.cost(self._model, prompt_tokens, completion_tokens)
