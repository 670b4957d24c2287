from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StructureRepairKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STRUCTURE_REPAIR_KIND_UNSPECIFIED: _ClassVar[StructureRepairKind]
    STRUCTURE_REPAIR_KIND_UNWRAPPED: _ClassVar[StructureRepairKind]
    STRUCTURE_REPAIR_KIND_CLOSED: _ClassVar[StructureRepairKind]
    STRUCTURE_REPAIR_KIND_SYNTAX: _ClassVar[StructureRepairKind]
    STRUCTURE_REPAIR_KIND_DEFAULTED: _ClassVar[StructureRepairKind]
STRUCTURE_REPAIR_KIND_UNSPECIFIED: StructureRepairKind
STRUCTURE_REPAIR_KIND_UNWRAPPED: StructureRepairKind
STRUCTURE_REPAIR_KIND_CLOSED: StructureRepairKind
STRUCTURE_REPAIR_KIND_SYNTAX: StructureRepairKind
STRUCTURE_REPAIR_KIND_DEFAULTED: StructureRepairKind

class StructuredResponse(_message.Message):
    __slots__ = ("response", "schema_json", "schema_name")
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_NAME_FIELD_NUMBER: _ClassVar[int]
    response: str
    schema_json: str
    schema_name: str
    def __init__(self, response: _Optional[str] = ..., schema_json: _Optional[str] = ..., schema_name: _Optional[str] = ...) -> None: ...

class StructureDetail(_message.Message):
    __slots__ = ("valid", "errors", "repairs", "corrected_json", "corrected_valid", "retry_hint")
    VALID_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    REPAIRS_FIELD_NUMBER: _ClassVar[int]
    CORRECTED_JSON_FIELD_NUMBER: _ClassVar[int]
    CORRECTED_VALID_FIELD_NUMBER: _ClassVar[int]
    RETRY_HINT_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    errors: _containers.RepeatedCompositeFieldContainer[StructureError]
    repairs: _containers.RepeatedCompositeFieldContainer[StructureRepair]
    corrected_json: str
    corrected_valid: bool
    retry_hint: str
    def __init__(self, valid: _Optional[bool] = ..., errors: _Optional[_Iterable[_Union[StructureError, _Mapping]]] = ..., repairs: _Optional[_Iterable[_Union[StructureRepair, _Mapping]]] = ..., corrected_json: _Optional[str] = ..., corrected_valid: _Optional[bool] = ..., retry_hint: _Optional[str] = ...) -> None: ...

class StructureError(_message.Message):
    __slots__ = ("instance_path", "schema_path", "keyword", "message", "repaired")
    INSTANCE_PATH_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_PATH_FIELD_NUMBER: _ClassVar[int]
    KEYWORD_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REPAIRED_FIELD_NUMBER: _ClassVar[int]
    instance_path: str
    schema_path: str
    keyword: str
    message: str
    repaired: bool
    def __init__(self, instance_path: _Optional[str] = ..., schema_path: _Optional[str] = ..., keyword: _Optional[str] = ..., message: _Optional[str] = ..., repaired: _Optional[bool] = ...) -> None: ...

class StructureRepair(_message.Message):
    __slots__ = ("instance_path", "kind", "inserted_json", "edits")
    INSTANCE_PATH_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    INSERTED_JSON_FIELD_NUMBER: _ClassVar[int]
    EDITS_FIELD_NUMBER: _ClassVar[int]
    instance_path: str
    kind: StructureRepairKind
    inserted_json: str
    edits: _containers.RepeatedCompositeFieldContainer[StructureEdit]
    def __init__(self, instance_path: _Optional[str] = ..., kind: _Optional[_Union[StructureRepairKind, str]] = ..., inserted_json: _Optional[str] = ..., edits: _Optional[_Iterable[_Union[StructureEdit, _Mapping]]] = ...) -> None: ...

class StructureEdit(_message.Message):
    __slots__ = ("start", "end", "replacement")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    start: int
    end: int
    replacement: str
    def __init__(self, start: _Optional[int] = ..., end: _Optional[int] = ..., replacement: _Optional[str] = ...) -> None: ...
