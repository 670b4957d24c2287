"""The manifests of deploy/: valid, the same sidecar by every way, and refused values."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import helm_python
import jsonschema
import manifests
import pytest
import yaml
from helm_python import HelmError
from kubernetes_validate import ValidationError
from manifests import DEPLOY, ROOT, kustomize, read, render, the_pod, validate

CHARTS = ("verifyd", "verifyd-sidecar", "example-agent")
BIN = Path(sys.executable).parent
EVERYTHING = {
    "tokens": {"secretName": "tokens"},
    "settings": {"policy": {"mode": "observe"}},
    "env": [{"name": "PGPASSWORD", "valueFrom": {"secretKeyRef": {"name": "pg", "key": "p"}}}],
    "envFrom": [{"secretRef": {"name": "keys"}}],
    "image": {"repository": "registry.example/verifyd", "pullSecrets": ["pull"]},
    "metrics": {"enabled": True},
    "podMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
    "networkPolicy": {
        "monitoring": [{"namespaceSelector": {"matchLabels": {"name": "monitoring"}}}],
        "egress": [{"to": [{"ipBlock": {"cidr": "10.0.0.0/8"}}], "ports": [{"port": 5432}]}],
    },
    "podLabels": {"team": "finance"},
    "podAnnotations": {"note": "1"},
    "nodeSelector": {"disk": "ssd"},
    "tolerations": [{"key": "only", "operator": "Exists"}],
    "affinity": {"podAntiAffinity": {}},
    "topologySpreadConstraints": [
        {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway"}
    ],
    "test": {"clientSecretName": "caller"},
}
"""Values with which every part of the chart is rendered."""


@functools.cache
def _applied() -> dict[str, list[manifests.Manifest]]:
    """What each way to deploy applies."""
    return {
        "kubernetes": read(DEPLOY / "kubernetes" / "agent.yaml"),
        "kustomize": kustomize(DEPLOY / "kustomize" / "example"),
        "helm library": render("example-agent"),
        "helm": render("verifyd"),
        "helm with everything": render("verifyd", EVERYTHING),
        "eval": read(DEPLOY / "eval" / "cluster.yaml"),
    }


@pytest.mark.parametrize("way", list(_applied()))
def test_they_fit_the_schemas_of_kubernetes(way: str) -> None:
    found = _applied()[way]
    assert found
    for manifest in found:
        validate(manifest)


def test_what_does_not_fit_is_noticed() -> None:
    (manifest,) = read(DEPLOY / "kubernetes" / "agent.yaml")
    spec = dict(manifest["spec"], replica=2)
    with pytest.raises(ValidationError):
        validate({**manifest, "spec": spec})


def test_every_part_of_the_chart_is_rendered() -> None:
    kinds = {each["kind"] for each in render("verifyd", EVERYTHING)}
    assert kinds == {
        *("ConfigMap", "Deployment", "NetworkPolicy", "Pod", "PodDisruptionBudget"),
        *("PodMonitor", "Service"),
    }
    off = {"podDisruptionBudget": {"enabled": False}, "networkPolicy": {"enabled": False}}
    kinds = {each["kind"] for each in render("verifyd", off)}
    assert kinds == {"ConfigMap", "Deployment", "Service"}


def test_the_sidecar_is_the_same_by_every_way() -> None:
    ways = _applied()
    plain = _sidecar(ways["kubernetes"])
    image = {"image": "registry.example/verifyd:0.1.0"}
    assert _sidecar(ways["kustomize"]) == {**plain, **image}
    mode = {"name": "VERIFYD_POLICY__MODE", "value": "observe"}  # of the example's own values
    assert _sidecar(ways["helm library"]) == {**plain, "env": [*plain["env"], mode]}
    pods = [the_pod(ways[way]) for way in ("kubernetes", "kustomize", "helm library")]
    for pod in pods:
        assert pod["volumes"] == pods[0]["volumes"]
        assert pod["securityContext"] == pods[0]["securityContext"]


def test_compose_and_systemd_say_the_same_as_the_sidecar() -> None:
    sidecar = _sidecar(read(DEPLOY / "kubernetes" / "agent.yaml"))
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["verifyd"]
    unit = (DEPLOY / "systemd" / "verifyd.service").read_text()
    listen = sidecar["args"][2]
    assert service["command"] == sidecar["args"]
    assert f" --listen {listen}\n" in unit
    for variable in sidecar["env"]:
        if variable["name"] != "VERIFYD_SERVER__TRUST_SOCKET_FOLDER":  # for an emptyDir
            assert service["environment"][variable["name"]] == variable["value"]
            assert f"{variable['name']}={variable['value']}" in unit
    assert (service["read_only"], service["cap_drop"], service["user"]) == (
        *(True, ["ALL"], "65532:65532"),
    )


def test_kustomize_leaves_the_rest_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(DEPLOY / "kustomize" / "sidecar", tmp_path / "component")
    mount = {"name": "own", "mountPath": "/own"}
    pod = {
        "initContainers": [{"name": "first", "image": "first:1"}],
        "containers": [
            {"name": "one", "image": "one:1", "volumeMounts": [mount]},
            {"name": "two", "image": "two:1"},
        ],
        "volumes": [{"name": "own", "emptyDir": {}}],
    }
    (tmp_path / "own").mkdir()
    own = [
        _workload(kind, pod, selected) for kind, selected in (("StatefulSet", 1), ("Deployment", 0))
    ]
    (tmp_path / "own" / "own.yaml").write_text(yaml.safe_dump_all(own))
    kustomization = {"resources": ["own.yaml"], "components": ["../component"]}
    (tmp_path / "own" / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
    found = {each["kind"]: each for each in kustomize(tmp_path / "own")}
    assert found["Deployment"] == own[1]
    changed = the_pod([found["StatefulSet"]])
    assert [each["name"] for each in changed["initContainers"]] == ["verifyd", "first"]
    socket = {"name": "verifyd-socket", "mountPath": "/run/verifyd"}
    one, two = changed["containers"]
    assert (one["volumeMounts"], two["volumeMounts"]) == ([mount, socket], [socket])
    assert {each["name"] for each in changed["volumes"]} == {
        *("own", "verifyd-socket", "verifyd-no-token"),
    }


def test_the_library_can_be_switched_off() -> None:
    pod = the_pod(render("example-agent", {"verifyd-sidecar": {"enabled": False}}))
    assert not {"initContainers", "volumes", "securityContext"} & set(pod)


@pytest.mark.parametrize(
    "values",
    [
        {"replica": 3},
        {"image": {"digest": "latest"}},
        {"tls": {"secretName": ""}},
        {"resources": {"limits": {"cpu": 1, "memory": None}}},
        {"settings": {"server": {"listen": "tcp://0.0.0.0:1"}}},
        {"settings": {"server": {"tls_client_ca": ""}}},
        {"settings": {"server": {"http": "tcp://0.0.0.0:1"}}},
        {"settings": {"metrics": {"listen": "tcp://0.0.0.0:1"}}},
        {"env": [{"name": "VERIFYD_METRICS__LISTEN", "value": "tcp://0.0.0.0:1"}]},
        {"podMonitor": {"enabled": True}},  # without metrics
    ],
)
def test_values_that_the_chart_refuses(values: Mapping[str, Any]) -> None:
    with pytest.raises(HelmError):
        render("verifyd", values)


@pytest.mark.parametrize(
    "values",
    [
        {"imag": {}},
        {"settings": {"server.listen": "tcp://0.0.0.0:1"}},
        {"settings": {"server.trust_socket_folder": False}},
        {"settings": {"server.http": "tcp://0.0.0.0:1"}},
        {"settings": {"policy": {"mode": "observe"}}},
        {"env": [{"name": "VERIFYD_SERVER__LISTEN", "value": "tcp://0.0.0.0:1"}]},
        {"metrics": {"port": 70_000}},
    ],
)
def test_values_that_the_library_refuses(values: Mapping[str, Any]) -> None:
    with pytest.raises(HelmError):
        render("example-agent", {"verifyd-sidecar": values})


@pytest.mark.parametrize("chart", CHARTS)
def test_the_charts_pass_helm_lint(chart: str) -> None:
    found = helm_python.lint(manifests.with_dependencies(chart), strict=True)
    assert found["errors"] == []
    assert [each for each in found["messages"] if each["error"] != "icon is recommended"] == []


@pytest.mark.parametrize("chart", CHARTS)
def test_every_value_is_described(chart: str) -> None:
    text = (DEPLOY / "helm" / chart / "values.yaml").read_text()
    comments = re.findall(r"^ *# ([\w., -]+):", text, re.MULTILINE)
    described = {name for comment in comments for name in re.split(", ?", comment)}
    missing = set(_leaves(yaml.safe_load(text), described)) - described
    assert not missing


@pytest.mark.parametrize("chart", ["verifyd", "verifyd-sidecar"])
def test_the_schemas_of_values_are_schemas(chart: str) -> None:
    schema = json.loads((DEPLOY / "helm" / chart / "values.schema.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    values = yaml.safe_load((DEPLOY / "helm" / chart / "values.yaml").read_text())
    jsonschema.validate(values, schema)
    assert set(values) == set(schema["properties"]) - {"global"}


def test_the_files_pass_yamllint_and_hadolint() -> None:
    files = [
        str(path)
        for path in DEPLOY.rglob("*.yaml")
        if "templates" not in path.relative_to(ROOT).parts
    ]
    rules = "{extends: relaxed, rules: {line-length: disable, braces: {max-spaces-inside: 0}}}"
    for command in (
        [f"{BIN}/yamllint", "--strict", "--config-data", rules, *files],
        [f"{BIN}/hadolint", f"{ROOT}/Dockerfile"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def _sidecar(found: list[manifests.Manifest]) -> Mapping[str, Any]:
    (container,) = the_pod(found)["initContainers"]
    return dict(container)


def _workload(kind: str, pod: Mapping[str, Any], selected: int) -> dict[str, Any]:
    labels = {"app": kind.lower()}
    return {
        "apiVersion": "apps/v1",
        "kind": kind,
        "metadata": {
            "name": kind.lower(),
            **({"labels": {"verifyd": "sidecar"}} if selected else {}),
        },
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    }


def _leaves(values: Any, described: set[str], path: str = "") -> Iterator[str]:
    """The paths of values, down to where a description is for all below it."""
    if path in described or not isinstance(values, dict) or not values:
        yield path
        return
    for name, value in values.items():
        yield from _leaves(value, described, f"{path}.{name}".lstrip("."))
