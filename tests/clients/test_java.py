"""The Java client: its own tests, the examples of its README, and calls to a real server.

The shared cases run through its driver in ``test_shared_cases.py``.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from certificates import Authority
from java_module import MODULE, NEEDS_JAVA, build, maven

pytestmark = NEEDS_JAVA

EXAMPLES = {
    re.findall(r"^class (\w+)", program, re.MULTILINE)[0]: (program, printed)
    for program, printed in re.findall(
        r"```java\n(.*?)```\n\n```text\n(.*?)```",
        (MODULE / "README.md").read_text("utf-8"),
        re.DOTALL,
    )
}


@pytest.fixture(scope="module")
def java() -> list[str]:
    """The command that runs a class of the client or of its tests."""
    return build()


def run_example(
    java: Sequence[str], name: str, folder: Path, *words: str, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run an example of the README."""
    source = folder / f"{name}.java"
    source.write_text(EXAMPLES[name][0], "utf-8")
    return subprocess.run(
        [*java, str(source), *words],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        check=False,
        text=True,
    )


@pytest.mark.slow
def test_the_sources_are_formatted_and_tested() -> None:
    maven("spotless:check", "test")


@pytest.mark.slow
def test_the_same_sources_make_the_same_archives(tmp_path: Path) -> None:
    # In copies, since others run what is built in place. Documentation takes minutes: once is
    # enough to see that it can be made.
    digests: list[dict[str, str]] = []
    for options in ((), ("-Dmaven.javadoc.skip",)):
        copy = tmp_path / str(len(digests)) / "clients" / "java"
        shutil.copytree(MODULE, copy, ignore=shutil.ignore_patterns("target"))
        shutil.copytree(MODULE.parents[1] / "proto", copy.parents[1] / "proto")
        maven("package", "-Prelease", "-DskipTests", *options, module=copy)
        jars = copy.joinpath("target").glob("*.jar")
        digests.append({jar.name: hashlib.sha256(jar.read_bytes()).hexdigest() for jar in jars})
    first, second = digests
    assert first.pop("verifyd-client-0.1.0-javadoc.jar")
    assert first == second
    assert set(first) == {"verifyd-client-0.1.0.jar", "verifyd-client-0.1.0-sources.jar"}
    with zipfile.ZipFile(copy / "target" / "verifyd-client-0.1.0.jar") as jar:
        names = jar.namelist()
    assert "META-INF/LICENSE" in names
    assert "dev/verifyd/v1/VerifyRequest.class" in names
    assert not [name for name in names if name.startswith("com/") or "Driver" in name]


def test_the_package_is_as_maven_central_takes_it() -> None:
    project = ElementTree.parse(MODULE / "pom.xml")
    names = {"m": "http://maven.apache.org/POM/4.0.0"}
    for wanted in (
        "name",
        "description",
        "url",
        "licenses/m:license/m:url",
        "developers/m:developer/m:name",
        "scm/m:connection",
        "scm/m:developerConnection",
        "scm/m:url",
    ):
        assert project.findtext(f"m:{wanted}", namespaces=names), wanted
    assert (MODULE / "LICENSE").read_bytes() == (MODULE.parents[1] / "LICENSE").read_bytes()


@pytest.mark.parametrize("name", ["VerifyText", "UploadInAdvance", "VerifyAgainstArrow"])
def test_an_example_prints_what_it_says(
    java: list[str], server: Any, tmp_path: Path, name: str
) -> None:
    socket = tmp_path / "verifyd" / "verifyd.sock"  # where clients look for it by themselves
    socket.parent.mkdir()
    socket.symlink_to(server.target.removeprefix("unix://"))
    done = run_example(java, name, tmp_path, XDG_RUNTIME_DIR=str(tmp_path))
    assert done.stdout == EXAMPLES[name][1], done.stderr


@pytest.mark.parametrize("trusted", [True, False])
def test_both_sides_show_their_certificates(
    java: list[str], start_server: Callable[..., Any], tmp_path: Path, trusted: bool
) -> None:
    authority = Authority(tmp_path, "authority")
    authority.sign("agent")
    certificate, key = authority.sign("sidecar.test")
    tokens = tmp_path / "tokens.yaml"
    tokens.write_text(f"finance: {hashlib.sha256(b'secret').hexdigest()}\n")
    options = {
        "--listen": "tcp://127.0.0.1:0",
        "--tls-cert": certificate,
        "--tls-key": key,
        "--tls-client-ca": authority.path,
        "--token-file": tokens,
    }
    server = start_server({}, *(str(word) for option in options.items() for word in option))
    if not trusted:
        Authority(tmp_path, "authority")  # another one of the same name
    done = run_example(
        java, "ConnectOverTcp", tmp_path, f"tcp://{server.target}", AGENT_TOKEN="secret"
    )
    if trusted:
        assert done.stdout == EXAMPLES["ConnectOverTcp"][1], done.stderr
    else:
        assert done.stdout == ""
        assert "UnavailableException" in done.stderr
        assert "its certificate is not trusted" in done.stderr


def test_every_example_is_run() -> None:
    programs = (MODULE / "README.md").read_text("utf-8").count("```java\n")
    assert len(EXAMPLES) == programs == 4
