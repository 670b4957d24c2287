"""The weights that are shipped."""

from __future__ import annotations

import subprocess
import sys

import yaml

from sidecar.binding.context.weighing import weigh


def test_the_file_is_yaml_and_reads_as_such() -> None:
    """Whoever opens it with a library for YAML sees what the binder does."""
    weights = weigh.shipped()
    assert yaml.safe_load(weigh.FILE.read_text("utf-8")) == {
        "version": weights.version,
        "error": weights.error,
        "swap": weights.swap,
        "scores": dict(weights.scores),
    }


def test_a_server_weighs_without_the_library_for_yaml() -> None:
    """The library costs each pod 0.6 MB, and nothing else of a server without a file needs it."""
    code = (
        "import sys, sidecar.server.server, sidecar.server.methods, sidecar.checks;"
        "from sidecar.binding.context.weighing import weigh; weigh.shipped();"
        "print('yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
