"""Metrics in the form of Prometheus. Importing this brings prometheus_client with it.

Labels are bounded: methods, codes, reasons, checks and verdicts are words of this program. No label
holds a tenant, a query id or anything else that a caller can choose.
"""

from __future__ import annotations

import platform
from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sidecar import __version__
from sidecar.evidence.store import EvidenceStore
from sidecar.instruments.base import CallEnding
from sidecar.instruments.container import ContainerCollector
from sidecar.judges.spending import SpendingAccount
from sidecar.model.claim import ClaimsDetail
from sidecar.model.report import Failure
from sidecar.reports.summary import list_verdicts
from sidecar.runner import VerificationRun
from sidecar.server.admission import Admission
from sidecar.server.call import Context, ServedCall
from sidecar.settings.root import Settings

# From a short call to the longest that the settings allow; an echo takes about a millisecond.
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_FINISHED = "finished"


class Metrics:
    """Counts calls and what they found.

    Args:
        settings: For the limits that stand beside what is in use.
    """

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            "evidence": settings.evidence.memory_bytes,
            "in_flight": settings.server.max_in_flight,
            "queued": settings.server.max_queue,
            "streams": settings.streams.max_streams,
        }
        # Twice as many series otherwise, for what no dashboard asks.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        own = self._registry = CollectorRegistry()
        self._calls = Counter(
            "verifyd_calls", "Calls that ended.", ("method", "status", "reason"), registry=own
        )
        self._call_seconds = Histogram(
            "verifyd_call_duration_seconds",
            "From a call's arrival to its answer.",
            ("method",),
            buckets=_SECONDS,
            registry=own,
        )
        self._decisions = Counter(
            "verifyd_decisions", "Reports.", ("decision", "action"), registry=own
        )
        self._checks = Counter(
            "verifyd_checks",
            "Checks that ran; `ending` is `finished`, or why nothing is known.",
            ("check", "ending"),
            registry=own,
        )
        self._check_seconds = Histogram(
            "verifyd_check_duration_seconds",
            "How long a check took.",
            ("check",),
            buckets=_SECONDS,
            registry=own,
        )
        self._findings = Counter(
            "verifyd_findings", "Findings.", ("check", "code", "severity"), registry=own
        )
        self._numbers = Counter(
            "verifyd_numbers_judged", "Numbers that were judged.", ("verdict",), registry=own
        )
        self._claims = Counter(
            "verifyd_claims_judged", "Claims that were judged.", ("verdict",), registry=own
        )
        self._settlements = Counter(
            "verifyd_settlements",
            "Settlements and reversals (`kind`); `result` is `REPLAYED` where nothing was written.",
            ("kind", "result"),
            registry=own,
        )
        self._reviews = Counter(
            "verifyd_reviews",
            "Texts with flagged findings; `result` is `stored`, or `not_stored`.",
            ("result",),
            registry=own,
        )
        self._models = _Models(own)
        build = Gauge(
            "verifyd_build_info", "Always 1.", ("version", "python_version"), registry=own
        )
        build.labels(__version__, platform.python_version()).set(1)
        ProcessCollector(registry=own)
        own.register(ContainerCollector())

    def watch(self, store: EvidenceStore, calls: Admission, streams: Admission) -> None:
        """Tell from now on what these hold, as of each scrape."""
        self._registry.register(_Holdings(store, calls, streams, self._limits))

    def page(self) -> bytes:
        """Everything in the text format. May be called from any thread."""
        return generate_latest(self._registry)

    def ended(self, call: ServedCall, ending: CallEnding, context: Context) -> None:
        """Count a call, and what its report holds."""
        del context
        method = call.method.removeprefix("/")
        self._calls.labels(method, ending.status, ending.reason).inc()
        self._call_seconds.labels(method).observe(ending.seconds)
        if call.settled is not None:
            self._settlements.labels(*call.settled).inc()
        if call.run is not None:
            self._count(call.run)
        stored = call.facts.get("review_stored")
        if stored is not None:
            self._reviews.labels("stored" if stored else "not_stored").inc()

    async def stop(self) -> None:
        """Nothing to let go of."""

    def _count(self, run: VerificationRun) -> None:
        report = run.report
        self._decisions.labels(report.decision.name, report.action.name).inc()
        for check, _, seconds in run.timings:
            self._check_seconds.labels(check).observe(seconds)
        for result in report.results:
            outcome = result.outcome
            if isinstance(outcome, Failure):
                self._checks.labels(result.check, outcome.reason).inc()
                continue
            self._checks.labels(result.check, _FINISHED).inc()
            given = (finding.code for finding in outcome.findings)
            found = Tally(zip(given, result.severities, strict=True))
            for (code, severity), count in found.items():
                self._findings.labels(result.check, code, severity.name).inc(count)
            if isinstance(outcome.detail, ClaimsDetail):
                for judged, count in outcome.detail.verdicts.items():
                    self._claims.labels(judged.name).inc(count)
        for verdict, count in Tally(list_verdicts(report)).items():
            self._numbers.labels(verdict.name).inc(count)
        self._models.count(run.account)


