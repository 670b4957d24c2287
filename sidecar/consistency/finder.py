"""Every sum of a text, in its order: reads the text only where it can hold one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.consistency import clauses, cues
from sidecar.consistency.additions import additions
from sidecar.consistency.conversions import conversions
from sidecar.consistency.differences import differences
from sidecar.consistency.equations import equations
from sidecar.consistency.growth import growth
from sidecar.consistency.lists import list_shares
from sidecar.consistency.percent_of import percent_of
from sidecar.consistency.reading import sentences
from sidecar.consistency.settings import ConsistencySettings
from sidecar.consistency.sums import Sum
from sidecar.consistency.table_shares import table_shares
from sidecar.consistency.tables import tables
from sidecar.consistency.totals import table_totals
from sidecar.model.number import NumericClaim
from sidecar.model.text import Text
from sidecar.text.claims import Reader
from sidecar.text.layout import as_blocks, layout
from sidecar.text.options import ExtractOptions


class TooManyBlocks(ValueError):
    """A text holds more blocks than the settings allow."""


def sums(reader: Reader, settings: ConsistencySettings) -> list[Sum]:
    """The sums that a text states or implies.

    Args:
        reader: Reads its numbers, where they are needed.
        settings: What is looked for.

    Raises:
        TooManyNumbers: The text holds more numbers than are read.
        TooManyBlocks: It holds more blocks than are searched.
    """
    text = reader.text
    lowered = text.string.lower()
    shares = cues.has_shares(lowered)
    in_blocks = (shares and settings.sum_to_100) or (
        settings.table_totals and cues.has_tables(lowered)
    )
    in_sentences = settings.arithmetic and (
        shares or bool(settings.currency_rates) or cues.has_arithmetic(lowered)
    )
    if not in_blocks and not in_sentences:
        return []
    claims = reader.extract(
        ExtractOptions(max_numbers=settings.max_numbers, locale=settings.locale)
    ).claims
    if not claims:
        return []
    found: list[Sum] = []
    if in_blocks:
        found += _in_blocks(text, claims, settings)
    if shares and settings.sum_to_100 and clauses.CUE.search(lowered):
        found += clauses.clause_shares(list(sentences(text, claims)), settings.epsilon_pct)
    if in_sentences:
        found += _in_sentences(text, claims, settings)
    return sorted(found, key=lambda one: one.span)


def _in_blocks(
    text: Text, claims: Sequence[NumericClaim], settings: ConsistencySettings
) -> Iterator[Sum]:
    """What lists and tables hold."""
    numbers = [claim.number for claim in claims]
    found = layout(text)
    if len(found.rows) > settings.max_blocks:
        raise TooManyBlocks(f"the text holds more than {settings.max_blocks} blocks")
    outline = list(as_blocks(found))
    epsilon = settings.epsilon_pct
    if settings.sum_to_100:
        yield from list_shares(text, outline, numbers, epsilon)
    for table in tables(text, outline, numbers):
        if settings.sum_to_100:
            yield from table_shares(table, text, epsilon)
        if settings.table_totals:
            yield from table_totals(table, text)


def _in_sentences(
    text: Text, claims: Sequence[NumericClaim], settings: ConsistencySettings
) -> Iterator[Sum]:
    """What sentences state."""
    read = list(sentences(text, claims))
    yield from percent_of(read)
    yield from growth(read)
    yield from additions(read)
    for sentence in read:
        yield from equations(sentence)
        yield from differences(sentence)
    if settings.currency_rates:
        yield from conversions(read, settings.currency_rates)
