"""All readings of a number: cells, derivations, and what words say of those that were found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sidecar.binding.context.operands import (
    earlier_results,
    other_periods,
    shared_out,
    sided,
    typed,
    wanted,
)
from sidecar.binding.context.operands.between import between
from sidecar.binding.context.operands.explicit import judged
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.parallel import Parallel
from sidecar.binding.context.readings import (
    absent,
    beyond,
    broad,
    calculated,
    cells,
    comparisons,
    extremes,
    indexed,
    pairs,
    quotient_gaps,
    quotients,
    ranks,
    verbatim,
)
from sidecar.binding.context.readings.derivations import DERIVATIONS
from sidecar.binding.context.readings.series import Lists
from sidecar.binding.context.said import ends
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.model.number import Form
from sidecar.text.lexicon import LEXICON
from sidecar.text.lexicon import Kind as Word

_CHANGES = frozenset({Kind.GROWTH, Kind.CHANGE})
_LOOSE = frozenset({Kind.SOME_GROWTH, Kind.SOME_CHANGE, Kind.SERIES})
_QUOTIENTS = frozenset({Kind.SOME_GROWTH, Kind.SOME_RATIO})
_ENDS = 2  # periods of a sentence that tells one change
_LINKED = 0.65  # how strongly two values are linked that are both named, or that are one step apart
_PLAINLY, _NAMED = 0.9, 0.5  # how strongly rows are linked, and a column or its period


def as_cells(question: Question) -> list[Candidate]:
    """The cells that a number may speak of."""
    target, catalogs, lookups = question.target, question.catalogs, question.lookups
    return list(cells.readings(target, catalogs, question.scopes, question.named, lookups))


def _unlike(loose: Iterable[Candidate], found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Loose readings, but for changes where it is plain which one is told: "up 5% from May"."""
    plain = any(
        c.kind in _CHANGES and c.row >= _PLAINLY and max(c.column, c.period) >= _NAMED
        for c in found
    )
    return (one for one in loose if not (plain and one.kind in _LOOSE))


def _unlike_multiple(
    loose: Iterable[Candidate], found: Sequence[Candidate], question: Question
) -> Iterator[Candidate]:
    """The same of a multiple that is one word, where two values are linked: "tripled in 2021".

    Nearly any quotient rounds to such a word; "3.24 times" is precise enough by itself.
    """
    words, at = question.place.passage.words, question.place.first
    one = words[at].word if at < len(words) else ""
    multiple = one in LEXICON and LEXICON[one][0] is Word.MULTIPLE
    plain = (
        multiple
        and len(question.periods) <= _ENDS
        and any(c.kind is Kind.GROWTH and c.row >= _LINKED and c.column >= _NAMED for c in found)
    )
    return (one for one in loose if not (plain and one.kind in _QUOTIENTS))


def readings(
    question: Question, pair: Sequence[Stated], one: Stated, lists: Lists, parallel: Parallel
) -> list[Candidate]:
    """Everything that a number may be.

    Args:
        question: The number, and what is linked with it.
        pair: The numbers of its group, "32-18", itself among them; none where it is alone.
        one: The number as it stands.
        lists: The lists of the text.
        parallel: What the numbers before it turned out to be.
    """
    if question.target.number.form is Form.ORDINAL:
        return list(ranks.readings(question))
    if indexes := list(indexed.readings(question)):
        return indexes
    found = as_cells(question)
    first = bool(pair) and pair[0] is one
    partner = pair[first].target if len(pair) == 2 else None
    end = None if partner is not None else ends.partner(one, question.beside)
    ranged = end is not None or (partner is not None and Cue.RANGE in question.cues)
    for derivation in DERIVATIONS:
        found += derivation(question)
    found += comparisons.readings(question, ranged=ranged)
    gaps = list(quotient_gaps.readings(question))
    plain = [] if gaps and Cue.APART in question.cues else shared_out.told(question)
    found += quotients.readings(question, plain)
    found += extremes.readings(question, partner, None if end is None else end.target)
    if partner is not None and not ends.ranging(pair[0].place):
        found += pairs.readings(question, partner, first=first)
    found = beyond.told(found, question)
    if not any(map(beyond.is_settled, found)):
        loose = _unlike_multiple(broad.readings(question), found, question)
        told = between(question.place).told
        more = [*loose, *lists.readings(question)]
        found += _unlike(more, found) if told else more
    found = quotients.faded(sided.told(found, question), plain, question) + gaps
    if len(pair) == 2 and any(c.kind is Kind.PAIR for c in found):
        found = [c if c.kind is Kind.PAIR else c._replace(alone=True) for c in found]
    found = other_periods.told(verbatim.told(found, question), question)
    found = earlier_results.told(found, question)
    found = judged(typed.fitting(found, question), question)
    found = calculated.told(parallel.told(found, question), question)
    found = typed.clashing(wanted.told(found, question), question)
    return absent.told(found, question)
