"""Settings of sources: where their text comes from, and what fetching it may cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from sidecar.settings.section import Section, Strictness, TextForm

_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = rf"({_LABEL}\.)*[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?"

AllowedHost = Annotated[
    str,
    TextForm(
        rf"(\*|{_HOST}|\*\.({_LABEL}\.)+[a-z]([a-z0-9-]*[a-z0-9])?)(:[1-9]\d{{0,4}})?",
        "a host in lower-case ASCII, such as example.org, *.example.org or example.org:8443;"
        " the name after *. has two labels or more; * is any host",
    ),
]

_ANY_HOST = (
    "sources.allowed_hosts has *: sources are fetched from any public host, so anyone who writes a"
    " text can choose its evidence, and send data away in the URLs that it cites"
)


class SourcesSettings(Section):
    """The text of sources, for the checks that read it; nothing is fetched without a host."""

    mode: Literal["given", "cached", "fresh"] = Field(
        "given",
        description="Where a text comes from. `given`: only the request. `cached`: the request,"
        " else a copy that is young enough, else its URL (also `VERIFY_USE_CACHED=true`). `fresh`:"
        " always its URL; what cannot be fetched is unavailable, whatever the request holds.",
    )
    allowed_hosts: tuple[AllowedHost, ...] = Field(
        (),
        max_length=1000,
        description="Hosts that may be asked, by name: `example.org` is only that host,"
        " `*.example.org` all below it at any depth, `*` any host with a dot in its name (read the"
        " risks in docs/sources.md first); `example.org:8443` is for another port than 443"
        " (`SOURCE_HOST_NOT_ALLOWED`). Empty: nothing is fetched; cached copies still count.",
    )
    timeout_s: Annotated[float, Strictness("smaller")] = Field(
        10.0,
        ge=0.1,
        le=300,
        description="Seconds that one source may take, looking its host up, redirects and reading"
        " included (`SOURCE_TIMEOUT`); the request's own deadline counts as well.",
    )
    max_bytes: Annotated[int, Strictness("smaller")] = Field(
        8 * 1024 * 1024,
        ge=1024,
        le=64 * 1024 * 1024,
        description="Bytes of a document, as it is sent and as it is unpacked"
        " (`SOURCE_TOO_LARGE`).",
    )
    max_text_bytes: Annotated[int, Strictness("smaller")] = Field(
        1024 * 1024,
        ge=1024,
        le=4 * 1024 * 1024,
        description="Bytes of the text that is read from it (`SOURCE_TOO_LARGE`); it is never cut.",
    )
    max_redirects: Annotated[int, Strictness("smaller")] = Field(
        5,
        ge=0,
        le=20,
        description="Redirects that are followed, each checked as if it were the first URL"
        " (`SOURCE_TOO_MANY_REDIRECTS`).",
    )
    max_parallel: int = Field(
        4,
        ge=1,
        le=64,
        description="Sources that are fetched at once, over all requests; others wait their turn."
        " Where there are several, one caller has all but one.",
    )
    respect_robots: bool = Field(
        True,
        description="Whether a host's robots.txt is asked first, and obeyed"
        " (`SOURCE_ROBOTS_DISALLOWED`).",
    )
    user_agent: Annotated[
        str, TextForm(r"[!-~]([ -~]{0,198}[!-~])?", "1 to 200 printable ASCII characters")
    ] = Field("verifyd", description="The name under which hosts are asked, robots.txt included.")
    cache_dir: Path | None = Field(
        None,
        description="Folder for copies of texts, which hold them in full. Null: no copies are"
        " cached.",
    )
    cache_ttl_s: Annotated[float, Strictness("smaller")] = Field(
        86_400.0,
        ge=1,
        le=31_536_000,
        description="Seconds after which a copy is too old.",
    )
    cache_bytes: int = Field(
        256 * 1024 * 1024,
        ge=1024 * 1024,
        le=64 * 1024**3,
        description="Disk for copies, in bytes; the one that was not used for longest goes first.",
    )

    @property
    def risk(self) -> str:
        """What an operator should know of these settings, as a sentence; empty where nothing."""
        hosts = (host.partition(":")[0] for host in self.allowed_hosts)
        return _ANY_HOST if self.mode != "given" and "*" in hosts else ""
