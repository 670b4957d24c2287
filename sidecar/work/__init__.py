"""Work beside the event loop: threads shared fairly, and jobs that end when nobody waits."""

from __future__ import annotations

from sidecar.work.job import Abandoned, Job, expect_abandoned, shielded
from sidecar.work.parts import Work
from sidecar.work.pool import LONG, Pool

__all__ = ["LONG", "Abandoned", "Job", "Pool", "Work", "expect_abandoned", "shielded"]
