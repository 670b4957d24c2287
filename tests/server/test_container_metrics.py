"""What the page of metrics says of the container, from the files of a control group."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.instruments.container import ContainerCollector


def told(folder: Path) -> dict[str, float]:
    return {
        sample.name.removeprefix("verifyd_container_"): sample.value
        for family in ContainerCollector(folder).collect()
        for sample in family.samples
    }


def test_memory_in_use_is_without_files_that_can_be_dropped(tmp_path: Path) -> None:
    (tmp_path / "memory.current").write_text("300\n")
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.stat").write_text("anon 200\ninactive_file 60\n")
    (tmp_path / "cpu.stat").write_text("usage_usec 9\nnr_throttled 2\nthrottled_usec 2500000\n")
    assert told(tmp_path) == {
        "memory_bytes": 240,
        "memory_limit_bytes": 1000,
        "cpu_throttled_seconds_total": 2.5,
    }


def test_no_limit_has_no_value(tmp_path: Path) -> None:
    (tmp_path / "memory.current").write_text("300\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert told(tmp_path) == {"memory_bytes": 300}


@pytest.mark.parametrize("folder", ["", "missing"])
def test_without_control_groups_there_are_no_values(tmp_path: Path, folder: str) -> None:
    assert told(tmp_path / folder) == {}
