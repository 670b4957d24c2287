"""Containers of manifests, started on this machine as a container runtime would start them.

A container runs as its manifest says: command, arguments, environment, user, volumes and memory
limit are taken from there; the entry point and its variables from the Dockerfile. It has a root
file system to read and no capabilities. Its program is that of this repository, or, where
``VERIFYD_IMAGE_ROOT`` names the folder of an unpacked image, the image's.

That needs root, to mount and to become another user; elsewhere ``WHY_NOT`` says so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
IMAGE = os.environ.get("VERIFYD_IMAGE_ROOT", "")
START_S = 90  # the start takes a second; a busy machine may need many

SERVICE_LINKS = {
    "KUBERNETES_SERVICE_HOST": "10.96.0.1",
    "KUBERNETES_SERVICE_PORT": "443",
    "VERIFYD_SERVICE_HOST": "10.96.7.7",
    "VERIFYD_SERVICE_PORT": "50051",
    "VERIFYD_SERVICE_PORT_GRPC": "50051",
    "VERIFYD_PORT": "tcp://10.96.7.7:50051",
    "VERIFYD_PORT_50051_TCP": "tcp://10.96.7.7:50051",
    "VERIFYD_PORT_50051_TCP_PROTO": "tcp",
    "VERIFYD_PORT_50051_TCP_PORT": "50051",
    "VERIFYD_PORT_50051_TCP_ADDR": "10.96.7.7",
}
"""What Kubernetes sets in every container of a namespace with a Service named `verifyd`."""


@dataclass(frozen=True)
class Confinement:
    """What ``deploy/confine.py`` starts.

    Attributes:
        words: The command.
        environ: All that it has of an environment.
        mounts: Folders or files, where they are mounted, and whether they may be written to.
        memory: In bytes.
        uid: Of the process.
        gid: Of the process.
        groups: More groups of it.
        image: Folder of an unpacked image; empty for a root file system of what is shared.
        shared: Folders of this machine, at their own places, to be read.
    """

    words: Sequence[str]
    environ: Mapping[str, str]
    mounts: Sequence[tuple[str, str, bool]]
    memory: int
    uid: int
    gid: int
    groups: Sequence[int] = ()
    image: str = IMAGE
    shared: Sequence[str] = field(default_factory=lambda: () if IMAGE else _shared())


def _shared() -> list[str]:
    """Where the interpreter, its libraries and this repository lie."""
    system = ("/bin", "/lib", "/lib64", "/sbin", "/usr", "/etc/hosts", "/etc/ld.so.cache")
    return [*(each for each in system if Path(each).exists()), sys.base_prefix, str(ROOT)]


def _why_not() -> str:
    """Why no container can be started here; empty where one can."""
    if sys.platform != "linux" or os.getuid() != 0:
        return "mounting and becoming another user needs root on Linux"
    if not shutil.which("unshare"):
        return "unshare is missing"
    tried = subprocess.run(["unshare", "--mount", "mount", "--make-rprivate", "/"], check=False)
    return "this machine allows no mount namespace" if tried.returncode else ""


WHY_NOT = _why_not()


class Container:
    """A running container.

    Attributes:
        process: Of its command; a signal for it reaches it as it would in a pod.
    """

    def __init__(self, what: Confinement) -> None:
        self._what = what
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - it ends with the container
        script = Path(__file__).parent / "deploy" / "confine.py"
        command = ["unshare", "--mount", sys.executable, str(script), json.dumps(asdict(what))]
        self.process = subprocess.Popen(command, stdout=self._log, stderr=self._log)

    def wait_until_serving(self) -> str:
        """Wait for the log line that tells the address; returns that."""
        give_up = time.monotonic() + START_S
        while time.monotonic() < give_up:
            for line in self.log_text().splitlines():
                if '"message": "serving"' in line:
                    return str(json.loads(line)["address"])
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.log_text()}")

    def log_text(self) -> str:
        """What it has written."""
        return os.pread(self._log.fileno(), 1 << 20, 0).decode()

    def run(self, words: Sequence[str]) -> int:
        """Run a command in the container, as an ``exec`` probe does; returns its exit status."""
        program = shutil.which("nsenter")  # not to be looked for in the container's PATH
        assert program is not None
        enter = [program, "--target", str(self.process.pid), "--mount", "--root", "--wd=/"]
        user = ["--setuid", str(self._what.uid), "--setgid", str(self._what.gid)]
        command = [*enter, *user, *_program(words)]
        return subprocess.run(command, env=dict(self._what.environ), check=False).returncode

    def status(self, name: str) -> str:
        """A line of the kernel's on the process."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return dict(line.split(":\t", 1) for line in lines if ":\t" in line)[name].strip()


