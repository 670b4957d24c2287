from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class AnswerRequest(_message.Message):
    __slots__ = ("question_id", "question", "context_json")
    QUESTION_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_JSON_FIELD_NUMBER: _ClassVar[int]
    question_id: str
    question: str
    context_json: str
    def __init__(self, question_id: _Optional[str] = ..., question: _Optional[str] = ..., context_json: _Optional[str] = ...) -> None: ...

class AnswerResponse(_message.Message):
    __slots__ = ("answer", "run_json")
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    RUN_JSON_FIELD_NUMBER: _ClassVar[int]
    answer: str
    run_json: str
    def __init__(self, answer: _Optional[str] = ..., run_json: _Optional[str] = ...) -> None: ...
