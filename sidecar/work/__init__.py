"""Work beside the event loop: threads shared fairly, and jobs that end when nobody waits."""

from __future__ import annotations

from sidecar.work.job import Abandoned, Job, ThreadRunner, check_abandoned, unless_abandoned

__all__ = ["Abandoned", "Job", "ThreadRunner", "check_abandoned", "unless_abandoned"]
