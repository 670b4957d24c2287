"""Work beside the event loop: threads shared fairly, and jobs that end when nobody waits."""

from __future__ import annotations

from sidecar.work.job import Abandoned, Job, check_abandoned, unless_abandoned
from sidecar.work.parts import Work

__all__ = ["Abandoned", "Job", "Work", "check_abandoned", "unless_abandoned"]
