"""Cases of outcomes as data: what tasks come to by their criteria, and what is settled.

A file of ``tests/cases/outcomes`` holds cases that share settings, criteria and tasks::

    description: one sentence
    settings: {...}            # of the server beside its store, where they are not the shipped
    criteria: {name: ...}      # each a document as text, or as a mapping
    tasks: {name: {input: ..., output: ..., metadata: ...}}
    cases:
      - name: a_cap_of_bonuses
        criteria: name
        task: name
        steps:
          - settle: {key: ..., base_cost: 10 USD, max_bonus: ..., max_penalty: ..., max_total: ...}
            want: {success, bonus, penalty, breakdown, ...}

A step is one call, and its only key beside ``want``, ``criteria`` and ``task`` (which replace
those of the case) says which: ``validate``, ``verify``, ``settle``, ``reverse``, ``get``, ``list``.
``settle`` may name ``contract``, ``agent``, ``consumer`` and ``domain``: a case has its own
contract and agent otherwise, so that no case sees another. ``reverse`` and ``get`` name the entry
in ``of``: ``settlement`` and ``reversal`` are the last ones that the case has got.

Of ``want`` only the keys that are named are compared, with ``seen`` below; ``error`` is what a call
is refused with. Every client runs the same files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import grpc
from case_files import Refusal, compare, refusal
from google.protobuf.message import Message
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc, outcomes_pb2, settlement_pb2

from bench import yaml_file

FOLDER = Path(__file__).parent / "cases" / "outcomes"
TIMEOUT_S = 20
_VERBS = ("validate", "verify", "settle", "reverse", "get", "list")
_BESIDE = {"want", "criteria", "task"}


MakeCall = Callable[[str, Message], Any]
"""Makes a call of ``OutcomeService`` by its name; raises ``CallRefused`` where it fails."""


class Case(NamedTuple):
    """One case of one file."""

    id: str
    settings: Mapping[str, Any]
    criteria: Any
    task: Any
    steps: Sequence[Mapping[str, Any]]
    shared: Mapping[str, Mapping[str, Any]]


def load(folder: Path = FOLDER) -> Iterator[Case]:
    """Every case of every file."""
    for path in sorted(folder.glob("*.yaml")):
        content = yaml_file.read(path)
        shared = {part: content.get(part, {}) for part in ("criteria", "tasks")}
        for case in content["cases"]:
            yield Case(
                id=f"{path.stem}/{case['name']}",
                settings=content.get("settings", {}),
                criteria=case.get("criteria", {}),
                task=case.get("task", {}),
                steps=case["steps"],
                shared=shared,
            )


class CallRefused(Exception):
    """A call that the server refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def calls_over(channel: grpc.Channel) -> MakeCall:
    """Makes calls by the generated stub."""
    stub = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]

    def call(method: str, request: Message) -> Any:
        try:
            return getattr(stub, method)(request, timeout=TIMEOUT_S)
        except grpc.RpcError as error:
            raise CallRefused(refusal(error)) from error

    return call


def differences(case: Case, call: MakeCall, run: str) -> list[str]:
    """Where the answers are not what the case wants; ``run`` tells runs on one server apart."""
    player = _Player(case, call, run)
    return [
        f"step {number}: {line}"
        for number, step in enumerate(case.steps, 1)
        for line in compare("", step["want"], player.play(step))
    ]


