from verifyd.v1 import common_pb2 as _common_pb2
from verifyd.v1 import formulas_pb2 as _formulas_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SettledBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SETTLED_BY_UNSPECIFIED: _ClassVar[SettledBy]
    SETTLED_BY_CELL: _ClassVar[SettledBy]
    SETTLED_BY_DERIVATION: _ClassVar[SettledBy]
    SETTLED_BY_DECLARED_FORMULA: _ClassVar[SettledBy]
    SETTLED_BY_PROPOSED_FORMULA: _ClassVar[SettledBy]

class Unit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    UNIT_UNSPECIFIED: _ClassVar[Unit]
    UNIT_COUNT: _ClassVar[Unit]
    UNIT_PERCENT: _ClassVar[Unit]
    UNIT_CURRENCY: _ClassVar[Unit]
    UNIT_MEASURE: _ClassVar[Unit]

class NumberForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NUMBER_FORM_UNSPECIFIED: _ClassVar[NumberForm]
    NUMBER_FORM_DIGITS: _ClassVar[NumberForm]
    NUMBER_FORM_WORDS: _ClassVar[NumberForm]
    NUMBER_FORM_FRACTION: _ClassVar[NumberForm]
    NUMBER_FORM_MULTIPLE: _ClassVar[NumberForm]
    NUMBER_FORM_ORDINAL: _ClassVar[NumberForm]

