"""The numeric check with the new engine.

python -m bench.engine.new serve ...      the server with it
pytest -p bench.engine.new ...            tests with it
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from verifyd import Client

from bench import evaluated
from bench.scoring import Claim
from sidecar.__main__ import main
from sidecar.binding.engine.binder import EngineBinder
from sidecar.checks import numeric
from sidecar.model.report import Report
from sidecar.model.text import Text


class Numbers:
    """Predictions, as ``evaluated.numbers``; those of the new engine where it is sent to."""

    def __call__(self, report: Report, text: Text) -> list[Claim]:
        """What is predicted of the numbers of a text."""
        return evaluated.numbers(report, text)

    def __reduce__(self) -> tuple[Callable[[], Numbers], tuple[()]]:
        return _chosen, ()


def _chosen() -> Numbers:
    pytest_configure()
    return Numbers()


def pytest_configure() -> None:
    """Bind by the new engine in this process."""
    numeric.BINDER = EngineBinder


@contextmanager
def client(timeout: float) -> Iterator[Client]:
    """A client of a server with the new engine, while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        address = f"unix://{folder}/v.sock"
        command = [sys.executable, "-m", __name__, "serve", "--until-stdin-ends"]
        with subprocess.Popen(
            [*command, "--listen", address],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stderr is not None
            try:
                if not any('"message": "serving"' in line for line in process.stderr):
                    raise RuntimeError("the server did not start")
                with Client(address, timeout=timeout) as one:
                    yield one
            finally:
                process.stdin.close()


if __name__ == "__main__":
    pytest_configure()
    sys.exit(main())
