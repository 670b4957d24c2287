"""What the tables of all parts are made of."""

from __future__ import annotations

from sqlalchemy import Dialect, LargeBinary, MetaData, TypeDecorator

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Utf8(TypeDecorator[str]):
    """Any text, as its UTF-8 bytes: what agents write may hold NUL, which PostgreSQL refuses."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """What is stored."""
        return None if value is None else value.encode()

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """What is read."""
        return None if value is None else bytes(value).decode()
