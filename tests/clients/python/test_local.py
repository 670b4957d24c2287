"""A private sidecar: nobody else can reach it, and nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from sampled import sampled
from verifyd import AsyncClient, Client, SidecarError
from verifyd._sidecar import Sidecar
from waiting import wait_until

ROWS = [{"sector": "Energy", "staff": 1234}]
RIGHT = "Energy has 1,234 people (QID:q)."


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(folder: Path, pid: int) -> None:
    wait_until(lambda: not folder.exists() and not alive(pid))


def folder_of(client: Client | AsyncClient) -> Path:
    return Path(client.address.removeprefix("unix://")).parent


def test_it_serves_and_is_gone_after() -> None:
    with Client.local() as client:
        folder = folder_of(client)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert client.verify(RIGHT, {"q": ROWS}).ok
        assert client._sidecar is not None
        process = client._sidecar._process
    assert process.returncode == 0  # it drained, and was not killed
    assert not folder.exists()
    client.close()  # twice is harmless


async def test_it_serves_the_asynchronous_client() -> None:
    async with await AsyncClient.local() as client:
        folder = folder_of(client)
        assert (await client.verify(RIGHT, {"q": ROWS})).ok
    assert not folder.exists()


def test_settings_count_and_the_environment_s_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFYD_POLICY__MODE", "observe")
    monkeypatch.setenv("VERIFY_USE_CACHED", "neither true nor false: it would not start")
    citing = {"numeric": {"binding": {"require_citation_first": True}}}
    with Client.local(citing) as client:
        report = client.verify("Energy has 1,234 people.", {"q": ROWS})
    assert [finding.code for finding in report.findings] == ["CLAIM_UNCITED"]
    assert report.mode.name == "ENFORCE"


def test_it_serves_where_everybody_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Trap: /tmp of a pod is often a volume that is not sticky.
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o777)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    with Client.local() as client:
        assert client.verify(RIGHT, {"q": ROWS}).ok


def test_a_config_file_is_found_from_where_the_caller_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.yaml").write_text("policy: {mode: observe}\n")
    (tmp_path / "sidecar.py").write_text("raise SystemExit('the wrong sidecar')")
    monkeypatch.chdir(tmp_path)
    with Client.local(config="own.yaml") as client:
        assert client.verify(RIGHT, {"q": ROWS}).mode.name == "OBSERVE"


def test_a_sidecar_that_does_not_start_shows_its_log() -> None:
    with pytest.raises(SidecarError, match="there is no setting 'numerics'"):
        Client.local({"numerics": {}})


def test_a_sidecar_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifyd._sidecar._serves", lambda address: False)
    with pytest.raises(SidecarError, match=r"did not serve within 0.5 s"):
        Sidecar.start(timeout_s=0.5)


def test_settings_and_a_file_are_one_too_many() -> None:
    with pytest.raises(ValueError, match="not both"):
        Client.local({}, "file.yaml")


def test_without_the_server_s_distribution_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # Another distribution has an import package `sidecar` as well: only the name counts.
    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr("verifyd._sidecar.distribution", missing)
    with pytest.raises(SidecarError, match="verifyd-sidecar"):
        Client.local()


SCRIPT = """
import sys, time
from verifyd import Client
client = Client.local()
print(client.address, client._sidecar._process.pid, flush=True)
{rest}
"""


ENDS = {"end": "", "crash": "raise RuntimeError('crash')", "exit": "sys.exit(3)"}


@pytest.mark.parametrize("rest", sampled(ENDS.values(), len(ENDS), ENDS))
def test_it_ends_with_a_program_that_forgets_it(rest: str) -> None:
    script = SCRIPT.format(rest=rest)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, text=True
    )
    address, pid = done.stdout.split()
    wait_until_gone(Path(address.removeprefix("unix://")).parent, int(pid))


def test_ctrl_c_ends_the_program_and_then_the_sidecar() -> None:
    # Not one long sleep: a signal that comes just before its system call is seen after it.
    script = SCRIPT.format(rest="while True: time.sleep(0.1)")
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    address, pid = process.stdout.readline().split()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    wait_until_gone(Path(address.removeprefix("unix://")).parent, int(pid))


def test_it_ends_with_a_program_that_is_killed() -> None:
    # Trap: nothing of the program runs any more that could end it. Its folder stays behind.
    script = SCRIPT.format(rest="time.sleep(60)")
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    _, pid = process.stdout.readline().split()
    process.kill()
    process.communicate(timeout=20)
    wait_until(lambda: not alive(int(pid)))


def test_it_ends_with_a_client_that_is_dropped() -> None:
    client = Client.local()
    assert client._sidecar is not None
    folder, pid = folder_of(client), client._sidecar._process.pid
    del client
    wait_until_gone(folder, pid)
