"""A judge that answers as the cases of ``tests/cases`` say: nobody else is asked in a test.

A case has what the judge says of each claim, by the words of the claim::

    judge:
      - {claim: Exports fell, verdict: contradicted, confidence: 0.9, quotes: [Exports were flat.]}
      - {claim: Imports rose, source: b, verdict: supported, quotes: [Imports rose.]}
      - {claim: Wages fell, raw: no JSON at all}
      - {split: Exports fell and imports rose, parts: [Exports fell, imports rose]}

With ``source``, an id, it is what is said before that source alone; ``raw`` is the whole answer,
whatever it is. A question about claims of which none is recorded is refused, as by an endpoint
that does not know the model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from bench.model_endpoint import Body

Record = Mapping[str, Any]
_MARK = re.compile(r"<<<[0-9a-f]+>>>")
_ENTAILED = re.compile(r"Document: (.*)\nClaim: (.*)", re.DOTALL)
_USUAL = {"confidence": 0.9, "quotes": [], "reasoning": "as recorded"}


class Recorded:
    """What is recorded, by passage and claim.

    Args:
        cases: Of each case its evidence, in protobuf's JSON mapping, and what its judge says.
    """

    def __init__(self, cases: Iterable[tuple[Mapping[str, Any], Iterable[Record]]]) -> None:
        self._records: dict[tuple[str, str], Record] = {}
        self._parts: dict[str, list[str]] = {}
        for evidence, records in cases:
            for record in records:
                if "split" in record:
                    self._parts[record["split"]] = record["parts"]
                else:
                    self._keep(record, _texts(evidence))

    def answer(self, body: Body) -> str | None:
        """What the model answers to a request; None where nothing is recorded."""
        asked = body["messages"][-1]["content"]
        entailed = _ENTAILED.fullmatch(asked)
        if entailed:
            record = self._records.get((entailed[1].strip(), entailed[2]))
            return None if record is None else "Yes" if record["verdict"] == "supported" else "No"
        claims = json.loads(asked[asked.rindex("\n[") :])
        if "statement" in claims[0]:
            return self._split(claims)
        _, _, passage, _ = _MARK.split(asked)
        known = [
            (claim["id"], record)
            for claim in claims
            if (record := self._records.get((passage.strip(), claim["claim"]))) is not None
        ]
        raw = [record["raw"] for _, record in known if "raw" in record]
        entries = [_USUAL | {"id": id_} | _said(record) for id_, record in known]
        return raw[0] if raw else json.dumps({"results": entries}) if entries else None

    def _split(self, statements: Iterable[Record]) -> str:
        """The parts of statements; those that none are recorded of stay whole."""
        parts = [
            {"id": one["id"], "text": part}
            for one in statements
            for part in self._parts.get(one["statement"], [one["statement"]])
        ]
        return json.dumps({"parts": parts})

    def _keep(self, record: Record, texts: Mapping[str, str]) -> None:
        for source in [record["source"]] if "source" in record else texts:
            key = texts[source], record["claim"]
            if self._records.setdefault(key, record) != record:
                raise ValueError(f"two cases have their judge say different things of {key}")


def _texts(evidence: Mapping[str, Any]) -> dict[str, str]:
    cited = [*evidence.get("sources", ()), *evidence.get("items", ())]
    return {one["id"]: one.get("text", "").strip() for one in cited}


def _said(record: Record) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in {"claim", "source"}}
