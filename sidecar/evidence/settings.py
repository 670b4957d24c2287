"""How large evidence may be, and how long and in how much memory it is kept."""

from __future__ import annotations

from pydantic import Field

from sidecar.settings.section import Section
from sidecar.text.options import Locale

_MIB = 1 << 20
_GIB = 1 << 30


class EvidenceLimits(Section):
    """Bounds of one query result; past any of them it is refused with ``EVIDENCE_TOO_LARGE``."""

    max_rows: int = Field(
        1_000_000,
        ge=1,
        le=100_000_000,
        description="Rows of one query result.",
    )
    max_columns: int = Field(
        256,
        ge=1,
        le=16_384,
        description="Columns of one query result.",
    )
    max_decoded_bytes: int = Field(
        256 * _MIB,
        ge=1024,
        le=64 * _GIB,
        description="Bytes of one query result: the buffers that an Arrow payload decompresses to, "
        "and the memory of the decoded table. Checked before anything is allocated.",
    )
    max_cell_bytes: int = Field(
        65_536,
        ge=16,
        le=131_070,
        description="UTF-8 bytes of one string in a cell.",
    )
    max_name_bytes: int = Field(
        1024,
        ge=16,
        le=65_536,
        description="UTF-8 bytes of one column name.",
    )
    max_text_numbers: int = Field(
        5_000_000,
        ge=0,
        le=1_000_000_000,
        description="Runs of digits in the distinct strings of one query result: each is read like "
        "a number of a text, which takes some ten microseconds.",
    )
    max_batches: int = Field(
        65_536,
        ge=1,
        le=1_000_000,
        description="Messages (record batches and dictionaries) of one Arrow payload.",
    )

    locale: Locale = Field(
        "en",
        description="How strings in cells write numbers: `en` (1,234.5), `de` or `fr` (1.234,5). A"
        " column with unambiguous numbers (`12,5 kg`, `1.234,5`) follows those instead. With"
        " `auto`, ambiguous numbers (`1,234`) of other columns are not read.",
    )

    def within(self, nbytes: int, text_numbers: int) -> EvidenceLimits:
        """The same limits, with at most this much memory and so many numbers in strings."""
        smaller = {
            "max_decoded_bytes": min(self.max_decoded_bytes, nbytes),
            "max_text_numbers": min(self.max_text_numbers, text_numbers),
        }
        return EvidenceLimits.model_construct(**self.values() | smaller)

    def less(self, nbytes: int, text_numbers: int) -> EvidenceLimits:
        """What is left of them when one query result has used so much."""
        return self.within(self.max_decoded_bytes - nbytes, self.max_text_numbers - text_numbers)


class EvidenceSettings(Section):
    """Evidence that is stored between requests."""

    limits: EvidenceLimits = EvidenceLimits()
    max_inline_bytes: int = Field(
        40 * _MIB,
        ge=1024,
        le=64 * _GIB,
        description="Like `limits.max_decoded_bytes`, for all query results that travel with one "
        "request together. Larger ones can be uploaded in advance.",
    )
    max_inline_text_numbers: int = Field(
        100_000,
        ge=0,
        le=1_000_000_000,
        description="Like `limits.max_text_numbers`, for all of these together.",
    )
    ttl_s: float = Field(
        3600.0,
        ge=1.0,
        le=7 * 86_400.0,
        description="Seconds that a query result is stored after its last upload.",
    )
    memory_bytes: int = Field(
        2 * _GIB,
        ge=_MIB,
        le=1024 * _GIB,
        description="Bytes for all stored query results, their indexes, and what checks learn of "
        "them. The least recently used ones that no request is using make room; if there is no"
        " such result, EVIDENCE_STORE_FULL.",
    )
    max_age_s: float = Field(
        0.0,
        ge=0.0,
        le=100 * 366 * 86_400.0,
        description="Seconds after `as_of` for which a query result counts; numbers that rest on an"
        " older one have the finding EVIDENCE_EXPIRED. 0 allows any age.",
    )
    max_results_per_request: int = Field(
        64,
        ge=1,
        le=4096,
        description="Query results and handles of one request; else TOO_MANY_EVIDENCE_ITEMS.",
    )
    max_items_per_request: int = Field(
        1_000,
        ge=1,
        le=100_000,
        description="Items and sources of one request; else TOO_MANY_EVIDENCE_ITEMS.",
    )
    max_text_bytes: int = Field(
        1 * _MIB,
        ge=1024,
        le=64 * _MIB,
        description="UTF-8 bytes of the text of one item or source; else EVIDENCE_ITEM_INVALID.",
    )
