"""The plugin for pytest: the fixtures ``verifyd`` and ``verifyd_snapshot``, and their options.

pytest loads it in every run, so that only what a test asks for is imported and started.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from verifyd.testing.snapshots import UPDATE, Snapshot, SnapshotUsage, place_of

if TYPE_CHECKING:
    from verifyd.client import Client
    from verifyd.testing.verifier import Verifier

TIMEOUT_S: Final = 60.0
"""For a call: a test may run on a machine that is busy with others."""

_LEDGER: Final = pytest.StashKey[SnapshotUsage]()
_WIRE: Final = "verifyd_snapshots"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, each with a line of the configuration file that does the same."""
    group = parser.getgroup("verifyd", "answers verified by verifyd")
    address = "the sidecar to ask (unix:///path.sock, tcp://host:port) in place of a private one"
    config = "the settings file of the private sidecar"
    group.addoption("--verifyd-address", metavar="ADDRESS", help=address)
    group.addoption("--verifyd-config", metavar="FILE", help=config)
    group.addoption(
        UPDATE,
        action="store_true",
        help="write snapshots of findings anew, and remove those that no test uses",
    )
    parser.addini("verifyd_address", address)
    parser.addini("verifyd_config", f"{config}, from the folder of the configuration file")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse options that contradict each other, and begin to keep account of snapshots."""
    _chosen(config)
    config.stash[_LEDGER] = SnapshotUsage(
        whole=not any("::" in argument for argument in config.args)
    )


@pytest.fixture(scope="session")
def verifyd_client(pytestconfig: pytest.Config) -> Iterator[Client]:
    """The connection: to a private sidecar that lives as long as the run, or to one that is named.

    Redefine it in ``conftest.py`` to connect with a token or TLS, or with settings in Python.
    """
    from verifyd.client import Client  # noqa: PLC0415 (only where a test asks for it)

    address, settings = _chosen(pytestconfig)
    client = (
        Client(address, timeout=TIMEOUT_S)
        if address
        else Client.local(config=settings, timeout=TIMEOUT_S)
    )
    with client:
        yield client


@pytest.fixture(scope="session")
def verifyd(verifyd_client: Client) -> Verifier:
    """Assertions about answers: ``verifyd.assert_supported(answer, query_results=...)``."""
    from verifyd.testing.verifier import Verifier  # noqa: PLC0415 (only where a test asks for it)

    return Verifier(verifyd_client)


@pytest.fixture
def verifyd_snapshot(request: pytest.FixtureRequest) -> Iterator[Snapshot]:
    """The findings that were found for this test before: ``__verifyd__/MODULE/TEST.json``."""
    folder, name = _place(request.node)
    snapshot = Snapshot(folder, name, update=request.config.getoption(UPDATE))
    yield snapshot
    request.config.stash[_LEDGER].used.update(snapshot.used)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note which tests exist."""
    _note(config, items)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Note those that exist and do not run; a plugin may have taken them out before us."""
    if items:
        _note(items[0].config, items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note which tests passed."""
    report = yield
    if call.when == "call" and report.passed:
        item.config.stash[_LEDGER].passed.add(_place(item))
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what a process of pytest-xdist did; one that broke down tells nothing."""
    del error
    told = getattr(node, "workeroutput", {}).get(_WIRE)
    if told is not None:
        node.config.stash[_LEDGER].add(told)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a process of pytest-xdist, tell the one that reports what was done here."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput[_WIRE] = config.stash[_LEDGER].plain()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tell which snapshots no test uses, and remove them where snapshots are written anew."""
    if hasattr(config, "workerinput"):
        return  # one process of several does not know what the others use
    unused = config.stash[_LEDGER].unused()
    if not unused:
        return
    update = config.getoption(UPDATE)
    terminalreporter.section("verifyd: snapshots that no test uses")
    for path in unused:
        if update:
            path.unlink()
        terminalreporter.line(f"{'removed ' if update else ''}{_relative(path, config)}")
    if not update:
        terminalreporter.line(f"{UPDATE} removes them")


def _chosen(config: pytest.Config) -> tuple[str, Path | None]:
    """The address to connect to, or the settings file; options go before the configuration file.

    Raises:
        UsageError: If both are given.
    """
    address: str = config.getoption("--verifyd-address") or ""
    named: str = config.getoption("--verifyd-config") or ""
    base = config.invocation_params.dir
    if not address and not named:
        address, named = config.getini("verifyd_address"), config.getini("verifyd_config")
        base = config.inipath.parent if config.inipath else config.rootpath
    if address and named:
        raise pytest.UsageError("verifyd: give an address or a settings file, not both")
    return address, base / named if named else None


def _note(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    config.stash[_LEDGER].known.update(map(_place, items))


def _place(item: pytest.Item) -> tuple[Path, str]:
    _, *names = item.nodeid.split("::")
    return place_of(item.path, ".".join(names) or item.name)


def _relative(path: Path, config: pytest.Config) -> str:
    root = config.rootpath
    return str(path.relative_to(root) if path.is_relative_to(root) else path)
