"""How long a text is, and how like its reference: BLEU by sacrebleu (extra ``metrics``), ROUGE."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import JudgingStep, find_cause
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
    Value,
    read_output_text,
)
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.outcomes.settings import TextQualitySettings

# ROUGE: how much of a reference a text has, by words and by pairs of words, and in what order.

_WORD = re.compile("[a-z0-9]+")


def rouge_tokens(reference: str, output: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words of both, found in the same way: the reference says how.

    Runs of ASCII letters and digits in lower case, unless most words of the reference have none.
    """
    known = split_words(reference)
    if 2 * sum(_WORD.search(word) is None for word in known) > len(known):
        return known, split_words(output)
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
    return _f1(measure_longest_common(reference, output), len(reference), len(output))


def measure_longest_common(one: Sequence[str], other: Sequence[str]) -> int:
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


# The words of a text in any script, for measures that count words.

_DEFAULT, _CHINESE, _LETTERS = "13a", "zh", "char"

_UNSPACED = {
    "CJK": _CHINESE,
    "IDEOGRAPHIC": _CHINESE,
    "HIRAGANA": _LETTERS,
    "KATAKANA": _LETTERS,
    "HALFWIDTH": _LETTERS,
    "BOPOMOFO": _LETTERS,
    "YI": _LETTERS,
    "THAI": _LETTERS,
    "LAO": _LETTERS,
    "KHMER": _LETTERS,
    "MYANMAR": _LETTERS,
    "TIBETAN": _LETTERS,
}
"""Scripts that do not put spaces between words, by how the Unicode names of their letters begin,
with the tokeniser of sacrebleu for each."""


def split_words(text: str) -> list[str]:
    """Runs of letters, marks and digits in lower case; in a script without spaces, each letter."""
    return text.lower().translate(_Separated()).split()


def choose_tokenizer(words: Sequence[str]) -> str:
    """The tokeniser of sacrebleu for a reference with such words."""
    found = [_UNSPACED.get(_script(word[0])) for word in words]
    unspaced = {one for one in found if one is not None}
    if 2 * sum(one is not None for one in found) <= len(found):
        return _DEFAULT
    return _CHINESE if unspaced == {_CHINESE} else _LETTERS


def _script(letter: str) -> str:
    """How the name of a letter begins, which is mostly its script."""
    return unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]


class _Separated(dict[int, str]):
    """Characters with spaces where words end, for ``str.translate``; made as they come."""

    def __missing__(self, code: int) -> str:
        """What stands for a character."""
        letter = chr(code)
        kind = unicodedata.category(letter)[0]
        if kind not in "LMN":
            found = " "
        elif kind != "N" and _script(letter) in _UNSPACED:
            found = f" {letter} "
        else:
            found = letter
        self[code] = found
        return found


_COMPARED = "output.text and input.reference"
_ROUGE = {"rouge1": rouge_1, "rouge2": rouge_2, "rougeL": rouge_l}
_LENGTHS = frozenset({"output_length", "word_count"})


class TextQualityExtractor(MetricExtractor):
    """Measures texts.

    Args:
        settings: Which metrics there are, and how long texts may be.
    """

    def __init__(self, settings: TextQualitySettings) -> None:
        self._settings = settings
        compared = ("bleu_score", *settings.rouge_types)
        self.metrics = {name: Metric(MetricKind.SHARE, _COMPARED) for name in compared}
        self.metrics |= {name: Metric(MetricKind.COUNT, "output.text") for name in sorted(_LENGTHS)}

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The lengths in characters and words, and the likeness where there is a reference."""
        text = read_output_text(task)
        if text is None:
            raise Unmeasurable("output.text is missing, or no text")
        found: dict[str, Value] = {"output_length": len(text)}
        if "word_count" in wanted:
            found["word_count"] = len(text.split())
        compared = set(wanted) - _LENGTHS
        reference = task.input.get("reference")
        if not compared or not reference:
            return found
        most = self._settings.max_text_bytes
        if not isinstance(reference, str):
            return found | dict.fromkeys(compared, Unmeasurable("input.reference is not text"))
        if max(len(text.encode()), len(reference.encode())) > most:
            why = Unmeasurable(f"output.text or input.reference has more than {most} bytes")
            return found | dict.fromkeys(compared, why)
        likeness: dict[str, Value] = await in_thread(lambda: _compare(text, reference, compared))
        return found | likeness


def _compare(text: str, reference: str, wanted: Collection[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if "bleu_score" in wanted:
        found["bleu_score"] = _bleu(text, reference)
    if kinds := sorted(_ROUGE.keys() & set(wanted)):
        there, here = rouge_tokens(reference, text)
        found |= {name: _ROUGE[name](there, here) for name in kinds}
    return found


def _bleu(text: str, reference: str) -> Value:
    try:
        from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 (an extra; takes a second)
    except ImportError:
        message = "bleu_score needs the extra `metrics` on the server"
        return NotMeasured(message, find_cause(JudgingStep.ANY, "METRICS_NOT_INSTALLED"))
    # As a corpus of one text, which is how the figures of papers are made. Equal texts have a score
    # of 100.00000000000004, and a share past 1 cannot be.
    bleu = BLEU(tokenize=choose_tokenizer(split_words(reference)))
    return min(1.0, float(bleu.corpus_score([text], [[reference]]).score) / 100)
