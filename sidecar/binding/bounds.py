"""All numbers of a text as they were bound; those that floats settled are made when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sidecar.binding.bound import Bound
from sidecar.binding.equal import Equal
from sidecar.model.lazy import Lazy
from sidecar.model.report import Bindings, ClaimBinding, Verdict


class Bounds(Lazy[Bound]):
    """The numbers of a text as they were bound, in its order.

    Args:
        known: Those that are made already, by their places.
        equal: All numbers, those that are not made among them.
        count: How many there are.

    Attributes:
        told: The places of those that there is something to say about.
        named: The places of those whose row and column are plainly named.
        uncovered: How many words and data do not settle.
    """

    def __init__(self, known: Mapping[int, Bound], equal: Equal | None, count: int) -> None:
        super().__init__(count)
        self._verdicts = verdicts = [Verdict.SUPPORTED] * count
        for at, bound in known.items():
            self._made[at], verdicts[at] = bound, bound.binding.verdict
        self.named = sorted(at for at, bound in known.items() if bound.named)
        self.uncovered = sum(bool(bound.binding.missing) for bound in known.values())
        self._equal = equal
        self.told = sorted(at for at, bound in known.items() if bound.codes)

    @property
    def bindings(self) -> Bindings:
        """For the report. Not kept here, since they know where they come from."""
        plain = None if self._equal is None else self._equal.plain
        return Bindings(self._verdicts, self._bindings, plain)

    def _make(self, indices: Sequence[int]) -> Iterable[Bound]:
        return () if self._equal is None else self._equal.make(indices)

    def _bindings(self, wanted: Sequence[int]) -> Iterator[ClaimBinding]:
        return (bound.binding for bound in self.items(wanted))
