"""Settings from variables: those of the environment, and those of an ``.env`` file below it.

Errors name the file and the line, and never quote it: a line may hold a secret.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel

from sidecar.settings.section import (
    PREFIX,
    Names,
    find_field,
    find_kind,
    find_section,
    list_paths,
    name_variable,
    suggest_name,
)
from sidecar.settings.sources import (
    ALIASES,
    SettingsError,
    SettingsSource,
    parse_yaml,
    read_bytes,
    resolve_alias,
)

if TYPE_CHECKING:
    from dotenv.parser import Binding


VARIABLE = "VERIFYD_ENV_FILE"
"""The environment variable that names the file."""

_NEWLINE = re.compile(r"\r\n|\n|\r")


class EnvLine(NamedTuple):
    """A variable of the file.

    Attributes:
        name: Of the variable.
        value: With every ``${NAME}`` replaced; None where the line has no equals sign.
        number: Of the line, from 1.
    """

    name: str
    value: str | None
    number: int


def read_env_file(path: Path, environ: Mapping[str, str]) -> list[EnvLine]:
    """The variables of a file, in its order.

    Args:
        path: The file.
        environ: Has the values of ``${NAME}``; where it does not, an earlier line does.

    Raises:
        SettingsError: If it cannot be read, is not UTF-8, or has lines of another form; the
            message names every such line.
    """
    from dotenv.parser import parse_stream  # noqa: PLC0415 (few name such a file)

    found: list[EnvLine] = []
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
            found.append(EnvLine(binding.key, value, number))
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


# Environment variables that Kubernetes injects for a Service whose name begins with ``verifyd``.

_SERVICE = r"VERIFYD(?:_[A-Z0-9]+)*"
_HOST = r"[0-9A-Za-z.:-]+"
_URL = rf"(?:tcp|udp|sctp)://(?:{_HOST}|\[[0-9A-Fa-f:.]+\]):\d+"
_PORT = rf"{_SERVICE}_PORT_\d+_(?:TCP|UDP|SCTP)"

_FORMS = tuple(
    (re.compile(name), re.compile(value))
    for name, value in (
        (rf"{_SERVICE}_SERVICE_HOST", _HOST),
        (rf"{_SERVICE}_SERVICE_PORT(?:_[A-Z0-9]+)*", r"\d+"),
        (_PORT, _URL),
        (rf"{_PORT}_PROTO", r"tcp|udp|sctp"),
        (rf"{_PORT}_PORT", r"\d+"),
        (rf"{_PORT}_ADDR", _HOST),
    )
)
_WHOLE = re.compile(rf"({_SERVICE})_PORT")
_URL_FORM = re.compile(_URL)


def is_injected(variable: str, environ: Mapping[str, str]) -> bool:
    """Whether a variable has a name and a value that Kubernetes gives for a Service.

    A name that only ends with ``_PORT`` is what people may write for a setting, too
    (``VERIFYD_METRICS_PORT``). It counts only where the Service's host is there as well, which
    Kubernetes always sets with it. People clear injected variables, so an empty value counts.
    """
    value = environ[variable]
    for name, values in _FORMS:
        if name.fullmatch(variable) and (not value or values.fullmatch(value)):
            return True
    whole = _WHOLE.fullmatch(variable)
    if whole is None or (value and not _URL_FORM.fullmatch(value)):
        return False
    return whole[1] == "VERIFYD" or f"{whole[1]}_SERVICE_HOST" in environ


CONFIG = "VERIFYD_CONFIG"
OTHERS = frozenset({CONFIG, VARIABLE, "VERIFYD_FUZZ", "VERIFYD_YARDSTICKS"})
"""Variables that are no settings: two files' paths, how much the tests try, and their data."""

_NEAR = 0.85
"""How alike a name of another prefix must be to a setting's to be taken for a misspelt one."""


