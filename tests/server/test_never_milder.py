"""Against a real server: the more of a text is wrong, the worse it is judged, and never milder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from verifyd import Client

from bench import invented, monotone
from sidecar.binding.settings import BindingSettings

PRESETS = BindingSettings.model_json_schema()["properties"]["preset"]["enum"]


@pytest.fixture(scope="module", params=PRESETS)
def client(request: pytest.FixtureRequest, connect: Any) -> Iterator[Client]:
    settings = {"numeric": {"binding": {"preset": request.param}}}
    with connect(settings, timeout=60) as connected:
        yield connected


def test_small_texts_are_held_from_one_invented_figure_on(client: Client) -> None:
    """Four plain sentences each; with three or four inventions they used to be released."""
    judged = [one for scene in invented.scenes(9, 4, 31) for one in invented.judge(client, scene)]
    assert [(one.invented, one.text) for one in judged if one.is_mistaken] == []


def test_longer_texts_are_held_too(client: Client) -> None:
    counts = (0, 1, 6, 10)
    scenes = invented.scenes(3, 10, 32)
    judged = [one for scene in scenes for one in invented.judge(client, scene, counts)]
    assert [(one.invented, one.text) for one in judged if one.is_mistaken] == []


def test_each_invented_figure_is_an_error_in_every_company(client: Client) -> None:
    for scene in invented.scenes(4, 5, 33):
        handle = client.put(invented.result(scene))
        for count in (1, 3, 5):
            text, wrong = scene.text(count), {*scene.order[:count]}
            report = client.verify(text, handles=[handle])
            found = [monotone.worst(report, *span) for span in scene.spans(count)]
            assert [at for at, worst in enumerate(found) if worst == 3] == sorted(wrong), text


def test_no_decision_gets_milder_when_another_number_is_made_wrong(client: Client) -> None:
    for number, case in enumerate(known_cases()):
        for milder in monotone.chain(client, case, 3, Random(number)):
            assert [one for one in milder if one.what != "finding"] == []


@cache
def known_cases() -> list[monotone.MonotoneCase]:
    """A text of each yardstick, and statements about a generated table."""
    return list(monotone.cases(1, [], Random("never milder")))
