"""Texts whose findings were flagged, and what people decide about each of those."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("request_id", sa.String(128), nullable=False),
        sa.Column("created_us", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.SmallInteger, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.Column("text_digest", sa.String(64), nullable=False),
        sa.Column("dropped_items", sa.Integer, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
    )
    op.create_index("ix_reviews_tenant_created_us_id", "reviews", ["tenant", "created_us", "id"])
    op.create_index("ix_reviews_created_us", "reviews", ["created_us"])
    op.create_table(
        "review_items",
        sa.Column("review_id", sa.String(64), nullable=False),
        sa.Column("item_id", sa.Integer, nullable=False),
        sa.Column("check_name", sa.String(100), nullable=False),
        sa.Column("code", sa.String(100), nullable=False),
        sa.Column("severity", sa.SmallInteger, nullable=False),
        sa.Column("verdict", sa.SmallInteger, nullable=False),
        sa.Column("span_start", sa.Integer, nullable=False),
        sa.Column("span_end", sa.Integer, nullable=False),
        sa.Column("scope_start", sa.Integer, nullable=False),
        sa.Column("scope_end", sa.Integer, nullable=False),
        sa.Column("words", sa.LargeBinary, nullable=False),
        sa.Column("scope_words", sa.LargeBinary, nullable=False),
        sa.Column("message", sa.LargeBinary, nullable=False),
        sa.Column("details", sa.LargeBinary, nullable=False),
        sa.Column("quote", sa.LargeBinary, nullable=False),
        sa.Column("repair_start", sa.Integer),
        sa.Column("repair_end", sa.Integer),
        sa.Column("repair", sa.LargeBinary),
        sa.Column("confidence", sa.Double),
        sa.Column("action", sa.SmallInteger),
        sa.Column("replacement", sa.LargeBinary),
        sa.Column("decided_by", sa.LargeBinary),
        sa.Column("comment", sa.LargeBinary),
        sa.Column("decided_us", sa.BigInteger),
        sa.PrimaryKeyConstraint("review_id", "item_id", name="pk_review_items"),
        sa.ForeignKeyConstraint(
            ["review_id"], ["reviews.id"], name="fk_review_items_reviews", ondelete="CASCADE"
        ),
    )
