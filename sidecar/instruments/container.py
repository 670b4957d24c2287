"""The memory and processor time that a container may use, from the control group (version 2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

CGROUP = Path("/sys/fs/cgroup")
"""Where a container finds its own control group."""


class ContainerCollector(Collector):
    """Tells of each scrape what the kernel says; a family without a value where it says nothing.

    Args:
        folder: Of the control group.
    """

    def __init__(self, folder: Path = CGROUP) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        """All families."""
        memory = self._pairs("memory.stat")
        throttled = self._pairs("cpu.stat").get("throttled_usec")
        used, limit = self._number("memory.current"), self._number("memory.max")
        if used is not None:  # as the kubelet does: files that were read make room by themselves
            used -= memory.get("inactive_file", 0)
        yield GaugeMetricFamily(
            "verifyd_container_memory_bytes", "Memory in use in the container.", used
        )
        yield GaugeMetricFamily(
            "verifyd_container_memory_limit_bytes", "Most memory that it may use.", limit
        )
        yield CounterMetricFamily(
            "verifyd_container_cpu_throttled_seconds",
            "Time in which the container had to wait because of its limit of processor time.",
            None if throttled is None else throttled / 1e6,
        )

    def _number(self, name: str) -> int | None:
        text = self._read(name).strip()
        return int(text) if text.isdigit() else None  # "max" where there is no limit

    def _pairs(self, name: str) -> dict[str, int]:
        fields = map(str.split, self._read(name).splitlines())
        return {pair[0]: int(pair[1]) for pair in fields if len(pair) == 2 and pair[1].isdigit()}

    def _read(self, name: str) -> str:
        try:
            return (self._folder / name).read_text("ascii")
        except OSError:
            return ""
