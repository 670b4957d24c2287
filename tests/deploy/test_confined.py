"""The server under the conditions of its manifests: another user, a read-only root, little memory.

Command, arguments, environment, user, volumes and limits are those of the manifest. What runs is
this repository, or the image whose unpacked folder ``VERIFYD_IMAGE_ROOT`` names.
"""

from __future__ import annotations

import json
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import case_files
import containers
import grpc
import manifests
import pyarrow
import pytest
import yaml
from calls import Calls, SlowUpload
from case_files import Case, Refusal, differences, refusal
from certificates import Authority
from containers import Container, bytes_of, make_volumes, running
from sampled import sampled
from verifyd import TLS, Client, Decision, QueryResult, Unavailable
from verifyd.v1 import report_pb2, verify_pb2_grpc
from waiting import wait_until

from sidecar.server.settings import ServerSettings

pytestmark = pytest.mark.skipif(bool(containers.WHY_NOT), reason=containers.WHY_NOT)

CASES = list(case_files.load())
POD = manifests.the_pod(manifests.read(manifests.DEPLOY / "kubernetes" / "agent.yaml"))
SOCKET, SOCKET_NAME = "verifyd-socket", "verifyd.sock"
VERIFYD = 65532
HEALTH = containers.find(POD, "verifyd")["startupProbe"]["exec"]["command"]
KEYS = ("ca.crt", "tls.crt", "tls.key")
KUBERNETES_GRACE_S = 30
"""Of ``terminationGracePeriodSeconds``."""
STAFF = QueryResult("staff", [{"region": "North", "staff": 1234}])
AGENT = """
from verifyd import Client, QueryResult

staff = QueryResult("staff", [{"region": "North", "staff": 1234}])
with Client(timeout=60) as client:  # at the default address
    print(client.verify("The North has 1,324 staff.", [staff]).decision.name)
"""

STRANGER = """
import socket

try:
    socket.socket(socket.AF_UNIX).connect("/run/verifyd/verifyd.sock")
except PermissionError:
    print("refused")
"""

