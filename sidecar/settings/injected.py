"""Environment variables that Kubernetes injects for a Service whose name begins with ``verifyd``.

A Service ``verifyd`` in the namespace puts ``VERIFYD_SERVICE_HOST``, ``VERIFYD_PORT_50051_TCP``
and others into every container; a Service ``verifyd-metrics`` does the same with
``VERIFYD_METRICS_...``. Name and value together distinguish them from a misspelt setting. A setting
in a section has two underscores in a row, which these names never have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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
