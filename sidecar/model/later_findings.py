"""Findings of numbers that are arrays, made when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sidecar.model.lazy import Lazy
from sidecar.model.plain_bindings import PlainBindings
from sidecar.model.report import Finding, Severity


class Alike(NamedTuple):
    """What some findings say all of them.

    Attributes:
        code: Their code.
        message: What they tell, with the names of details in braces.
        details: These names.
    """

    code: str
    message: str
    details: Sequence[str]


class LaterFindings(Lazy[Finding]):
    """The findings of a text, in its order.

    Args:
        findings: Each as it is, or as the place of its number.
        alike: What the latter say.
        make: Gives the findings of numbers at some places.
        plain: Gives the bindings of all numbers as arrays.
        data: The text, whose slices are what is written.

    Attributes:
        places: Of the number of each; -1 of those that are as they are.
        alike: What the others say.
        plain: Gives the bindings of all numbers as arrays.
        data: The text.
    """

    def __init__(
        self,
        findings: Sequence[Finding | int],
        alike: Alike,
        make: Callable[[Sequence[int]], Iterable[Finding]],
        plain: Callable[[], PlainBindings],
        data: bytes,
    ) -> None:
        super().__init__(len(findings))
        self._made = [None if isinstance(one, int) else one for one in findings]
        self.places = [one if isinstance(one, int) else -1 for one in findings]
        self.alike, self._give = alike, make
        self.plain, self.data = plain, data

    def _make(self, indices: Sequence[int]) -> Iterable[Finding]:
        return self._give([self.places[at] for at in indices])


def codes(findings: Sequence[Finding]) -> Iterator[tuple[str, Severity | None]]:
    """The code of each, and its severity where it has one of its own; none is made for that."""
    if not isinstance(findings, LaterFindings):
        return ((one.code, one.severity) for one in findings)
    made = [at for at, place in enumerate(findings.places) if place < 0]
    known = iter([(one.code, one.severity) for one in findings.items(made)])
    later = findings.alike.code, None
    return (next(known) if place < 0 else later for place in findings.places)