Volumes = Mapping[str, Path]
Start = Callable[..., tuple[Container, Volumes]]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Starts the sidecar of the plain manifest, once for each distinct settings."""
    started: dict[str, tuple[Container, Volumes]] = {}
    with ExitStack() as stack:

        def start(settings: Mapping[str, Any] | None = None) -> tuple[Container, Volumes]:
            key = json.dumps(settings or {}, sort_keys=True)
            if key not in started:
                volumes = make_volumes(POD, _folder(stack))
                words = []
                if settings:
                    file = volumes[SOCKET] / "settings.yaml"
                    file.write_text(yaml.safe_dump(dict(settings)))
                    words = ["--config", "/run/verifyd/settings.yaml"]
                container = stack.enter_context(running(POD, "verifyd", volumes, more_words=words))
                assert container.wait_until_serving() == "unix:///run/verifyd/verifyd.sock"
                started[key] = container, volumes
            return started[key]

        yield start


def _folder(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pod-")))


def _address(volumes: Volumes) -> str:
    return f"unix://{volumes[SOCKET]}/verifyd.sock"


@pytest.mark.parametrize("case", sampled(CASES, 100, [case.id for case in CASES]))
def test_shared_cases(
    case: Case, start: Start, judged: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> None:
    _, volumes = start(judged(case.settings))
    with grpc.insecure_channel(_address(volumes)) as channel:
        stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        try:
            got: report_pb2.Report | Refusal = stub.Verify(case.request, timeout=60).report
        except grpc.RpcError as error:
            got = refusal(error)
    assert differences(case, got) == []


def test_the_process_is_confined(start: Start) -> None:
    container, _ = start()
    assert container.status("Uid").split() == [str(VERIFYD)] * 4
    assert container.status("Gid").split() == [str(VERIFYD)] * 4
    assert container.status("NoNewPrivs") == "1"
    assert {container.status(name) for name in ("CapPrm", "CapEff", "CapBnd")} == {"0" * 16}
    root = Path(f"/proc/{container.process.pid}/root")
    with pytest.raises(OSError, match="Read-only file system"):
        (root / "made").touch()
    assert not list((root / "var/run/secrets/kubernetes.io/serviceaccount").iterdir())


@pytest.mark.parametrize("probe", ["startupProbe", "readinessProbe"])
def test_the_probes_tell_a_server_that_serves(start: Start, probe: str) -> None:
    container, _ = start()
    command = containers.find(POD, "verifyd")[probe]["exec"]["command"]
    assert container.run(command) == 0
    elsewhere = [word.replace(SOCKET_NAME, "absent.sock") for word in command]
    assert elsewhere != command
    assert container.run(elsewhere) == 1


def test_it_reads_arrow(start: Start) -> None:
    _, volumes = start()
    table = pyarrow.table({"region": ["North"], "staff": [1234]})
    with Client(_address(volumes), timeout=60) as client:
        handle = client.put(QueryResult("staff", table))
        right = client.verify("The North has 1,234 staff.", handles=[handle])
        wrong = client.verify("The North has 1,324 staff.", handles=[handle])
    assert (right.decision, wrong.decision) == (Decision.PASS, Decision.FAIL)


def test_it_stays_below_its_memory_limit(start: Start) -> None:
    container, volumes = start()
    with Client(_address(volumes)) as client:
        assert client.verify("The North has 1,324 staff.", [STAFF]).decision is Decision.FAIL
    peak = int(container.status("VmHWM").removesuffix(" kB")) << 10
    limit = bytes_of(containers.find(POD, "verifyd")["resources"]["limits"]["memory"])
    assert 0 < peak < limit


def test_the_agent_reaches_it_by_its_group_alone(start: Start) -> None:
    _, volumes = start()
    words = ["python", "-c", AGENT]
    with running(POD, "agent", volumes, words=words) as agent:
        assert (agent.process.wait(), agent.log_text()) == (0, "FAIL\n")
    alone = {key: value for key, value in POD.items() if key != "securityContext"}
    with running(alone, "agent", volumes, words=["python", "-c", STRANGER]) as agent:
        assert (agent.process.wait(), agent.log_text()) == (0, "refused\n")


def test_a_call_in_flight_outlives_sigterm() -> None:
    """So no preStop hook is needed."""
    assert "lifecycle" not in containers.find(POD, "verifyd")
    with ExitStack() as stack:
        volumes = make_volumes(POD, _folder(stack))
        container = stack.enter_context(running(POD, "verifyd", volumes))
        container.wait_until_serving()
        channel = stack.enter_context(grpc.insecure_channel(_address(volumes)))
        calls = Calls(channel)
        slow = SlowUpload(calls)
        calls.list_checks()  # the upload was sent before, so it is in flight by now
        container.process.send_signal(signal.SIGTERM)
        wait_until(lambda: container.run(HEALTH) == 1)
        assert slow.finish().handle
        assert container.process.wait() == 0
    drain_s = ServerSettings().drain_s
    assert drain_s < POD.get("terminationGracePeriodSeconds", KUBERNETES_GRACE_S)


def test_the_shared_form_serves_callers_with_certificates(tmp_path: Path) -> None:
    manifest = manifests.render("verifyd")
    (config,) = manifests.of_kind(manifest, "ConfigMap")
    files = {name: tmp_path / name for name in ("settings", "tls")}
    for folder in files.values():
        folder.mkdir()
    (files["settings"] / "settings.yaml").write_text(config["data"]["settings.yaml"])
    authority = Authority(tmp_path, "authority")
    caller = TLS(authority.path, *authority.sign("caller"), server_name="verifyd")
    for made, name in zip((authority.path, *authority.sign("verifyd")), KEYS, strict=True):
        (files["tls"] / name).write_bytes(made.read_bytes())
    pod = manifests.the_pod(manifest)
    volumes = make_volumes(pod, tmp_path, **files)
    with running(pod, "verifyd", volumes) as container:
        address = container.wait_until_serving().replace("0.0.0.0", "tcp://127.0.0.1")
        for tls, decision in ((caller, Decision.FAIL), (TLS(authority.path), None)):
            with Client(address, tls=tls, timeout=30) as client:
                try:
                    found = client.verify("The North has 1,324 staff.", [STAFF]).decision
                except Unavailable:
                    found = None
            assert found is decision
