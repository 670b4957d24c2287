"""The OpenAPI document: it is valid, complete, and what a server takes and gives fits it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from calls import RIGHT, WRONG, request
from google.protobuf.json_format import MessageToDict
from http_calls import LIST_CHECKS, VERIFY, HttpCaller
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from verifyd.v1 import (
    error_reason_pb2,
    evidence_service_pb2,
    outcome_service_pb2,
    review_service_pb2,
    transcript_service_pb2,
    verify_pb2,
)

from bench import openapi

DOCUMENT = Path(__file__).parents[2] / "docs/openapi.yaml"
SERVICES = [
    service
    for module in (
        verify_pb2,
        transcript_service_pb2,
        evidence_service_pb2,
        outcome_service_pb2,
        review_service_pb2,
    )
    for service in module.DESCRIPTOR.services_by_name.values()
]


@pytest.fixture(scope="module")
def document() -> Any:
    return yaml.safe_load(DOCUMENT.read_text("utf-8"))


def faults(document: Any, name: str, message: object) -> list[str]:
    """What is wrong with a message by the document."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return [error.message for error in Draft202012Validator(schema).iter_errors(message)]


def test_it_is_valid(document: Any) -> None:
    validate(document)


def test_it_is_that_of_the_contract() -> None:
    assert openapi.write() == DOCUMENT.read_text("utf-8")  # `make docs` writes it anew


def test_every_method_is_there_with_its_comment(document: Any) -> None:
    methods = {f"/{each.full_name}/{name}" for each in SERVICES for name in each.methods_by_name}
    assert set(document["paths"]) == {*methods, "/healthz"}
    for path in methods:
        operation = document["paths"][path]["post"]
        assert operation["summary"]
        assert operation["description"].startswith(operation["summary"].split()[0])


def test_every_field_has_a_description(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["verifyd.v1.VerifyRequest"]["properties"]["requestId"]["description"]
    bare = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        if name.startswith("verifyd.v1.")
        for field, described in schema.get("properties", {}).items()
        if not described["description"]
    ]
    assert bare == []


def test_every_reason_is_in_a_response_of_its_status(document: Any) -> None:
    responses = document["components"]["responses"]
    listed = " ".join(response["description"] for response in responses.values())
    for name in error_reason_pb2.ErrorReason.keys():  # noqa: SIM118 (an enum is no mapping)
        reason = name.removeprefix("ERROR_REASON_")
        assert reason == "UNSPECIFIED" or f"- `{reason}`:" in listed
    assert "`OVERLOADED`" in responses["429"]["description"]
    assert "`EVIDENCE_NOT_FOUND`" in responses["404"]["description"]


@pytest.mark.parametrize("narrative", [RIGHT, WRONG])
def test_requests_and_answers_fit_it(http_server: Any, document: Any, narrative: str) -> None:
    given = MessageToDict(request(narrative, detail="DETAIL_EXPLAIN"))
    assert faults(document, "verifyd.v1.VerifyRequest", given) == []
    with HttpCaller(http_server.http) as http:
        answer = http.post(VERIFY, given).json
        assert faults(document, "verifyd.v1.VerifyResponse", answer) == []
        answer = http.post(LIST_CHECKS, {}).json
        assert faults(document, "verifyd.v1.ListChecksResponse", answer) == []
        error = http.post(VERIFY, {"narrative": ""}).json
        assert faults(document, "Error", error) == []
    assert error["details"][0]["debug"]["reason"] == "NARRATIVE_EMPTY"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("verifyd.v1.VerifyRequest", {"narative": "misspelt"}),
        ("verifyd.v1.VerifyRequest", {"narrative": 5}),
        ("verifyd.v1.VerifyRequest", {"detail": "DETAIL_NONE"}),
        ("Error", {"message": "no code"}),
    ],
)
def test_what_does_not_fit(document: Any, name: str, message: object) -> None:
    assert faults(document, name, message) != []
