"""``--write-matrix`` writes what a run of the shared cases came to into docs/clients.md."""

from __future__ import annotations

from collections import Counter

import client_matrix
import pytest
from client_drivers import LANGUAGES


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-matrix", action="store_true", help="write the matrix of docs/clients.md"
    )


def pytest_configure(config: pytest.Config) -> None:
    # With several processes only the first one sees every report.
    if config.getoption("--write-matrix") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_MatrixWriter())


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
