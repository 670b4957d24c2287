"""One vocabulary of evidence: contract, client, command line and evals have the same fields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
import verifyd
from pydantic import TypeAdapter
from verifyd.v1 import consistency_pb2, evidence_pb2

from sidecar.cli import sources, tables
from sidecar.consistency.settings import CurrencyRate
from sidecar.evals import model, shape
from sidecar.evals.plain import parse_line, to_line
from sidecar.model import evidence


def _of_proto(kind: Any) -> set[str]:
    return {field.name for field in kind.DESCRIPTOR.fields}


def _of_class(kind: Any) -> set[str]:
    return {field.name for field in fields(kind)}


def test_items_have_the_same_fields_everywhere() -> None:
    wanted = _of_proto(evidence_pb2.EvidenceItem)
    for kind in (verifyd.EvidenceItem, evidence.EvidenceItem, model.EvidenceItem):
        assert _of_class(kind) == wanted
    assert {*sources._ItemEntry.model_fields} == wanted


def test_sources_have_the_same_fields_everywhere() -> None:
    wanted = _of_proto(evidence_pb2.Source)
    for kind in (verifyd.Source, evidence.Source):
        assert _of_class(kind) == wanted
    assert {*sources._SourceEntry.model_fields} == {*shape._SourceShape.model_fields} == wanted


def test_columns_have_the_same_fields_everywhere() -> None:
    wanted = _of_proto(evidence_pb2.Column)
    assert _of_class(verifyd.Column) == _of_class(evidence.Column) == wanted
    assert (
        {*shape._ColumnShape.model_fields} == {*tables._ColumnMeta.model_fields, "name"} == wanted
    )


def test_query_results_have_the_same_fields_everywhere() -> None:
    shared = {"query_id", "family", "title", "columns"}
    assert _of_proto(evidence_pb2.QueryResult) >= shared
    assert {*shape._QueryResultShape.model_fields} >= {*shared, "rows", "file"}
    given = {"query_id": "q", "rows": [[1]], "family": "f", "title": "t", "columns": ["a"]}
    assert verifyd.QueryResult.of(given).message.family == "f"


def test_rates_are_those_of_the_settings() -> None:
    wanted = _of_proto(consistency_pb2.CurrencyRate)
    assert {
        field.validation_alias or name for name, field in CurrencyRate.model_fields.items()
    } == wanted
    given = {"from": "USD", "to": "QAR", "rate": "3.64", "date": "2026-11-01"}
    message = verifyd.CurrencyRate._of("rate", given)
    assert {field.name: value for field, value in message.ListFields()} == given


def test_the_former_names_of_an_item_of_a_run_work() -> None:
    new = model.EvidenceItem(id="e", text="t", title="a.py")
    with pytest.warns(DeprecationWarning, match=r"EvidenceItem.\w+ is now called"):
        old = model.EvidenceItem(id="e", content="t", file_path="a.py")  # type: ignore[call-arg]
    assert old == new
    read = TypeAdapter(model.EvidenceItem)
    assert read.validate_python({"id": "e", "content": "t", "file_path": "a.py"}) == new
    assert read.validate_python({"id": "e", "text": "t", "title": "a.py"}) == new


def test_a_record_with_former_names_is_read() -> None:
    run = model.ResearchRun(
        run_id="r", question="q", answer="a", evidence=[model.EvidenceItem(id="e", text="t")]
    )
    result = model.EvalResult(question=model.EvalQuestion(id="q", question="q"), run=run)
    line = to_line(result)
    assert parse_line(line) == result
    assert parse_line(line.replace('"text":"t"', '"content":"t"')) == result
