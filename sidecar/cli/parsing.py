"""Reading the words of a command line: what is wrong with them is one line that says what to do."""

from __future__ import annotations

import argparse
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from sidecar.cli.terminal import USAGE, UsageError

REASON = "ARGUMENT_INVALID"


class Parser(argparse.ArgumentParser):
    """Refuses wrong words in one line, and takes an optional word behind options too."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named, add_help=False)
        self.add_argument("-h", "--help", action="help", help="Show this help and exit.")

    def parse_known_args(self, *given: Any, **named: Any) -> Any:
        """See the base class, which leaves what it does not know to the parser of all commands."""
        found, unknown = super().parse_known_args(*given, **named)
        option = next((word for word in unknown if word.startswith("-") and word != "-"), None)
        if option is not None:
            name = option.partition("=")[0]
            self.error(f"there is no option {name}{_near(name, self._option_string_actions)}")
        for word in self._placed(found, unknown):
            self.error(f"{word!r} is one word too many")
        return found, []

    def _placed(self, found: argparse.Namespace, unknown: Sequence[str]) -> Sequence[str]:
        """What is left of unknown words when one is the optional word that was not given yet.

        argparse of Python 3.11 takes an optional word before the first option only.
        """
        for action in self._actions:
            optional = action.nargs == argparse.OPTIONAL and not action.option_strings
            if unknown and optional and getattr(found, action.dest) is None:
                setattr(found, action.dest, unknown[0])
                return unknown[1:]
        return unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """See the base class; the error names what comes near."""
        if action.choices is not None and value not in action.choices:
            known = [str(one) for one in action.choices]
            near = _near(str(value), known)
            raise argparse.ArgumentError(
                action, f"{value!r} is not one of {', '.join(known)}{near}"
            )

    def error(self, message: str) -> NoReturn:
        """End the process with one line on standard error."""
        advice = f"see `{self.prog} --help`"
        wrong = f"{self.prog}: {message.removeprefix('argument ')}"
        self.exit(USAGE, f"{wrong}{' ' if wrong.endswith('?') else '; '}{advice} [{REASON}]\n")


def _near(name: str, known: Any) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


# The option ``--env-file``.

OPTION = "--env-file"


def add_env_file(parser: argparse.ArgumentParser) -> None:
    """Add the option to the command line."""
    parser.add_argument(
        OPTION,
        metavar="FILE",
        help="File with variables, one NAME=VALUE per line. The environment takes precedence.",
    )


def apply_env_file(given: str | None, environ: MutableMapping[str, str]) -> None:
    """Let the settings and the process find what the file of the option has.

    ``load`` reads settings from the file that ``VERIFYD_ENV_FILE`` names. Variables of other
    names, such as a model's key, become part of the environment where it does not have them.

    Args:
        given: The file of the option; None for that of ``VERIFYD_ENV_FILE``, if any.
        environ: The environment of this process, which is changed.

    Raises:
        UsageError: If the file cannot be used; the message names every fault and its line.
    """
    from sidecar.settings.variables import VARIABLE  # noqa: PLC0415 (few name such a file)

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
