"""``--schema`` and ``--response``: a response in JSON and the shape that it must have."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidecar.cli.errors import UsageError
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.structure.intake import ResponseTooLarge, SchemaTooLarge, structured
from sidecar.structure.settings import StructureSettings


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    parser.add_argument(
        "--schema",
        metavar="FILE|NAME",
        help="JSON Schema that the response must satisfy, or the name of one: t1, t2, t3",
    )
    parser.add_argument(
        "--response", type=Path, metavar="FILE", help="the response, where NARRATIVE is not it"
    )


def read(
    args: argparse.Namespace, text: Text, settings: StructureSettings
) -> StructuredResponse | None:
    """The response of a command line; None where it names neither option.

    Raises:
        UsageError: If a file cannot be read, or is too large.
        VerifydError: If the narrative is the response, and is too large.
    """
    if args.schema is None and args.response is None:
        return None
    known = args.schema is None or args.schema in settings.named
    response = schema = None
    if args.response is not None:
        response = _content(args.response, settings.max_response_bytes, ResponseTooLarge.reason)
    if not known:
        schema = _content(Path(args.schema), settings.max_schema_bytes, SchemaTooLarge.reason)
    return structured(
        response,
        text.string,
        settings,
        schema_json=schema,
        schema_name=args.schema if known else None,
        free=True,  # whoever runs the command chose the settings as well
    )


def _content(path: Path, maximum: int, too_large: str) -> str:
    """The text of a file."""
    try:
        with path.open("rb") as file:
            data = file.read(maximum + 1)
        if len(data) > maximum:
            raise UsageError(too_large, f"{path} is longer than {maximum} bytes")
        return data.decode("utf-8")
    except OSError as error:
        raise UsageError("FILE_UNREADABLE", f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError("FILE_UNREADABLE", f"{path} is not UTF-8") from None
