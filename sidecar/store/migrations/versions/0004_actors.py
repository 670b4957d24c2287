"""Who settled or reversed: the identity of the caller; not known of what was written before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Take the step."""
    op.add_column("settlements", sa.Column("actor", sa.LargeBinary))
