"""What a robots.txt says of a URL. It runs in the worker process alone."""

from __future__ import annotations

from protego import Protego

from sidecar.sources.reading import unpacked


def is_allowed(body: bytes, encoding: str, max_bytes: int, url: str, user_agent: str) -> bool:
    """Whether a robots.txt lets somebody have a URL.

    Args:
        body: As it was sent.
        encoding: How it is packed.
        max_bytes: Of it once it is unpacked.
        url: What is asked for.
        user_agent: Who asks.

    Raises:
        SourceError: If it cannot be unpacked.
    """
    text = unpacked(body, encoding, max_bytes).decode("utf-8", "replace")
    return bool(Protego.parse(text).can_fetch(url, user_agent))
