"""Pages from Jinja2 templates (extra ``html``): a plain string becomes text wherever it is put.

What a page shows is somebody else's text. Templates escape it by themselves, and no character that
could reorder a line or hide words leaves here: each is shown as one replacement character, as in
the other reports. Nothing is fetched by a page, and its policy allows its own style and script
alone.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import VerifydError
from sidecar.reports.quoting import sanitize

if TYPE_CHECKING:
    from jinja2 import Environment

_ROOT = Path(__file__).parents[2]
_LAYOUT = re.compile(r"(?<=[>}])\s*\n\s*|\s*\n\s*(?=[<{])")
"""Ends of lines beside tags: they lay the template out, and not the page."""


class HtmlNotInstalled(VerifydError):
    """The library that pages are made with is not there."""

    reason = "HTML_NOT_INSTALLED"


def render_page(
    template: str, *, styles: Sequence[Path], script: Path | None = None, **model: object
) -> str:
    """Write a page.

    Args:
        template: Its file, below ``sidecar``.
        styles: Its style sheets, which are put together.
        script: Its script, if it has one.
        model: What the template shows.

    Raises:
        HtmlNotInstalled: If the extra ``html`` is missing.
    """
    style = "".join(map(_static, styles))
    code = _static(script) if script is not None else ""
    policy = (
        f"default-src 'none'; style-src {_digest(style)};"
        + (f" script-src {_digest(code)};" if code else "")
        + " img-src data:; base-uri 'none'; form-action 'none'"
    )
    page = load_environment().get_template(template)
    return sanitize_page(page.render(policy=policy, style=style, script=code, **model)) + "\n"


def sanitize_page(page: str) -> str:
    """A page without characters that turn or hide words; the ends of its lines stay."""
    page = page.replace("\r\n", "\n")
    hidden = [char for char in set(page) - {"\n"} if sanitize(char) != char]
    return page.translate({ord(char): sanitize(char) for char in hidden}) if hidden else page


@cache
def load_environment() -> Environment:
    """What reads templates.

    Raises:
        HtmlNotInstalled: If the extra ``html`` is missing.
    """
    try:
        from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415 (optional)
    except ModuleNotFoundError as error:
        raise HtmlNotInstalled(
            f"HTML pages: {error.name} is not installed; install verifyd-sidecar[html]"
        ) from None
    return Environment(
        loader=FunctionLoader(
            lambda name: _LAYOUT.sub("", _ROOT.joinpath(name).read_text("utf-8"))
        ),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )


def _source(template: str) -> str:
    return _LAYOUT.sub("", _ROOT.joinpath(template).read_text("utf-8"))


@cache
def _static(file: Path) -> str:
    """A style sheet or a script that ships with the package."""
    return sanitize_page(file.read_text("utf-8"))


def _digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
