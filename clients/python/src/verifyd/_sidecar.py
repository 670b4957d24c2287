"""A private sidecar: a process of its own on a socket that nobody else can reach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import grpc

from verifyd import _channel
from verifyd.errors import SidecarError

START_TIMEOUT_S: Final = 30.0
STOP_TIMEOUT_S: Final = 15.0
"""More than the sidecar's own time to drain."""

_POLL_S: Final = 0.02
_LOG_TAIL_BYTES: Final = 4000
_SETTINGS_FILE: Final = "settings.yaml"
_TRUST: Final = "VERIFYD_SERVER__TRUST_SOCKET_FOLDER"
_SETTINGS: Final = ("VERIFYD_", "VERIFY_", "VERIFICATION_")

# The health protocol in two constants, which saves every user of the client one distribution.
_HEALTH: Final = "/grpc.health.v1.Health/Check"
_SERVING: Final = b"\x08\x01"


class Sidecar:
    """A running sidecar. It ends with ``stop``, with this object, or with the interpreter.

    Attributes:
        address: Where it listens.
    """

    def __init__(self, process: subprocess.Popen[bytes], folder: Path, address: str) -> None:
        self.address = address
        self._process = process
        self._log = folder / "log"
        self._end = weakref.finalize(self, _end, process, folder)

    @classmethod
    def start(
        cls,
        settings: Mapping[str, object] | None = None,
        config: str | Path | None = None,
        timeout_s: float = START_TIMEOUT_S,
    ) -> Sidecar:
        """Start one and wait until it serves.

        Args:
            settings: Its settings, nested as in its YAML file.
            config: Or that file.
            timeout_s: Seconds until it must serve.

        Raises:
            SidecarError: If it is not installed, or does not serve in time.
            ValueError: If both settings and a file are given.
        """
        if settings is not None and config is not None:
            raise ValueError("give settings or a config file, not both")
        try:
            distribution("verifyd-sidecar")
        except PackageNotFoundError:
            raise SidecarError(
                "a private sidecar needs the server beside the client: install the distribution"
                " verifyd-sidecar, or connect to a running one with Client(address)"
            ) from None
        folder = Path(mkdtemp(prefix="verifyd-"))  # mode 0700
        if settings is not None:
            config = folder / _SETTINGS_FILE
            config.write_text(json.dumps(settings))  # JSON is YAML
        address = f"unix://{folder}/socket"
        sidecar = cls(_spawn(folder, address, config), folder, address)
        try:
            sidecar._wait(timeout_s)
        except BaseException:
            sidecar.stop()
            raise
        return sidecar

    def stop(self) -> None:
        """End it, and remove its folder. A second call does nothing."""
        self._end()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._process.wait()

    def _wait(self, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise SidecarError(f"the sidecar did not start: {self._tail().strip()}")
            if _serves(self.address):
                return
            time.sleep(_POLL_S)
        raise SidecarError(f"the sidecar did not serve within {timeout_s:g} s:\n{self._tail()}")

    def _tail(self) -> str:
        """What it said last, with the file of its settings as the caller knows it."""
        said = self._log.read_bytes()[-_LOG_TAIL_BYTES:].decode(errors="replace")
        return said.replace(str(self._log.with_name(_SETTINGS_FILE)), "settings")


def _spawn(folder: Path, address: str, config: str | Path | None) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "sidecar", "serve", "--until-stdin-ends", "--listen", address]
    if config is not None:
        command += ["--config", str(Path(config).absolute())]
    # Private means that only what is given here counts, not the settings of another sidecar.
    environ = {key: value for key, value in os.environ.items() if not key.startswith(_SETTINGS)}
    environ[_TRUST] = "true"  # its folder is ours, wherever the place for such folders is
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(  # noqa: S603 (our own interpreter and module)
            command,
            cwd=folder,  # `-m` looks there first: another folder may hold a `sidecar` of its own
            env=environ,
            stdin=subprocess.PIPE,  # ends with this process, however that ends
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the program, which then ends the sidecar
        )


def _serves(address: str) -> bool:
    if not Path(address.removeprefix("unix://")).exists():
        return False
    with grpc.insecure_channel(_channel.target(address), _channel.OPTIONS) as channel:
        check: Callable[..., bytes] = channel.unary_unary(_HEALTH)
        try:
            return check(b"", timeout=1.0) == _SERVING
        except grpc.RpcError:
            return False


def _end(process: subprocess.Popen[bytes], folder: Path) -> None:
    process.terminate()
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)
