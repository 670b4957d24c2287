"""The contract that callers see: its messages and services, with their comments."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from google.protobuf import descriptor_pb2 as pb
from grpc_tools import protoc

ROOT = Path(__file__).parent.parent
FILES = (
    "verify",
    "transcript_service",
    "evidence_service",
    "outcome_service",
    "review_service",
    "error_reason",
)


class Contract:
    """The messages and services of the contract, with their comments."""

    def __init__(self) -> None:
        self.messages: dict[str, pb.DescriptorProto] = {}
        self.enums: dict[str, pb.EnumDescriptorProto] = {}
        self.services: list[tuple[str, pb.ServiceDescriptorProto]] = []
        self._comments: dict[str, str] = {}
        for file in _compile().file:
            texts = {
                tuple(each.path): each.leading_comments for each in file.source_code_info.location
            }
            for number, message in enumerate(file.message_type):
                self._add(f"{file.package}.{message.name}", message, texts, (4, number))
            for number, enum in enumerate(file.enum_type):
                self._add_enum(f"{file.package}.{enum.name}", enum, texts, (5, number))
            for number, service in enumerate(file.service):
                name = f"{file.package}.{service.name}"
                self.services.append((name, service))
                self._note(name, texts, (6, number))
                for index, method in enumerate(service.method):
                    self._note(f"{name}.{method.name}", texts, (6, number, 2, index))

    def comment(self, name: str) -> str:
        """What the contract says of a thing."""
        return self._comments.get(name, "")

    def reachable(self, name: str) -> set[str]:
        """The names of a message and of all that it is made of."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one in found or one.startswith("google.protobuf."):
                continue
            found.add(one)
            if one in self.messages:
                fields = self.messages[one].field
                waiting += [field.type_name[1:] for field in fields if field.type_name]
        return found

    def _add(
        self,
        name: str,
        message: pb.DescriptorProto,
        texts: Mapping[tuple[int, ...], str],
        path: tuple[int, ...],
    ) -> None:
        self.messages[name] = message
        self._note(name, texts, path)
        for number, field in enumerate(message.field):
            self._note(f"{name}.{field.name}", texts, (*path, 2, number))
        for number, inner in enumerate(message.nested_type):
            self._add(f"{name}.{inner.name}", inner, texts, (*path, 3, number))
        for number, enum in enumerate(message.enum_type):
            self._add_enum(f"{name}.{enum.name}", enum, texts, (*path, 4, number))

    def _add_enum(
        self,
        name: str,
        enum: pb.EnumDescriptorProto,
        texts: Mapping[tuple[int, ...], str],
        path: tuple[int, ...],
    ) -> None:
        self.enums[name] = enum
        self._note(name, texts, path)
        for number, value in enumerate(enum.value):
            self._note(f"{name}.{value.name}", texts, (*path, 2, number))

    def _note(self, name: str, texts: Mapping[tuple[int, ...], str], path: tuple[int, ...]) -> None:
        self._comments[name] = re.sub(r"(?m)^ ", "", texts.get(path, "")).strip()


def _compile() -> pb.FileDescriptorSet:
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/contract"
        words = ["protoc", f"-I{ROOT}/proto", f"-I{ROOT}/third_party/googleapis"]
        words += ["--include_imports", "--include_source_info", f"--descriptor_set_out={out}"]
        words.append(f"-I{Path(protoc.__file__).parent}/_proto")
        if protoc.main([*words, *(f"verifyd/v1/{name}.proto" for name in FILES)]):
            raise RuntimeError("the contract does not compile")
        return pb.FileDescriptorSet.FromString(Path(out).read_bytes())
