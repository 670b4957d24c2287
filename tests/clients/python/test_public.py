"""What the package offers, and that its parts can be imported in any order."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from verifyd import _channel, _public
from verifyd._names import MODULES


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


def test_every_name_comes_from_its_module() -> None:
    import verifyd  # noqa: PLC0415

    assert sorted(MODULES) == sorted(_public.__all__)
    for name, module in MODULES.items():
        value = getattr(verifyd, name)
        assert value is getattr(_public, name)
        assert value is vars(import_module(f"verifyd.{module}"))[name]
        assert not isinstance(value, type) or value.__module__ == f"verifyd.{module}"
    assert set(MODULES) < set(dir(verifyd))


CLIENT = {
    "verifyd",
    "verifyd._arguments",
    "verifyd._calls",
    "verifyd._channel",
    "verifyd._core",
    "verifyd._names",
    "verifyd._requests",
    "verifyd._seldom",
    "verifyd.citable",
    "verifyd.client",
    "verifyd.enums",
    "verifyd.errors",
    "verifyd.query_result",
    "verifyd.v1",
    *(
        f"verifyd.v1.{name}_pb2"
        for name in [
            "arguments",
            "citations",
            "claims",
            "common",
            "consistency",
            "evidence",
            "evidence_service",
            "formulas",
            "numeric",
            "report",
            "structure",
            "support",
            "transcripts",
            "verify",
        ]
    ),
}
"""Our modules that the import of the client loads."""

LATER = {
    *("decimal", "google.rpc", "google.type", "importlib.metadata", "json", "pathlib", "random"),
    *("shutil", "tempfile", "uuid", "zipfile"),
}
"""What only some calls need."""


def _loaded_by(code: str) -> set[str]:
    """The modules that code loads beside those of gRPC, which has asyncio."""
    return set(
        _run(
            "import sys, grpc; before = {*sys.modules}\n"
            f"{code}\n"
            "print(*{*sys.modules} - before)"
        ).split()
    )


def test_the_import_of_the_client_loads_what_every_call_needs() -> None:
    # Every process that verifies pays for it, those that start for one question most of all.
    loaded = _loaded_by("from verifyd import Client")
    assert {name for name in loaded if name.startswith("verifyd")} == CLIENT
    assert not loaded & LATER


def test_the_first_answer_loads_no_more_than_a_report(server: Any) -> None:
    loaded = _loaded_by(
        "from verifyd import Client\n"
        f"with Client({server.target!r}) as client:\n"
        "    assert client.verify('12 employees.', {'q': [{'employees': 12}]}).ok"
    )
    assert {name for name in loaded if name.startswith("verifyd")} - CLIENT == {
        "verifyd._arrow",
        "verifyd._cells",
        "verifyd._repairs",
        "verifyd._row_bytes",
        "verifyd._tables",
        "verifyd.report",
    }


def test_every_method_of_the_contract_is_a_method_of_its_service() -> None:
    for file, names in _channel.METHODS.items():
        (service,) = import_module(f"verifyd.v1.{file}_pb2").DESCRIPTOR.services_by_name.values()
        assert sorted(names) == sorted(service.methods_by_name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    import verifyd  # noqa: PLC0415

    with pytest.raises(AttributeError, match="module 'verifyd' has no attribute 'Clent'"):
        _ = verifyd.Clent  # type: ignore[attr-defined]
