"""How far an eval is: one line on a terminal, and now and then one in a log."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self, TextIO

from sidecar.cli.progress import Progress
from sidecar.evals.model import EvalResult, VerificationStatus

_EVERY_S = 30.0  # between lines of a log
_STEPS_S = 0.1  # between changes on a terminal


class EvalProgress:
    """Counts results, and tells of them.

    Args:
        stream: Usually standard error.
        total: Questions of the data set.
        done: Those that had a result before.
    """

    def __init__(self, stream: TextIO, total: int, done: int = 0) -> None:
        self._stream, self._line = stream, Progress(stream)
        self._every_s = _STEPS_S if stream.isatty() else _EVERY_S
        self._total, self._before, self._done = total, done, done
        self._passed = self._asked = self._errors = 0
        self._began = self._told = time.monotonic()

    def told(self, result: EvalResult) -> None:
        """Count a result."""
        self._done += 1
        self._asked += 1
        verification = result.run.verification
        passed = verification is not None and verification.status is VerificationStatus.PASSED
        self._passed += passed
        self._errors += bool(result.run.error)
        now = time.monotonic()
        if now - self._told >= self._every_s:
            self._told = now
            self._say(now)

    def __enter__(self) -> Self:
        if self._before:
            print(f"verifyd eval: {self._before} of {self._total} are done", file=self._stream)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._line.__exit__(kind, error, traceback)
        if not self._stream.isatty():
            self._say(time.monotonic())

    def _say(self, now: float) -> None:
        if self._stream.isatty():
            self._line.step(self.words(now))
        else:
            print(f"verifyd eval: {self.words(now)}", file=self._stream, flush=True)

    def words(self, now: float) -> str:
        """``12/40, 10 of 12 passed, 1 without an answer, 3.2/s, 9 s left``."""
        seconds = max(now - self._began, 1e-6)
        rate = self._asked / seconds
        parts = [f"{self._done}/{self._total}"]
        parts += [f"{self._passed} of {self._asked} passed"] * bool(self._asked)
        parts += [f"{self._errors} without an answer"] * bool(self._errors)
        parts += [f"{rate:.1f}/s"] * bool(self._asked)
        left = self._total - self._done
        if left and rate:
            parts.append(f"{_duration(left / rate)} left")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
