"""The seed's configuration of outcomes, at the top level of a file of settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

SEED = """\
extractors:
  latency:
    enabled: true
    class: "LatencyExtractor"

  text_quality:
    enabled: true
    class: "TextQualityExtractor"
    config:
      rouge_types: ["rouge1", "rouge2", "rougeL"]

  classification:
    enabled: false
    class: "ClassificationExtractor"

  contains:
    enabled: true
    class: "ContainsExtractor"

  custom:
    enabled: true
    class: "CustomExtractor"
    sandbox:
      timeout_ms: 4000
      memory_limit_mb: 128

verification:
  governance_check: false
  store_outcomes: true
  max_criteria_per_task: 7

caching:
  extractor_results_ttl: 30
"""


def loaded(folder: Path, text: str) -> Settings:
    path = folder / "settings.yaml"
    path.write_text(text, "utf-8")
    return load(path, {})


def test_it_loads_as_it_stands(tmp_path: Path) -> None:
    own = loaded(tmp_path, SEED).outcomes
    assert own.max_criteria_per_task == 7
    assert own.cache_ttl_s == 30
    assert not own.governance.enabled
    assert not own.extractors.classification.enabled
    assert own.extractors.latency.enabled
    assert own.extractors.custom.enabled
    assert own.extractors.custom.sandbox.timeout_ms == 4000
    assert own.extractors.custom.sandbox.memory_limit_mb == 128
    assert own.extractors.text_quality.rouge_types == ("rouge1", "rouge2", "rougeL")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("caching: {extractor_results_tll: 3}", "did you mean 'caching.extractor_results_ttl'"),
        ("caching: 3", "there is no setting caching"),
        ("extractors: {latency: {class: Mine}}", "it is 'LatencyExtractor'"),
        ("verification: {max_criteria_per_task: 0}", "outcomes.max_criteria_per_task is 0"),
        ("caching: {extractor_results_ttl: 3}\noutcomes: {cache_ttl_s: 3}", "twice"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError) as raised:
        loaded(tmp_path, text)
    assert told in str(raised.value)
