"""Writes the OpenAPI document of the methods over HTTP, from the contract with its comments.

    python -m bench.openapi > docs/openapi.yaml

Every message that a method takes or gives is a schema, by protobuf's JSON mapping; the reasons of
errors are those of ``error_reason.proto``, by the status that each has there.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml
from google.protobuf import descriptor_pb2 as pb

from bench.contract import Contract
from bench.openapi_content import describe_content, describe_events, describe_lines
from sidecar import __version__
from sidecar.server.http.failures import HTTP_STATUS

_REASONS = "verifyd.v1.ErrorReason"
_PREFIX = "ERROR_REASON_"
_STATUS = re.compile(r"Status:\s+`([A-Z_]+)`")

_Field = pb.FieldDescriptorProto
_NUMBER, _LONG = {"type": "number"}, {"type": ["integer", "string"], "format": "int64"}
_INTEGER = {"type": "integer"}
_SCALARS: Mapping[int, Mapping[str, Any]] = {
    _Field.TYPE_DOUBLE: _NUMBER,
    _Field.TYPE_FLOAT: _NUMBER,
    _Field.TYPE_INT64: _LONG,
    _Field.TYPE_UINT64: _LONG,
    _Field.TYPE_INT32: _INTEGER,
    _Field.TYPE_UINT32: _INTEGER,
    _Field.TYPE_BOOL: {"type": "boolean"},
    _Field.TYPE_STRING: {"type": "string"},
    _Field.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
_KNOWN: Mapping[str, Mapping[str, Any]] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
}
_INTRODUCTION = """\
Verifies what an AI agent is about to say, before anyone acts on it. This is the contract of gRPC
over HTTP, by the Connect protocol: see docs/http.md.

