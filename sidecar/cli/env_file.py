"""The option ``--env-file`` of every command that reads settings."""

from __future__ import annotations

import argparse
from collections.abc import MutableMapping
from pathlib import Path

from sidecar.cli.errors import UsageError

OPTION = "--env-file"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the option to the command line."""
    parser.add_argument(
        OPTION,
        metavar="FILE",
        help="File with variables, one NAME=VALUE per line. The environment takes precedence.",
    )


def apply(given: str | None, environ: MutableMapping[str, str]) -> None:
    """Let the settings and the process find what the file of the option has.

    ``load`` reads settings from the file that ``VERIFYD_ENV_FILE`` names. Variables of other
    names, such as a model's key, become part of the environment where it does not have them.

    Args:
        given: The file of the option; None for that of ``VERIFYD_ENV_FILE``, if any.
        environ: The environment of this process, which is changed.

    Raises:
        UsageError: If the file cannot be used; the message names every fault and its line.
    """
    from sidecar.settings.env_file import VARIABLE  # noqa: PLC0415 (few name such a file)

    path = given or environ.get(VARIABLE, "")
    if not path:
        return
    from sidecar.settings.root import Settings  # noqa: PLC0415 (as above)
    from sidecar.settings.variables import EnvFile  # noqa: PLC0415 (as above)

    found = EnvFile(Settings, Path(path), environ, f"{OPTION if given else VARIABLE}: ")
    if found.faults:
        raise UsageError("SETTINGS_INVALID", "\n".join(found.faults))
    environ[VARIABLE] = path
    for name, value in found.others.items():
        environ.setdefault(name, value)
