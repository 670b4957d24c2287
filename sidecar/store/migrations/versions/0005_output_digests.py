"""Which output was settled: the same for another contract is found by its digest."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Take the step. What was written before has no digest, and is found by none."""
    column = sa.Column("output_digest", sa.String(64), nullable=False, server_default="")
    op.add_column("settlements", column)
    op.create_index(
        "ix_settlements_tenant_output_digest", "settlements", ["tenant", "output_digest"]
    )
