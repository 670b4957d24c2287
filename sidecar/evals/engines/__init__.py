"""Where answers are verified: in this process, in others beside it, or on other machines.

An engine takes results that have answers, and gives them back verified, in any order, each once. It
takes the next one when it has room, so that memory does not grow with the data set.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from typing import NamedTuple, Protocol

from sidecar.evals.model import EvalResult


class VerifiedResult(NamedTuple):
    """A result whose run is verified, if it has an answer.

    Attributes:
        result: The result.
        page: The annotated answer as HTML; empty where none is wanted.
    """

    result: EvalResult
    page: str = ""


class EvalEngine(Protocol):
    """Verifies answers."""

    def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[VerifiedResult]:
        """The results with the verification of each, as soon as it is there.

        A verification that fails, or whose process dies again and again, is one of ``FAILED``: it
        never passes. A run without an answer is given back as it is.
        """
        ...

    async def close(self) -> None:
        """End what was started."""
        ...
