"""Writes what the image is made of, as a CycloneDX bill of materials, to standard output.

    python sbom.py --version 0.1.0 --debian debian.tsv

Run by the interpreter of the environment that goes into the image: it lists the distributions that
are installed there, and the Debian packages of the file (name, version and architecture, separated
by tabs).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any
from urllib.parse import quote

Component = dict[str, Any]


def describe(version: str, debian: str) -> dict[str, Any]:
    """The bill of materials, in CycloneDX 1.6."""
    found = {one["purl"]: one for one in (*_python_components(), *_debian_components(debian))}
    components = [found[purl] for purl in sorted(found)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "container",
                "bom-ref": "image",
                "name": "verifyd",
                "version": version,
            }
        },
        "components": components,
        "dependencies": [
            {"ref": "image", "dependsOn": [one["bom-ref"] for one in components]},
        ],
    }


def _python_components() -> Iterator[Component]:
    for found in distributions():
        name = found.metadata["Name"].lower().replace("_", "-")
        yield _component(name, found.version, f"pkg:pypi/{name}@{quote(found.version)}") | _licence(
            found
        )


def _licence(found: Distribution) -> Component:
    """What a distribution says of its licence, where it says so in SPDX."""
    expression = found.metadata.get("License-Expression")
    return {"licenses": [{"expression": expression}]} if expression else {}


def _debian_components(table: str) -> Iterator[Component]:
    for line in table.splitlines():
        name, version, architecture = line.split("\t")
        where = f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch={architecture}&distro=bookworm"
        yield _component(name, version, where)


def _component(name: str, version: str, purl: str) -> Component:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
    }


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--debian", type=Path, required=True)
    options = parser.parse_args()
    json.dump(describe(options.version, options.debian.read_text()), sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
