"""Governance by the ledger: has the agent been paid for the same output under another contract?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidecar.model.outcome import GovernanceFlag
from sidecar.outcomes.causes import STORE_UNAVAILABLE
from sidecar.outcomes.governance import Outcome
from sidecar.outcomes.settings import GovernanceSettings
from sidecar.server.call import CALL
from sidecar.store.errors import StoreUnavailable

if TYPE_CHECKING:  # it brings the libraries of the store
    from sidecar.ledger.ledger import Ledger

CODE = "OUTPUT_REUSED"


class Reuse:
    """Looks for outputs among the settlements of a store, so all servers of it say the same.

    Args:
        ledger: Where settlements are.
        settings: Which outputs are looked for, and what follows.
    """

    def __init__(self, ledger: Ledger, settings: GovernanceSettings) -> None:
        self._ledger, self._settings = ledger, settings

    async def flags(self, outcome: Outcome) -> Sequence[GovernanceFlag]:
        """Whether the output is settled, and not reversed, for another contract of the agent."""
        task = outcome.task
        known = task.agent_id and task.contract_id
        if not known or outcome.output_bytes < self._settings.output_reused_min_bytes:
            return []
        try:
            reused = await self._ledger.delivered(
                outcome.tenant,
                task.agent_id,
                outcome.output_digest,
                task.contract_id,
                CALL.get().remaining_s(),
            )
        except StoreUnavailable as error:
            return [
                GovernanceFlag(code=STORE_UNAVAILABLE, message=str(error), fault=STORE_UNAVAILABLE)
            ]
        if not reused:
            return []
        message = "the same output is settled for another contract of this agent"
        return [
            GovernanceFlag(
                code=CODE, message=message, refuses=self._settings.output_reused == "refuse"
            )
        ]
