"""Other places of settings, which files of their own kind have them at."""

from __future__ import annotations

from sidecar.settings.fields import Names

TOP_SECTIONS = ("rounding", "percent", "currency", "binding")
"""Sections of ``numeric`` that a file may have at its top level."""

ALIASES = {
    "verify_claims": ("claims", "enabled"),
    "verify_claim_types": ("claims", "types"),
    "verify_confidence_threshold": ("claims", "confidence_threshold"),
    "verify_model": ("claims", "model"),
    "verification_require_citations": ("citations", "require_citations"),
    "verification_min_evidence_support": ("support", "min_evidence_support"),
    "verification_confidence_tolerance": ("support", "confidence_tolerance"),
    "verify_use_cached": ("sources", "mode"),
}
"""Settings with a second name, which files have at their top level and variables in capitals."""

ALIAS_VALUES = {"verify_use_cached": {"true": "cached", "false": "fresh"}}
"""What values under a second name mean, where the setting itself has others."""

_EXTRACTORS = {
    "latency": "LatencyExtractor",
    "text_quality": "TextQualityExtractor",
    "classification": "ClassificationExtractor",
    "contains": "ContainsExtractor",
    "custom": "CustomExtractor",
}

OUTCOME_SECTIONS = ("extractors", "verification", "caching")
"""Sections at the top level of a file that configures outcomes."""

OUTCOME_ALIASES: dict[Names, Names] = {
    ("verification", "governance_check"): ("outcomes", "governance", "enabled"),
    ("verification", "store_outcomes"): ("outcomes", "store_outcomes"),
    ("verification", "max_criteria_per_task"): ("outcomes", "max_criteria_per_task"),
    ("caching", "extractor_results_ttl"): ("outcomes", "cache_ttl_s"),
    ("extractors", "text_quality", "config", "rouge_types"): (
        *("outcomes", "extractors", "text_quality"),
        "rouge_types",
    ),
    ("extractors", "custom", "sandbox", "timeout_ms"): (
        *("outcomes", "extractors", "custom", "sandbox"),
        "timeout_ms",
    ),
    ("extractors", "custom", "sandbox", "memory_limit_mb"): (
        *("outcomes", "extractors", "custom", "sandbox"),
        "memory_limit_mb",
    ),
} | {
    ("extractors", name, "enabled"): ("outcomes", "extractors", name, "enabled")
    for name in _EXTRACTORS
}
"""What stands there, and where it belongs."""

OUTCOME_CLASSES: dict[Names, str] = {
    ("extractors", name, "class"): value for name, value in _EXTRACTORS.items()
}
"""What can stand there as it is and nothing else: other classes are entry points."""


def aliased(name: str, given: object) -> object:
    """The setting's own value for one that is given under a second name."""
    return ALIAS_VALUES.get(name, {}).get(str(given).lower(), given)
