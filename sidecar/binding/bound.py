"""What binding a number came to, in the terms of ``semantics``: verdict, codes, values."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.model.report import ClaimBinding, Reading


class Bound(NamedTuple):
    """A number that was bound, or was not.

    Attributes:
        binding: For the report.
        codes: What there is to say about it; none where it is plainly right.
        closest: The nearest value to one that nothing agrees with, where there is one.
        right: The value that belongs there, in the unit of the number, where that is known.
    """

    binding: ClaimBinding
    codes: tuple[str, ...] = ()
    closest: Reading | None = None
    right: Decimal | None = None
