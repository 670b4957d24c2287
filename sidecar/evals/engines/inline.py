"""Verifying in this process, on its event loop and the threads of its verifier."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator

from sidecar.evals.engines import Verified
from sidecar.evals.engines.work import Pages, verify
from sidecar.evals.flow import side_by_side
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier


class InlineEngine:
    """Verifies some answers side by side, which helps where models are asked.

    Args:
        verifier: What verifies; the caller closes it.
        most: How many at a time.
        pages: Which answers have a page.
    """

    def __init__(self, verifier: AnswerVerifier, most: int = 2, pages: Pages = "none") -> None:
        self._verifier, self._most, self._pages = verifier, most, pages

    def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[Verified]:
        """See ``Engine.verified``."""

        async def work(result: EvalResult) -> Verified:
            return await verify(self._verifier, result, self._pages)

        return side_by_side(answered, work, self._most)

    async def close(self) -> None:
        """See ``Engine.close``."""
