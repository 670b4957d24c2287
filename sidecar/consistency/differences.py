"""Two values and what lies between them: "50 against 40, a difference of 10"."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.consistency.intervals import counted, is_term, states
from sidecar.consistency.phrases import HEDGE, NOUNS, WORD, compiled
from sidecar.consistency.reading import Sentence
from sidecar.consistency.sums import Sum, computed
from sidecar.model.evidence import EXACT
from sidecar.model.number import Unit

KIND = "difference"

_DIFFERENCE = compiled(r"\b(?:difference|gap)\b")
_APART = compiled(
    rf"{NOUNS}(?:,| \(|;|:|\.| –| —)? ?(?:and |with |giving |making |for |leaving |or |so |"
    rf"which is )?(?:an?|the) (?:{WORD} )?(?:difference|gap)(?: is| was)?(?: of)? {HEDGE}"
)
_VERSUS = compiled(
    rf"{NOUNS},? (?:versus|vs\.?|against|compared (?:with|to)|and|while|to) "
    rf"(?:{WORD} ){{0,4}}{HEDGE}"
)


def differences(sentence: Sentence) -> Iterator[Sum]:
    """Differences with both values: "50 against 40, a difference of 10"."""
    for index in range(len(sentence.figures) - 2 if sentence.says(_DIFFERENCE) else 0):
        left, right, result = (f.number for f in sentence.figures[index : index + 3])
        if not (sentence.gap(index, _VERSUS) and sentence.gap(index + 1, _APART)):
            continue
        numbers = (left, right)
        if not all(map(is_term, numbers)) or (left.unit, left.symbol) != (right.unit, right.symbol):
            continue
        if result.unit is not left.unit and result.unit is not Unit.COUNT:
            continue
        if result.symbol == "%" and left.symbol != "%":
            continue
        value = counted(left) - counted(right)
        passed = states(result, value) or states(result, -value)
        words = f"the difference of {sentence.words(index)} and {sentence.words(index + 1)}"
        exact = abs(EXACT.subtract(left.value, right.value))
        span = sentence.span(index, index + 2)
        yield computed(KIND, span, exact, words, result, operands=numbers, passed=passed)
