"""Settlements of outcomes: their ledger, their records, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "settlements",
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("contract_id", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("agent_id", sa.LargeBinary, nullable=False),
        sa.Column("consumer_id", sa.LargeBinary, nullable=False),
        sa.Column("domain", sa.LargeBinary, nullable=False),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("created_us", sa.BigInteger, nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("breakdown", sa.LargeBinary, nullable=False),
        sa.Column("success", sa.Boolean),
        sa.Column("body_digest", sa.String(64), nullable=False),
        sa.Column("record_digest", sa.String(64), nullable=False),
        sa.Column("reverses_id", sa.String(64)),
        sa.Column("reason", sa.LargeBinary, nullable=False),
        sa.Column("audit_digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "sequence", name="pk_settlements"),
        sa.UniqueConstraint("id", name="uq_settlements_id"),
        sa.UniqueConstraint("reverses_id", name="uq_settlements_reverses_id"),
        sa.ForeignKeyConstraint(
            ["reverses_id"], ["settlements.id"], name="fk_settlements_settlements"
        ),
    )
    for columns in (
        ["tenant", "created_us"],
        ["tenant", "contract_id", "created_us"],
        ["tenant", "agent_id", "created_us"],
        ["tenant", "consumer_id", "created_us"],
    ):
        op.create_index(f"ix_settlements_{'_'.join(columns)}", "settlements", columns)
    op.create_table(
        "postings",
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("account", sa.LargeBinary, nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "sequence", "account", name="pk_postings"),
        sa.ForeignKeyConstraint(
            ["tenant", "sequence"],
            ["settlements.tenant", "settlements.sequence"],
            name="fk_postings_settlements",
        ),
    )
    op.create_table(
        "outcome_records",
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("created_us", sa.BigInteger, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "sequence", name="pk_outcome_records"),
        sa.ForeignKeyConstraint(
            ["tenant", "sequence"],
            ["settlements.tenant", "settlements.sequence"],
            name="fk_outcome_records_settlements",
        ),
    )
    op.create_index("ix_outcome_records_created_us", "outcome_records", ["created_us"])
    op.create_table(
        "audit_lines",
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "sequence", name="pk_audit_lines"),
    )
    op.create_table(
        "audit_heads",
        sa.Column("tenant", sa.LargeBinary, nullable=False),
        sa.Column("lines", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created_us", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant", name="pk_audit_heads"),
    )
