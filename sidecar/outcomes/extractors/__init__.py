"""The table of what measures tasks, and what third parties add to it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points

from sidecar.outcomes.extractors.base import MetricExtractor
from sidecar.outcomes.extractors.classification import ClassificationExtractor
from sidecar.outcomes.extractors.contains import ContainsExtractor
from sidecar.outcomes.extractors.reported import ChecksExtractor, LatencyExtractor
from sidecar.outcomes.extractors.text_quality import TextQualityExtractor
from sidecar.outcomes.metrics import Metric
from sidecar.outcomes.settings import ExtractorsSettings
from sidecar.structure.settings import StructureSettings

GROUP = "verifyd.extractors"
"""Of the entry points of third parties: classes without arguments."""


class ExtractorInvalid(Exception):
    """Something that is no extractor is registered, or two measure one metric."""


class Extractors:
    """The extractors that measure tasks.

    Attributes:
        by_name: Each that is enabled.
        metrics: All that they can measure.

    Args:
        settings: Which are enabled, and how they measure.
        structure: Of the check whose worker judges schemas.

    Raises:
        ExtractorInvalid: If one of a third party cannot be used.
    """

    def __init__(self, settings: ExtractorsSettings, structure: StructureSettings) -> None:
        own: dict[str, tuple[bool, MetricExtractor]] = {
            "latency": (settings.latency.enabled, LatencyExtractor()),
            "text_quality": (
                settings.text_quality.enabled,
                TextQualityExtractor(settings.text_quality),
            ),
            "classification": (
                settings.classification.enabled,
                ClassificationExtractor(settings.classification),
            ),
            "contains": (settings.contains.enabled, ContainsExtractor(structure)),
            "checks": (settings.checks.enabled, ChecksExtractor()),
        }
        self.by_name = {name: one for name, (enabled, one) in own.items() if enabled}
        for name in settings.third_party:
            self.by_name[name] = _loaded(name)
        self.metrics: Mapping[str, Metric] = self._all()

    def _all(self) -> dict[str, Metric]:
        found: dict[str, Metric] = {}
        for name, extractor in self.by_name.items():
            twice = found.keys() & extractor.metrics.keys()
            if twice:
                raise ExtractorInvalid(f"{name} measures {min(twice)}, which another one does")
            found.update(extractor.metrics)
        return found


def _loaded(name: str) -> MetricExtractor:
    for point in entry_points(group=GROUP, name=name):
        extractor = point.load()()
        if isinstance(extractor, MetricExtractor):
            return extractor
        raise ExtractorInvalid(f"{name} of {point.value} is not a MetricExtractor")
    raise ExtractorInvalid(f"no installed package has {name!r} in the group {GROUP}")
