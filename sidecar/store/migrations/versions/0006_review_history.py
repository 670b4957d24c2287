"""Every decision of an item, not the last one alone; the judge's model; which evidence it was."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Take the step. Of what was decided before, the last decision is known, at revision 0."""
    op.create_table(
        "review_decisions",
        sa.Column("review_id", sa.String(64), nullable=False),
        sa.Column("item_id", sa.Integer, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("action", sa.SmallInteger, nullable=False),
        sa.Column("replacement", sa.LargeBinary, nullable=False),
        sa.Column("decided_by", sa.LargeBinary, nullable=False),
        sa.Column("comment", sa.LargeBinary, nullable=False),
        sa.Column("decided_us", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("review_id", "item_id", "revision", name="pk_review_decisions"),
        sa.ForeignKeyConstraint(
            ["review_id"], ["reviews.id"], name="fk_review_decisions_reviews", ondelete="CASCADE"
        ),
    )
    op.execute(
        "INSERT INTO review_decisions (review_id, item_id, revision, action, replacement,"
        " decided_by, comment, decided_us) SELECT review_id, item_id, 0, action, replacement,"
        " decided_by, comment, decided_us FROM review_items WHERE action IS NOT NULL"
    )
    model = sa.Column("model", sa.String(200), nullable=False, server_default="")
    op.add_column("review_items", model)
    digest = sa.Column("evidence_digest", sa.String(64), nullable=False, server_default="")
    op.add_column("reviews", digest)
