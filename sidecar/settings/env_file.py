"""Reading an ``.env`` file: one ``NAME=VALUE`` a line, as python-dotenv reads it.

Errors name the file and the line, and never quote it: a line may hold a secret.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sidecar.settings.sources import SettingsError, read_bytes

if TYPE_CHECKING:
    from dotenv.parser import Binding

VARIABLE = "VERIFYD_ENV_FILE"
"""The environment variable that names the file."""

_NEWLINE = re.compile(r"\r\n|\n|\r")


class Line(NamedTuple):
    """A variable of the file.

    Attributes:
        name: Of the variable.
        value: With every ``${NAME}`` replaced; None where the line has no equals sign.
        number: Of the line, from 1.
    """

    name: str
    value: str | None
    number: int


def read(path: Path, environ: Mapping[str, str]) -> list[Line]:
    """The variables of a file, in its order.

    Args:
        path: The file.
        environ: Has the values of ``${NAME}``; where it does not, an earlier line does.

    Raises:
        SettingsError: If it cannot be read, is not UTF-8, or has lines of another form; the
            message names every such line.
    """
    from dotenv.parser import parse_stream  # noqa: PLC0415 (few name such a file)

    found: list[Line] = []
    faults: list[str] = []
    known = dict(environ)
    for binding in parse_stream(io.StringIO(_text(path))):
        number = _number(binding)
        if binding.error:
            faults.append(f"{path}:{number}: the line is not NAME=VALUE, or a quote is not closed")
        elif binding.key:
            value, missing = _replaced(binding.value, known)
            faults += [
                f"{path}:{number}: {binding.key}: ${{{name}}} has no value" for name in missing
            ]
            found.append(Line(binding.key, value, number))
            known.setdefault(binding.key, value or "")
    if faults:
        raise SettingsError("\n".join(faults))
    return found


def _text(path: Path) -> str:
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}: not UTF-8; save the file as UTF-8") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SettingsError(f"{path}:{line}: a NUL character; save the file as UTF-8")
    return text


def _number(binding: Binding) -> int:
    """The line of the name: a binding begins with the blank lines before it."""
    written = binding.original.string
    blank = written[: len(written) - len(written.lstrip())]
    return binding.original.line + len(_NEWLINE.findall(blank))


def _replaced(value: str | None, known: Mapping[str, str]) -> tuple[str | None, list[str]]:
    """A value with its variables replaced, and the names of those that have none."""
    from dotenv.variables import Variable, parse_variables  # noqa: PLC0415 (as above)

    if value is None:
        return None, []
    atoms = list(parse_variables(value))
    missing = [
        atom.name
        for atom in atoms
        if isinstance(atom, Variable) and atom.default is None and atom.name not in known
    ]
    return "".join(atom.resolve(known) for atom in atoms), missing
