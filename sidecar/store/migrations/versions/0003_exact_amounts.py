"""Amounts of settlements and postings, exactly: units of the currency and billionths of one.

Before, totals were whole numbers of the currency's smallest units, and their parts a JSON text.
"""

import json
from decimal import Context, Decimal

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_PARTS = (
    *("base", "bonus", "bonus_capped", "penalty", "penalty_capped"),
    *("floor", "total_capped", "rounding"),
)
_NANOS = 10**9
_USUAL_PLACES = 2
_PLACES = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_EXACT = Context(prec=60)
_AT_ONCE = 1000


def upgrade() -> None:
    """Take the step."""
    for table, name in (("settlements", "total"), ("postings", "amount")):
        op.add_column(table, _column(f"{name}_nanos", sa.Integer))
        _convert(table, name)
    for name in _PARTS:
        op.add_column("settlements", _column(name, sa.BigInteger))
        op.add_column("settlements", _column(f"{name}_nanos", sa.Integer))
    _spread(op.get_bind())
    op.drop_column("settlements", "breakdown")


def _column(name: str, kind: type[sa.Integer]) -> sa.Column[int]:
    return sa.Column(name, kind, nullable=False, server_default="0")


def _convert(table: str, name: str) -> None:
    """Make units and billionths of an amount that is in smallest units."""
    numbers = [sa.column(each, sa.BigInteger) for each in (name, f"{name}_nanos")]
    rows = sa.table(table, sa.column("currency", sa.String), *numbers)
    amount = rows.c[name]
    unusual = " ".join(_PLACES.values()).split()
    which = {_USUAL_PLACES: rows.c.currency.not_in(unusual)}
    which |= {places: rows.c.currency.in_(codes.split()) for places, codes in _PLACES.items()}
    for places, condition in which.items():
        factor = 10**places
        values = {name: amount // factor, f"{name}_nanos": amount % factor * (_NANOS // factor)}
        op.execute(sa.update(rows).where(condition).values(values))


def _spread(connection: sa.Connection) -> None:
    """Write the parts of each total from their text into their columns."""
    names = [*_PARTS, *(f"{name}_nanos" for name in _PARTS)]
    rows = sa.table(
        "settlements",
        sa.column("tenant", sa.LargeBinary),
        sa.column("sequence", sa.BigInteger),
        sa.column("breakdown", sa.LargeBinary),
        *(sa.column(name, sa.BigInteger) for name in names),
    )
    place = rows.c.tenant, rows.c.sequence
    page = sa.select(*place, rows.c.breakdown).order_by(*place).limit(_AT_ONCE)
    own = rows.c.tenant == sa.bindparam("at_tenant"), rows.c.sequence == sa.bindparam("at_sequence")
    update = sa.update(rows).where(*own).values({name: sa.bindparam(name) for name in names})
    found = connection.execute(page).all()
    while found:
        connection.execute(
            update,
            [
                {"at_tenant": row.tenant, "at_sequence": row.sequence, **_parts(row.breakdown)}
                for row in found
            ],
        )
        after = sa.tuple_(found[-1].tenant, found[-1].sequence)
        found = connection.execute(page.where(sa.tuple_(*place) > after)).all()


def _parts(breakdown: bytes) -> dict[str, int]:
    told = json.loads(bytes(breakdown))
    found: dict[str, int] = {}
    for name in _PARTS:
        nanos = int(Decimal(told[name]).scaleb(9, _EXACT))
        sign = -1 if nanos < 0 else 1
        units, rest = divmod(abs(nanos), _NANOS)
        found |= {name: sign * units, f"{name}_nanos": sign * rest}
    return found
