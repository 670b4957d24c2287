"""The systemd unit: what systemd itself says of it, where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sidecar.server.settings import ServerSettings

UNIT = Path(__file__).parent.parent.parent / "deploy" / "systemd" / "verifyd.service"
PAGE = UNIT.parent.parent.parent / "docs" / "deployment.md"
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_its_exposure_is_what_the_page_says() -> None:
    assert ANALYZE is not None
    done = subprocess.run(
        [ANALYZE, "security", "--offline=true", UNIT], capture_output=True, text=True, check=False
    )
    if "Overall exposure" not in done.stdout:
        pytest.skip(f"systemd-analyze cannot rate units here: {done.stderr}")
    (rated,) = re.findall(r"exposure level for verifyd.service: ([\d.]+)", done.stdout)
    assert f"exposure {rated} of 10" in " ".join(PAGE.read_text().split())


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_but_that_nothing_is_installed() -> None:
    assert ANALYZE is not None
    done = subprocess.run([ANALYZE, "verify", UNIT], capture_output=True, text=True, check=False)
    mine = [line for line in done.stderr.splitlines() if "verifyd.service" in line]
    assert [line for line in mine if "is not executable" not in line] == []


def test_systemd_waits_longer_than_calls_in_flight_may_take() -> None:
    (wait_s,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT.read_text(), re.MULTILINE)
    assert int(wait_s) > ServerSettings().drain_s
