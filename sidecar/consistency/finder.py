"""Every sum of a text, in its order: reads the text only where it can hold one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sidecar.consistency.arithmetic import find_additions, find_differences, find_equations
from sidecar.consistency.conversions import find_conversions
from sidecar.consistency.growth import find_growth
from sidecar.consistency.lists import find_list_shares
from sidecar.consistency.percent_of import find_percents_of
from sidecar.consistency.reading import read_sentences
from sidecar.consistency.settings import ConsistencySettings
from sidecar.consistency.shares import CLAUSE_CUE, find_clause_shares
from sidecar.consistency.sums import Sum
from sidecar.consistency.tables import find_table_shares, read_tables
from sidecar.consistency.totals import find_table_totals
from sidecar.model.number import NumericClaim
from sidecar.model.text import Text
from sidecar.text.claims import ClaimReader
from sidecar.text.layout import as_blocks, read_layout
from sidecar.text.options import ExtractOptions
from sidecar.work import check_abandoned

# Whether a text can hold anything to judge: a few looks, before its numbers are read.

_PERCENT = ("%", "percent", "per cent", "pct")
_WORDS = (
    "=", "together", "altogether", "in total", "in all", "combined", "a total of", "sum of",
    "adds up", "add up", "adding up", "sums to", "sum to", "totaling", "totalling", "difference",
    "gap of", "up from", "down from",
)  # fmt: skip
_FROM = re.compile(
    r"from [^.;:]{0,30}?(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|twenty|thirty|forty|fifty)\b)"
)


def has_shares(lowered: str) -> bool:
    """Whether the text, in lower case, writes percentages."""
    return any(cue in lowered for cue in _PERCENT)


def has_tables(string: str) -> bool:
    """Whether the text can hold a table."""
    return "|" in string and "-" in string


def has_arithmetic(lowered: str) -> bool:
    """Whether the text, in lower case, can state a sum, a change or a part of a whole."""
    return any(cue in lowered for cue in _WORDS) or _FROM.search(lowered) is not None


class TooManyBlocks(ValueError):
    """A text holds more blocks than the settings allow."""


def find_sums(reader: ClaimReader, settings: ConsistencySettings) -> list[Sum]:
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
    shares = has_shares(lowered)
    in_blocks = (shares and settings.sum_to_100) or (settings.table_totals and has_tables(lowered))
    in_sentences = settings.arithmetic and (
        shares or bool(settings.currency_rates) or has_arithmetic(lowered)
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
    if shares and settings.sum_to_100 and CLAUSE_CUE.search(lowered):
        found += find_clause_shares(list(read_sentences(text, claims)), settings.epsilon_pct)
    if in_sentences:
        found += _in_sentences(text, claims, settings)
    return sorted(found, key=lambda one: one.span)


def _in_blocks(
    text: Text, claims: Sequence[NumericClaim], settings: ConsistencySettings
) -> Iterator[Sum]:
    """What lists and tables hold."""
    numbers = [claim.number for claim in claims]
    found = read_layout(text)
    if len(found.rows) > settings.max_blocks:
        raise TooManyBlocks(f"the text holds more than {settings.max_blocks} blocks")
    outline = list(as_blocks(found))
    epsilon = settings.epsilon_pct
    if settings.sum_to_100:
        yield from find_list_shares(text, outline, numbers, epsilon)
    for table in read_tables(text, outline, numbers):
        check_abandoned()
        if settings.sum_to_100:
            yield from find_table_shares(table, text, epsilon)
        if settings.table_totals:
            yield from find_table_totals(table, text)


def _in_sentences(
    text: Text, claims: Sequence[NumericClaim], settings: ConsistencySettings
) -> Iterator[Sum]:
    """What sentences state."""
    read = list(read_sentences(text, claims))
    yield from find_percents_of(read)
    yield from find_growth(read)
    yield from find_additions(read)
    for sentence in read:
        check_abandoned()
        yield from find_equations(sentence)
        yield from find_differences(sentence)
    if settings.currency_rates:
        yield from find_conversions(read, settings.currency_rates)
