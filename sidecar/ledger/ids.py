"""Ids of entries as callers give them: whole, or shortened as git shortens its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import Connection, select

from sidecar.ledger.errors import SettlementAmbiguous, SettlementNotFound
from sidecar.ledger.tables import SETTLEMENTS

LEAST = 4
"""Fewest digits of a shortened id."""

_WHOLE = 64
_DIGITS = re.compile(rf"[0-9a-f]{{{LEAST},{_WHOLE}}}")
SHOWN = 80
"""Characters of an unknown id that an error repeats."""
_CANDIDATES = 5  # that an error lists


def is_whole(given: str) -> bool:
    """Whether an id is whole, and not shortened.

    Raises:
        SettlementNotFound: If it is neither.
    """
    if not _DIGITS.fullmatch(given):
        raise not_found(given)
    return len(given) == _WHOLE


def whole(connection: Connection, tenant: str, given: str, contract_id: str = "") -> str:
    """The whole id of an entry of a tenant, in a transaction of the caller's.

    Args:
        connection: In a transaction.
        tenant: Whose entry it is.
        given: Its id, whole or shortened.
        contract_id: Its contract; any if this is empty.

    Raises:
        SettlementNotFound: If no id of the tenant, and the contract, begins so.
        SettlementAmbiguous: If several do.
    """
    if is_whole(given):
        return given
    columns = SETTLEMENTS.c
    # "g" follows all digits. Tenants are no condition: SQLite would read all that they have.
    statement = select(columns.id, columns.tenant, columns.contract_id).where(
        columns.id >= given, columns.id < f"{given}g"
    )
    found = sorted(
        row.id
        for row in connection.execute(statement)
        if row.tenant == tenant and contract_id in ("", row.contract_id)
    )
    if not found:
        raise not_found(given)
    if len(found) > 1:
        raise _ambiguous(given, found)
    return str(found[0])


def not_found(given: str) -> SettlementNotFound:
    """The error for an id that no entry has."""
    name = given[:SHOWN]
    hint = "" if len(given) >= LEAST else f": an id has at least {LEAST} of its {_WHOLE} digits"
    return SettlementNotFound(f"there is no settlement {name!r}{hint}", settlement_id=name)


def _ambiguous(given: str, found: Sequence[str]) -> SettlementAmbiguous:
    listed = ", ".join(found[:_CANDIDATES])
    more = len(found) - _CANDIDATES
    return SettlementAmbiguous(
        f"{given} is the beginning of {len(found)} ids: {listed}"
        f"{f' and {more} more' if more > 0 else ''}",
        settlement_id=given,
        candidates=",".join(found[:_CANDIDATES]),
    )
