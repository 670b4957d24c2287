"""How the schema of a store came to be, one step a module, and taking the steps."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take all steps that a database lacks up to one, in the transaction of a connection."""
    config = Config()
    folder = str(Path(__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
