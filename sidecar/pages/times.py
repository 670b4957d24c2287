"""Times of the store for people."""

from __future__ import annotations

from datetime import UTC, datetime

HOUR_US = 3_600_000_000


def to_time(us: int) -> datetime:
    """A time of the store, to the second."""
    return datetime.fromtimestamp(us // 1_000_000, UTC)


def format_age(elapsed_us: int) -> str:
    """How long ago something was, in its largest unit: ``3 days``."""
    minutes = max(0, elapsed_us) // (HOUR_US // 60)
    for unit, size in (("day", 24 * 60), ("hour", 60)):
        if minutes >= size:
            count = minutes // size
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{minutes} min"
