"""Requests from the wire: levels of detail and overrides."""

from __future__ import annotations

from decimal import Decimal

from verifyd.v1 import report_pb2, verify_pb2

from sidecar.model.report import Detail
from sidecar.settings.root import Settings
from sidecar.wire import verify


def test_an_unknown_level_of_detail_is_the_default() -> None:
    request = verify_pb2.VerifyRequest.FromString(b"\x20\x63")  # detail = 99
    assert verify.read_detail(request) is Detail.BINDINGS
    request.detail = verify_pb2.DETAIL_EXPLAIN
    assert verify.read_detail(request) is Detail.EXPLAIN


def test_only_fields_that_are_set_override() -> None:
    assert verify.read_overrides(verify_pb2.Overrides()) == {}
    message = verify_pb2.Overrides(
        mode=report_pb2.MODE_OBSERVE,
        numeric=verify_pb2.NumericOverrides(rel_epsilon=0, ignore_years=False),
    )
    assert verify.read_overrides(message) == {
        "policy.mode": "observe",
        "numeric.rounding.rel_epsilon": Decimal(0),
        "numeric.binding.ignore_years": False,
    }


def test_a_double_means_its_shortest_decimal() -> None:
    message = verify_pb2.Overrides(numeric=verify_pb2.NumericOverrides(abs_epsilon=0.1))
    assert verify.read_overrides(message) == {"numeric.rounding.abs_epsilon": Decimal("0.1")}


def test_trap_an_unknown_mode_is_not_taken_for_observe() -> None:
    message = verify_pb2.Overrides.FromString(b"\x08\x63")  # mode = 99
    assert verify.read_overrides(message) == {"policy.mode": "mode 99"}  # which overrides refuse


def test_every_override_has_a_setting() -> None:
    for field in verify_pb2.NumericOverrides.DESCRIPTOR.fields:
        path = verify._NUMERIC[field.name].split(".")
        section: object = Settings()
        for name in path:
            section = getattr(section, name)
        assert section is not None
