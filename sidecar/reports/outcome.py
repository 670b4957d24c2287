"""An outcome as one page for a browser: what was asked, what was measured, and what is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sidecar.reports.html import FOLDER
from sidecar.reports.html.markup import Html, element, joined, stacked, static
from sidecar.reports.html.markup import page as shell

_STYLE = Path(__file__).with_name("outcome.css")
_AMOUNTS = {
    "base": "Base cost",
    "bonus": "Bonuses",
    "bonus_capped": "Cap of bonuses",
    "penalty": "Penalties",
    "penalty_capped": "Cap of penalties",
    "floor": "Never below 0",
    "total_capped": "Cap of the total",
    "rounding": "Rounding",
}


def page(record: Mapping[str, Any], title: str = "") -> str:
    """Write an outcome as a page.

    Args:
        record: As ``verifyd outcome show --json`` prints it (``settlement``, ``criteria``,
            ``result``, ``metadata``, of which all but ``result`` may be missing), or as
            ``verifyd outcome verify --format json`` does, as ``result``.
        title: What the page is called where the task has no contract.
    """
    title = _contract(record) or title or "Task without a contract"
    settlement, result = record.get("settlement"), record.get("result")
    style = joined(static(FOLDER / "page.css"), static(_STYLE))
    return shell(
        f"{title}: {_decision(record)[0]}",
        _header(record, title),
        element(
            "main",
            *(_criteria(result) if result else [_not_kept(settlement)]),
            *(_money(settlement) if settlement else ()),
            *(_flags(result) if result else ()),
            *_facts(record),
            class_="details outcome",
        ),
        style=Html(style),
    )


def _header(record: Mapping[str, Any], title: str) -> Html:
    word, good = _decision(record)
    result, settlement = record.get("result"), record.get("settlement")
    sentence = result["reason"] if result else "It has no record, or the record was deleted."
    return element(
        "header",
        element("p", "Outcome", class_="kicker"),
        element("h1", title, dir="auto"),
        element(
            "p",
            element("strong", word, class_=f"decision {'pass' if good else 'fail'}"),
            element("span", sentence),
            class_="verdict-line",
        ),
        element("dl", *_tiles(result, settlement), class_="tiles"),
    )


def _contract(record: Mapping[str, Any]) -> str:
    part = record.get("settlement") or record.get("result") or {}
    return str(part.get("contract_id") or "")


def _decision(record: Mapping[str, Any]) -> tuple[str, bool]:
    """The word for how it ended, and whether that is good."""
    settlement = record.get("settlement")
    if settlement and settlement["kind"] == "REVERSAL":
        return "REVERSAL", False
    if settlement and settlement["reversed_by"]:
        return "REVERSED", False
    if (record.get("result") or {}).get("faults"):
        return "NOT JUDGED", False
    success = (record.get("result") or settlement or {}).get("success")
    return ("SUCCESS", True) if success is True else ("NO SUCCESS", False)


def _tiles(
    result: Mapping[str, Any] | None, settlement: Mapping[str, Any] | None
) -> Iterator[Html]:
    if result:
        met = sum(one["met"] for one in result["criterion_results"])
        yield _tile("Criteria met", f"{met} of {len(result['criterion_results'])}")
        if result["weighted_score"] is not None:
            yield _tile("Weighted score", result["weighted_score"])
        yield _tile("Flags of governance", str(len(result["governance_flags"])))
    if settlement:
        parts = settlement["breakdown"]
        paid = "Cost, reversed" if settlement["reversed_by"] else "Cost"
        yield _tile(paid, f"{parts['total']} {parts['currency']}")


def _tile(name: str, value: str) -> Html:
    return element("div", element("dt", name), element("dd", value))


def _ended(one: Mapping[str, Any]) -> Html:
    """Whether a criterion is met, as far as that is known."""
    if one.get("fault"):
        return element("span", "open", class_="n inconclusive")
    if one["met"]:
        return element("span", "met", class_="n supported")
    return element("span", "not met", class_="n contradicted")


def _criteria(result: Mapping[str, Any]) -> Iterator[Html]:
    yield element("h2", "Criteria")
    each = result["criterion_results"]
    amounts = [name for name in ("bonus", "penalty") if any(_amount(one[name]) for one in each)]
    rows = [
        (
            _ended(one),
            element("code", one["metric"]),
            one["value"] if one["value"] is not None else "not measured",
            _why(one),
            *(_amount(one[name]) for name in amounts),
        )
        for one in each
    ]
    heads = ("", "Metric", "Value", "Why", *(name.capitalize() for name in amounts))
    yield _table(heads, rows)


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
        return f"{given['amount']} {given['currency']}"
    return "" if given in (None, "0") else str(given)


def _money(settlement: Mapping[str, Any]) -> Iterator[Html]:
    parts = settlement["breakdown"]
    yield element("h2", "Settlement")
    rows = [
        (told, f"{parts[name]} {parts['currency']}")
        for name, told in _AMOUNTS.items()
        if name == "base" or parts[name].strip("-0.")
    ]
    total = element("strong", f"{parts['total']} {parts['currency']}")
    yield _table(("Part", "Amount"), [*rows, (element("strong", "Cost"), total)])


def _flags(result: Mapping[str, Any]) -> Iterator[Html]:
    if result["governance_flags"]:
        yield element("h2", "Governance")
        rows = [
            (element("code", one["code"]), one["metric"], one["message"])
            for one in result["governance_flags"]
        ]
        yield _table(("Flag", "Metric", "What"), rows)


def _facts(record: Mapping[str, Any]) -> Iterator[Html]:
    """Who, when, and the digests that the audit log has."""
    settlement, result = record.get("settlement"), record.get("result")
    rows: list[Sequence[str]] = []
    if settlement:
        rows = [
            ("Settlement", element("code", settlement["id"])),
            ("Key", settlement["key"]),
            ("Pays", settlement["consumer_id"]),
            ("Is paid", settlement["agent_id"]),
            ("Domain", settlement["domain"]),
            ("Written", settlement["created_at"]),
            ("Audit line", f"{settlement['audit_sequence']}"),
            ("Its digest", element("code", settlement["audit_digest"])),
            ("Digest of the record", element("code", settlement["record_digest"])),
            ("Reverses", element("code", settlement["reverses"])),
            ("Why", settlement["reason"]),
            ("Asked for by", settlement["actor"]),
            ("Reversed by", element("code", settlement["reversed_by"])),
        ]
    if result:
        rows += [
            ("Digest of criteria and task", element("code", result["digest"])),
            ("Digest of custom code", element("code", result["custom_code_digest"])),
        ]
    yield element("h2", "Record")
    yield _table(("", ""), [row for row in rows if row[1] not in ("", element("code", ""))])
    if record.get("metadata"):
        measured = [(str(key), str(value)) for key, value in record["metadata"].items()]
        yield element("h2", "Measured by the platform")
        yield _table(("Name", "Value"), measured)


def _not_kept(settlement: Mapping[str, Any] | None) -> Html:
    taken = settlement is not None and settlement["kind"] == "REVERSAL"
    return element(
        "p", "This reverses a settlement." if taken else "Criteria and result were not stored."
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    return element("div", stacked(heads, rows), class_="scroll")