class _Player:
    """Makes the calls of a case, one after the other."""

    def __init__(self, case: Case, call: MakeCall, run: str) -> None:
        self._case, self._call = case, call
        self._own = f"{run}/{case.id}"
        self._entries: dict[str, settlement_pb2.Settlement] = {}

    def play(self, step: Mapping[str, Any]) -> dict[str, Any]:
        (verb,) = step.keys() - _BESIDE
        assert verb in _VERBS, verb
        try:
            return dict(getattr(self, f"_{verb}")(step[verb] or {}, step))
        except CallRefused as error:
            return {"error": error.refusal._asdict()}

    def _validate(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        del told
        request = pb.ValidateCriteriaRequest(document=self._document(step))
        reply = self._call("ValidateCriteria", request)
        return {"valid": reply.valid, "faults": [fault.code for fault in reply.faults]}

    def _verify(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        reply = self._call("VerifyOutcome", self._task(told, step))
        return _seen_result(reply.result)

    def _settle(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        amounts = ("base_cost", "max_bonus", "max_penalty", "max_total")
        request = pb.SettleOutcomeRequest(
            outcome=self._task(told, step),
            key=told["key"],
            consumer_id=told.get("consumer", "consumer"),
            domain=told.get("domain", ""),
            **{name: _money(told[name]) for name in amounts if name in told},
        )
        reply = self._call("SettleOutcome", request)
        self._entries["settlement"] = reply.settlement
        seen = _seen_result(reply.result) | _seen_entry(reply.settlement)
        return seen | {"replayed": reply.replayed}

    def _reverse(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        del step
        request = pb.ReverseSettlementRequest(
            settlement_id=self._id(told),
            contract_id=self._contract(told),
            key=told["key"],
            reason=told.get("reason", ""),
        )
        reply = self._call("ReverseSettlement", request)
        self._entries["reversal"] = reply.reversal
        return _seen_entry(reply.reversal) | {"replayed": reply.replayed}

    def _get(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        del step
        request = pb.GetOutcomeRequest(settlement_id=self._id(told))
        outcome = self._call("GetOutcome", request).outcome
        seen = _seen_entry(outcome.settlement) | {"kept": outcome.HasField("result")}
        return seen | (_seen_result(outcome.result) if seen["kept"] else {})

    def _list(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
        del step
        kind = f"SETTLEMENT_KIND_{told.get('kind', 'UNSPECIFIED')}"
        request = pb.ListOutcomesRequest(
            contract_id=self._contract(told),
            agent_id=told.get("agent", ""),
            domain=told.get("domain", ""),
            kind=kind,
            success=told.get("success"),
            page_size=told.get("page_size", 0),
            page_token=told.get("page_token", ""),
        )
        reply = self._call("ListOutcomes", request)
        entries = [_seen_entry(one.settlement) for one in reply.outcomes]
        return {"entries": entries, "more": bool(reply.next_page_token)}

    def _contract(self, told: Mapping[str, Any]) -> str:
        given = told.get("contract")
        return self._own if given is None else given and f"{self._own}/{given}"

    def _id(self, told: Mapping[str, Any]) -> str:
        of = told.get("of", "settlement")
        return self._entries[of].id if of in self._entries else str(of)

    def _document(self, step: Mapping[str, Any]) -> str:
        given = step.get("criteria", self._case.criteria)
        if isinstance(given, str):
            given = self._case.shared["criteria"][given]
        return given if isinstance(given, str) else json.dumps(given)

    def _task(self, told: Mapping[str, Any], step: Mapping[str, Any]) -> pb.VerifyOutcomeRequest:
        task = step.get("task", self._case.task)
        parts = self._case.shared["tasks"][task] if isinstance(task, str) else task
        return pb.VerifyOutcomeRequest(
            contract_id=self._contract(told),
            agent_id=told.get("agent", f"agent of {self._own}"),
            document=self._document(step),
            input_json=_json(parts.get("input", {})),
            output_json=_json(parts.get("output", {})),
            metadata_json=_json(parts.get("metadata", {})),
        )


def _json(part: Any) -> str:
    """A part of a task; text stands for itself."""
    return part if isinstance(part, str) else json.dumps(part)


def _money(told: str) -> money_pb2.Money:
    """An amount such as ``10.05 USD``."""
    amount, currency = told.split()
    value = Decimal(amount)
    units = int(value)
    nanos = int((value - units) * 10**9)
    return money_pb2.Money(currency_code=currency, units=units, nanos=nanos)


def plain(money: money_pb2.Money) -> str:
    """An amount without the zeros at its end, and without its currency."""
    value = Decimal(money.units) + Decimal(money.nanos).scaleb(-9)
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _seen_result(result: outcomes_pb2.OutcomeResult) -> dict[str, Any]:
    """A result in the words of the cases."""
    criteria = result.criterion_results
    scored = result.HasField("weighted_score")
    return {
        "success": result.success,
        "metrics": dict(result.metrics),
        "met": [one.met for one in criteria],
        "unmeasured": [one.metric for one in criteria if one.error],
        "score": result.weighted_score if scored else None,
        "bonus": plain(result.bonus) if result.HasField("bonus") else None,
        "penalty": plain(result.penalty) if result.HasField("penalty") else None,
        "flags": [flag.code for flag in result.governance_flags],
    }


def _seen_entry(entry: settlement_pb2.Settlement) -> dict[str, Any]:
    """An entry of the ledger in the words of the cases. Of the breakdown, what is not 0."""
    parts = {field.name: plain(amount) for field, amount in entry.breakdown.ListFields()}
    return {
        "kind": settlement_pb2.SettlementKind.Name(entry.kind).removeprefix("SETTLEMENT_KIND_"),
        "breakdown": [f"{name} {amount}" for name, amount in parts.items() if amount != "0"],
        "total": f"{plain(entry.breakdown.total)} {entry.currency}",
        "domain": entry.domain,
        "reason": entry.reason,
        "settled": entry.success if entry.HasField("success") else None,
        "reversed": bool(entry.reversed_by),
        "lined": entry.audit_sequence > 0 and len(entry.audit_digest) == 64,
    }
