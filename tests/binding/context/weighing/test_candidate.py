"""The trap of replacing fields by their places: the fields around them."""

from __future__ import annotations

from sidecar.binding.context.weighing.agreed import DISAGREES
from sidecar.binding.context.weighing.candidate import NOWHERE, Candidate, Kind


def test_judged_changes_what_it_names_and_nothing_beside_it() -> None:
    one = Candidate(
        Kind.CELL, DISAGREES, 0.5, 0.7, True, 1, False, 0.2, 1.0, 3, (1,), (2,), lambda: NOWHERE,
        bonus=0.3, other_head=True, beside=True, worded=True, siblings=True, alone=True, cells=9,
    )  # fmt: skip
    for explicit, beside in ((True, False), (False, True), (False, False)):
        wanted = one._replace(explicit=explicit, beside=beside)
        assert one.judged(explicit=explicit, beside=beside) == wanted
