"""Rates and overrides from the wire, and the mending value back on it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from verifyd.v1 import consistency_pb2, report_pb2, verify_pb2

from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.report import Action, CheckResult, Decision, Detail, Findings, Mode, Report
from sidecar.model.text import Span
from sidecar.settings.overrides import add_rates
from sidecar.settings.root import Settings
from sidecar.wire.report import write_report
from sidecar.wire.verify import CurrencyRateInvalid, read_currency_rates, read_overrides

RATE = consistency_pb2.CurrencyRate(
    **{"from": "USD", "to": "QAR", "rate": "3.64", "date": "2026-11-01"}
)


def test_rates_join_the_settings_and_their_digest() -> None:
    server = Settings()
    assert add_rates(server, []) is server
    before = server.digest  # cached: a copy must not carry it along
    changed = add_rates(server, read_currency_rates([RATE]))
    assert [rate.rate for rate in changed.consistency.currency_rates] == [Decimal("3.64")]
    assert changed.digest != before
    assert server.digest == before


def test_a_long_bad_value_is_not_repeated_whole() -> None:
    bad = consistency_pb2.CurrencyRate(to="QAR", rate="1", date="2026-11-01")
    setattr(bad, "from", "x" * 10_000)
    with pytest.raises(CurrencyRateInvalid) as refused:
        read_currency_rates([bad])
    assert refused.value.metadata == {"index": "0", "field": "from", "given": "x" * 80}
    assert len(str(refused.value)) < 200


def test_overrides_are_read_exactly() -> None:
    given = verify_pb2.ConsistencyOverrides(epsilon_pct=0.1, table_totals=True)
    assert read_overrides(verify_pb2.Overrides(consistency=given)) == {
        "consistency.epsilon_pct": Decimal("0.1"),
        "consistency.table_totals": True,
    }


def test_what_would_mend_a_sum_is_sent() -> None:
    checks = [
        MathCheck("sum_L1", False, Span(0, 4), Decimal("4E+1"), Decimal(41), Decimal("4E+1")),
        MathCheck("percent_sum_L2", False, Span(5, 9), Decimal(85), Decimal(100)),
    ]
    outcome = Findings(judged=2, detail=ConsistencyDetail(checks))
    report = Report(
        decision=Decision.FAIL,
        action=Action.HOLD,
        mode=Mode.ENFORCE,
        results=[CheckResult(check="consistency", required=True, outcome=outcome)],
        text_digest="",
        evidence_digest="",
        settings_digest="",
        engine_version="",
    )
    message = report_pb2.Report.FromString(write_report(report, Detail.BINDINGS))
    sent = message.results[0].findings.consistency.math_checks
    assert [(one.total, one.mend) for one in sent] == [("40", "40"), ("85", "")]
