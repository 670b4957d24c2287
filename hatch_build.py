"""Compiles the kernels while the package is installed or its wheel is built.

``FASTPATH_BUILD=require`` fails the build where they cannot be compiled; otherwise the package goes
without them, slower and equal in every answer. ``FASTPATH_BUILD=skip`` does not try: the Makefile
compiles them itself. An editable install has them beside their sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelBuildHook(BuildHookInterface[Any]):
    """Puts the compiled module into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what the wheel is for."""
        if os.environ.get("FASTPATH_BUILD") == "skip":
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
        module = Path(done.stdout.strip())
        if not editable:
            build_data["force_include"][str(module)] = f"fastpath/{module.name}"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"
