"""The examples of the page work as they are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sidecar.checks import CheckError, CheckSubject
from sidecar.checks.structure import StructureCheck
from sidecar.model.structure import StructureDetail, StructuredResponse
from sidecar.model.text import Span, Text
from sidecar.structure.intake import build_response
from sidecar.structure.settings import StructureSettings

PAGE = (Path(__file__).parents[2] / "docs/checks/structure.md").read_text("utf-8")
SETTINGS = StructureSettings()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def judge(response: str, **schema: Any) -> tuple[list[str], StructureDetail]:
    asked = build_response(None, response, SETTINGS, **schema)
    found = StructureCheck(SETTINGS).run(CheckSubject(Text(response), structured=asked))
    assert isinstance(found.detail, StructureDetail)
    return [finding.code for finding in found.findings], found.detail


def test_the_schema_of_pydantic() -> None:
    names: dict[str, Any] = {}
    exec(blocks("python")[0], names)
    schema = names["schema_json"]
    assert judge('{"answer": "x", "confidence": null}', schema_json=schema)[0] == []
    assert judge('{"answer": ""}', schema_json=schema)[0] == ["FIELD_INVALID"]
    assert judge('{"answer": "x", "confidence": 2}', schema_json=schema)[0] == ["FIELD_INVALID"]


def test_the_schema_of_zod() -> None:
    schema = blocks("json")[0]
    codes, detail = judge('{"answer": "x"}', schema_json=schema)
    assert codes == ["FIELD_DEFAULTED"]
    assert json.loads(detail.corrected) == {"answer": "x", "citations": []}
    codes, _ = judge('{"answer": "x", "citations": [], "extra": 1}', schema_json=schema)
    assert codes == ["FIELD_UNEXPECTED"]


def test_the_example_of_the_page() -> None:
    example = re.search(r"^response +(\{.*\})$", PAGE, re.MULTILINE)
    assert example
    codes, detail = judge(example[1], schema_name="t2")
    assert codes == ["FIELD_DEFAULTED"]
    assert detail.corrected_valid


def test_findings_about_a_response_apart_have_no_place_in_the_narrative() -> None:
    asked = StructuredResponse('{"a": "é"}', '{"properties": {"a": {"type": "integer"}}}')
    found = StructureCheck(SETTINGS).run(CheckSubject(Text("Done."), structured=asked))
    assert [finding.span for finding in found.findings] == [Span(0, 0)]
    assert found.findings[0].details["path"] == "/a"


def test_what_a_message_says_is_in_the_details() -> None:
    asked = StructuredResponse(
        'Hm: {"a": "x", "a": "y"}', '{"required": ["b"], "maxProperties": 0}'
    )
    for finding in StructureCheck(SETTINGS).run(CheckSubject(Text("x"), structured=asked)).findings:
        told = finding.details.get("problem") or finding.details["key"]
        assert told in finding.message


def test_what_cannot_be_judged_is_a_failure_with_its_reason() -> None:
    def reason(response: str, schema: str) -> str:
        with pytest.raises(CheckError) as caught:
            judge(response, schema_json=schema)
        return caught.value.reason

    assert reason("{}", "{") == "SCHEMA_MALFORMED"
    assert reason("[" * 40 + "]" * 40, "{}") == "RESPONSE_TOO_DEEP"
    assert reason("{}", '{"$ref": "other.json"}') == "SCHEMA_REFERENCE_UNRESOLVED"


def test_without_a_response_nothing_is_judged_and_nothing_started() -> None:
    found = StructureCheck(SETTINGS).run(CheckSubject(Text("{}")))
    assert (found.judged, found.detail) == (0, None)
    assert not StructureCheck.allowed_by(CheckSubject(Text("{}")))
