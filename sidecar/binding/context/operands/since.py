"""A value and that of the period before, where a column of its own holds it."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import COMPARING
from sidecar.binding.language.words import stem
from sidecar.binding.tables.earlier import earlier
from sidecar.text.vocabulary import one_of

_SCOPES = 3
_BEFORE = frozenset(map(stem, one_of("earlier ago before last previous prior preceding since")))


def comparisons(question: Question) -> Iterator[Comparison]:
    """What is attributed to the linked rows, compared with the same of the period before."""
    if not question.cues & COMPARING:
        return
    said = not question.place.passage.stems.isdisjoint(_BEFORE)
    for table, scopes in question.scopes.items():
        whole = Scope(table, None, question.whole(table), ())
        rows = [scope for scope in scopes[:_SCOPES] if scope.choices]
        for new, old in earlier(question.catalogs[table].measures):
            named = [question.named.get((table, c.place), Naming()) for c in (new, old)]
            naming = max(named, key=lambda each: each.strength)
            for scope in (*rows, *([whole] if whole.link else [])):
                sides = [question.operand(table, c, naming, scope) for c in (old, new)]
                if sides[0] is not None and sides[1] is not None:
                    yield Comparison(sides[0], sides[1], scope.link, said, "period")