class Qualifier(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUALIFIER_UNSPECIFIED: _ClassVar[Qualifier]
    QUALIFIER_ABOUT: _ClassVar[Qualifier]
    QUALIFIER_OVER: _ClassVar[Qualifier]
    QUALIFIER_AT_LEAST: _ClassVar[Qualifier]
    QUALIFIER_UNDER: _ClassVar[Qualifier]
    QUALIFIER_AT_MOST: _ClassVar[Qualifier]
    QUALIFIER_NEARLY: _ClassVar[Qualifier]
    QUALIFIER_EXACTLY: _ClassVar[Qualifier]
    QUALIFIER_JUST_OVER: _ClassVar[Qualifier]
    QUALIFIER_CLOSE_TO: _ClassVar[Qualifier]

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_UP_BY: _ClassVar[Direction]
    DIRECTION_DOWN_BY: _ClassVar[Direction]
    DIRECTION_UP_TO: _ClassVar[Direction]
    DIRECTION_DOWN_TO: _ClassVar[Direction]

class Grade(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GRADE_UNSPECIFIED: _ClassVar[Grade]
    GRADE_NONE: _ClassVar[Grade]
    GRADE_TOLERATED: _ClassVar[Grade]
    GRADE_EXACT: _ClassVar[Grade]

class LinkPart(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LINK_PART_UNSPECIFIED: _ClassVar[LinkPart]
    LINK_PART_ROW: _ClassVar[LinkPart]
    LINK_PART_COLUMN: _ClassVar[LinkPart]
    LINK_PART_PERIOD: _ClassVar[LinkPart]

class LinkOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LINK_ORIGIN_UNSPECIFIED: _ClassVar[LinkOrigin]
    LINK_ORIGIN_COUNTED: _ClassVar[LinkOrigin]
    LINK_ORIGIN_SENTENCE: _ClassVar[LinkOrigin]
    LINK_ORIGIN_TABLE: _ClassVar[LinkOrigin]
    LINK_ORIGIN_LEAD: _ClassVar[LinkOrigin]
    LINK_ORIGIN_EARLIER: _ClassVar[LinkOrigin]
    LINK_ORIGIN_HEADING: _ClassVar[LinkOrigin]
    LINK_ORIGIN_UNIT: _ClassVar[LinkOrigin]
    LINK_ORIGIN_ALONE: _ClassVar[LinkOrigin]

class SkipReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SKIP_REASON_UNSPECIFIED: _ClassVar[SkipReason]
    SKIP_REASON_YEAR: _ClassVar[SkipReason]
    SKIP_REASON_DATE: _ClassVar[SkipReason]
    SKIP_REASON_TIME: _ClassVar[SkipReason]
    SKIP_REASON_LIST_MARKER: _ClassVar[SkipReason]
    SKIP_REASON_VERSION: _ClassVar[SkipReason]
    SKIP_REASON_IDENTIFIER: _ClassVar[SkipReason]
    SKIP_REASON_CITATION: _ClassVar[SkipReason]
    SKIP_REASON_URL: _ClassVar[SkipReason]
    SKIP_REASON_CODE: _ClassVar[SkipReason]
    SKIP_REASON_ORDINAL: _ClassVar[SkipReason]
    SKIP_REASON_BELOW_LIMIT: _ClassVar[SkipReason]
    SKIP_REASON_MALFORMED: _ClassVar[SkipReason]
    SKIP_REASON_IDIOM: _ClassVar[SkipReason]
    SKIP_REASON_CONFIDENCE: _ClassVar[SkipReason]
    SKIP_REASON_PERIOD: _ClassVar[SkipReason]
SETTLED_BY_UNSPECIFIED: SettledBy
SETTLED_BY_CELL: SettledBy
SETTLED_BY_DERIVATION: SettledBy
SETTLED_BY_DECLARED_FORMULA: SettledBy
SETTLED_BY_PROPOSED_FORMULA: SettledBy
UNIT_UNSPECIFIED: Unit
UNIT_COUNT: Unit
UNIT_PERCENT: Unit
UNIT_CURRENCY: Unit
UNIT_MEASURE: Unit
NUMBER_FORM_UNSPECIFIED: NumberForm
NUMBER_FORM_DIGITS: NumberForm
NUMBER_FORM_WORDS: NumberForm
NUMBER_FORM_FRACTION: NumberForm
NUMBER_FORM_MULTIPLE: NumberForm
NUMBER_FORM_ORDINAL: NumberForm
QUALIFIER_UNSPECIFIED: Qualifier
QUALIFIER_ABOUT: Qualifier
QUALIFIER_OVER: Qualifier
QUALIFIER_AT_LEAST: Qualifier
QUALIFIER_UNDER: Qualifier
QUALIFIER_AT_MOST: Qualifier
QUALIFIER_NEARLY: Qualifier
QUALIFIER_EXACTLY: Qualifier
QUALIFIER_JUST_OVER: Qualifier
QUALIFIER_CLOSE_TO: Qualifier
DIRECTION_UNSPECIFIED: Direction
DIRECTION_UP_BY: Direction
DIRECTION_DOWN_BY: Direction
DIRECTION_UP_TO: Direction
DIRECTION_DOWN_TO: Direction
GRADE_UNSPECIFIED: Grade
GRADE_NONE: Grade
GRADE_TOLERATED: Grade
GRADE_EXACT: Grade
LINK_PART_UNSPECIFIED: LinkPart
LINK_PART_ROW: LinkPart
LINK_PART_COLUMN: LinkPart
LINK_PART_PERIOD: LinkPart
LINK_ORIGIN_UNSPECIFIED: LinkOrigin
LINK_ORIGIN_COUNTED: LinkOrigin
LINK_ORIGIN_SENTENCE: LinkOrigin
LINK_ORIGIN_TABLE: LinkOrigin
LINK_ORIGIN_LEAD: LinkOrigin
LINK_ORIGIN_EARLIER: LinkOrigin
LINK_ORIGIN_HEADING: LinkOrigin
LINK_ORIGIN_UNIT: LinkOrigin
LINK_ORIGIN_ALONE: LinkOrigin
SKIP_REASON_UNSPECIFIED: SkipReason
SKIP_REASON_YEAR: SkipReason
SKIP_REASON_DATE: SkipReason
SKIP_REASON_TIME: SkipReason
SKIP_REASON_LIST_MARKER: SkipReason
SKIP_REASON_VERSION: SkipReason
SKIP_REASON_IDENTIFIER: SkipReason
SKIP_REASON_CITATION: SkipReason
SKIP_REASON_URL: SkipReason
SKIP_REASON_CODE: SkipReason
SKIP_REASON_ORDINAL: SkipReason
SKIP_REASON_BELOW_LIMIT: SkipReason
SKIP_REASON_MALFORMED: SkipReason
SKIP_REASON_IDIOM: SkipReason
SKIP_REASON_CONFIDENCE: SkipReason
SKIP_REASON_PERIOD: SkipReason

class NumericDetail(_message.Message):
    __slots__ = ("claims_total", "claims_matched", "claims_inconclusive", "bindings", "sentences", "citations", "skipped", "passed_over", "claims_uncovered", "no_claims")
    CLAIMS_TOTAL_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_MATCHED_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_INCONCLUSIVE_FIELD_NUMBER: _ClassVar[int]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    SENTENCES_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    SKIPPED_FIELD_NUMBER: _ClassVar[int]
    PASSED_OVER_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_UNCOVERED_FIELD_NUMBER: _ClassVar[int]
    NO_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    claims_total: int
    claims_matched: int
    claims_inconclusive: int
    bindings: _containers.RepeatedCompositeFieldContainer[ClaimBinding]
    sentences: _containers.RepeatedCompositeFieldContainer[_common_pb2.Span]
    citations: _containers.RepeatedCompositeFieldContainer[NumericCitation]
    skipped: _containers.RepeatedCompositeFieldContainer[SkippedNumber]
    passed_over: _containers.RepeatedCompositeFieldContainer[_common_pb2.PassedOver]
    claims_uncovered: int
    no_claims: _containers.RepeatedCompositeFieldContainer[_formulas_pb2.Formula]
    def __init__(self, claims_total: _Optional[int] = ..., claims_matched: _Optional[int] = ..., claims_inconclusive: _Optional[int] = ..., bindings: _Optional[_Iterable[_Union[ClaimBinding, _Mapping]]] = ..., sentences: _Optional[_Iterable[_Union[_common_pb2.Span, _Mapping]]] = ..., citations: _Optional[_Iterable[_Union[NumericCitation, _Mapping]]] = ..., skipped: _Optional[_Iterable[_Union[SkippedNumber, _Mapping]]] = ..., passed_over: _Optional[_Iterable[_Union[_common_pb2.PassedOver, _Mapping]]] = ..., claims_uncovered: _Optional[int] = ..., no_claims: _Optional[_Iterable[_Union[_formulas_pb2.Formula, _Mapping]]] = ...) -> None: ...

class ClaimBinding(_message.Message):
    __slots__ = ("span", "value", "unit", "unit_symbol", "form", "qualifier", "direction", "sentence", "citation", "matched", "matched_source_qid", "matched_location", "matched_value", "verdict", "grade", "chance", "formula", "ambiguous_source_qids", "low", "high", "readings", "cells", "odds", "hints", "settled_by", "formula_use")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    UNIT_SYMBOL_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    QUALIFIER_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    MATCHED_FIELD_NUMBER: _ClassVar[int]
    MATCHED_SOURCE_QID_FIELD_NUMBER: _ClassVar[int]
    MATCHED_LOCATION_FIELD_NUMBER: _ClassVar[int]
    MATCHED_VALUE_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    FORMULA_FIELD_NUMBER: _ClassVar[int]
    AMBIGUOUS_SOURCE_QIDS_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    READINGS_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    ODDS_FIELD_NUMBER: _ClassVar[int]
    HINTS_FIELD_NUMBER: _ClassVar[int]
    SETTLED_BY_FIELD_NUMBER: _ClassVar[int]
    FORMULA_USE_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    value: str
    unit: Unit
    unit_symbol: str
    form: NumberForm
    qualifier: Qualifier
    direction: Direction
    sentence: int
    citation: int
    matched: bool
    matched_source_qid: str
    matched_location: str
    matched_value: str
    verdict: _common_pb2.Verdict
    grade: Grade
    chance: float
    formula: str
    ambiguous_source_qids: _containers.RepeatedScalarFieldContainer[str]
    low: str
    high: str
    readings: _containers.RepeatedCompositeFieldContainer[Reading]
    cells: _containers.RepeatedScalarFieldContainer[str]
    odds: Odds
    hints: _containers.RepeatedCompositeFieldContainer[Hint]
    settled_by: SettledBy
    formula_use: _formulas_pb2.FormulaUse
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., value: _Optional[str] = ..., unit: _Optional[_Union[Unit, str]] = ..., unit_symbol: _Optional[str] = ..., form: _Optional[_Union[NumberForm, str]] = ..., qualifier: _Optional[_Union[Qualifier, str]] = ..., direction: _Optional[_Union[Direction, str]] = ..., sentence: _Optional[int] = ..., citation: _Optional[int] = ..., matched: _Optional[bool] = ..., matched_source_qid: _Optional[str] = ..., matched_location: _Optional[str] = ..., matched_value: _Optional[str] = ..., verdict: _Optional[_Union[_common_pb2.Verdict, str]] = ..., grade: _Optional[_Union[Grade, str]] = ..., chance: _Optional[float] = ..., formula: _Optional[str] = ..., ambiguous_source_qids: _Optional[_Iterable[str]] = ..., low: _Optional[str] = ..., high: _Optional[str] = ..., readings: _Optional[_Iterable[_Union[Reading, _Mapping]]] = ..., cells: _Optional[_Iterable[str]] = ..., odds: _Optional[_Union[Odds, _Mapping]] = ..., hints: _Optional[_Iterable[_Union[Hint, _Mapping]]] = ..., settled_by: _Optional[_Union[SettledBy, str]] = ..., formula_use: _Optional[_Union[_formulas_pb2.FormulaUse, _Mapping]] = ...) -> None: ...

class Odds(_message.Message):
    __slots__ = ("right", "wrong", "outside")
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    WRONG_FIELD_NUMBER: _ClassVar[int]
    OUTSIDE_FIELD_NUMBER: _ClassVar[int]
    right: float
    wrong: float
    outside: float
    def __init__(self, right: _Optional[float] = ..., wrong: _Optional[float] = ..., outside: _Optional[float] = ...) -> None: ...

class Hint(_message.Message):
    __slots__ = ("code", "message", "details")
    class DetailsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    code: str
    message: str
    details: _containers.ScalarMap[str, str]
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., details: _Optional[_Mapping[str, str]] = ...) -> None: ...

class NumericCitation(_message.Message):
    __slots__ = ("prefix", "source_family", "query_id")
    PREFIX_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FAMILY_FIELD_NUMBER: _ClassVar[int]
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    prefix: _common_pb2.Span
    source_family: str
    query_id: str
    def __init__(self, prefix: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., source_family: _Optional[str] = ..., query_id: _Optional[str] = ...) -> None: ...

class Reading(_message.Message):
    __slots__ = ("query_id", "location", "value", "grade", "formula", "why")
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    GRADE_FIELD_NUMBER: _ClassVar[int]
    FORMULA_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    query_id: str
    location: str
    value: str
    grade: Grade
    formula: str
    why: Why
    def __init__(self, query_id: _Optional[str] = ..., location: _Optional[str] = ..., value: _Optional[str] = ..., grade: _Optional[_Union[Grade, str]] = ..., formula: _Optional[str] = ..., why: _Optional[_Union[Why, _Mapping]] = ...) -> None: ...

class Why(_message.Message):
    __slots__ = ("kind", "weight", "query_id", "row", "column", "cells", "agreeing", "links", "reasons")
    KIND_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    AGREEING_FIELD_NUMBER: _ClassVar[int]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    kind: str
    weight: float
    query_id: str
    row: str
    column: str
    cells: int
    agreeing: float
    links: _containers.RepeatedCompositeFieldContainer[Link]
    reasons: _containers.RepeatedCompositeFieldContainer[Reason]
    def __init__(self, kind: _Optional[str] = ..., weight: _Optional[float] = ..., query_id: _Optional[str] = ..., row: _Optional[str] = ..., column: _Optional[str] = ..., cells: _Optional[int] = ..., agreeing: _Optional[float] = ..., links: _Optional[_Iterable[_Union[Link, _Mapping]]] = ..., reasons: _Optional[_Iterable[_Union[Reason, _Mapping]]] = ...) -> None: ...

class Link(_message.Message):
    __slots__ = ("part", "name", "origin", "strength", "span")
    PART_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    part: LinkPart
    name: str
    origin: LinkOrigin
    strength: float
    span: _common_pb2.Span
    def __init__(self, part: _Optional[_Union[LinkPart, str]] = ..., name: _Optional[str] = ..., origin: _Optional[_Union[LinkOrigin, str]] = ..., strength: _Optional[float] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ...) -> None: ...

class Reason(_message.Message):
    __slots__ = ("feature", "weight")
    FEATURE_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    feature: str
    weight: float
    def __init__(self, feature: _Optional[str] = ..., weight: _Optional[float] = ...) -> None: ...

class SkippedNumber(_message.Message):
    __slots__ = ("span", "reason")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    reason: SkipReason
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., reason: _Optional[_Union[SkipReason, str]] = ...) -> None: ...
