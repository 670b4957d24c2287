"""All judges of a process: what requests share of them, and closing it at the end."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace

from sidecar.judges.client import EndpointJudge, EndpointProfile, LazyCaller
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Judge, ModelAnswer, Question
from sidecar.judges.settings import JudgeSettings
from sidecar.judges.spending import Allowance, SpendingAccount
from sidecar.model.digests import sha256_of_parts

# Answers that are kept, and one call for equal questions that are asked at once.

_OVERHEAD = 1024
"""Bytes of an answer beside its text, of its key and of their places: about."""

_ONE_CALLERS_OWN = frozenset({"JUDGE_TIMEOUT", "JUDGE_BUDGET_SPENT"})
"""Failures that come from what one request may take: another one may have more."""

_Outcome = ModelAnswer | JudgeError | None


class AnswerCache:
    """Answers by key; the one that was not used for longest goes first.

    Attributes:
        max_bytes: What they may take.
        used_bytes: What they take.
        running: Calls that are under way, by the key of their question.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self.running: dict[str, asyncio.Future[_Outcome]] = {}
        self._kept: OrderedDict[str, ModelAnswer] = OrderedDict()

    def get(self, key: str) -> ModelAnswer | None:
        """The answer to a question, if it is kept."""
        answer = self._kept.get(key)
        if answer is not None:
            self._kept.move_to_end(key)
        return answer

    def put(self, key: str, answer: ModelAnswer) -> None:
        """Keep an answer, if there is room for one so long."""
        nbytes = _size(answer)
        if nbytes > self.max_bytes:
            return
        self.used_bytes += nbytes
        if (before := self._kept.pop(key, None)) is not None:
            self.used_bytes -= _size(before)
        self._kept[key] = answer
        while self.used_bytes > self.max_bytes:
            self.used_bytes -= _size(self._kept.popitem(last=False)[1])


class CachingJudge:
    """Asks another judge only what is not kept and not being asked already.

    Args:
        judge: Who is asked.
        cache: Where answers are kept.
        model: The judge's model, for the account.
        scope: What else the answer depends on, such as the endpoint.
    """

    def __init__(self, judge: Judge, cache: AnswerCache, model: str, scope: str) -> None:
        self._judge = judge
        self._cache = cache
        self._model = model
        self._scope = scope

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        """See ``Judge.ask``."""
        key = sha256_of_parts(part.encode() for part in (self._scope, self._model, question.digest))
        while True:
            if (answer := self._cache.get(key)) is not None:
                return self._told(answer, allowance)
            running = self._cache.running.get(key)
            if running is None:
                return await self._lead(key, question, allowance)
            outcome = await self._follow(running, allowance)
            if isinstance(outcome, ModelAnswer):
                return self._told(outcome, allowance)
            if outcome is not None and outcome.reason not in _ONE_CALLERS_OWN:
                allowance.account.failed(self._model, outcome.reason)
                raise JudgeError(outcome.reason, outcome.detail, outcome.retry_after_s)

    async def _lead(self, key: str, question: Question, allowance: Allowance) -> ModelAnswer:
        """Ask, and tell those who wait how it ended: without outcome, if it was cancelled."""
        outcome: _Outcome = None
        running: asyncio.Future[_Outcome] = asyncio.get_running_loop().create_future()
        self._cache.running[key] = running
        try:
            outcome = await self._judge.ask(question, allowance)
            self._cache.put(key, replace(outcome, kept=True))
            return outcome
        except JudgeError as error:
            outcome = error
            raise
        finally:
            del self._cache.running[key]
            running.set_result(outcome)

    async def _follow(self, running: asyncio.Future[_Outcome], allowance: Allowance) -> _Outcome:
        """How another one's call ends."""
        done, _ = await asyncio.wait([running], timeout=max(allowance.left_s, 0))
        if done:
            return running.result()
        allowance.account.failed(self._model, "JUDGE_TIMEOUT")
        raise JudgeError("JUDGE_TIMEOUT", "the request's deadline has passed")

    def _told(self, answer: ModelAnswer, allowance: Allowance) -> ModelAnswer:
        allowance.account.of(self._model).kept += 1
        return replace(answer, kept=True)


def _size(answer: ModelAnswer) -> int:
    texts = (answer.text, *answer.first_token)
    return sum(len(text.encode(errors="replace")) for text in texts) + _OVERHEAD


class Judges:
    """Makes judges that share connections, places for calls, and answers.

    Make and use it inside a running event loop; it costs nothing until a question is asked.
    """

    def __init__(self) -> None:
        self._connections: dict[tuple[str, str, int], LazyCaller] = {}
        self._slots: dict[tuple[str, int], asyncio.Semaphore] = {}
        self._manners: dict[tuple[str, str], EndpointProfile] = {}
        self._caches: dict[int, AnswerCache] = {}

    def judge_for(self, settings: JudgeSettings, model: str = "") -> Judge:
        """Who answers by some settings.

        Args:
            settings: In force for the request.
            model: The model's name; that of the settings, if none is given.

        Raises:
            JudgeError: If the settings name no endpoint.
        """
        url, model = settings.base_url, model or settings.model
        if not url:
            raise JudgeError("JUDGE_NOT_CONFIGURED")
        client = EndpointJudge(
            settings,
            model,
            self._connection(settings),
            self.slots(settings),
            self._manners.setdefault((url, model), EndpointProfile()),
        )
        if not settings.cache_bytes:
            return client
        if settings.cache_bytes not in self._caches:
            self._caches[settings.cache_bytes] = AnswerCache(settings.cache_bytes)
        return CachingJudge(client, self._caches[settings.cache_bytes], model, _scope(settings))

    async def warm_up(self, settings: JudgeSettings) -> None:
        """Load what the first call would: a second that no request has to wait for then.

        Raises:
            JudgeError: If the endpoint cannot be called, whatever it would answer.
        """
        await self._connection(settings).caller()

    def slots(self, settings: JudgeSettings) -> asyncio.Semaphore:
        """The places for calls to the settings' endpoint."""
        key = settings.base_url, settings.max_parallel
        if key not in self._slots:
            self._slots[key] = asyncio.Semaphore(settings.max_parallel)
        return self._slots[key]

    def _connection(self, settings: JudgeSettings) -> LazyCaller:
        key = settings.base_url, settings.api_key_env, settings.max_answer_bytes
        if key not in self._connections:
            self._connections[key] = LazyCaller(*key)
        return self._connections[key]

    async def close(self) -> None:
        """Close all connections; calls that are under way end with them."""
        for connection in self._connections.values():
            await connection.close()
        self._connections.clear()


def make_allowance(
    settings: JudgeSettings, timeout_s: float, account: SpendingAccount | None = None
) -> Allowance:
    """What a request may take by the settings, from now on, beside what it has taken."""
    deadline = time.monotonic() + timeout_s
    tokens, cost = settings.max_tokens_per_request, settings.max_cost_per_request
    return Allowance(deadline, tokens, cost, SpendingAccount() if account is None else account)


def _scope(settings: JudgeSettings) -> str:
    """What an answer depends on beside the model and the question."""
    own = (settings.base_url, settings.temperature, settings.seed, settings.max_tokens)
    return sha256_of_parts(str(part).encode() for part in own)
