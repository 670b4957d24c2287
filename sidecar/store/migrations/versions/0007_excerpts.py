"""The cells that a flagged finding speaks of."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Take the step. Of what was flagged before, no cells were kept."""
    op.add_column("review_items", sa.Column("excerpts", sa.LargeBinary))
