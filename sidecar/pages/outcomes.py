"""The pages of the ledger: its entries, the statement of a party and period, and one entry."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from verifyd import _settling
from verifyd.settlements import OutcomeRecord, Statement
from verifyd.v1 import outcome_service_pb2 as pb

from sidecar.ledger.model import PartyUnknown
from sidecar.pages.asking import Ask, read_day
from sidecar.pages.rendering import Renderer, download
from sidecar.reports.outcome import make_model
from sidecar.reports.plain import to_plain, write_json
from sidecar.reports.statement import describe_result, format_total, list_lines
from sidecar.settlement.model import PeriodInvalid
from sidecar.store.errors import PageInvalid

PAGE_SIZE = 50
_ROOT = "/review/outcomes"
_ROW_S = 0.0002
_FILTERS = ("agent", "consumer", "contract", "result", "since", "until")
_RESULTS = {"success": True, "failure": False, "reversed": None}


class OutcomePages:
    """The pages.

    Args:
        ask: Methods of ``OutcomeService``.
        renderer: Writes pages.
    """

    def __init__(self, ask: Mapping[str, Ask], renderer: Renderer) -> None:
        self._ask, self._renderer = ask, renderer

    async def show_list(self, request: Request) -> Response:
        """Entries, the newest first, below their statement where one can be made."""
        given = request.query_params
        chosen = {name: given.get(name, "").strip() for name in _FILTERS}
        token = given.get("page", "")
        try:
            found = await self._list(chosen, token)
        except PageInvalid:
            token, found = "", await self._list(chosen, "")
        following = urlencode({**chosen, "page": found.next_page_token})
        statement, problem = await self._find_statement(chosen)
        model = {
            "chosen": chosen,
            "results": list(_RESULTS),
            "entries": [_settling.settlement(one.settlement) for one in found.outcomes],
            "statement": statement,
            "problem": problem,
            "lines": list_lines,
            "describe": describe_result,
            "total": lambda entry: format_total(entry.breakdown, entry.breakdown.currency),
            "next_page": f"{_ROOT}?{following}" if found.next_page_token else "",
            "is_first": not token,
        }
        cost_s = _ROW_S * len(found.outcomes)
        return await self._renderer.page(request, "outcomes", model, cost_s=cost_s)

    async def show(self, request: Request) -> Response:
        """One entry with what it rests on."""
        record = await self._find(request)
        rows = len(record.result.criterion_results) if record.result else 0
        return await self._renderer.page(
            request,
            "outcome",
            {},
            view=lambda: make_model(to_plain(record), entries=f"{_ROOT}/"),
            cost_s=_ROW_S * rows,
        )

    async def export(self, request: Request) -> Response:
        """What ``verifyd outcome show --json`` prints."""
        record = await self._find(request)
        name = f"outcome-{record.settlement.id[:12]}.json"
        return download(write_json(to_plain(record)), "application/json", name)

    async def _find(self, request: Request) -> OutcomeRecord:
        message = pb.GetOutcomeRequest(settlement_id=request.path_params["entry_id"])
        return _settling.record((await self._ask["GetOutcome"](message)).outcome)

    async def _list(self, chosen: Mapping[str, str], token: str) -> pb.ListOutcomesResponse:
        message = pb.ListOutcomesRequest(
            agent_id=chosen["agent"],
            consumer_id=chosen["consumer"],
            contract_id=chosen["contract"],
            since=read_day(chosen["since"], "from"),
            until=read_day(chosen["until"], "to"),
            page_size=PAGE_SIZE,
            page_token=token,
            success=_RESULTS.get(chosen["result"]),
            reversed=True if chosen["result"] == "reversed" else None,
        )
        found: pb.ListOutcomesResponse = await self._ask["ListOutcomes"](message)
        return found

    async def _find_statement(self, chosen: Mapping[str, str]) -> tuple[Statement | None, str]:
        """The statement of a party and period, or why there is none.

        It is made where exactly a party and a period are asked for: a statement has everything of
        them, and the list below it must not have less.
        """
        party = {f"{name}_id": chosen[name] for name in ("agent", "consumer") if chosen[name]}
        narrowed = chosen["contract"] or chosen["result"]
        if len(party) != 1 or narrowed or not (chosen["since"] and chosen["until"]):
            return None, ""
        message = pb.GetStatementRequest(
            since=read_day(chosen["since"], "from"), until=read_day(chosen["until"], "to"), **party
        )
        try:
            found = await self._ask["GetStatement"](message)
        except (PartyUnknown, PeriodInvalid) as error:
            return None, f"There is no statement: {error}."
        return _settling.statement(found.statement), ""
