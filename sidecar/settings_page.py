"""The reference page of all settings, written from their fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from sidecar.options import Section, Setting, settings_of
from sidecar.options_reading import allowed
from sidecar.settings import Settings, dump
from sidecar.settings_sources import variable_of

_INTRO = """\
# Settings

<!-- Written by `python -m sidecar.settings`; do not edit. -->

Settings come from a YAML file (`verifyd serve --config FILE`, or the variable `VERIFYD_CONFIG`),
then from variables such as `VERIFYD_NUMERIC__ROUNDING__REL_EPSILON=0.02`, then from options of the
command line. Lists and mappings in variables are written as YAML: `[QAR, USD]`. A setting or a
`VERIFYD_` variable that is not listed here keeps the server from starting.

A request may make a setting stricter where the column *stricter* says which way that is, and looser
only where `overridable` lists it; the other settings can be changed by the server's owner alone.

A file with the sections `rounding`, `percent`, `currency` and `binding` at its top level is read as
if they stood under `numeric` (`percent.sum_to_100` and `percent.epsilon_pct` count for
`consistency` as well). `verification_require_citations`, `verification_min_evidence_support` and
`verification_confidence_tolerance`, at the top level or as variables of the same names
(`VERIFICATION_REQUIRE_CITATIONS=true`), are `citations.require_citations`,
`support.min_evidence_support` and `support.confidence_tolerance`.
"""


def page() -> str:
    """The page as Markdown."""
    return "\n".join([_INTRO, *_section("", "All", Settings)])


def _section(path: str, title: str, model: type[Section]) -> Iterator[str]:
    """The table of a section, then the sections in it."""
    settings = {n: f for n, f in settings_of(model).items() if f.section is None}
    if settings:
        yield f"## {'`' + path + '`' if path else 'Top level'}\n"
        if path:
            yield f"{title}\n"
        yield "| setting | default | allowed | stricter | meaning |"
        yield "| --- | --- | --- | --- | --- |"
        defaults = dump(model())
        for name, setting in settings.items():
            yield _row(path, setting, defaults[name])
        yield ""
    for name, setting in settings_of(model).items():
        below = setting.section
        if below is not None:
            inner = f"{path}.{name}" if path else name
            yield from _section(inner, inspect.cleandoc(below.__doc__ or ""), below)


def _row(path: str, setting: Setting, default: object) -> str:
    name, about = setting.name, setting.option
    full = f"{path}.{name}" if path else name
    cells = (
        f"`{name}`<br>`{variable_of(full)}`",
        "" if default is None else f"`{_plain(default)}`",
        allowed(setting).replace("|", "\\|"),
        about.stricter,
        about.description.replace("|", "\\|"),
    )
    return f"| {' | '.join(cells)} |"


def _plain(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, list):
        return f"[{', '.join(map(str, default))}]"
    return str(default)
