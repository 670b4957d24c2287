"""A platform for work: it publishes tasks with success criteria, and settles what is delivered.

The same in Go is ``clients/go/examples/outcomes``; both print the same. Start this one with
``python demo/outcomes/run.py``: its sidecar and its store are gone when it ends.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import fields
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from verifyd import Breakdown, Client, Money, Settled

HERE = Path(__file__).parent


class Execution(NamedTuple):
    """Work that an agent has done.

    Attributes:
        work: Its name: criteria are in a YAML file, what was delivered in a JSON file.
        agent_id: Who did it.
        cpc_rate: What the agent takes for it, whatever comes of it.
        max_cpa_total: Most that the consumer pays in bonuses.
    """

    work: str
    agent_id: str
    cpc_rate: Money
    max_cpa_total: Money | None = None


def usd(amount: str) -> Money:
    """An amount in dollars."""
    return Money(Decimal(amount), "USD")


EXECUTIONS = (
    Execution("summarisation", "agent-7", usd("0.10"), max_cpa_total=usd("0.04")),
    Execution("classification", "agent-8", usd("0.25")),
)


# --- intake
def submit_work(client: Client, work: str) -> bool:
    """Take in work, and publish it unless its criteria have faults; returns whether it did."""
    file = HERE / f"{work}.yaml"
    criteria = file.read_text("utf-8") if file.exists() else None
    faults = () if criteria is None else client.validate_criteria(criteria)
    for fault in faults:
        print(f"{work}: refused, {fault.metric} {fault.code}")
    if not faults:
        publish("work.submitted", {"work_id": work, "has_cpa": criteria is not None})
    return not faults


# --- settlement
def calculate_cost(client: Client, execution: Execution) -> Settled:
    """Verify what was delivered, and write what it costs: once, however often this is called."""
    delivered = json.loads((HERE / f"{execution.work}.json").read_text("utf-8"))
    return client.settle_outcome(
        (HERE / f"{execution.work}.yaml").read_text("utf-8"),
        delivered["output"],
        task_input=delivered["input"],
        metadata=delivered["metadata"],
        contract_id=f"contract-{execution.work}",
        key="execution-1",
        agent_id=execution.agent_id,
        consumer_id="consumer-1",
        domain=execution.work,
        base_cost=execution.cpc_rate,
        max_bonus=execution.max_cpa_total,
    )


# --- the rest
def publish(topic: str, event: dict[str, object]) -> None:
    """Where a platform would send an event to its message queue."""
    print(topic, json.dumps(event, sort_keys=True, separators=(",", ":")))


def main() -> None:
    """Publish, settle, settle again, and take back."""
    with tempfile.TemporaryDirectory() as folder:
        store = {"url": f"sqlite://{folder}/ledger.db", "migrate": True}
        with Client.local({"store": store}, timeout=60) as client:
            show(client)


def show(client: Client) -> None:
    """Do all of it with one server."""
    submit_work(client, "unclear")
    submit_work(client, "translation")  # without criteria: paid by its base cost only
    published = [one for one in EXECUTIONS if submit_work(client, one.work)]
    for execution in published:
        settled = calculate_cost(client, execution)
        print(f"{execution.work}: {'success' if settled.result.success else 'no success'}")
        print(f"  {settled.result.reason}")
        print(f"  {told(settled.settlement.breakdown)}")
    # No answer came, say: the same key again, and nothing is written twice.
    again = calculate_cost(client, published[0])
    print(f"{published[0].work}, again: {'replayed' if again.replayed else 'settled twice'}")
    entry = client.reverse_settlement(
        again.settlement.id, contract_id=again.settlement.contract_id, key="dispute-1"
    )
    print(f"{published[0].work}, taken back")
    print(f"  {told(entry.breakdown)}")


def told(parts: Breakdown) -> str:
    """How a total came about: what is not 0, and what it comes to."""
    amounts = [(field.name, getattr(parts, field.name)) for field in fields(parts)[1:]]
    *shown, (_, total) = [(name, amount.normalize()) for name, amount in amounts]
    each = [f"{name.replace('_', ' ')} {amount:f}" for name, amount in shown if amount]
    return f"{', '.join(each)}: {total:f} {parts.currency}"


if __name__ == "__main__":
    main()