Fields that have their default value are left out of answers. Whole numbers of 64 bits are strings
in answers. Read a missing `decision` as `UNVERIFIED`, a missing or unknown `action` as `HOLD`.
"""
_CODES = ("canceled" if name == "CANCELLED" else name.lower() for name in HTTP_STATUS)
_ERROR: Mapping[str, Any] = {
    "type": "object",
    "description": "Says why a request was refused. No error is ever an approval.",
    "required": ["code", "message"],
    "properties": {
        "code": {"type": "string", "enum": list(_CODES)},
        "message": {"type": "string", "description": "For people: branch on the reason."},
        "details": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["type", "value"],
                "properties": {
                    "type": {
                        "type": "string",
                        "description": "`google.rpc.ErrorInfo` or `google.rpc.RetryInfo`.",
                    },
                    "value": {"type": "string", "description": "The message, in base64."},
                    "debug": {
                        "type": "object",
                        "description": "The message in JSON.",
                        "properties": {
                            "reason": {"$ref": f"#/components/schemas/{_REASONS}"},
                            "domain": {"type": "string"},
                            "metadata": {
                                "type": "object",
                                "additionalProperties": {"type": "string"},
                            },
                            "retryDelay": {"type": "string"},
                        },
                    },
                },
            },
        },
    },
}
_OF_HTTP = {
    "404": "There is no such method.",
    "415": "The content has another type; `Accept-Post` names those that are known.",
    "429": "The message is too large; or a reason, with `Retry-After` where waiting helps.",
}
"""What is refused without a reason."""


def write() -> str:
    """The document."""
    contract = Contract()
    schemas: dict[str, Any] = {"Error": _ERROR, _REASONS: _reasons(contract)}
    asked: set[str] = set()
    given: set[str] = set()
    for _, service in contract.services:
        for method in service.method:
            asked |= contract.reachable(method.input_type[1:])
            given |= contract.reachable(method.output_type[1:])
    for name in sorted(asked | given):
        if name in contract.enums:
            schemas[name] = _enum(contract, name)
        elif not contract.messages[name].options.map_entry:
            schemas[name] = _message(contract, name)
            if name not in given:  # an unknown field is refused
                schemas[name]["additionalProperties"] = False
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "verifyd",
            "version": __version__,
            "description": _INTRODUCTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "http://localhost:8080", "description": "The address of `--http`."}],
        "security": [{}, {"token": []}],
        "tags": [{"name": n, "description": contract.comment(n)} for n, _ in contract.services],
        "paths": dict(_paths(contract)),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": _errors(contract),
            "schemas": schemas,
        },
    }
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text


def _paths(contract: Contract) -> Iterator[tuple[str, Any]]:
    errors = {status: {"$ref": f"#/components/responses/{status}"} for status in _errors(contract)}
    for name, service in contract.services:
        for method in service.method:
            comment = contract.comment(f"{name}.{method.name}")
            asked = describe_content(method.input_type, streams=method.client_streaming)
            given = describe_content(method.output_type, streams=method.client_streaming)
            if method.server_streaming:
                asked |= describe_lines(method.input_type)
                given |= describe_events(contract, method.output_type)
            operation = {
                "operationId": f"{service.name}_{method.name}",
                "tags": [name],
                "summary": " ".join(re.split(r"\.\s|\.$", comment)[0].split()),
                "description": comment,
                "requestBody": {
                    "required": True,
                    "content": asked,
                },
                "responses": {
                    "200": {
                        "description": "The answer.",
                        "content": given,
                    },
                    **errors,
                },
            }
            yield f"/{name}/{method.name}", {"post": operation}
    yield "/healthz", {"get": _health()}


def _health() -> Mapping[str, Any]:
    status = {"type": "object", "properties": {"status": {"type": "string"}}}
    content = {"application/json": {"schema": status}}
    return {
        "operationId": "health",
        "summary": "Tells whether the server takes calls",
        "security": [{}],
        "responses": {
            "200": {"description": "`SERVING`.", "content": content},
            "503": {"description": "`NOT_SERVING`: it drains.", "content": content},
        },
    }


def _message(contract: Contract, name: str) -> dict[str, Any]:
    message = contract.messages[name]
    properties = {
        field.json_name: _property(contract, name, message, field) for field in message.field
    }
    described = {"type": "object", "description": contract.comment(name)}
    return described | ({"properties": properties} if properties else {})


def _property(
    contract: Contract, name: str, message: pb.DescriptorProto, field: _Field
) -> Mapping[str, Any]:
    kind = field.type_name.removeprefix(".")
    entry = contract.messages.get(kind)
    comment = contract.comment(f"{name}.{field.name}")
    if field.HasField("oneof_index") and not field.proto3_optional:
        others = [
            f"`{one.json_name}`"
            for one in message.field
            if one.HasField("oneof_index") and one.oneof_index == field.oneof_index
        ]
        comment = f"{comment}\n\nAt most one of {', '.join(others)}."
    schema: Mapping[str, Any]
    if entry is not None and entry.options.map_entry:
        schema = {"type": "object", "additionalProperties": _kind(entry.field[1])}
    elif field.label == _Field.LABEL_REPEATED:
        schema = {"type": "array", "items": _kind(field)}
    else:
        schema = _kind(field)
    return {**schema, "description": comment}


def _kind(field: _Field) -> Mapping[str, Any]:
    """The schema of one value."""
    kind = field.type_name.removeprefix(".")
    if kind:
        return _KNOWN.get(kind) or {"$ref": f"#/components/schemas/{kind}"}
    return _SCALARS[field.type]


def _enum(contract: Contract, name: str) -> Mapping[str, Any]:
    values = contract.enums[name].value
    return {
        "type": "string",
        "enum": [value.name for value in values],
        "description": _listed(
            contract.comment(name),
            [(value.name, contract.comment(f"{name}.{value.name}")) for value in values],
        ),
    }


def _list_reasons(contract: Contract) -> Sequence[tuple[str, str]]:
    """The name of each reason and what the contract says of it."""
    return [
        (value.name.removeprefix(_PREFIX), contract.comment(f"{_REASONS}.{value.name}"))
        for value in contract.enums[_REASONS].value
        if value.number
    ]


def _reasons(contract: Contract) -> Mapping[str, Any]:
    reasons = _list_reasons(contract)
    return {
        "type": "string",
        "enum": [name for name, _ in reasons],
        "description": _listed(contract.comment(_REASONS), reasons),
    }


def _errors(contract: Contract) -> Mapping[str, Any]:
    """The responses to what is refused, by their status, with the reasons that have it."""
    by_status: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, comment in _list_reasons(contract):
        for code in _STATUS.findall(comment):
            by_status[str(HTTP_STATUS[code])].append((name, comment))
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        status: {
            "description": _listed(_OF_HTTP.get(status, "Refused."), by_status[status]),
            "content": content,
        }
        for status in sorted({*by_status, *_OF_HTTP})
    }


def _listed(text: str, entries: Sequence[tuple[str, str]]) -> str:
    """A text and a list below it, of which each entry is its first sentences."""
    lines = [
        f"- `{name}`: {' '.join(about.split('Status:')[0].split())}" for name, about in entries
    ]
    return "\n".join([text, "", *lines] if lines else [text])


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are, and nothing as a reference to itself."""

    def ignore_aliases(self, data: object) -> bool:
        """Write everything where it is."""
        del data
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    )


_Dumper.add_representer(str, _write_text)


if __name__ == "__main__":
    sys.stdout.write(write())
