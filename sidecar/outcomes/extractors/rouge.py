"""ROUGE: how much of a reference a text has, by words and by pairs of words, and in what order.

The figures are those of the package rouge-score without stemming, in a hundredth of its time: its
table of the longest common subsequence has a cell for each pair of words, where here one addition
of long integers makes a row. Where a reference has mostly words that its own tokeniser does not
see, words are those of ``words.split``, as its option ``tokenizer`` lets others choose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from sidecar.outcomes.extractors import words

_WORD = re.compile("[a-z0-9]+")


def tokens(reference: str, output: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words of both, found in the same way: the reference says how.

    Runs of ASCII letters and digits in lower case, unless most words of the reference have none.
    """
    known = words.split(reference)
    if 2 * sum(_WORD.search(word) is None for word in known) > len(known):
        return known, words.split(output)
    return _WORD.findall(reference.lower()), _WORD.findall(output.lower())


def rouge_1(reference: Sequence[str], output: Sequence[str]) -> float:
    """F1 of the words that both have."""
    common = Counter(reference) & Counter(output)
    return _f1(common.total(), len(reference), len(output))


def rouge_2(reference: Sequence[str], output: Sequence[str]) -> float:
    """F1 of the pairs of neighbouring words that both have."""
    common = Counter(pairwise(reference)) & Counter(pairwise(output))
    return _f1(common.total(), len(reference) - 1, len(output) - 1)


def rouge_l(reference: Sequence[str], output: Sequence[str]) -> float:
    """F1 of the longest sequence of words that both have in the same order."""
    return _f1(longest_common(reference, output), len(reference), len(output))


def longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence.

    Row by row of the usual table, each as one integer whose bits say where the row grows (Hyyrö,
    2004): bit i is 0 where word i of ``one`` makes a common sequence longer.
    """
    places: dict[str, int] = {}
    for place, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for word in other:
        matches = row & places.get(word, 0)
        row = ((row + matches) | (row - matches)) & full
    return len(one) - row.bit_count()


def _f1(common: int, in_reference: int, in_output: int) -> float:
    if common == 0:
        return 0.0
    precision, recall = common / in_output, common / in_reference
    return 2 * precision * recall / (precision + recall)
