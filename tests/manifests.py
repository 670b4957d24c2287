"""The manifests of deploy/ as they would be applied, and what they are held to."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
KUBERNETES = ("1.29", "1.37")
"""The oldest version with native sidecars, and the newest that there are schemas of."""

Manifest = Mapping[str, Any]

POD_MONITOR = {
    "spec": {"selector", "podMetricsEndpoints", "namespaceSelector"},
    "endpoint": {"port", "path", "interval"},
}
"""Fields of the Prometheus operator's own kind, which Kubernetes has no schema of."""


def render(chart: str, values: Mapping[str, Any] | None = None) -> list[Manifest]:
    """The manifests of a chart of deploy/helm.

    Raises:
        helm_python.HelmError: If the values are refused.
    """
    import helm_python  # noqa: PLC0415 - a library of 85 MB

    with helm_python.Chart.load(with_dependencies(chart)) as loaded:
        texts = loaded.render(dict(values or {}), name="demo", namespace="agents")
    return [
        manifest
        for name, text in sorted(texts.items())
        if name.endswith(".yaml")
        for manifest in yaml.safe_load_all(text)
        if manifest
    ]


@functools.cache
def with_dependencies(chart: str) -> Path:
    """A copy of a chart with those that it depends on, as ``helm dependency build`` makes it."""
    import helm_python  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="charts-"), "helm")
    shutil.copytree(DEPLOY / "helm", folder)
    helm_python.dependency_update(folder / chart)
    return folder / chart


def kustomize(folder: Path) -> list[Manifest]:
    """The manifests of a folder with a kustomization."""
    kubectl = Path(sys.executable).parent / "kubectl"
    done = subprocess.run(
        [kubectl, "kustomize", folder], capture_output=True, text=True, check=True
    )
    return list(yaml.safe_load_all(done.stdout))


def read(path: Path) -> list[Manifest]:
    """The manifests of a file."""
    return list(yaml.safe_load_all(path.read_text()))


def validate(manifest: Manifest) -> None:
    """Hold a manifest to the schemas of Kubernetes, in which no unknown field may stand.

    Raises:
        kubernetes_validate.ValidationError: If it does not fit.
    """
    if manifest["kind"] == "PodMonitor":
        assert manifest["apiVersion"] == "monitoring.coreos.com/v1"
        assert set(manifest["spec"]) <= POD_MONITOR["spec"]
        for endpoint in manifest["spec"]["podMetricsEndpoints"]:
            assert set(endpoint) <= POD_MONITOR["endpoint"]
        return
    for version in KUBERNETES:
        kubernetes_validate.validate(dict(manifest), version, strict=True)


def pods(manifests: Sequence[Manifest]) -> Iterator[Mapping[str, Any]]:
    """The specifications of all pods that manifests make."""
    for manifest in manifests:
        if manifest["kind"] == "Pod":
            yield manifest["spec"]
        elif "template" in manifest.get("spec", {}):
            yield manifest["spec"]["template"]["spec"]


def the_pod(manifests: Sequence[Manifest]) -> Mapping[str, Any]:
    """That of the one workload."""
    (pod,) = pods([each for each in manifests if each["kind"] != "Pod"])
    return pod


def of_kind(manifests: Sequence[Manifest], kind: str) -> list[Manifest]:
    """The manifests of a kind."""
    return [manifest for manifest in manifests if manifest["kind"] == kind]
