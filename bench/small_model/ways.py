"""The ways in which the model is asked, and what came of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bench.scoring import Record
from bench.small_model.compare import Compared, SettledComparison
from bench.small_model.grammar import Cells
from bench.small_model.relay import Manner, as_it_is, only_queries, without_schema

_PATIENCE_S = 120.0
_SLOW_S = 1.0
_MARGIN_S = 0.1
_LATE = "JUDGE_TIMEOUT"
_NO_TABLE = "figures"
"""Is offered to the model as well."""

_MOST_NUMBERS = 6
"""Of a text, for whom the model writes a whole query about each."""


class PromptVariant(NamedTuple):
    """One way to ask.

    Attributes:
        name: What it is called.
        manner: Of the endpoint, for one text.
        settings: Of formulas, beside the endpoint and the model.
        timeout_s: What a request may take.
    """

    name: str
    manner: Callable[[Record], Manner]
    settings: Mapping[str, Any]
    timeout_s: float = _PATIENCE_S

    @property
    def hurries(self) -> bool:
        """Whether the model cannot answer in time."""
        return self.timeout_s < _PATIENCE_S


def _queries(record: Record) -> Manner:
    tables: dict[str, Cells] = {_NO_TABLE: {"value": (2022, 2023)}}
    for result in record["query_results"]:
        columns = zip(*result["rows"], strict=True)
        tables[result["query_id"]] = dict(zip(result["columns"], columns, strict=True))
    return only_queries(tables)


def ways(seed: int) -> list[PromptVariant]:
    """All of them, in an order in which the model reads most of a text but once."""
    drawn = {"temperature": 1.0, "seed": seed}
    few = {"engine": {"max_formulas": _MOST_NUMBERS}}
    return [
        PromptVariant("too slow", _queries, {"max_tokens": 1500} | few, _SLOW_S),
        PromptVariant("queries alone", _queries, {"max_tokens": 1500} | few | drawn),
        PromptVariant("with a schema", lambda _: as_it_is, {"max_tokens": 600}),
        PromptVariant("without a schema", lambda _: without_schema, {"max_tokens": 120}),
    ]


@dataclass
class VariantTally:
    """What came of one way.

    Attributes:
        way: It.
        texts: How many were asked about.
        endings: Of the numbers.
        settled: Numbers that a formula settled, with the text's name.
        tokens: Of prompts and answers.
        answered: Those of answers.
        seconds: Of each call.
        faults: What must not be.
    """

    way: PromptVariant
    texts: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    settled: list[tuple[str, SettledComparison]] = field(default_factory=list)
    tokens: int = 0
    answered: int = 0
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, compared: Compared) -> None:
        """Count one text."""
        self.texts += 1
        self.endings += compared.endings
        self.settled += [(name, one) for one in compared.settled]
        self.faults += [f"{name}: {fault}" for fault in compared.faults]

    def took(self, name: str, seconds: float) -> None:
        """Count the time of a call."""
        self.seconds.append(seconds)
        if seconds > self.way.timeout_s + _MARGIN_S:
            self.faults.append(f"{name}: {seconds:.2f} s, of {self.way.timeout_s:g} s")

    def shown(self) -> Sequence[str]:
        """The faults, and that nothing was shown where the model never did what it is asked for."""
        late = sum(count for ending, count in self.endings.items() if ending.endswith(_LATE))
        if self.way.hurries and not late:
            return [*self.faults, "the model was never late"]
        if not self.way.hurries and not self.answered:
            return [*self.faults, "the model never answered"]
        return self.faults

    def row(self) -> dict[str, object]:
        """What is printed of it."""
        came = Counter[str]()
        for ending, count in self.endings.items():
            came[ending.partition(":")[0]] += count
        return {
            "way": self.way.name,
            "texts": self.texts,
            "asked": came.total(),
            "agree": came["AGREES"],
            "disagree": came["DISAGREES"],
            "misplaced": came["MISPLACED"],
            "refused": came["REFUSED"],
            "none": came["NONE"],
            "wrong cleared": sum(one.is_cleared for _, one in self.settled),
            "right flagged": sum(one.is_flagged for _, one in self.settled),
            "tokens": self.tokens,
            "seconds": round(sum(self.seconds), 1),
            "slowest": round(max(self.seconds, default=0.0), 2),
        }
