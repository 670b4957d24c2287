"""How the schema of a store came to be, one step a module, and taking the steps."""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps what it works on in its modules, which all threads share."""


def upgrade(connection: Connection, to: str = "head") -> None:
    """Take all steps that a database lacks up to one, in the transaction of a connection."""
    config = Config()
    folder = str(Path(__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(config, to)
