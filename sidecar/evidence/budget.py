"""The limits of one query result, counted while it is decoded.

Everything that is about to be allocated in proportion to the payload is asked for here first, so
that a small payload that stands for a large table is refused before it costs anything.
"""

from __future__ import annotations

from sidecar.evidence.errors import EvidenceTooLarge
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits


class Budget:
    """What one decoding may still use.

    Attributes:
        header: Of the query result, to name it in errors.
        limits: What it is held to.
        used: Bytes that the decoded table keeps, so far.
        text_numbers: Runs of digits that were read in strings, so far.
    """

    def __init__(self, header: Header, limits: EvidenceLimits) -> None:
        self.header = header
        self.limits = limits
        self.used = 0
        self.text_numbers = 0

    def spend(self, nbytes: int) -> None:
        """Count memory that the table will keep."""
        self.fits(nbytes)
        self.used += nbytes

    def fits(self, nbytes: int) -> None:
        """Refuse memory that would pass the limit, without counting it."""
        self._check("max_decoded_bytes", self.used + nbytes, self.limits.max_decoded_bytes)

    def needs(self, nbytes: int) -> None:
        """Refuse work that takes more than twice the limit until the table is there."""
        self._check("max_decoded_bytes", nbytes // 2, self.limits.max_decoded_bytes)

    def text(self, count: int) -> None:
        """Count runs of digits in a string that is about to be read."""
        self.text_numbers += count
        self._check("max_text_numbers", self.text_numbers, self.limits.max_text_numbers)

    def rows(self, count: int) -> None:
        """Refuse too many rows."""
        self._check("max_rows", count, self.limits.max_rows)

    def columns(self, count: int) -> None:
        """Refuse too many columns."""
        self._check("max_columns", count, self.limits.max_columns)

    def cell(self, nbytes: int) -> None:
        """Refuse a string that is too long."""
        self._check("max_cell_bytes", nbytes, self.limits.max_cell_bytes)

    def name(self, nbytes: int) -> None:
        """Refuse a column name that is too long."""
        self._check("max_name_bytes", nbytes, self.limits.max_name_bytes)

    def batches(self, count: int) -> None:
        """Refuse too many messages."""
        self._check("max_batches", count, self.limits.max_batches)

    def passed(self, limit: str, given: int, maximum: int) -> EvidenceTooLarge:
        """The error for a limit that is passed."""
        return EvidenceTooLarge(
            f"query result {self.header.query_id} passes {limit}: {given}, allowed {maximum}",
            query_id=self.header.query_id,
            limit=limit,
            given=given,
            maximum=maximum,
        )

    def _check(self, limit: str, given: int, maximum: int) -> None:
        if given > maximum:
            raise self.passed(limit, given, maximum)
