"""What an output holds: words, a pattern, the fields and the shape that the task asks for."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import JudgingStep, find_cause
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
    Value,
)
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.structure.judging import TooCostly, find_departures
from sidecar.structure.schema import SchemaInvalid, parse_schema
from sidecar.structure.settings import StructureSettings
from sidecar.workers.limits import Quota

_MOST = 1000  # words, or fields, that a task asks for


class ContainsExtractor(MetricExtractor):
    """Looks for what a task asks for.

    Args:
        settings: Of the structure check, whose worker judges schemas and patterns.
    """

    metrics: Mapping[str, Metric] = {
        "contains_keywords": Metric(MetricKind.SHARE, "input.required_keywords, a list of words"),
        "matches_pattern": Metric(MetricKind.FLAG, "input.required_pattern"),
        "matches_schema": Metric(MetricKind.FLAG, "input.output_schema, a JSON Schema"),
        "has_required_fields": Metric(MetricKind.SHARE, "input.required_fields, a list of names"),
    }

    def __init__(self, settings: StructureSettings) -> None:
        self._settings = settings

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """Shares of words and fields that are there, and whether shapes are right."""
        return {name: await self._value(name, task, in_thread) for name in wanted}

    async def _value(self, name: str, task: Task, in_thread: InThread) -> Value:
        try:
            if name == "contains_keywords":
                words = _texts(task.input.get("required_keywords"), "input.required_keywords")
                return measure_word_share(task, words) if words else None
            if name == "has_required_fields":
                fields = _texts(task.input.get("required_fields"), "input.required_fields")
                return sum(one in task.output for one in fields) / len(fields) if fields else None
            judged = self._judged(name, task)
            fits: Value = None if judged is None else await in_thread(partial(self._fits, *judged))
        except (Unmeasurable, NotMeasured) as error:
            return error
        return fits

    def _judged(self, name: str, task: Task) -> tuple[Any, object] | None:
        """A value and the schema that it is judged by; None where the task has none."""
        if name == "matches_schema":
            schema = task.input.get("output_schema")
            return None if schema is None else (task.output, schema)
        pattern = task.input.get("required_pattern")
        if not pattern:
            return None
        # A schema's patterns are judged in linear time, in a process that can be ended.
        return select_searched(task), {"pattern": pattern}

    def _fits(self, value: Any, wanted: object) -> bool:
        """Whether a value has a shape."""
        own, schema = self._settings, json.dumps(wanted)
        if len(schema.encode()) > own.max_schema_bytes:
            raise Unmeasurable(f"the schema has more than {own.max_schema_bytes} bytes")
        quota = Quota(own.cpu_s, own.memory_mib << 20)
        try:
            parsed = parse_schema(schema, own.max_depth)
            return not find_departures(json.dumps(value), parsed, own, quota)
        except TooCostly as error:
            if error.by_question:
                raise Unmeasurable(str(error)) from None
            message = "the process that judges schemas did not answer, or was ended"
            raise NotMeasured(message, find_cause(JudgingStep.ANY, "EXTRACTOR_FAILED")) from None
        except SchemaInvalid as error:
            raise Unmeasurable(str(error)) from None


def measure_word_share(task: Task, words: Sequence[str]) -> float:
    """The share of words that occur in the output, whatever their case.

    Raises:
        Unmeasurable: If there is nothing to look in.
    """
    folded = select_searched(task).casefold()
    return sum(word.casefold() in folded for word in words) / len(words)


def select_searched(task: Task) -> str:
    """Where words and patterns are looked for: ``output.text``; where it is absent, all of it.

    The whole output is written as JSON whose texts are not escaped, so that words with quotation
    marks or line breaks are found as they were delivered.

    Raises:
        Unmeasurable: If the output is empty, or its ``text`` is not a text.
    """
    if not task.output:
        raise Unmeasurable("the output is empty")
    if "text" not in task.output:
        return _to_text(task.output)
    text = task.output["text"]
    if not isinstance(text, str):
        raise Unmeasurable("output.text is not a text")
    return text


def _to_text(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return (
            f"{{{', '.join(f'{_to_text(name)}: {_to_text(one)}' for name, one in value.items())}}}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_to_text, value))}]"
    return json.dumps(value)


def _texts(given: Any, where: str) -> Sequence[str]:
    """A list of texts; an empty one where nothing is given."""
    if given is None:
        return ()
    if not isinstance(given, list) or len(given) > _MOST:
        raise Unmeasurable(f"{where} is not a list of at most {_MOST} texts")
    if not all(isinstance(one, str) and one.strip() for one in given):
        raise Unmeasurable(f"{where} holds something that is not text")
    return given
