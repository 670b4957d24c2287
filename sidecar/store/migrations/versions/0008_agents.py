"""Who wrote a text that was flagged."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Take the step. Of what was flagged before, nobody knows it."""
    column = sa.Column("agent_id", sa.String(200), nullable=False, server_default="")
    op.add_column("reviews", column)
