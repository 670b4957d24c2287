"""Where each word of a text stands: its sentence, clause, block and cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.engine.lexicon import BREAKS, STRONG
from sidecar.binding.language.words import Token
from sidecar.model.text import Text
from sidecar.text.block import BlockKind
from sidecar.text.layout import read_layout
from sidecar.text.sentences import find_sentence_bounds
from sidecar.work import unless_abandoned

HEADING, ITEM, ROW = int(BlockKind.HEADING), int(BlockKind.LIST_ITEM), int(BlockKind.TABLE_ROW)
_GLUED = frozenset(".-,:")  # marks inside of numbers and words


class ClausePlaces(NamedTuple):
    """Where each token stands.

    Attributes:
        sentence, block: Its sentence and block.
        clause: Its clause: what commas, brackets and the like divide.
        part: Its part of the sentence: what only strong marks divide.
        cell: Its cell of a row of a table; -1 elsewhere.
        kinds: The kind of each block.
        head_row: The first row of the table of each block that is a row.
    """

    sentence: list[int]
    block: list[int]
    clause: list[int]
    part: list[int]
    cell: list[int]
    kinds: list[int]
    head_row: dict[int, int]


def divide(text: Text, tokens: Sequence[Token]) -> ClausePlaces:
    """Find where each token of a text stands."""
    found = read_layout(text)
    rows = found.rows
    sentences = (
        text.char_offsets(find_sentence_bounds(text, found).ravel()).reshape(-1, 2)[:, 0].tolist()
    )
    blocks = text.char_offsets(rows[:, 1]).tolist() if len(rows) else [0]
    kinds = rows[:, 0].tolist() if len(rows) else [1]
    cells = text.char_offsets(found.cells.ravel()).reshape(-1, 2)[:, 0].tolist()
    spans = rows[:, 7:9].tolist() if len(rows) else [[0, 0]]
    sentence = [max(0, bisect_right(sentences, t.start) - 1) for t in unless_abandoned(tokens)]
    block = [max(0, bisect_right(blocks, t.start) - 1) for t in unless_abandoned(tokens)]
    cell = [-1] * len(tokens)
    for k, token in enumerate(unless_abandoned(tokens)):
        if kinds[block[k]] == ROW:
            first, last = spans[block[k]]
            cell[k] = max(0, bisect_right(cells, token.start, first, last) - 1 - first)
    clauses = list(_clauses(tokens, list(zip(sentence, block, strict=True))))
    return ClausePlaces(
        sentence, block, [c for c, _ in clauses], [p for _, p in clauses], cell, kinds,
        _head_rows(kinds),
    )  # fmt: skip


def _head_rows(kinds: Sequence[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for block, kind in enumerate(kinds):
        if kind == ROW:
            found[block] = found.get(block - 1, block)
    return found


def _clauses(
    tokens: Sequence[Token], places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The clause and part of each token."""
    clauses = parts = 0
    now = (0, 0)
    outer: list[tuple[int, int]] = []
    for k, token in enumerate(unless_abandoned(tokens)):
        word = token.word
        if not k or places[k] != places[k - 1]:
            clauses, parts, outer = clauses + 1, parts + 1, []
            now = clauses, parts
        elif word == "(":
            outer.append(now)
            clauses += 1
            now = clauses, now[1]
        elif word == ")" and outer:
            now = outer.pop()
        elif (word in BREAKS or word in STRONG) and not _is_glued(tokens, k):
            clauses += 1
            parts += word in STRONG
            now = clauses, parts if word in STRONG else now[1]
        yield now


def _is_glued(tokens: Sequence[Token], k: int) -> bool:
    """Whether a mark stands inside of a word or number."""
    if tokens[k].word not in _GLUED or not 0 < k < len(tokens) - 1:
        return False
    return tokens[k - 1].end == tokens[k].start and tokens[k].end == tokens[k + 1].start
