"""An outcome as one page for a browser: what was asked, what was measured, and what is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from sidecar.reports.html import FOLDER
from sidecar.reports.html.template import render_page
from sidecar.settlement.model import format_amount

_PARTS = {
    "base": "Base cost",
    "bonus": "Bonuses",
    "bonus_capped": "Cap of bonuses",
    "penalty": "Penalties",
    "penalty_capped": "Cap of penalties",
    "floor": "Never below 0",
    "total_capped": "Cap of the total",
    "rounding": "Rounding",
    "total": "Cost",
}
_SETTLED = {
    "id": "Settlement",
    "key": "Key",
    "consumer_id": "Pays",
    "agent_id": "Is paid",
    "domain": "Domain",
    "created_at": "Written",
    "audit_sequence": "Audit line",
    "audit_digest": "Its digest",
    "record_digest": "Digest of the record",
    "reverses": "Reverses",
    "reason": "Why",
    "actor": "Asked for by",
    "reversed_by": "Reversed by",
}
_JUDGED = {"digest": "Digest of criteria and task", "custom_code_digest": "Digest of custom code"}
"""What the audit log has of a settlement and of a result, by the fields of the record."""
_STYLES = {
    **dict.fromkeys(("reverses", "reversed_by"), "entry"),
    **dict.fromkeys(("id", "audit_digest", "record_digest", *_JUDGED), "code"),
}
"""How values are shown that are no words: other entries, and digests."""


def render(record: Mapping[str, Any], title: str = "") -> str:
    """Write an outcome as a page.

    Args:
        record: As ``verifyd outcome show --json`` prints it (``settlement``, ``criteria``,
            ``result``, ``metadata``, of which all but ``result`` may be missing), or as
            ``verifyd outcome verify --format json`` does, as ``result``.
        title: What the page is called where the task has no contract.
    """
    model = make_model(record, title)
    return render_page("reports/outcome.html.j2", styles=[FOLDER / "page.css"], **model)


def make_model(record: Mapping[str, Any], title: str = "", entries: str = "") -> dict[str, Any]:
    """What the template of an outcome shows.

    Args:
        record: As of ``render``.
        title: As of ``render``.
        entries: Address of the pages of other entries, where they have pages.
    """
    result, settlement = record.get("result"), record.get("settlement")
    contract = (settlement or result or {}).get("contract_id")
    costs = _list_costs(settlement["breakdown"]) if settlement else []
    return {
        "record": record,
        "entries": entries,
        "title": str(contract or "") or title or "Task without a contract",
        "decision": _decision(result, settlement),
        "amounts": _list_amounts(result["criterion_results"]) if result else [],
        "parts": costs,
        "cost": costs[-1][1] if costs else "",
        "facts": [*_facts(settlement, _SETTLED), *_facts(result, _JUDGED)],
        "why": _why,
        "amount": _amount,
    }


def _list_costs(costs: Mapping[str, str]) -> list[tuple[str, str]]:
    """What a cost is made of, but for what is 0, and the cost itself."""
    always = {"base", "total"}
    shown = [part for part in _PARTS if part in always or costs[part].strip("-0.")]
    return [(_PARTS[part], _money(costs[part], costs["currency"])) for part in shown]


def _money(amount: str, currency: str) -> str:
    return f"{format_amount(Decimal(amount), currency)} {currency}"


def _list_amounts(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """The amounts that at least one criterion has."""
    return [name for name in ("bonus", "penalty") if any(_amount(one[name]) for one in results)]


def _decision(result: Mapping[str, Any] | None, settlement: Mapping[str, Any] | None) -> str:
    """The word for how it ended."""
    if settlement and settlement["kind"] == "REVERSAL":
        return "REVERSAL"
    if settlement and settlement["reversed_by"]:
        return "REVERSED"
    if (result or {}).get("faults"):
        return "NOT JUDGED"
    return "SUCCESS" if (result or settlement or {}).get("success") is True else "NO SUCCESS"


def _why(one: Mapping[str, Any]) -> str:
    """What a value was compared with, without what stands in the columns before."""
    words = str(one["reason"] or one["error"] or "")
    value = one["value"]
    for said in (f"{one['metric']} ", f"{value} ", f"{value}: ", "is not met: "):
        words = words.removeprefix(said)
    return words


def _amount(given: Any) -> str:
    """An amount of a criterion: with its currency, bare, or nothing."""
    if isinstance(given, Mapping):
        return _money(given["amount"], given["currency"])
    return "" if given in (None, "0") else str(given)


def _facts(
    part: Mapping[str, Any] | None, names: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Name, value and style of what is known."""
    for key, words in names.items():
        if part and part[key] != "":
            yield words, part[key], _STYLES.get(key, "")
