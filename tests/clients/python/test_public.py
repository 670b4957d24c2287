"""What the package offers, and that its parts can be imported in any order."""

from __future__ import annotations

import subprocess
import sys

import pytest


def _run(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "from verifyd import *; print(Client.__name__)",
        "from verifyd import Client; print(Client.__name__)",
        "import verifyd; print(verifyd.Client.__name__)",
        # Trap: loading the package on the first name must not go round in circles.
        "from verifyd.client import Client; print(Client.__name__)",
        "import verifyd.aio, verifyd; print(verifyd.Client.__name__)",
        "import verifyd; verifyd.errors; print(verifyd.Client.__name__)",
    ],
)
def test_every_way_in_works_first(code: str) -> None:
    assert _run(code) == "Client"


def test_messages_come_without_the_client() -> None:
    # The server needs them alone, and every pod pays for what else is loaded.
    assert _run("import sys, verifyd.v1.verify_pb2; print('verifyd.client' in sys.modules)") == (
        "False"
    )


def test_an_unknown_name_is_an_attribute_error() -> None:
    import verifyd  # noqa: PLC0415

    with pytest.raises(AttributeError, match="module 'verifyd' has no attribute 'Clent'"):
        _ = verifyd.Clent  # type: ignore[attr-defined]
