"""All judges of a process: what requests share of them, and closing it at the end."""

from __future__ import annotations

import time

from sidecar.judges.cache import Cache, Cached
from sidecar.judges.client import Client, Connection, Manner
from sidecar.judges.errors import JudgeError
from sidecar.judges.limits import Slots
from sidecar.judges.protocol import Judge
from sidecar.judges.settings import JudgeSettings
from sidecar.judges.spending import Account, Allowance
from sidecar.model.digests import framed


class Judges:
    """Makes judges that share connections, places for calls, and answers.

    Make and use it inside a running event loop; it costs nothing until a question is asked.
    """

    def __init__(self) -> None:
        self._connections: dict[tuple[str, str, int], Connection] = {}
        self._slots: dict[tuple[str, int], Slots] = {}
        self._manners: dict[tuple[str, str], Manner] = {}
        self._caches: dict[int, Cache] = {}

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
        client = Client(
            settings,
            model,
            self._connection(settings),
            self.slots(settings),
            self._manners.setdefault((url, model), Manner()),
        )
        if not settings.cache_bytes:
            return client
        if settings.cache_bytes not in self._caches:
            self._caches[settings.cache_bytes] = Cache(settings.cache_bytes)
        return Cached(client, self._caches[settings.cache_bytes], model, _scope(settings))

    async def warm_up(self, settings: JudgeSettings) -> None:
        """Load what the first call would: a second that no request has to wait for then.

        Raises:
            JudgeError: If the endpoint cannot be called, whatever it would answer.
        """
        await self._connection(settings).caller()

    def slots(self, settings: JudgeSettings) -> Slots:
        """The places for calls to the settings' endpoint."""
        key = settings.base_url, settings.max_parallel
        if key not in self._slots:
            self._slots[key] = Slots(settings.max_parallel)
        return self._slots[key]

    def _connection(self, settings: JudgeSettings) -> Connection:
        key = settings.base_url, settings.api_key_env, settings.max_answer_bytes
        if key not in self._connections:
            self._connections[key] = Connection(*key)
        return self._connections[key]

    async def close(self) -> None:
        """Close all connections; calls that are under way end with them."""
        for connection in self._connections.values():
            await connection.close()
        self._connections.clear()


def allowance_for(
    settings: JudgeSettings, timeout_s: float, account: Account | None = None
) -> Allowance:
    """What a request may take by the settings, from now on, beside what it has taken."""
    deadline = time.monotonic() + timeout_s
    tokens, cost = settings.max_tokens_per_request, settings.max_cost_per_request
    return Allowance(deadline, tokens, cost, Account() if account is None else account)


def _scope(settings: JudgeSettings) -> str:
    """What an answer depends on beside the model and the question."""
    own = (settings.base_url, settings.temperature, settings.seed, settings.max_tokens)
    return framed(str(part).encode() for part in own)
