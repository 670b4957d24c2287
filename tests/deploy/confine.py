"""Becomes a command as a container runtime starts it: ``unshare --mount python confine.py SPEC``.

SPEC is JSON with the fields of ``containers.Confinement``. The command sees a root file system of
its own, which it cannot write to but for its mounts, has its own environment and no other, is a
user without privileges, and may not take more memory than its limit. Run as root.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

_NO_NEW_PRIVILEGES, _DROP_BOUNDING = 38, 24  # of prctl
_CAPABILITIES = 64  # there are about forty


def main() -> None:
    """Mount, give up every privilege, and become the command."""
    spec = json.loads(sys.argv[1])
    root = _make_root(spec)
    os.chroot(root)
    os.chdir("/")
    # Counts memory before it is touched, so it is no less strict than a container's limit.
    resource.setrlimit(resource.RLIMIT_DATA, (spec["memory"], spec["memory"]))
    control = ctypes.CDLL(None).prctl
    for number in range(_CAPABILITIES):
        control(_DROP_BOUNDING, number, 0, 0, 0)
    os.setgroups(spec["groups"])
    os.setgid(spec["gid"])
    os.setuid(spec["uid"])
    control(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    os.execvpe(spec["words"][0], spec["words"], spec["environ"])


def _make_root(spec: dict[str, Any]) -> Path:
    """The root file system: an image's, or what this machine shares; read-only, with its mounts."""
    _mount("--make-rprivate", "/")
    base = Path(tempfile.mkdtemp(prefix="root-"))
    _mount("-t", "tmpfs", "-o", "mode=0755", "root", base)
    root = base
    if spec["image"]:  # mount points that it lacks are made above it, as in a container
        layers = {f"{name}dir": base / name for name in ("upper", "work")}
        root = base / "root"
        for folder in (*layers.values(), root):
            folder.mkdir()
        options = ",".join(f"{name}={folder}" for name, folder in layers.items())
        _mount("-t", "overlay", "-o", f"lowerdir={spec['image']},{options}", "image", root)
    for shared in spec["shared"]:
        if Path(shared).is_symlink():
            (root / shared[1:]).symlink_to(Path(shared).readlink())
        else:
            _bind(shared, root, shared, writable=False)
    for system in ("dev", "proc"):
        (root / system).mkdir(exist_ok=True)
        _mount("--rbind", f"/{system}", root / system)
    for source, target, writable in spec["mounts"]:
        _bind(source, root, target, writable=writable)
    _mount("-o", "remount,bind,ro", root)
    return root


def _bind(source: str, root: Path, target: str, *, writable: bool) -> None:
    place = root / target.removeprefix("/")
    if Path(source).is_dir():
        place.mkdir(parents=True, exist_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    _mount("--bind", source, place)
    if not writable:
        _mount("-o", "remount,bind,ro", place)


def _mount(*words: str | Path) -> None:
    subprocess.run(["mount", *words], check=True)


if __name__ == "__main__":
    main()
