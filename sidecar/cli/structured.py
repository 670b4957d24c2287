"""``--schema`` and ``--response``: a response in JSON and the shape that it must have."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidecar.cli import files
from sidecar.cli.terminal import UsageError
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.settings.root import Settings
from sidecar.structure.intake import (
    ResponseTooLarge,
    SchemaTooLarge,
    SchemaUnknown,
    build_response,
    is_expected,
)
from sidecar.structure.settings import StructureSettings


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    parser.add_argument(
        "--schema",
        metavar="FILE|NAME",
        help="JSON Schema that the response must satisfy, or the name of one: t1, t2, t3, or a name"
        " of the setting structure.schemas.",
    )
    parser.add_argument(
        "--response",
        type=Path,
        metavar="FILE",
        help="File with the response, if it is not NARRATIVE.",
    )


def read(args: argparse.Namespace, text: Text, settings: Settings) -> StructuredResponse | None:
    """The response of a command line; None where it names neither option, and owes none.

    Raises:
        UsageError: If a file cannot be read, or is too large or empty.
        VerifydError: If the narrative is the response, and is too large.
    """
    own = settings.structure
    given = args.schema is not None or args.response is not None
    if not given and not is_expected(args.check, settings.policy.required_checks, own):
        return None
    known = args.schema is None or args.schema in own.named
    response, schema = None, ""
    if args.response is not None:
        response = _content(args.response, own.max_response_bytes, ResponseTooLarge.reason)
    if not known:
        _check_name(args.schema, own)
        schema = _content(Path(args.schema), own.max_schema_bytes, SchemaTooLarge.reason)
    return build_response(
        response,
        text.string,
        own,
        schema_json=schema,
        schema_name=args.schema or "" if known else "",
        free=True,  # anyone who runs the command chose the settings as well
    )


def _check_name(said: str, settings: StructureSettings) -> None:
    """Refuse what is no file and can only be a name."""
    if not (set(said) & set("./\\") or Path(said).exists()):
        known = ", ".join(settings.named)
        message = f"there is no schema or file {said!r}; the named schemas are: {known}"
        raise UsageError(SchemaUnknown.reason, message)


def _content(path: Path, maximum: int, too_large: str) -> str:
    """The text of a file, which holds one."""
    text = files.read_text(path, maximum, too_large, "FILE_UNREADABLE")
    if not text.strip():
        raise UsageError("FILE_EMPTY", f"{path} holds no text")
    return text
