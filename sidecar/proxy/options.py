"""How the proxy behaves, and its bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MAX_REQUEST_BYTES: Final = 32 * 1024 * 1024
"""Of a request whose answer is verified. Other requests are passed on as they come."""

MAX_ANSWER_BYTES: Final = 16 * 1024 * 1024
"""Of an answer that is verified, streamed or not."""

MAX_BUFFERED_BYTES: Final = 512 * 1024 * 1024
"""Of all requests and answers that are held at the same time."""

MAX_UPSTREAM_CONNECTIONS: Final = 1000

CONNECT_S: Final = 10.0
WRITE_S: Final = 60.0

Mode = Literal["hold", "annotate", "retry"]
"""What becomes of an answer that is held: a notice in its place; the answer with a note; asking
the model once more with what is wrong."""

WithoutEvidence = Literal["verify", "pass", "hold"]
"""What becomes of an answer to a request without results of tools."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyOptions:
    """What the command line says.

    Attributes:
        upstream: URL of the API, with the prefix of its paths, such as ``/v1``.
        mode: What becomes of answers that are held.
        without_evidence: What becomes of answers that no results of tools stand behind.
        releases_on_error: Whether answers that could not be verified are passed on.
        passes_unverified: Whether requests to other endpoints that generate text are passed on.
        upstream_key: The key for the upstream; None: the ``Authorization`` of the caller.
        token: What callers have to send as their key; None: nothing.
        timeout_s: Seconds that the upstream may be silent.
    """

    upstream: str
    mode: Mode = "hold"
    without_evidence: WithoutEvidence = "verify"
    releases_on_error: bool = False
    passes_unverified: bool = False
    upstream_key: str | None = None
    token: str | None = None
    timeout_s: float = 600.0
