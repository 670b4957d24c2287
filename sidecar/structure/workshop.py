"""Who is asked what hostile input can stall; see ``worker``."""

from __future__ import annotations

from sidecar.work.workshop import Workshop

WORKSHOP = Workshop("sidecar.structure.worker", "the response or its schema")
"""The one of this process."""
