"""Explaining a report changes none of it: over narratives of the open halves, in many voices."""

from __future__ import annotations

from typing import Any

import pytest

from bench.analysts.build import SETS, build
from bench.labelled import tables
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import extract_options
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

EVERY = 4
"""Of the narratives, so that it takes seconds."""


def verdicts(record: dict[str, Any], detail: Detail) -> list[tuple[object, ...]]:
    settings, text = NumericSettings(), Text(record["narrative"])
    binder = EngineBinder(settings, text, list(tables(record, {})), detail)
    bound = binder.bind(extract_numbers(text, extract_options(settings)).claims)
    return [(one.binding.verdict, one.binding.reading, one.codes) for one in bound]


@pytest.mark.slow
@pytest.mark.parametrize("dataset", SETS)
def test_explained_numbers_have_the_verdicts_of_plain_ones(dataset: str) -> None:
    for record in build("open", dataset)[::EVERY]:
        explained = verdicts(record, Detail.EXPLAIN)
        assert explained == verdicts(record, Detail.BINDINGS), record["id"]