class _Models:
    """Counts what models were used for. Their names are those of the settings.

    Args:
        registry: Where the metrics are kept.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self._calls = Counter(
            "verifyd_model_calls",
            "Calls that were sent to models; `ending` is `answered`, or why there is no answer.",
            ("model", "ending"),
            registry=registry,
        )
        self._seconds = Histogram(
            "verifyd_model_call_duration_seconds",
            "How long a call to a model took.",
            ("model",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._cached = [
            Counter(name, text, ("model",), registry=registry)
            for name, text in (
                ("verifyd_model_answers_cached", "Questions that a cached answer settled."),
                # The former name; version 0.2 drops it.
                (
                    "verifyd_model_answers_kept",
                    "Deprecated: use verifyd_model_answers_cached_total.",
                ),
            )
        ]
        self._tokens = Counter(
            "verifyd_model_tokens",
            "Tokens of prompts and answers (`kind`).",
            ("model", "kind"),
            registry=registry,
        )
        self._cost = Counter(
            "verifyd_model_cost",
            "What models cost, in the currency of the settings, where they have a price.",
            ("model",),
            registry=registry,
        )

    def count(self, account: SpendingAccount) -> None:
        """Count what a request spent."""
        for model, _, seconds, reason in account.sent:
            self._calls.labels(model, reason or "answered").inc()
            self._seconds.labels(model).observe(seconds)
        for model, use in account.models.items():
            for counter in self._cached:
                counter.labels(model).inc(use.kept)
            self._tokens.labels(model, "prompt").inc(use.prompt_tokens)
            self._tokens.labels(model, "completion").inc(use.completion_tokens)
            self._cost.labels(model).inc(float(use.cost or 0))


class _Holdings(Collector):
    """What store and admission say of themselves, asked at each scrape."""

    def __init__(
        self,
        store: EvidenceStore,
        calls: Admission,
        streams: Admission,
        limits: Mapping[str, int],
    ) -> None:
        self._store = store
        self._calls, self._streams = calls, streams
        self._limits = limits

    def collect(self) -> Iterator[Metric]:
        """All families."""
        held = self._store.statistics()
        calls, streams = self._calls.statistics(), self._streams.statistics()
        limits = self._limits
        for name, help_text, value in (
            ("evidence_bytes", "Memory that uploaded evidence takes.", held.nbytes),
            ("evidence_limit_bytes", "Most memory that it may take.", limits["evidence"]),
            ("evidence_entries", "Query results and sources uploaded in advance.", held.entries),
            ("evidence_pinned", "Of these, in use by calls.", held.pinned),
            ("calls_in_flight", "Calls being served.", calls.in_flight),
            ("calls_in_flight_limit", "Most calls served at a time.", limits["in_flight"]),
            ("calls_queued", "Calls that wait for their turn.", calls.queued),
            ("calls_queued_limit", "Most calls that may wait.", limits["queued"]),
            (
                "streams_open",
                "Narratives verified as they are written.",
                streams.in_flight,
            ),
            ("streams_open_limit", "Most of them at a time.", limits["streams"]),
        ):
            yield GaugeMetricFamily(f"verifyd_{name}", help_text, value)
        for name, help_text, value in (
            ("evidence_hits", "Handles that were found.", held.hits),
            ("evidence_misses", "Handles that were not.", held.misses),
            ("evidence_evictions", "Query results dropped to make room.", held.evictions),
            ("evidence_expirations", "Query results past their time.", held.expirations),
            ("calls_refused", "Calls refused because the queue was full.", calls.refused),
            ("streams_refused", "Streams refused because too many were open.", streams.refused),
        ):
            yield CounterMetricFamily(f"verifyd_{name}", help_text, value)
