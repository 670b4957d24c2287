"""Who is signed in on the pages.

A session stands for the credentials that it was opened with: its token is presented again with each
request, so that a session never outlives what its token is worth. Sessions are in memory alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

IDLE_S = 3600.0
"""Seconds without a use after which a session ends."""

COOKIE = "verifyd_session"


@dataclass(slots=True)
class Session:
    """A person who is signed in.

    Attributes:
        tenant: Whose reviews the person may see.
        name: What the person is called in decisions.
        token: The bearer token; "" on a server that asks for none.
        opened: When it began, by the clock of ``Sessions``.
        used: When it was used last.
    """

    tenant: str
    name: str
    token: str = field(repr=False)
    opened: float
    used: float


@dataclass(frozen=True, slots=True)
class Visit:
    """What is known of a request beside the request itself.

    Attributes:
        session: Whose it is; None on a page that needs no credentials.
        cookie: The session cookie as it came; "" where there is none.
        remaining_s: Tells the seconds until it must be answered.
        facts: Of the call, for the log.
        authenticate: Tells the tenant of a bearer token, or raises a ``VerifydError``. Without
            one, where the server asks for none, it tells the tenant of the connection.
    """

    session: Session | None
    cookie: str
    remaining_s: Callable[[], float]
    facts: dict[str, object]
    authenticate: Callable[[str], str]


class Sessions:
    """The sessions of a server, the one that was used last at the end.

    Args:
        most: How many there are at most.
        age_s: Seconds after which a session ends, however much it is used.
        clock: Tells the time in seconds.
    """

    def __init__(
        self, most: int, age_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._age_s, self._clock = most, age_s, clock
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._key = secrets.token_bytes(32)

    def open(self, tenant: str, name: str, token: str) -> str:
        """Begin a session; returns its id, which the browser keeps as a cookie."""
        now = self._clock()
        session_id = make_id()
        self._sessions[_digest(session_id)] = Session(tenant, name, token, now, now)
        if len(self._sessions) > self._most:
            self._end_one()
        return session_id

    def _end_one(self) -> None:
        """End the oldest session of the tenant with the most, so that it ends no other's."""
        counted = Counter(one.tenant for one in self._sessions.values())
        ((largest, _),) = counted.most_common(1)
        oldest, *_ = (key for key, one in self._sessions.items() if one.tenant == largest)
        del self._sessions[oldest]

    def find(self, session_id: str) -> Session | None:
        """The session with an id, unless it has ended."""
        key, now = _digest(session_id), self._clock()
        session = self._sessions.get(key)
        if session is None:
            return None
        if now - session.opened > self._age_s or now - session.used > IDLE_S:
            del self._sessions[key]
            return None
        session.used = now
        self._sessions.move_to_end(key)
        return session

    def close(self, session_id: str) -> None:
        """End a session."""
        self._sessions.pop(_digest(session_id), None)

    def form_token(self, cookie: str) -> str:
        """What forms carry so that no other site can send them: it fits one cookie alone."""
        return hmac.new(self._key, cookie.encode(), hashlib.sha256).hexdigest()

    def is_form_token(self, given: str, cookie: str) -> bool:
        """Whether a form was made for a cookie."""
        return hmac.compare_digest(given.encode(), self.form_token(cookie).encode())


def make_id() -> str:
    """A cookie that nobody guesses."""
    return secrets.token_urlsafe(32)


def _digest(session_id: str) -> str:
    """Ids are kept by their digests: looking one up tells nothing about others."""
    return hashlib.sha256(session_id.encode()).hexdigest()
