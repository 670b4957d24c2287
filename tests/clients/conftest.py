"""Options of the tests of clients.

``--client go`` runs those of one language (several may be given), and ``--write-matrix`` writes
what the shared cases came to into docs/clients.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import client_matrix
import pytest
from client_drivers import LANGUAGES, Driver, Language, build

IN_ONE_PROCESS = [
    pytest.param(one, marks=pytest.mark.xdist_group(one.name), id=one.name) for one in LANGUAGES
]
"""The tests of a language, so that its driver is built once; ``--client`` finds them by it."""


@pytest.fixture(scope="module", params=IN_ONE_PROCESS)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """The running driver of a language."""
    language: Language = request.param
    running = Driver(language, build(language))
    yield running
    assert running.close() == 0


def pytest_addoption(parser: pytest.Parser) -> None:
    names = [language.name for language in LANGUAGES]
    parser.addoption("--client", action="append", choices=names, help="test this one (repeatable)")
    parser.addoption(
        "--write-matrix", action="store_true", help="write the matrix of docs/clients.md"
    )


def pytest_configure(config: pytest.Config) -> None:
    # With several processes only the first one sees every report.
    if config.getoption("--write-matrix") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_MatrixWriter())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("--client")
    if chosen:
        left_out = [item for item in items if _find_language(item) not in chosen]
        items[:] = [item for item in items if _find_language(item) in chosen]
        config.hook.pytest_deselected(items=left_out)


def _find_language(item: pytest.Item) -> str:
    """Whose test it is: the tests of a language stay in one process."""
    group = item.get_closest_marker("xdist_group")
    return "" if group is None else str(group.args[0])


class _MatrixWriter:
    """Counts how the shared cases ended, and writes the table."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        run = client_matrix.parse(report.nodeid)
        decided = report.when == "call" or (report.when == "setup" and report.outcome != "passed")
        if run is not None and decided:
            self._counts[*run, report.outcome] += 1

    def pytest_sessionfinish(self) -> None:
        names = [language.name for language in LANGUAGES]
        client_matrix.write(client_matrix.render(self._counts, names))