@contextmanager
def running(
    pod: Mapping[str, Any],
    name: str,
    volumes: Mapping[str, Path],
    *,
    words: Sequence[str] = (),
    more_words: Sequence[str] = (),
) -> Iterator[Container]:
    """Start a container of a pod; kill it afterwards.

    Args:
        pod: Its ``spec``.
        name: Of the container.
        volumes: By name, the folders that are the pod's volumes: see ``make_volumes``.
        words: What it runs in place of its own command.
        more_words: Added to its arguments.
    """
    container = Container(confine(pod, name, volumes, words, more_words))
    try:
        yield container
    finally:
        if container.process.poll() is None:
            container.process.kill()
        container.process.wait()


def make_volumes(pod: Mapping[str, Any], folder: Path, **files: Path) -> dict[str, Path]:
    """The volumes of a pod: empty folders, or what is given for those that have content.

    The path of a socket must be short, and so the folder's.
    """
    folder.chmod(0o755)
    volumes = {}
    for volume in pod["volumes"]:
        made = files.get(volume["name"])
        if made is None:
            assert "emptyDir" in volume, volume
            made = folder / volume["name"]
            made.mkdir()
            made.chmod(0o777)  # as Kubernetes makes it
        volumes[volume["name"]] = made
    return volumes


def confine(
    pod: Mapping[str, Any],
    name: str,
    volumes: Mapping[str, Path],
    words: Sequence[str] = (),
    more_words: Sequence[str] = (),
) -> Confinement:
    """How a container of a pod is started."""
    container = find(pod, name)
    security = container["securityContext"]
    assert security["readOnlyRootFilesystem"]
    assert security["capabilities"] == {"drop": ["ALL"]}
    given = {each["name"]: each["value"] for each in container.get("env", ())}
    links = SERVICE_LINKS if pod.get("enableServiceLinks", True) else {}
    own = [*_entry_point(container), *container.get("args", ()), *more_words]
    return Confinement(
        words=_program(words or own),
        environ=_image_environ() | links | given,
        mounts=[
            (str(_file(volumes, each)), each["mountPath"], not each.get("readOnly", False))
            for each in container["volumeMounts"]
        ],
        memory=bytes_of(container["resources"]["limits"]["memory"]),
        uid=security["runAsUser"],
        gid=security.get("runAsGroup", 0),
        groups=pod.get("securityContext", {}).get("supplementalGroups", ()),
    )


def _file(volumes: Mapping[str, Path], mount: Mapping[str, Any]) -> Path:
    return volumes[mount["name"]] / str(mount.get("subPath", ""))


def find(pod: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A container of a pod."""
    (found,) = (
        each
        for each in (*pod.get("initContainers", ()), *pod["containers"])
        if each["name"] == name
    )
    return found  # type: ignore[no-any-return]


def bytes_of(quantity: str) -> int:
    """A quantity of memory as Kubernetes writes it."""
    number, unit = re.fullmatch(r"(\d+)([KMG]i)", quantity).groups()  # type: ignore[union-attr]
    return int(number) << {"Ki": 10, "Mi": 20, "Gi": 30}[unit]


def _entry_point(container: Mapping[str, Any]) -> Sequence[str]:
    """The container's command, else the image's."""
    words = container.get("command") or json.loads(_dockerfile(r"^ENTRYPOINT (\[.*\])$"))
    return list(words)


def _program(words: Sequence[str]) -> list[str]:
    """A command of the image; without one, the same of this repository."""
    programs = {"python": [sys.executable], "verifyd": [sys.executable, "-m", "sidecar"]}
    first = [words[0]] if IMAGE else programs[words[0]]
    return [*first, *words[1:]]


def _image_environ() -> dict[str, str]:
    """The variables that the image sets, where they hold for this machine as well."""
    block = _dockerfile(r"^ENV PATH=((?:.*\\\n)*.*)$").replace("\\\n", " ")
    environ = dict(word.split("=", 1) for word in f"PATH={block}".split())
    if not IMAGE:
        del environ["PATH"], environ["SSL_CERT_FILE"]
        environ["PYTHONPATH"] = str(ROOT)
    return environ


def _dockerfile(pattern: str) -> str:
    found = re.findall(pattern, (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    return str(found[-1])
