"""Settings of the store, and its address. Imports no SQLAlchemy: reading them is cheap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

from pydantic import Field, field_validator

from sidecar.settings.section import HiddenValue, Section, VariableName

Kind = Literal["sqlite", "postgresql"]

FORMS = "sqlite:///path/file.db or postgresql://user@host:port/database"


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is.

    Attributes:
        kind: What it is.
        database: The path of a file, or the name of a database.
        host: A name, an address, or the folder of a socket.
        port: Of the host, if it is given.
        user: Who connects, if it is given.
    """

    kind: Kind
    database: str
    host: str | None = None
    port: int | None = None
    user: str | None = None

    def __str__(self) -> str:
        """The address for people."""
        if self.kind == "sqlite":
            return f"sqlite {self.database}"
        port = f":{self.port}" if self.port else ""
        return f"postgresql {self.host}{port}/{self.database}"


def parse(url: str) -> StoreAddress:
    """The address that a URL names.

    Raises:
        ValueError: If it names none. The message never holds the URL, which may hold a password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(f"should be {FORMS}") from None
    if parts.password is not None:
        raise ValueError("holds a password; name the variable that has it in password_env")
    if parts.query or parts.fragment or not url.isprintable():
        raise ValueError(f"should be {FORMS}, without anything after it")
    path = unquote(parts.path)
    if parts.scheme == "sqlite" and not parts.netloc and path.strip("/"):
        # SQLAlchemy writes an absolute path with one slash more; it is the same file.
        return StoreAddress("sqlite", "/" + path.lstrip("/"))
    database = path.removeprefix("/")
    if parts.scheme == "postgresql" and parts.hostname and database and "/" not in database:
        host = unquote(parts.netloc.rpartition("@")[2]) if "%2F" in url.upper() else parts.hostname
        user = unquote(parts.username) if parts.username else None
        return StoreAddress("postgresql", database, host, port, user)
    raise ValueError(f"should be {FORMS}")


# Settings of the store. Imports no SQLAlchemy: reading them is cheap.


class StoreSettings(Section):
    """The database for what outlives the process. Nothing is stored without `url`."""

    url: Annotated[str, HiddenValue()] = Field(
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
