"""Settings of the pages."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sidecar.settings.section import Section, TextForm

Host = Annotated[
    str,
    TextForm(r"[a-z0-9.\-]+(:\d{1,5})?|\[[0-9a-f:.]+\](:\d{1,5})?", "a host, such as example.org"),
]


class PagesSettings(Section):
    """The [review page](reviews.md#the-page). Needs `server.http` and `store.url`."""

    enabled: bool = Field(
        False,
        description="Whether the server has pages for people, at `/review` of `server.http`.",
    )
    hosts: tuple[Host, ...] = Field(
        (),
        description="Names that browsers reach the server by, such as `verifyd.example.org`, with"
        " the port where it is not the usual one. `localhost` and `127.0.0.1` always work, with"
        " any port; requests for other hosts are refused.",
    )
    session_hours: float = Field(
        12.0,
        gt=0,
        le=168,
        description="Hours after which a person signs in again; also after an hour without a use.",
    )
    max_sessions: int = Field(
        1000,
        ge=1,
        le=100_000,
        description="People who are signed in at the same time; one more ends a session of"
        " the tenant that has the most, the one that was used the longest time ago.",
    )
