"""How long a text is, and how like its reference: BLEU by sacrebleu (extra ``metrics``), ROUGE."""

from __future__ import annotations

from collections.abc import Collection

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import Part, cause
from sidecar.outcomes.extractors import rouge, words
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
    Value,
    output_text,
)
from sidecar.outcomes.metrics import Kind, Metric
from sidecar.outcomes.settings import TextQualitySettings
from sidecar.work import shielded

_COMPARED = "output.text and input.reference"
_ROUGE = {"rouge1": rouge.rouge_1, "rouge2": rouge.rouge_2, "rougeL": rouge.rouge_l}
_LENGTHS = frozenset({"output_length", "word_count"})


class TextQualityExtractor(MetricExtractor):
    """Measures texts.

    Args:
        settings: Which metrics there are, and how long texts may be.
    """

    def __init__(self, settings: TextQualitySettings) -> None:
        self._settings = settings
        compared = ("bleu_score", *settings.rouge_types)
        self.metrics = {name: Metric(Kind.SHARE, _COMPARED) for name in compared}
        self.metrics |= {name: Metric(Kind.COUNT, "output.text") for name in sorted(_LENGTHS)}

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The lengths in characters and words, and the likeness where there is a reference."""
        text = output_text(task)
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
        there, here = rouge.tokens(reference, text)
        found |= {name: _ROUGE[name](there, here) for name in kinds}
    return found


def _bleu(text: str, reference: str) -> Value:
    try:
        with shielded():  # half an import cannot be made whole again
            from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 (an extra; takes a second)
    except ImportError:
        message = "bleu_score needs the extra `metrics` on the server"
        return NotMeasured(message, cause(Part.ANY, "METRICS_NOT_INSTALLED"))
    # As a corpus of one text, which is how the figures of papers are made. Equal texts have a score
    # of 100.00000000000004, and a share past 1 cannot be.
    bleu = BLEU(tokenize=words.tokenizer(words.split(reference)))
    return min(1.0, float(bleu.corpus_score([text], [[reference]]).score) / 100)
