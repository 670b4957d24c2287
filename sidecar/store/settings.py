"""Settings of the store. Imports no SQLAlchemy: reading them is cheap."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from sidecar.settings.section import Hidden, Section, VariableName
from sidecar.store.address import parse


class StoreSettings(Section):
    """The database for what outlives the process. Nothing is stored without `url`."""

    url: Annotated[str, Hidden()] = Field(
        "",
        description="`sqlite:///path/file.db` (the path is absolute; the file is made where it is"
        " missing) or `postgresql://user@host:port/database`. Empty: no store.",
    )
    password_env: VariableName = Field(
        "PGPASSWORD",
        description="Name of the environment variable that has the password of PostgreSQL. Empty,"
        " or no such variable: none is sent.",
    )
    tls: Literal["disable", "prefer", "require", "verify-full"] = Field(
        "prefer",
        description="Whether PostgreSQL is reached by TLS, as `sslmode` of its own clients has it:"
        " `verify-full` trusts only a certificate for the host, signed by one of the file"
        " `~/.postgresql/root.crt` or `PGSSLROOTCERT`.",
    )
    timeout_s: float = Field(
        2.0,
        ge=0.05,
        le=60,
        description="Seconds that one use of the store may take (`STORE_UNAVAILABLE`); the"
        " deadline of the call counts as well.",
    )
    pool_size: int = Field(
        5,
        ge=1,
        le=100,
        description="Connections at once; a caller that needs one more waits for it.",
    )
    migrate: bool = Field(
        False,
        description="Whether the server brings the schema of PostgreSQL up to date when it starts;"
        " else `verifyd store migrate` does. A file of SQLite is always brought up to date.",
    )

    @field_validator("url")
    @classmethod
    def _names_a_store(cls, given: str) -> str:
        if given:
            parse(given)
        return given
