"""What is wrong with a query: it does not parse, or names what no server exposes."""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import promql_parser as promql
from prometheus_client.parser import text_string_to_metric_families
from verifyd.v1 import error_reason_pb2

from sidecar.checks import CODES
from sidecar.judges.errors import REASONS
from sidecar.model.report import Action, Decision, Severity

TARGET = {"job", "instance"}
"""Labels that Prometheus itself adds to what it scrapes."""

VALUES: Mapping[str, set[str]] = {
    "decision": {one.name for one in Decision},
    "action": {one.name for one in Action},
    "severity": {one.name for one in Severity},
    "code": set(CODES),
    "status": {one.name for one in grpc.StatusCode},
    "reason": {
        name.removeprefix("ERROR_REASON_") for name, _ in error_reason_pb2.ErrorReason.items()
    },
    "ending": {"finished", "answered", "INTERNAL", *REASONS},
    "kind": {"SETTLEMENT", "REVERSAL", "prompt", "completion"},
    "result": {"SUCCESS", "FAILURE", "REVERSED", "REPLAYED", "stored", "not_stored"},
    "method": {"verifyd.v1.VerifyService/Verify"},
}
"""The values of labels that are enumerations."""

Exposed = Mapping[str, set[str]]
"""The labels of every metric, by the name that queries use."""


class Query(NamedTuple):
    """A query, where it stands, and the labels that its legend shows."""

    place: str
    text: str
    shown: Iterable[str] = ()


def scrape(path: Path) -> Exposed:
    """What the server on a Unix socket exposes; a metric without a value yet has no labels."""
    connection = http.client.HTTPConnection("metrics")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(str(path))
    connection.request("GET", "/metrics")
    page = connection.getresponse().read().decode()
    connection.close()
    exposed: dict[str, set[str]] = {
        name: set() for name in re.findall(r"^# TYPE (\w+) (?:counter|gauge)$", page, re.MULTILINE)
    }
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            exposed.setdefault(sample.name, set()).update(sample.labels)
    return exposed


def find_problems(query: Query, exposed: Exposed) -> list[str]:
    """What is wrong with it."""
    text = query.text.replace("$__rate_interval", "5m")
    try:
        tree = promql.parse(text)
    except ValueError as error:
        return [f"{query.place}: {error}"]
    selectors: list[promql.VectorSelector] = []
    named = set(query.shown)

    def visit(node: Any) -> None:
        if isinstance(node, promql.VectorSelector):
            selectors.append(node)
        if isinstance(node, promql.MatrixSelector):
            selectors.append(node.vector_selector)
        if isinstance(node, promql.AggregateExpr) and node.modifier:
            named.update(node.modifier.labels)

    promql.walk(tree, visit)
    known = TARGET.union(*(exposed.get(one.name or "", ()) for one in selectors))
    problems = [f"no metric has the label {label}" for label in sorted(named - known)]
    for one in {str(one): one for one in selectors}.values():
        problems += _problems_of(one, exposed)
    return [f"{query.place}: {problem}" for problem in problems]


def _problems_of(selector: promql.VectorSelector, exposed: Exposed) -> Iterable[str]:
    labels = exposed.get(selector.name or "")
    if labels is None:
        yield f"there is no metric {selector.name}"
        return
    for matcher in selector.matchers.matchers:
        if matcher.name not in TARGET | labels:
            yield f"{selector.name} has no label {matcher.name}"
        if matcher.name in VALUES:
            for value in set(matcher.value.split("|")) - VALUES[matcher.name]:
                yield f"{matcher.name} is never {value}"
