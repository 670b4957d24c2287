"""Binding by context: each number's readings are found, weighed and decided upon."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from sidecar.binding.bound import Bound, cited, supported, uncovered, unsupported
from sidecar.binding.bounds import Bounds
from sidecar.binding.certainty import probability
from sidecar.binding.context import directions, heaps, swaps, unnamed
from sidecar.binding.context.decide import Limits, decide
from sidecar.binding.context.mending import untold
from sidecar.binding.context.operands import indicators, parties, told, typed
from sidecar.binding.context.operands.linked import Linked
from sidecar.binding.context.operands.lookups import Lookups
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.parallel import Parallel
from sidecar.binding.context.operands.told import Told
from sidecar.binding.context.operands.values import Values
from sidecar.binding.context.passages.naming import columns
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings import absent, signs
from sidecar.binding.context.readings.found import as_cells, readings
from sidecar.binding.context.readings.series import Lists
from sidecar.binding.context.refused import coincidence
from sidecar.binding.context.said import elided_units, numbers_in_names, proportions, sequences
from sidecar.binding.context.said import stated as stated_numbers
from sidecar.binding.context.said.cues import Cue, cues
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed, shipped, weigh
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.swap import Swap
from sidecar.binding.tables.catalogs import catalogs
from sidecar.binding.tables.vectors import Vectors
from sidecar.evidence.index import TableIndex
from sidecar.model import memory
from sidecar.model.missing import Missing
from sidecar.model.number import Form, Number, NumericClaim
from sidecar.model.report import Detail
from sidecar.model.text import Span, Text
from sidecar.text.claims import Claims
from sidecar.work import shielded

_READ_NUMBER = 12_000  # bytes of what is known of a number, its sentence and its place
_FLAG_AT = {"strict": 0.25, "balanced": 0.4, "lenient": 0.6}
"""How probably wrong a number must be before it is flagged, by preset."""


class _Read(NamedTuple):
    """A number that was read.

    Attributes:
        claim: The number.
        question: What is linked with it.
        found: Its readings.
        signs: What tells that it is about something else.
        weighed: All of it together.
    """

    claim: NumericClaim
    question: Question
    found: list[Candidate]
    signs: list[str]
    weighed: Weighed


def _sure(found: Mapping[int, Bound]) -> dict[int, Bound]:
    """Numbers by their places, those that are flagged with the probability that they are wrong."""
    return {
        at: bound if bound.doubt is None else bound._replace(confidence=probability(bound.doubt))
        for at, bound in found.items()
    }


class ContextBinder:
    """Binds the claims of one request.

    Args:
        settings: Tolerances and rules.
        text: The narrative.
        results: The query results.
        detail: With EXPLAIN, bindings carry the readings that were weighed.

    Attributes:
        swaps: The wrong names that were found: their numbers are those of another row.
    """

    def __init__(
        self,
        settings: NumericSettings,
        text: Text,
        results: Sequence[TableIndex],
        detail: Detail,
    ) -> None:
        self._settings = settings
        self._text = text
        self._results = results  # their catalogs live no longer than they
        self._catalogs = catalogs(results)
        self._scene = Scene(text, self._catalogs)
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)
        self._vectors = Vectors()
        self._lookups: list[Lookups] = []
        self._told, self._parallel, self._values = Told(), Parallel(), Values()
        self._detail = detail
        self._absent = unnamed.NOTHING.absent
        self.swaps: list[Swap] = []
        own = settings.binding
        self._limits = Limits(_FLAG_AT[own.preset], own.max_chance, own.error_at)

    def bind(self, claims: Claims) -> Bounds:
        """Bind each claim, in their order; wrong names are kept in ``swaps``.

        Raises:
            Abandoned: If nobody waits for it any more.
        """
        chars = self._text.char_offsets(claims.figures.starts)
        settings, silent = self._settings, unnamed.NOTHING
        if self._detail is not Detail.EXPLAIN and not settings.binding.require_citation_first:
            silent = unnamed.bind(claims, chars, self._scene, self._selection, settings)
        equal, known, self._absent = silent
        found = {**heaps.bind(claims, chars, known, self._scene, settings, self._limits)}
        left = [at for at in range(len(claims)) if at not in known and at not in found]
        found |= zip(left, self._named(claims.items(left)), strict=True)
        return Bounds(_sure(found), equal, len(claims))

    def close(self) -> None:
        """Let go of what was made of the text, once all is bound."""
        self._scene.close()

    def names(self, claims: Claims) -> list[int]:
        """The places of the claims that are none, since they stand in a label of the data."""
        known = np.array(sorted(numbers_in_names.numerals(self._catalogs)))
        found = np.flatnonzero(np.isin(claims.figures.values, known)).tolist()
        numbers = [claim.number for claim in claims.items(found)]
        each = zip(found, numbers, strict=True)
        return [at for at, n in each if numbers_in_names.names_row(self._place(n.span), n)]

    def _named(self, claims: Sequence[NumericClaim]) -> Iterator[Bound]:
        """Bind claims by what their words name, sentence by sentence."""
        for sentence in self._read(claims):
            yield from self._sentence(sentence)

    def _sentence(self, read: Sequence[_Read]) -> list[Bound]:
        """Bind the claims of one sentence."""
        judged = [self._is_judged(one.claim) for one in read]
        named = [swaps.Told(one.question.place, one.question.target, one.weighed) for one in read]
        wrong = list(swaps.find(named, self._catalogs)) if all(judged) else []
        self.swaps += wrong
        moved = {number: r for swap in wrong for number, r in swap.readings.items()}
        astray = {number for swap in wrong for number in swap.numbers if not swap.right}
        bound = []
        for number, (claim, one, _, _, each) in enumerate(read):
            if not judged[number]:
                bound.append(unsupported(claim, "CLAIM_UNCITED"))
                continue
            if number in moved:
                found = supported(claim, moved[number].grade, moved[number], ())
            elif number in astray:
                found = uncovered(claim, [Missing.EVIDENCE], chance=coincidence(each))
            else:
                gone = (
                    absent.of(one) if any(c.kind is Kind.ABSENT for _, c in each.ranked) else None
                )
                found = decide(claim, one.target, each, self._catalogs, self._limits, gone)
                found = directions.judged(found, one, each)
            if self._detail is Detail.EXPLAIN:
                found = self._explained(found, read[number])
            bound.append(found)
        return untold(bound)

    def _explained(self, found: Bound, read: _Read) -> Bound:
        # few ask for it, and a pod that does not keeps the memory
        with shielded():  # half an import cannot be made whole again
            from sidecar.binding.context.why import explained  # noqa: PLC0415

        return explained(found, read.weighed, read.question, read.signs, self._text)

    def _is_judged(self, claim: NumericClaim) -> bool:
        return not self._settings.binding.require_citation_first or cited(claim)

    def readings(
        self, claims: Sequence[NumericClaim]
    ) -> Iterator[tuple[Target, list[Candidate], list[str]]]:
        """The readings of each claim, and what speaks for its being about something else."""
        for sentence in self._read(claims):
            for one in sentence:
                yield one.question.target, one.found, one.signs

    def _read(self, claims: Sequence[NumericClaim]) -> Iterator[list[_Read]]:
        """Read claims, sentence by sentence."""
        places = [self._place(claim.number.span) for claim in claims]
        numbers = elided_units.completed([claim.number for claim in claims], places)
        single = [self._stated(*each) for each in zip(numbers, places, strict=True)]
        stated = proportions.joined(single, self._settings)
        stated_numbers.exchange(stated)
        targets = [one.target for one in stated]
        self._linked = Linked(
            self._scene, claims, stated, self._catalogs, self._selection, self._vectors.row_sets
        )
        self._lists = Lists(stated, self._catalogs, self._linked, self._vectors)
        self._lookups = [Lookups(known, targets) for known in self._catalogs]
        groups_: defaultdict[int, list[Stated]] = defaultdict(list)
        sentences: defaultdict[Passage, list[Stated]] = defaultdict(list)
        for one in stated:
            groups_[one.target.number.group].append(one)
            if one.target.number.form is not Form.ORDINAL:  # no value that others may speak of
                sentences[one.place.passage].append(one)
        for beside in sentences.values():
            sequences.tell(beside)
        for _, sentence in groupby(
            zip(claims, stated, strict=True), key=lambda each: each[1].place.passage
        ):
            each = list(sentence)
            order = sorted(range(len(each)), key=lambda at: told.leads(each[at][1].place))
            read: dict[int, _Read] = {}
            for at in order:
                memory.spend(_READ_NUMBER)
                claim, one = each[at]
                if self._names_nothing(claim, one):
                    question = self._unlinked(claim, one)
                    found = as_cells(question)
                else:
                    question = self._question(claim, one, sentences[one.place.passage])
                    pair = groups_[one.target.number.group] if one.target.number.group else []
                    found = readings(question, pair, one, self._lists, self._parallel)
                beyond = signs.of(question)
                weighed = weigh(one.target, found, beyond, shipped())
                self._told.add(question, weighed)
                self._parallel.add(question, weighed)
                self._values.add(question.place, question.target.number, weighed)
                read[at] = _Read(claim, question, found, beyond, weighed)
            yield [read[at] for at in range(len(each))]

    def _place(self, span: Span) -> Place:
        offset = self._text.char_offset
        return Place(self._scene, offset(span.start), offset(span.end))

    def _stated(self, number: Number, place: Place) -> Stated:
        names = self._scene.names.words
        return Stated(place, typed.target(number, place, self._catalogs, names, self._settings))

    def _names_nothing(self, claim: NumericClaim, one: Stated) -> bool:
        """Whether a number can only be a cell, and words tell only that it is something else."""
        return (
            claim.number.span.start in self._absent
            and claim.number == one.target.number
            and not self._parallel.asked(one, cues(one.place, claim.number))
        )

    def _unlinked(self, claim: NumericClaim, one: Stated) -> Question:
        """A number with which nothing is linked."""
        cited = self._selection.of(claim.citation)
        scopes = {table: [Scope(table, None, 0.0, ())] for table in cited}
        vectors, lookups = self._vectors, self._lookups
        return Question(
            one.target, one.place, Cue.NONE, self._catalogs, scopes, {}, vectors, lookups
        )

    def _question(self, claim: NumericClaim, one: Stated, beside: Sequence[Stated]) -> Question:
        place, target = one
        linked = self._linked.of(one)
        selected = list(linked)
        named = {
            key: n
            for key, n in columns(place, self._catalogs, target.number.symbol).items()
            if key[0] in selected
        }
        parties.name(linked, named)
        indicators.name(linked, self._catalogs, named)
        typed.name(target, self._catalogs, selected, named)
        others = [other for other in stated_numbers.near(one, beside) if other is not one]
        asked, known = self._parallel.asked(one, cues(place, target.number)), self._catalogs
        near = self._told.near(place)
        if told.compares(target.number, asked) or told.is_beside(place):
            told.name(near, named, left=place.is_left)
        vectors, lookups = self._vectors, self._lookups
        values = self._values.near(place)
        return Question(
            target, place, asked, known, linked, named, vectors, lookups, others, near, values
        )
