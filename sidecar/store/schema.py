"""Which schema a database has, and bringing it up to date; two processes at once take turns."""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

from sidecar.store.errors import SchemaNewer, SchemaOlder

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""The steps of ``migrations``, in their order."""

_LOCK = 0x7665726966796400
"""Which of a database's advisory locks those hold that change its schema."""


def read_version(connection: Connection) -> str | None:
    """The last step that a database has taken; None where it has taken none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


def is_current(connection: Connection) -> bool:
    """Whether a database has the schema of this version.

    Raises:
        SchemaNewer: If it has one that is not known here.
    """
    found = read_version(connection)
    if found is not None and found not in VERSIONS:
        raise SchemaNewer(
            f"store.url: the database has schema {found[:40]!r}, and this verifyd knows none past"
            f" {VERSIONS[-1]!r}: a newer one made it"
        )
    return found == VERSIONS[-1]


def require(connection: Connection) -> None:
    """Refuse a database that does not have the schema of this version.

    Raises:
        SchemaOlder: If steps are missing.
        SchemaNewer: If it has one that is not known here.
    """
    if not is_current(connection):
        raise SchemaOlder(
            f"store.url: the database has schema {read_version(connection) or 'none'}, and"
            f" {VERSIONS[-1]!r} is needed: run `verifyd store migrate`, or set store.migrate"
        )


def migrate(connection: Connection) -> bool:
    """Bring a database up to date, in the transaction of a connection; whether it was not.

    Raises:
        SchemaNewer: If it has a schema that is not known here.
    """
    if connection.dialect.name == "postgresql":  # SQLite's transaction is alone from its beginning
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if is_current(connection):
        return False
    # Alembic is only needed here, and takes a tenth of a second to load.
    from sidecar.store.migrations import upgrade  # noqa: PLC0415

    upgrade(connection)
    return True
