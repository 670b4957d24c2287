"""Where a store is: ``sqlite:///path/file.db`` or ``postgresql://user@host:port/database``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

Kind = Literal["sqlite", "postgresql"]

FORMS = "sqlite:///path/file.db or postgresql://user@host:port/database"


@dataclass(frozen=True, slots=True)
class Address:
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


def parse(url: str) -> Address:
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
        return Address("sqlite", "/" + path.lstrip("/"))
    database = path.removeprefix("/")
    if parts.scheme == "postgresql" and parts.hostname and database and "/" not in database:
        host = unquote(parts.netloc.rpartition("@")[2]) if "%2F" in url.upper() else parts.hostname
        user = unquote(parts.username) if parts.username else None
        return Address("postgresql", database, host, port, user)
    raise ValueError(f"should be {FORMS}")
