"""Which words of a text are said of one name: those that stand together, each of them once."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_GAP = 3  # words between the parts of a name
_JOINING = frozenset(",;()") | one_of("and but while or against versus vs than")
_CUTS = frozenset(",;()") | one_of("against versus vs than at with")


def clusters(
    places: Sequence[tuple[int, str]], words: Sequence[Token]
) -> list[list[tuple[int, str]]]:
    """The words of a name that stand together, each of them once."""
    found: list[list[tuple[int, str]]] = []
    for at, said in places:
        last = found[-1][-1][0] if found else -1
        apart = at - last > _GAP or any(w.word in _CUTS for w in words[last:at])
        if found and _goes_on(words, found[-1][0][0], last, at, apart=apart):
            told = [each for _, each in found[-1]]
            found.append([(at, each) for each in ([] if said in told else told) + [said]])
            continue
        if not found or apart:
            found.append([(at, said)])
            continue
        again = next((i for i, (_, each) in enumerate(found[-1]) if each == said), None)
        if again is None:
            found[-1].append((at, said))
            continue
        rest = found[-1][again + 1 :]
        if rest and at - last < rest[0][0] - found[-1][again][0]:  # "list price and dealer price"
            del found[-1][again + 1 :]
            found.append([*rest, (at, said)])
        else:
            found.append([(at, said)])
    return found


def _goes_on(words: Sequence[Token], first: int, last: int, at: int, *, apart: bool) -> bool:
    """Whether a word belongs to another number than those before it, and goes on with their noun.

    As in "took in 2,713 tickets and closed 2,590", and "12 tickets came, and 9 were closed".
    """
    between = words[last + 1 : at]
    if not any(word.word in _JOINING for word in between):
        return False
    if apart:
        return any(is_numeral(word.word) for word in between)
    return all(0 <= i < len(words) and is_numeral(words[i].word) for i in (first - 1, at + 1))
