"""Only what is needed is measured, once; what fails is missing and says why."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from decimal import Decimal
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from outcomes.seed import SUMMARY, criterion, engine, in_thread, task, valid, verify

from sidecar.model.outcome import OutcomeResult, SuccessCriteria, Task
from sidecar.outcomes import extractors
from sidecar.outcomes.engine import OutcomeEngine, encode_task
from sidecar.outcomes.extractors import ExtractorInvalid
from sidecar.outcomes.extractors.base import InThread, Measured, MetricExtractor
from sidecar.outcomes.metrics import Metric, MetricKind


class Counting(MetricExtractor):
    """What a third party could register."""

    metrics: Mapping[str, Metric] = {
        "politeness": Metric(MetricKind.SHARE, "output.text"),
        "bad_words": Metric(MetricKind.COUNT, "output.text"),
    }
    asked: list[list[str]] = []  # noqa: RUF012 (what all of them were asked)
    gives: dict[str, Any] = {"politeness": 0.5, "bad_words": 2}  # noqa: RUF012

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        self.asked.append(sorted(wanted))
        if "raise" in task.input:
            raise KeyError("secret of the task")
        return {**self.gives, **task.input}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    Counting.asked = []
    points = [
        EntryPoint("manners", f"{__name__}:Counting", extractors.GROUP),
        EntryPoint("none", "json:dumps", extractors.GROUP),
        EntryPoint("other", "json:JSONEncoder", extractors.GROUP),
    ]
    for point in points:
        object.__setattr__(point, "load", lambda kind=KINDS[point.name]: kind)

    def found(*, group: str, name: str) -> list[EntryPoint]:
        return [one for one in points if (one.group, one.name) == (group, name)]

    monkeypatch.setattr(extractors, "entry_points", found)


KINDS: dict[str, Any] = {"manners": Counting, "none": lambda: 3, "other": dict}
THEIRS = {"extractors": {"third_party": ["manners"]}}
POLITE = criterion("politeness", metric_type="percentage", threshold="0.5")
CLEAN = criterion("bad_words", comparison="lte", threshold=1)


async def judged(
    judge: OutcomeEngine, criteria: SuccessCriteria, given: Task, tenant: str = ""
) -> Any:
    parts = encode_task(given)
    return await judge.verify(criteria, given, parts, tenant=tenant, in_thread=in_thread)


async def test_an_extractor_of_a_third_party_measures_what_is_wanted() -> None:
    result = await verify({"criteria": [POLITE]}, task(), **THEIRS)
    assert result.success
    assert Counting.asked == [["politeness"]]


async def test_one_that_is_not_needed_is_not_asked() -> None:
    await verify({"criteria": [criterion()]}, task(), **THEIRS)
    assert Counting.asked == []


async def test_values_are_kept_for_the_same_task_of_the_same_tenant() -> None:
    judge = engine(**THEIRS)
    polite, both = (valid({"criteria": each}, **THEIRS) for each in ([POLITE], [POLITE, CLEAN]))
    one, other = task("one"), task("other")
    await judged(judge, polite, one)
    await judged(judge, polite, one)
    assert len(Counting.asked) == 1
    await judged(judge, both, one)
    assert Counting.asked[1:] == [["bad_words"]]
    await judged(judge, polite, other)
    await judged(judge, polite, one, tenant="b")
    assert len(Counting.asked) == 4


async def test_values_are_dropped_after_their_time_and_past_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = engine(**THEIRS, cache_entries=1, cache_ttl_s=10)
    polite = valid({"criteria": [POLITE]}, **THEIRS)
    for given in (task("one"), task("other"), task("one")):
        await judged(judge, polite, given)
    assert len(Counting.asked) == 3
    later = time.monotonic() + 11
    monkeypatch.setattr(time, "monotonic", lambda: later)
    await judged(judge, polite, task("one"))
    assert len(Counting.asked) == 4


async def test_without_a_time_nothing_is_kept() -> None:
    judge, polite = engine(**THEIRS, cache_ttl_s=0), valid({"criteria": [POLITE]}, **THEIRS)
    for _ in range(2):
        await judged(judge, polite, task())
    assert len(Counting.asked) == 2


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "many", [1], None])
async def test_what_is_no_finite_number_meets_nothing(value: object) -> None:
    given = task(input={"politeness": value})
    (one,) = (await verify({"criteria": [POLITE]}, given, **THEIRS)).criterion_results
    assert not one.met
    assert one.error


async def test_one_that_fails_measures_nothing_and_tells_nothing_of_the_task() -> None:
    given = task(input={"raise": True})
    result: OutcomeResult = await verify({"criteria": [POLITE, criterion()]}, given, **THEIRS)
    failed, length = result.criterion_results
    assert failed.error == "the extractor manners failed: KeyError"
    assert length.met
    assert not result.success


async def test_values_out_of_their_kind_are_refused() -> None:
    result = await verify({"criteria": [POLITE]}, task(input={"politeness": 1.5}), **THEIRS)
    assert not result.success
    assert [flag.code for flag in result.governance_flags] == ["METRIC_IMPOSSIBLE"]


@pytest.mark.parametrize("name", ["absent", "none", "other"])
def test_what_is_no_extractor_is_told(name: str) -> None:
    with pytest.raises(ExtractorInvalid, match=name):
        engine(extractors={"third_party": [name]})


def test_two_that_measure_the_same_are_told() -> None:
    KINDS["manners"].metrics = dict(Counting.metrics) | {
        "latency_ms": Metric(MetricKind.NUMBER, "")
    }
    try:
        with pytest.raises(ExtractorInvalid, match="latency_ms"):
            engine(**THEIRS)
    finally:
        del KINDS["manners"].metrics["latency_ms"]


async def test_the_seeds_words_need_no_words_in_the_input() -> None:
    given = task("In SUMMARY, no end. " * 8)
    result = await verify(SUMMARY, given)
    words = result.criterion_results[3]
    assert (words.value, words.met, words.error) == (Decimal("0.5"), False, "")
    anything = [criterion("contains_keywords", metric_type="contains") | {
        "comparison": "contains_any", "threshold": ["summary", "conclusion"]
    }]  # fmt: skip
    assert (await verify({"criteria": anything}, given)).success
