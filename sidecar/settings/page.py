"""The reference page of all settings, written from their fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sidecar.settings.root import Settings
from sidecar.settings.section import describe_range, find_section, find_strictness, name_variable

_INTRO = """\
# Settings

<!-- Written by `python -m sidecar.settings`; do not edit. -->

Settings come from these places, each of which takes precedence over those before it:

1. a YAML file: `--config FILE`, or the variable `VERIFYD_CONFIG`;
2. an `.env` file: `--env-file FILE`, or the variable `VERIFYD_ENV_FILE`;
3. variables of the environment, such as `VERIFYD_NUMERIC__ROUNDING__REL_EPSILON=0.02`;
4. options of the command line.

A variable is `VERIFYD_`, the section and the setting, joined by two underscores. Lists and mappings
in variables are written as YAML: `[QAR, USD]`; a mapping adds to that of the file, a list takes its
place. A setting or a `VERIFYD_` variable that is not listed here is an error that names the nearest
one, and no command starts. Four variables are not settings: `VERIFYD_CONFIG`, `VERIFYD_ENV_FILE`,
and two that only tests and benchmarks read, `VERIFYD_YARDSTICKS` (a folder with annotated texts)
and `VERIFYD_FUZZ` (how many inputs a test tries). Variables that Kubernetes injects for a Service
whose name begins with `verifyd` are ignored ([deployment](deployment.md#in-kubernetes)).

## An `.env` file

Every command that reads settings takes `--env-file FILE`: `serve`, `check`, `explain`, `eval run`,
`eval validate`, `outcome`, `audit` where it reads the store, `review`, `store` and `health`. The
file has one variable per line, in the form that
[python-dotenv](https://github.com/theskumar/python-dotenv) reads:

```text
# Which model judges claims.
VERIFYD_CLAIMS__ENABLED=true
VERIFYD_CLAIMS__MODEL="gpt-4o-mini"
OPENAI_API_KEY=...
```

A variable of the environment takes precedence over one in the file. `${NAME}` in a value is
replaced by the variable `NAME` of the environment or of an earlier line. A missing file, a byte
that is not UTF-8, a line of another form, a setting that is set twice and an unknown setting are
errors with file and line; no line is quoted, since it may hold a secret. Names of other programs,
such as `OPENAI_API_KEY`, become part of the environment of the command, unless the environment has
them. A private sidecar of `Client.local()` reads no settings from variables.

## Requests

A request may make a setting stricter where the column *stricter* says which way that is, and looser
only where `overridable` lists it; only the operator of the server can change the other settings.

## Other names

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


def render_page() -> str:
    """The page as Markdown."""
    return "\n".join([_INTRO, *_section("", "All", Settings, Settings().dump())])


def _section(
    path: str, title: str, section: type[BaseModel], defaults: dict[str, Any]
) -> Iterator[str]:
    """The table of a section, then the sections in it."""
    below = {name: find_section(field) for name, field in section.model_fields.items()}
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
    stricter = find_strictness(field)
    cells = (
        f"`{path.rpartition('.')[2]}`<br>`{name_variable(path)}`",
        "" if default is None else f"`{_plain(default)}`",
        describe_range(field).replace("|", "\\|"),
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
