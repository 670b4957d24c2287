"""What the weights of context binding are fitted to: the readings of labelled numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench import records
from bench.scoring import Record
from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.context.weighing.confusions import swapped
from sidecar.binding.context.weighing.weigh import (
    FOREIGN,
    features,
    outside,
    random_chance,
    shipped,
)
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import reading
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.number import Number
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract

_FORMS = ("digit", "word")
_OUTSIDE = -1  # the kind of the reading that no evidence speaks of


class Item(NamedTuple):
    """One labelled number.

    Attributes:
        record: Its text; folds never cut one.
        group: The set and domain it belongs to.
        right: Its label.
        chance: That of a random number being this one.
        foreign: Whether something tells that the evidence does not speak of it.
        swapped: That of a number taken from elsewhere being this one.
        features: Of each reading. Shape (readings, features).
        kinds: Of each reading. Shape (readings,).
        shares: Which part of each reading agrees. Shape (readings,).
    """

    record: str
    group: str
    right: bool
    chance: float
    foreign: bool
    swapped: float
    features: NDArray[np.float32]
    kinds: NDArray[np.int64]
    shares: NDArray[np.float64]


def load(files: Sequence[Path]) -> list[Item]:
    """The labelled numbers of record files."""
    jobs = [
        (file.name.split(".")[0], record, records.metadata(file))
        for file in files
        for record in records.read(file)
    ]
    with ProcessPoolExecutor() as pool:
        found = pool.map(_items, jobs, chunksize=8)
        return [item for items in found for item in items]


def _items(job: tuple[str, Record, records.Metadata]) -> list[Item]:
    return list(_of(*job))


def _of(name: str, record: Record, metadata: records.Metadata) -> Iterator[Item]:
    settings, text = NumericSettings(), Text(record["narrative"])
    claims = extract(text, reading(settings)).claims
    binder = ContextBinder(settings, text, list(tables(record, metadata)), Detail.BINDINGS)
    names = {feature: i for i, feature in enumerate(shipped().scores)}
    for claim, (target, found, signs) in zip(claims, binder.readings(claims), strict=True):
        told = labels(record, text, claim.number)
        if not told:
            continue
        rows = np.zeros((len(found) + 1, len(names)), np.float32)
        for row, one in enumerate(found):
            for feature, value in features(one):
                if feature in names:  # the others weigh nothing
                    rows[row, names[feature]] = value
        for feature, value in outside(signs):
            rows[-1, names[feature]] = value
        yield Item(
            f"{name}/{record['id']}",
            f"{name} {record.get('domain') or ''}".strip(),
            told == {"supported"},
            random_chance(target),
            not FOREIGN.isdisjoint(signs),
            swapped(found),
            rows,
            np.array([*(int(one.kind) for one in found), _OUTSIDE]),
            np.array([*(one.share if one.agrees else 0.0 for one in found), 0.0]),
        )


def labels(record: Record, text: Text, number: Number) -> set[str]:
    """The labels of the numbers of the gold that a number of the text overlaps, where scored."""
    start, end = (text.char_offset(at) for at in number.span)
    return {
        gold["label"]
        for gold in record["gold"]
        if gold["kind"] == "number" and gold.get("scored") and gold["form"] in _FORMS
        and gold["start"] < end and start < gold["end"]
    }  # fmt: skip


def tables(record: Record, metadata: records.Metadata) -> Iterator[TableIndex]:
    """The query results of a record, with what is known of their columns."""
    known = {**metadata, **record.get("columns_meta", {})}
    for result in record["query_results"]:
        columns = tuple(
            Column(
                name=name,
                label=told.get("label", ""),
                description=told.get("description", ""),
                unit=told.get("unit", ""),
                synonyms=tuple(told.get("synonyms", ())),
            )
            for name, told in known.get(result["query_id"], {}).items()
            if name in result["columns"]
        )
        header = Header(
            query_id=result["query_id"].replace(" ", "_"),
            family=result.get("family") or "",
            title=result.get("title") or "",
            columns=columns,
        )
        payload = json.dumps({"columns": result["columns"], "rows": result["rows"]})
        yield TableIndex(decode(payload.encode(), header, EvidenceLimits()))
