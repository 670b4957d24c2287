"""Metrics equal those of the reference libraries, and what is not there is missing, never 0."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcomes.seed import in_thread
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu import corpus_bleu
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

from sidecar.model.outcome import Task
from sidecar.outcomes.extractors import Extractors, text_quality
from sidecar.outcomes.extractors.base import Unmeasurable
from sidecar.outcomes.extractors.classification import score_labels
from sidecar.outcomes.settings import ClassificationSettings, ExtractorsSettings
from sidecar.structure.settings import StructureSettings

WORDS = "the cat sat on a mat Ünïcode 3.5 U.S. e-mail naïve 42% don't 猫"
VOCABULARY = [*WORDS.split(" "), "", "\n"]
ROUGE = ["rouge1", "rouge2", "rougeL"]


async def measured(extractor: str, wanted: list[str], task: Task, **settings: Any) -> Any:
    own = ExtractorsSettings.model_validate({extractor: settings})
    found = Extractors(own, StructureSettings()).by_name[extractor]
    return await found.extract(task, wanted, in_thread)


def texts(seed: int) -> tuple[str, str]:
    chance = random.Random(seed)
    one, other = (chance.choices(VOCABULARY, k=chance.randint(0, 40)) for _ in range(2))
    if chance.random() < 0.5:
        other = [*one[: len(one) // 2], *other]
    return " ".join(one), " ".join(other)


@pytest.mark.parametrize("seed", range(100))
async def test_rouge_is_that_of_rouge_score(seed: int) -> None:
    reference, text = texts(seed)
    ours = await measured("text_quality", ROUGE, of(reference or "-", text))
    theirs = RougeScorer(ROUGE).score(reference or "-", text)
    assert {name: ours[name] for name in ROUGE} == pytest.approx(
        {name: theirs[name].fmeasure for name in ROUGE}, abs=1e-12
    )


@pytest.mark.parametrize("seed", range(50))
async def test_bleu_is_that_of_sacrebleu(seed: int) -> None:
    reference, text = texts(seed)
    ours = await measured("text_quality", ["bleu_score"], of(reference or "-", text))
    assert ours["bleu_score"] == pytest.approx(
        corpus_bleu([text], [[reference or "-"]]).score / 100, abs=1e-12
    )


LIKE = {
    "Chinese": ("昨天股市上涨了百分之三。", "昨天股市下跌了百分之三。", "zh"),
    "Japanese": (
        "昨日、株価は三パーセント上がった。",
        "昨日、株価は三パーセント下がった。",
        "char",
    ),
    "Thai": ("เมื่อวานตลาดหุ้นขึ้นสามเปอร์เซ็นต์", "เมื่อวานตลาดหุ้นลงสามเปอร์เซ็นต์", "char"),
    "Khmer": ("ម្សិលមិញផ្សារហ៊ុនឡើងបីភាគរយ", "ម្សិលមិញផ្សារហ៊ុនចុះបីភាគរយ", "char"),
    "Russian": ("Вчера рынок вырос на три процента.", "Вчера рынок упал на три процента.", "13a"),
    "Hindi": ("कल बाज़ार तीन प्रतिशत बढ़ा।", "कल बाज़ार तीन प्रतिशत गिरा।", "13a"),
    "with Latin names": ("微软公司的 Windows 系统", "微软公司的 Linux 系统", "zh"),
}
"""A reference, a text that is like it, and the tokeniser of sacrebleu for it."""


@pytest.mark.parametrize("script", LIKE)
async def test_texts_in_any_script_are_compared(script: str) -> None:
    reference, like, tokenize = LIKE[script]
    wanted = [*ROUGE, "bleu_score"]
    same = await measured("text_quality", wanted, of(reference, reference))
    found = await measured("text_quality", wanted, of(reference, like))
    other = await measured("text_quality", wanted, of(reference, "Ω, nothing alike"))
    assert {same[name] for name in ROUGE} == {1}
    assert same["bleu_score"] == pytest.approx(1) or tokenize == "13a"
    for name in ROUGE:
        assert 0.3 < found[name] < 1, name
        assert other[name] < 0.01, name
    theirs = corpus_bleu([like], [[reference]], tokenize=tokenize).score / 100
    assert found["bleu_score"] == pytest.approx(theirs, abs=1e-12)
    assert found["bleu_score"] > other["bleu_score"]


async def test_the_reference_says_how_words_are_found() -> None:
    # Else an agent could choose, by what it writes.
    found = await measured("text_quality", [*ROUGE, "bleu_score"], of("a cat sat", "猫 a 猫 cat"))
    theirs = RougeScorer(ROUGE).score("a cat sat", "猫 a 猫 cat")
    assert found["rouge1"] == pytest.approx(theirs["rouge1"].fmeasure)


@pytest.mark.parametrize("average", ["weighted", "macro", "micro"])
@pytest.mark.parametrize("zero_division", [0, 1])
@pytest.mark.parametrize("seed", range(40))
def test_classification_is_that_of_scikit_learn(
    average: str, zero_division: int, seed: int
) -> None:
    chance = random.Random(seed)
    labels = "abcdefg"[: chance.randint(1, 7)]
    size = chance.randint(1, 30)
    true, predicted = (chance.choices(labels, k=size) for _ in range(2))
    settings = ClassificationSettings.model_validate(
        {"average": average, "zero_division": zero_division}
    )
    ours = score_labels(true, predicted, settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = precision_recall_fscore_support(
            true, predicted, average=average, zero_division=zero_division
        )[:3]
    assert ours[1:] == pytest.approx(theirs, abs=1e-12)
    assert ours.accuracy == accuracy_score(true, predicted)


def test_the_longest_common_sequence_of_long_texts_is_quick() -> None:
    one, other = ["a", "b"] * 5_000, ["b", "c"] * 5_000
    assert text_quality.measure_longest_common(one, other) == 5_000


def of(reference: str, text: str) -> Task:
    return Task(input={"reference": reference}, output={"text": text})


async def test_lengths_are_characters_and_words() -> None:
    found = await measured("text_quality", ["output_length", "word_count"], of("", "Zwei Wörter"))
    assert found == {"output_length": 11, "word_count": 2}


async def test_without_a_reference_likeness_is_missing_and_lengths_are_not() -> None:
    found = await measured("text_quality", ["output_length", "rougeL"], of("", "text"))
    assert found["output_length"] == 4
    assert found.get("rougeL") is None


async def test_texts_past_the_bound_are_not_compared() -> None:
    task = of("long", "text")
    found = await measured("text_quality", ["output_length", "rougeL"], task, max_text_bytes=3)
    assert found["output_length"] == 4
    assert isinstance(found["rougeL"], Unmeasurable)


async def test_without_the_extra_bleu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    found = await measured("text_quality", ["bleu_score"], of("a", "a"))
    assert "extra `metrics`" in str(found["bleu_score"])


@pytest.mark.parametrize("latency", [None, "20", True, [20]])
async def test_a_latency_that_is_no_number_is_missing_and_not_0(latency: object) -> None:
    task = Task(metadata={"duration_ms": latency, "ttfb_ms": 0})
    found = await measured("latency", ["latency_ms", "time_to_first_byte"], task)
    assert found == {"latency_ms": None, "time_to_first_byte": 0}


def labelled(*labels: object) -> list[dict[str, object]]:
    return [{"label": label} for label in labels]


async def test_labels_may_be_bare_and_1_is_not_one() -> None:
    task = Task(
        input={"ground_truth": labelled(1, "b", "c")},
        output={"predictions": ["1", "b", "c"], "confidence": 0.5},
    )
    found = await measured("classification", ["accuracy"], task)
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert found["confidence"] == 0.5
    assert found["num_predictions"] == 3


@pytest.mark.parametrize(
    ("truth", "predictions"),
    [
        (labelled("a"), labelled("a", "b")),
        (labelled("a"), []),
        (None, labelled("a")),
        (labelled("a"), [{"lable": "a"}]),
        (labelled(True), labelled(True)),
        (labelled(["a"]), labelled(["a"])),
    ],
)
async def test_what_cannot_be_compared_has_no_accuracy(truth: object, predictions: object) -> None:
    task = Task(input={"ground_truth": truth}, output={"predictions": predictions})
    found = await measured("classification", ["accuracy", "num_predictions"], task)
    assert isinstance(found["accuracy"], Unmeasurable)


async def test_too_many_predictions_are_not_compared() -> None:
    task = Task(input={"ground_truth": ["a"] * 3}, output={"predictions": ["a"] * 3})
    found = await measured("classification", ["accuracy"], task, max_predictions=2)
    assert "more than 2" in str(found["accuracy"])


async def test_what_the_output_holds() -> None:
    wanted = ["contains_keywords", "has_required_fields", "matches_schema", "matches_pattern"]
    asked = {
        "required_keywords": ["SUMMARY", "missing"],
        "required_fields": ["text", "title"],
        "output_schema": {"required": ["text"]},
        "required_pattern": "^a .*y$",
    }
    task = Task(input=asked, output={"text": "a summary"})
    found = await measured("contains", wanted, task)
    assert found == {
        "contains_keywords": 0.5,
        "has_required_fields": 0.5,
        "matches_schema": True,
        "matches_pattern": True,
    }


WITHOUT_TEXT: dict[str, Any] = {
    "title": 'A "short" Summary',
    "parts": [{"body": "one\ntwo \\d"}, {"count": 12, "done": True, "next": None}],
}


@pytest.mark.parametrize(
    ("words", "share"),
    [
        (["summary", "TITLE"], 1),  # keys, too, whatever the case
        (['"short"', "one\ntwo", "\\d"], 1),  # as delivered: JSON's escapes hide nothing
        (["nTwo", "\\n"], 0),  # and they add nothing
        (["12", "true", "null", "13"], 0.75),
    ],
)
async def test_without_a_text_words_are_looked_for_in_all_of_the_output(
    words: list[str], share: float
) -> None:
    task = Task(input={"required_keywords": words}, output=WITHOUT_TEXT)
    assert await measured("contains", ["contains_keywords"], task) == {"contains_keywords": share}


_TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
_OUTPUTS = st.dictionaries(
    _TEXTS,
    st.recursive(
        _TEXTS | st.integers() | st.booleans() | st.none(),
        lambda each: st.lists(each, max_size=3) | st.dictionaries(_TEXTS, each, max_size=3),
        max_leaves=8,
    ),
    min_size=1,
)


def _each_text(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in (*value, *value.values()):
            yield from _each_text(one)
    elif isinstance(value, list):
        for one in value:
            yield from _each_text(one)


@given(_OUTPUTS)
async def test_every_text_of_an_output_without_text_is_found(output: dict[str, Any]) -> None:
    output.pop("text", None)
    words = [one for one in _each_text(output) if one.strip()][:1000]
    task = Task(input={"required_keywords": words}, output=output)
    found = (await measured("contains", ["contains_keywords"], task))["contains_keywords"]
    assert found == 1 if words else found is None


async def test_a_pattern_is_looked_for_there_as_well() -> None:
    for pattern, fits in ((r'"count": \d+', True), (r'"count": "', False)):
        task = Task(input={"required_pattern": pattern}, output=WITHOUT_TEXT)
        found = await measured("contains", ["matches_pattern"], task)
        assert found == {"matches_pattern": fits}


@pytest.mark.parametrize("output", [{}, {"text": None, "title": "word"}, {"text": ["word"]}])
async def test_without_anything_to_look_in_words_are_missing(output: dict[str, Any]) -> None:
    task = Task(input={"required_keywords": ["word"], "required_pattern": "w"}, output=output)
    wanted = ["contains_keywords", "matches_pattern"]
    found = await measured("contains", wanted, task)
    assert all(isinstance(found[one], Unmeasurable) for one in wanted)


async def test_a_pattern_that_stalls_others_takes_linear_time() -> None:
    task = Task(input={"required_pattern": "^(a+)+$"}, output={"text": "a" * 30_000 + "b"})
    found = await measured("contains", ["matches_pattern"], task)
    assert found["matches_pattern"] is False


@pytest.mark.parametrize(
    ("metric", "asked"),
    [
        ("contains_keywords", {"required_keywords": "summary"}),
        ("contains_keywords", {"required_keywords": ["a"] * 1001}),
        ("has_required_fields", {"required_fields": [1]}),
        ("matches_schema", {"output_schema": {"type": 3}}),
        ("matches_schema", {"output_schema": {"$ref": "https://example.com/s"}}),
        ("matches_pattern", {"required_pattern": "(" }),
        ("matches_pattern", {"required_pattern": 3}),
    ],
)  # fmt: skip
async def test_what_a_task_asks_for_wrongly_cannot_be_measured(
    metric: str, asked: dict[str, Any]
) -> None:
    found = await measured("contains", [metric], Task(input=asked, output={"text": "a"}))
    assert isinstance(found[metric], Unmeasurable)


async def test_what_a_task_does_not_ask_for_is_missing() -> None:
    wanted = ["contains_keywords", "has_required_fields", "matches_schema", "matches_pattern"]
    found = await measured("contains", wanted, Task(output={"text": "a"}))
    assert found == dict.fromkeys(wanted)