class Variables(SettingsSource):
    """Settings by variables of the form ``VERIFYD_SECTION__KEY``."""

    def _take(self, variable: str, text: str, place: str) -> None:
        """Set what a variable gives, or note what is wrong with it."""
        try:
            self._set(variable, text, place)
        except SettingsError as error:
            self.faults.append(str(error))

    def _set(self, variable: str, text: str, place: str) -> None:
        names = _names_of(variable)
        if names in self.places:
            raise SettingsError(f"{place} and {self.places[names]} are the same setting")
        field = find_field(self.settings, names)
        if field is None or find_section(field) is not None:
            raise SettingsError(f"{place}: there is no such setting{self._nearest(variable)}")
        # A variable holds text: a list or a mapping is written as YAML, such as [QAR, USD].
        is_plain = find_kind(field) not in {tuple, dict}
        value = text if is_plain else parse_yaml(text.encode(), place)
        self.give(names, resolve_alias(variable.lower(), value), place)

    def _known(self) -> list[str]:
        """The variables of all settings."""
        own = [name_variable(path) for path, _ in list_paths(self.settings)]
        return [*own, *OTHERS, *(name.upper() for name in ALIASES)]

    def _nearest(self, variable: str) -> str:
        """The setting that is probably intended, or at least the nearest name."""
        from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

        known = self._known()
        if variable.upper() in known:
            return f"; write {variable.upper()!r}"
        near = suggest_name(variable.upper(), known, 0.8)
        return near or f"; the nearest name is {get_close_matches(variable, known, 1, 0.0)[0]!r}"


class Environment(Variables):
    """The variables of the environment; those of other programs and Services are passed over."""

    def __init__(self, settings: type[BaseModel], environ: Mapping[str, str]) -> None:
        super().__init__(settings)
        for variable in sorted(environ):
            if not _names_of(variable) or variable in OTHERS:
                continue
            if not is_injected(variable, environ):
                self._take(variable, environ[variable], variable)


class EnvFile(Variables):
    """The variables of an ``.env`` file; those of other programs are passed over.

    Args:
        settings: What holds all settings.
        path: The file.
        environ: The environment, for ``${NAME}`` in values.
        named_by: What names it, for the error where it cannot be read.

    Attributes:
        yaml: The YAML file that it names, if any.
        others: Its variables that are no settings, by name: keys of models, passwords.
    """

    def __init__(
        self,
        settings: type[BaseModel],
        path: Path,
        environ: Mapping[str, str],
        named_by: str = "",
    ) -> None:
        super().__init__(settings)
        self.yaml = ""
        self.others: dict[str, str] = {}
        self._path = path
        try:
            lines = read_env_file(path, environ)
        except SettingsError as error:
            self.faults.append(f"{named_by}{error}")
            return
        for line in lines:
            self._read(line)

    def _read(self, line: EnvLine) -> None:
        place = f"{self._path}:{line.number}: {line.name}"
        is_ours = bool(_names_of(line.name)) or line.name.upper().startswith(PREFIX)
        if not is_ours:
            self._pass_over(line, place)
        elif line.value is None:
            self.faults.append(f"{place} has no value; write {line.name}=VALUE")
        elif line.name == VARIABLE:
            self.faults.append(f"{place}: an .env file cannot name another one")
        elif line.name == CONFIG:
            self.yaml = line.value
        elif line.name not in OTHERS:
            self._take(line.name, line.value, place)

    def _pass_over(self, line: EnvLine, place: str) -> None:
        """Keep a variable of another program; what looks like a misspelt setting is a fault."""
        known, name = self._known(), line.name.upper()
        if name in known or suggest_name(name, known, _NEAR):
            self.faults.append(f"{place}: there is no such setting{self._nearest(name)}")
        elif line.value is not None:
            self.others[line.name] = line.value


def _names_of(variable: str) -> Names:
    """The path of the setting that a variable is for; nothing for those of other programs."""
    if variable.startswith(PREFIX):
        return tuple(variable.removeprefix(PREFIX).lower().split("__"))
    return ALIASES.get(variable.lower(), ()) if variable.isupper() else ()
