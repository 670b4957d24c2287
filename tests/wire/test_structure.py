"""The structure detail on the wire says what the model says."""

from __future__ import annotations

from verifyd.v1 import structure_pb2, verify_pb2

from sidecar.model.report import Detail
from sidecar.model.structure import RepairKind, StructureDetail, StructureError, StructureRepair
from sidecar.settings.root import Settings
from sidecar.structure import intake
from sidecar.wire.claims import read_response, write_structure
from sidecar.wire.verify import read_overrides

DETAIL = StructureDetail(
    valid=False,
    errors=[StructureError("/a", "/properties/a/type", "type", "wrong", repaired=True)],
    repairs=[StructureRepair("/b", RepairKind.DEFAULTED, "1")],
    corrected='{"b": 1}',
    corrected_valid=True,
    retry_hint="again",
)


def sent(level: Detail) -> structure_pb2.StructureDetail:
    message = structure_pb2.StructureDetail()
    write_structure(message, DETAIL, level)
    return message


def test_every_field() -> None:
    assert sent(Detail.BINDINGS) == structure_pb2.StructureDetail(
        valid=False,
        errors=[
            structure_pb2.StructureError(
                instance_path="/a",
                schema_path="/properties/a/type",
                keyword="type",
                message="wrong",
                repaired=True,
            )
        ],
        repairs=[
            structure_pb2.StructureRepair(
                instance_path="/b",
                kind=structure_pb2.STRUCTURE_REPAIR_KIND_DEFAULTED,
                inserted_json="1",
            )
        ],
        corrected_json='{"b": 1}',
        corrected_valid=True,
        retry_hint="again",
    )


def test_with_verdicts_the_result_stays() -> None:
    message = sent(Detail.VERDICTS)
    assert (message.corrected_json, message.retry_hint) == ('{"b": 1}', "again")
    assert not message.errors
    assert not message.repairs


def test_the_kinds_of_repair_are_those_of_the_contract() -> None:
    prefix = "STRUCTURE_REPAIR_KIND_"
    wire = {name.removeprefix(prefix): n for name, n in structure_pb2.StructureRepairKind.items()}
    assert {kind.name: kind.value for kind in RepairKind} == {
        name: number for name, number in wire.items() if number
    }


def test_overrides_are_dotted_paths() -> None:
    given = verify_pb2.StructureOverrides(repair_json=False, check_formats=True)
    assert read_overrides(verify_pb2.Overrides(structure=given)) == {
        "structure.repair_json": False,
        "structure.check_formats": True,
    }


def test_a_request_without_a_response_has_none() -> None:
    assert read_response(verify_pb2.VerifyRequest(narrative="x"), Settings()) is None


def test_response_and_schema_count_for_the_digest() -> None:
    def digest(**fields: str) -> str:
        asked = structure_pb2.StructuredResponse(**fields)
        request = verify_pb2.VerifyRequest(narrative="x", structured_response=asked)
        return intake.digest_evidence("e", read_response(request, Settings()))

    given = [{}, {"response": "1"}, {"response": ""}, {"schema_json": "1"}, {"schema_name": "t1"}]
    assert len({digest(**fields) for fields in given}) == len(given)
    assert intake.digest_evidence("e", None) == "e"
