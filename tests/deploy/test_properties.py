"""Whatever the values: confined, never open in clear text, and the socket shared."""

from __future__ import annotations

import argparse
import string
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from manifests import Manifest, of_kind, pods, render, the_pod, validate

from sidecar.cli import serve
from sidecar.server.listen import TcpAddress, UnixAddress, choose_address, parse
from sidecar.settings.loading import load
from sidecar.settings.root import Settings

PORTS = st.integers(1024, 65_535)
NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=12)
LABELS = st.dictionaries(NAMES, NAMES, max_size=2)
PEERS = st.lists(
    st.builds(lambda labels: {"podSelector": {"matchLabels": labels}}, LABELS), max_size=2
)
IMAGES = st.fixed_dictionaries(
    {"repository": NAMES},
    optional={
        "tag": NAMES,
        "digest": st.text("0123456789abcdef", min_size=64, max_size=64).map("sha256:{}".format),
    },
)
SETTINGS = {
    "policy.mode": st.sampled_from(["enforce", "observe"]),
    "numeric.rounding.rel_epsilon": st.sampled_from([0.01, 0.25]),
    "evidence.memory_bytes": st.integers(1 << 20, 1 << 40),
    "numeric.binding.require_citation_first": st.booleans(),
    "server.http": st.sampled_from(["tcp://127.0.0.1:8080", "unix:///run/verifyd/http.sock"]),
}
ENV = st.lists(
    st.sampled_from(
        [
            {"name": "VERIFYD_LOGGING__LEVEL", "value": "debug"},
            {"name": "VERIFYD_SERVER__DRAIN_S", "value": "5"},
            {"name": "LANG", "value": "C.UTF-8"},
        ]
    ),
    unique_by=lambda variable: variable["name"],
)
MEMORY = st.sampled_from(["512Mi", "1Gi", "4Gi"]).map(lambda most: {"limits": {"memory": most}})

SIDECARS = st.fixed_dictionaries(
    {},
    optional={
        "image": IMAGES,
        "settings": st.fixed_dictionaries({}, optional=SETTINGS),
        "env": ENV,
        "metrics": st.fixed_dictionaries({"port": st.just(0) | PORTS}),
        "resources": MEMORY,
    },
)
SHARED = st.fixed_dictionaries(
    {},
    optional={
        "replicas": st.integers(1, 50),
        "image": IMAGES,
        "tls": st.fixed_dictionaries({"secretName": NAMES}),
        "tokens": st.fixed_dictionaries({"secretName": st.just("") | NAMES}),
        "settings": st.fixed_dictionaries(
            {},
            optional={
                "policy": st.just({"mode": "observe"}),
                "logging": st.just({"level": "debug"}),
            },
        ),
        # Options come before these: they change nothing.
        "env": st.lists(
            st.just({"name": "VERIFYD_SERVER__LISTEN", "value": "tcp://0.0.0.0:1"}), max_size=1
        ),
        "service": st.fixed_dictionaries({"port": PORTS, "headless": st.booleans()}),
        "metrics": st.fixed_dictionaries({"enabled": st.booleans()}),
        "networkPolicy": st.fixed_dictionaries(
            {"enabled": st.booleans(), "callers": PEERS, "monitoring": PEERS}
        ),
        "podDisruptionBudget": st.fixed_dictionaries(
            {"enabled": st.booleans(), "maxUnavailable": st.integers(0, 3) | st.just("50%")}
        ),
        "podLabels": LABELS,
        "resources": MEMORY,
        "test": st.fixed_dictionaries({"clientSecretName": st.just("") | NAMES}),
    },
)


@settings(max_examples=25)
@given(values=SIDECARS)
def test_the_sidecar_of_the_library(values: Mapping[str, Any]) -> None:
    manifests = render("example-agent", {"verifyd-sidecar": values})
    for manifest in manifests:
        validate(manifest)
    pod = the_pod(manifests)
    (sidecar,) = pod["initContainers"]
    _assert_confined(sidecar)
    assert sidecar["restartPolicy"] == "Always"
    assert "lifecycle" not in sidecar
    in_force = _settings(sidecar)
    where = choose_address(in_force.server, {})
    assert isinstance(where, UnixAddress)
    assert _is_shared(pod, where)
    assert bool(in_force.metrics.listen) == bool(values.get("metrics", {}).get("port"))
    for name, value in values.get("settings", {}).items():
        assert str(_value(in_force, name)) == str(value)


@settings(max_examples=25)
@given(values=SHARED)
def test_the_shared_form(values: Mapping[str, Any]) -> None:
    manifests = render("verifyd", values)
    for manifest in manifests:
        validate(manifest)
    for pod in pods(manifests):
        assert pod["automountServiceAccountToken"] is False
        for container in pod["containers"]:
            _assert_confined(container)
    (server,) = the_pod(manifests)["containers"]
    (config,) = of_kind(manifests, "ConfigMap")
    in_force = _settings(server, config["data"]["settings.yaml"])
    where = choose_address(in_force.server, {})
    assert isinstance(where, TcpAddress)
    assert where.port == values.get("service", {}).get("port", 50_051)
    assert in_force.server.tls_cert is not None
    assert in_force.server.tls_client_ca is not None
    is_measured = values.get("metrics", {}).get("enabled", False)
    assert bool(in_force.metrics.listen) == is_measured
    _assert_nobody_else_gets_in(manifests, values.get("networkPolicy", {}))


def _assert_confined(container: Mapping[str, Any]) -> None:
    assert container["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": 65532,
        "runAsGroup": 65532,
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    assert container["resources"]["limits"]["memory"]


def _assert_nobody_else_gets_in(manifests: Sequence[Manifest], wanted: Mapping[str, Any]) -> None:
    policies = of_kind(manifests, "NetworkPolicy")
    assert len(policies) == wanted.get("enabled", True)
    for policy in policies:
        assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]
        # A rule without peers would let in everybody.
        assert all(rule["from"] for rule in policy["spec"].get("ingress", ()))


def _settings(container: Mapping[str, Any], config: str = "") -> Settings:
    """What would be in force in a container, by the server's own reading of its command."""
    commands = argparse.ArgumentParser()
    serve.add(commands.add_subparsers())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "settings.yaml")
        file.write_text(config)
        words = [
            word.replace("/etc/verifyd/settings.yaml", str(file)) for word in container["args"]
        ]
        options = commands.parse_args(words)
        environ = {each["name"]: each["value"] for each in container.get("env", ())}
        return load(options.config, environ, serve.as_settings(options))


def _value(in_force: Settings, name: str) -> object:
    found: Any = in_force
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _is_shared(pod: Mapping[str, Any], where: UnixAddress) -> bool:
    """Whether the folder of the socket is one empty volume in every container of a pod."""
    mounted = {
        mount["name"]
        for container in (*pod["initContainers"], *pod["containers"])
        for mount in container["volumeMounts"]
        if mount["mountPath"] == str(where.path.parent) and not mount.get("readOnly")
    }
    (volume,) = (each for each in pod["volumes"] if each["name"] in mounted)
    everywhere = all(
        any(mount["name"] == volume["name"] for mount in container["volumeMounts"])
        for container in (*pod["initContainers"], *pod["containers"])
    )
    return everywhere and "emptyDir" in volume


def test_an_address_is_read_as_the_server_reads_it() -> None:
    assert parse("tcp://0.0.0.0:1") == TcpAddress("0.0.0.0", 1)
