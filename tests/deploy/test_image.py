"""The image's own parts: what it begins with, what is said of it, and the kernels it has."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import cyclonedx.schema._res
import jsonschema
import pytest
from referencing import Registry, Resource

from fastpath import _compile

ROOT = Path(__file__).parent.parent.parent
IMAGE = ROOT / "deploy" / "image"
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SCHEMAS = Path(cyclonedx.schema._res.__file__).parent


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_base_is_pinned_by_digest() -> None:
    (pinned,) = re.findall(r"^[^#\n].*$", (IMAGE / "base.lock").read_text(), re.MULTILINE)
    (name,) = re.findall(r"^ARG BASE=(.*)$", DOCKERFILE, re.MULTILINE)
    assert re.fullmatch(re.escape(name) + "@sha256:[0-9a-f]{64}", pinned)
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert set(bases) == {"${BASE}", "scratch"}
    assert bases[-1] == "scratch"


def test_the_build_passes_what_the_lock_pins() -> None:
    done = subprocess.run(
        [IMAGE / "build.sh", "-t", "verifyd", "."],
        env={"DOCKER": "echo", "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    words = done.stdout.split()
    assert words[0] == "build"
    assert any(re.fullmatch(r"BASE=debian:\S+@sha256:[0-9a-f]{64}", word) for word in words)
    assert words[-3:] == ["-t", "verifyd", "."]


def test_the_bill_of_materials_fits_its_schema_and_names_what_is_installed(tmp_path: Path) -> None:
    table = tmp_path / "debian.tsv"
    table.write_text("libc6\t2.36-9+deb12u14\tamd64\n")
    done = subprocess.run(
        [sys.executable, IMAGE / "sbom.py", "--version", "1.2.3", "--debian", table],
        capture_output=True,
        check=True,
    )
    bill = json.loads(done.stdout)
    assert _faults(bill) == []
    components = {each["name"]: each for each in bill["components"]}
    assert components["grpcio"]["version"] == version("grpcio")
    assert components["verifyd-sidecar"]["purl"].startswith("pkg:pypi/verifyd-sidecar@")
    assert components["libc6"]["purl"] == (
        "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=bookworm"
    )
    assert _faults({**bill, "components": [{"name": "no type"}]})


def test_a_bill_of_materials_lists_nothing_twice() -> None:
    bill = _load(IMAGE / "sbom.py").describe("1", "a\t1\tamd64\na\t1\tamd64\n")
    names = [each["bom-ref"] for each in bill["components"]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("machine", "asked", "targets"),
    [
        ("x86_64", "", ("x86-64-v3",)),
        ("x86_64", "all", ("x86-64-v3", "generic")),
        ("x86_64", "generic", ("generic",)),
        ("aarch64", "", ("generic",)),
        ("aarch64", "all", ("generic",)),
    ],
)
def test_the_targets_that_kernels_are_compiled_for(
    monkeypatch: pytest.MonkeyPatch, machine: str, asked: str, targets: tuple[str, ...]
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setenv("FASTPATH_TARGET", asked)
    assert _compile.default_targets() == targets
    assert "FASTPATH_TARGET=all" in DOCKERFILE


def _faults(bill: object) -> list[str]:
    registry: Registry[Any] = Registry()
    for path in SCHEMAS.glob("*.schema.json"):
        schema = Resource.from_contents(json.loads(path.read_text()))
        registry = registry.with_resource(path.name.replace(".SNAPSHOT", ""), schema)
        registry = registry.with_resource(f"http://cyclonedx.org/schema/{path.name}", schema)
    schema = json.loads((SCHEMAS / "bom-1.6.SNAPSHOT.schema.json").read_text())
    validator = jsonschema.Draft7Validator(schema, registry=registry)
    return [error.message for error in validator.iter_errors(bill)]
