"""Compiles the kernels while the package is installed or its wheel is built.

``FASTPATH_BUILD=require`` fails the build where they cannot be compiled; otherwise the package goes
without them, slower and equal in every answer. ``FASTPATH_BUILD=skip`` does not try: the Makefile
compiles them itself. Without a C compiler nothing is tried either. An editable install has them
beside their sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelBuildHook(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: nothing large where nothing is compiled."""
        return ["numba>=0.68"] if _compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what the wheel is for."""
        if not _compiles():
            self.app.display_warning("the kernels are not compiled; numpy will do their work")
            return
        root = Path(self.root)
        editable = version == "editable"
        into = root / "fastpath" if editable else root / "build" / "kernels"
        command = [sys.executable, "-m", "fastpath._compile", "--into", str(into)]
        environ = os.environ | {"FASTPATH_FORM": "numpy"}  # what is there already may be older
        done = subprocess.run(  # noqa: S603
            command, cwd=root, env=environ, stdout=subprocess.PIPE, text=True, check=False
        )
        if done.returncode:
            if os.environ.get("FASTPATH_BUILD") == "require":
                raise RuntimeError("the kernels cannot be compiled")
            self.app.display_warning("the kernels are not compiled; numpy will do their work")
            return
        for module in map(Path, done.stdout.splitlines()):
            if not editable:
                build_data["force_include"][str(module)] = f"fastpath/{module.name}"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"


def _compiles() -> bool:
    """Whether kernels are asked for, and can be had: `_compile` looks for the same compilers."""
    asked = os.environ.get("FASTPATH_BUILD", "")
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    compilers = (named.split(maxsplit=1)[0], "cc", "gcc", "clang")
    return asked == "require" or (asked != "skip" and any(map(shutil.which, compilers)))
