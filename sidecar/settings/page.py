"""The reference page of all settings, written from their fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sidecar.settings.fields import allowed, section_of, strictness, variable_of
from sidecar.settings.root import Settings

_INTRO = """\
# Settings

<!-- Written by `python -m sidecar.settings`; do not edit. -->

Settings come from a YAML file (`verifyd serve --config FILE`, or the variable `VERIFYD_CONFIG`),
then from variables such as `VERIFYD_NUMERIC__ROUNDING__REL_EPSILON=0.02`, then from options of the
command line. Lists and mappings in variables are written as YAML: `[QAR, USD]`; a mapping adds to
that of the file, a list takes its place. A setting or a
`VERIFYD_` variable that is not listed here keeps the server from starting.

A request may make a setting stricter where the column *stricter* says which way that is, and looser
only where `overridable` lists it; the other settings can be changed by the server's owner alone.

A file with the sections `rounding`, `percent`, `currency` and `binding` at its top level is read as
if they stood under `numeric` (`percent.sum_to_100` and `percent.epsilon_pct` count for
`consistency` as well). `verification_require_citations`, `verification_min_evidence_support` and
`verification_confidence_tolerance`, at the top level or as variables of the same names
(`VERIFICATION_REQUIRE_CITATIONS=true`), are `citations.require_citations`,
`support.min_evidence_support` and `support.confidence_tolerance`; `VERIFY_USE_CACHED=true` makes
`sources.mode` `cached`, and `false` makes it `fresh`. Sections `extractors`,
`verification` and `caching`, which configure outcomes, are read as
[outcomes](outcomes.md#configuration) says.
"""


def page() -> str:
    """The page as Markdown."""
    return "\n".join([_INTRO, *_section("", "All", Settings, Settings().dump())])


def _section(
    path: str, title: str, section: type[BaseModel], defaults: dict[str, Any]
) -> Iterator[str]:
    """The table of a section, then the sections in it."""
    below = {name: section_of(field) for name, field in section.model_fields.items()}
    settings = {name: field for name, field in section.model_fields.items() if not below[name]}
    if settings:
        yield f"## {'`' + path + '`' if path else 'Top level'}\n"
        if path:
            yield f"{title}\n"
        yield "| setting | default | allowed | stricter | meaning |"
        yield "| --- | --- | --- | --- | --- |"
        for name, field in settings.items():
            yield _row(f"{path}.{name}" if path else name, field, defaults[name])
        yield ""
    for name, one in below.items():
        if one is not None:
            inner = f"{path}.{name}" if path else name
            yield from _section(inner, inspect.cleandoc(one.__doc__ or ""), one, defaults[name])


def _row(path: str, field: FieldInfo, default: object) -> str:
    stricter = strictness(field)
    cells = (
        f"`{path.rpartition('.')[2]}`<br>`{variable_of(path)}`",
        "" if default is None else f"`{_plain(default)}`",
        allowed(field).replace("|", "\\|"),
        stricter.way if stricter else "",
        (field.description or "").replace("|", "\\|"),
    )
    return f"| {' | '.join(cells)} |"


def _plain(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, list):
        return f"[{', '.join(map(str, default))}]"
    return str(default)
