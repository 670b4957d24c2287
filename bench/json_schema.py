"""Does the structure check judge as the official test suite of JSON Schema says?

    python -m bench.json_schema [CASES.jsonl.gz]

Without a file: ``jsonschema_suite.dev.jsonl.gz`` of the folder that VERIFYD_YARDSTICKS names. Each
case goes the check's own way: schema and instance as JSON text, limits included. The command prints
every case that is judged wrong, and fails where there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench import records
from bench.scoring import Record
from sidecar.model.structure import StructuredResponse
from sidecar.structure.examination import examine
from sidecar.structure.settings import StructureSettings

FILE = "jsonschema_suite.dev.jsonl.gz"
_DIALECTS = {
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
_SETTINGS = StructureSettings(fill_defaults=False, cpu_s=5.0)  # a busy machine is no wrong verdict


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.json_schema", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("cases", nargs="?", type=Path, help="a file of cases")
    file = parser.parse_args(argv).cases or yardstick()
    if file is None:
        print(f"no cases: name a file, or set {records.FOLDER_VARIABLE}; nothing was measured")
        return 0
    cases = records.read(file)
    wrong = list(misjudged(cases))
    print("\n".join([*wrong, f"{len(cases) - len(wrong)} of {len(cases)} cases right"]))
    return 1 if wrong else 0


def yardstick() -> Path | None:
    """The file of cases, if there is one."""
    folder = os.environ.get(records.FOLDER_VARIABLE)
    file = Path(folder) / FILE if folder else None
    return file if file is not None and file.exists() else None


def misjudged(cases: Iterable[Record]) -> Iterator[str]:
    """The cases that are not judged as they should be, and why."""
    for case in cases:
        try:
            detail = examine(json.dumps(case["data"]), _subject(case), _SETTINGS).detail
            got = str(detail.valid)
        except Exception as error:  # a case that cannot be judged is judged wrong
            got = f"{type(error).__name__}: {error}"
        if got != str(case["valid"]):
            yield f"{case['id']} ({case['group']}: {case['test']}): {got}"


def _subject(case: Record) -> StructuredResponse:
    schema = case["schema"]
    if isinstance(schema, dict):
        schema = {"$schema": _DIALECTS[case["draft"]], **schema}
    return StructuredResponse(schema=json.dumps(schema))


if __name__ == "__main__":
    sys.exit(main())
