from google.type import money_pb2 as _money_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MetricType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    METRIC_TYPE_UNSPECIFIED: _ClassVar[MetricType]
    METRIC_TYPE_NUMERIC: _ClassVar[MetricType]
    METRIC_TYPE_PERCENTAGE: _ClassVar[MetricType]
    METRIC_TYPE_LATENCY: _ClassVar[MetricType]
    METRIC_TYPE_COUNT: _ClassVar[MetricType]
    METRIC_TYPE_ACCURACY: _ClassVar[MetricType]
    METRIC_TYPE_BLEU_SCORE: _ClassVar[MetricType]
    METRIC_TYPE_ROUGE_SCORE: _ClassVar[MetricType]
    METRIC_TYPE_F1_SCORE: _ClassVar[MetricType]
    METRIC_TYPE_BOOLEAN: _ClassVar[MetricType]
    METRIC_TYPE_CONTAINS: _ClassVar[MetricType]
    METRIC_TYPE_MATCHES_SCHEMA: _ClassVar[MetricType]
    METRIC_TYPE_CUSTOM: _ClassVar[MetricType]

class ComparisonOperator(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPARISON_OPERATOR_UNSPECIFIED: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_GTE: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_GT: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_LTE: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_LT: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_EQ: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_NEQ: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_IN_RANGE: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_CONTAINS_ALL: _ClassVar[ComparisonOperator]
    COMPARISON_OPERATOR_CONTAINS_ANY: _ClassVar[ComparisonOperator]

class Aggregation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AGGREGATION_UNSPECIFIED: _ClassVar[Aggregation]
    AGGREGATION_ALL: _ClassVar[Aggregation]
    AGGREGATION_ANY: _ClassVar[Aggregation]
    AGGREGATION_WEIGHTED: _ClassVar[Aggregation]
METRIC_TYPE_UNSPECIFIED: MetricType
METRIC_TYPE_NUMERIC: MetricType
METRIC_TYPE_PERCENTAGE: MetricType
METRIC_TYPE_LATENCY: MetricType
METRIC_TYPE_COUNT: MetricType
METRIC_TYPE_ACCURACY: MetricType
METRIC_TYPE_BLEU_SCORE: MetricType
METRIC_TYPE_ROUGE_SCORE: MetricType
METRIC_TYPE_F1_SCORE: MetricType
METRIC_TYPE_BOOLEAN: MetricType
METRIC_TYPE_CONTAINS: MetricType
METRIC_TYPE_MATCHES_SCHEMA: MetricType
METRIC_TYPE_CUSTOM: MetricType
COMPARISON_OPERATOR_UNSPECIFIED: ComparisonOperator
COMPARISON_OPERATOR_GTE: ComparisonOperator
COMPARISON_OPERATOR_GT: ComparisonOperator
COMPARISON_OPERATOR_LTE: ComparisonOperator
COMPARISON_OPERATOR_LT: ComparisonOperator
COMPARISON_OPERATOR_EQ: ComparisonOperator
COMPARISON_OPERATOR_NEQ: ComparisonOperator
COMPARISON_OPERATOR_IN_RANGE: ComparisonOperator
COMPARISON_OPERATOR_CONTAINS_ALL: ComparisonOperator
COMPARISON_OPERATOR_CONTAINS_ANY: ComparisonOperator
AGGREGATION_UNSPECIFIED: Aggregation
AGGREGATION_ALL: Aggregation
AGGREGATION_ANY: Aggregation
AGGREGATION_WEIGHTED: Aggregation

class Threshold(_message.Message):
    __slots__ = ("number", "flag", "range", "words")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FLAG_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    number: str
    flag: bool
    range: ThresholdRange
    words: ThresholdWords
    def __init__(self, number: _Optional[str] = ..., flag: _Optional[bool] = ..., range: _Optional[_Union[ThresholdRange, _Mapping]] = ..., words: _Optional[_Union[ThresholdWords, _Mapping]] = ...) -> None: ...

class ThresholdRange(_message.Message):
    __slots__ = ("min", "max")
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    min: str
    max: str
    def __init__(self, min: _Optional[str] = ..., max: _Optional[str] = ...) -> None: ...

class ThresholdWords(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, values: _Optional[_Iterable[str]] = ...) -> None: ...

class SuccessCriterion(_message.Message):
    __slots__ = ("metric", "metric_type", "comparison", "threshold", "weight", "required", "bonus", "penalty")
    METRIC_FIELD_NUMBER: _ClassVar[int]
    METRIC_TYPE_FIELD_NUMBER: _ClassVar[int]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    metric: str
    metric_type: MetricType
    comparison: ComparisonOperator
    threshold: Threshold
    weight: str
    required: bool
    bonus: _money_pb2.Money
    penalty: _money_pb2.Money
    def __init__(self, metric: _Optional[str] = ..., metric_type: _Optional[_Union[MetricType, str]] = ..., comparison: _Optional[_Union[ComparisonOperator, str]] = ..., threshold: _Optional[_Union[Threshold, _Mapping]] = ..., weight: _Optional[str] = ..., required: _Optional[bool] = ..., bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ...) -> None: ...

class SuccessCriteria(_message.Message):
    __slots__ = ("criteria", "aggregation", "minimum_weighted_score", "currency", "custom_code")
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    AGGREGATION_FIELD_NUMBER: _ClassVar[int]
    MINIMUM_WEIGHTED_SCORE_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_CODE_FIELD_NUMBER: _ClassVar[int]
    criteria: _containers.RepeatedCompositeFieldContainer[SuccessCriterion]
    aggregation: Aggregation
    minimum_weighted_score: str
    currency: str
    custom_code: str
    def __init__(self, criteria: _Optional[_Iterable[_Union[SuccessCriterion, _Mapping]]] = ..., aggregation: _Optional[_Union[Aggregation, str]] = ..., minimum_weighted_score: _Optional[str] = ..., currency: _Optional[str] = ..., custom_code: _Optional[str] = ...) -> None: ...

class CriteriaFault(_message.Message):
    __slots__ = ("code", "index", "metric", "field", "message")
    CODE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    METRIC_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code: str
    index: int
    metric: str
    field: str
    message: str
    def __init__(self, code: _Optional[str] = ..., index: _Optional[int] = ..., metric: _Optional[str] = ..., field: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class CriterionResult(_message.Message):
    __slots__ = ("metric", "value", "threshold", "comparison", "met", "weight", "required", "bonus", "penalty", "error", "reason", "fault")
    METRIC_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    MET_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    metric: str
    value: str
    threshold: Threshold
    comparison: ComparisonOperator
    met: bool
    weight: str
    required: bool
    bonus: _money_pb2.Money
    penalty: _money_pb2.Money
    error: str
    reason: str
    fault: str
    def __init__(self, metric: _Optional[str] = ..., value: _Optional[str] = ..., threshold: _Optional[_Union[Threshold, _Mapping]] = ..., comparison: _Optional[_Union[ComparisonOperator, str]] = ..., met: _Optional[bool] = ..., weight: _Optional[str] = ..., required: _Optional[bool] = ..., bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., error: _Optional[str] = ..., reason: _Optional[str] = ..., fault: _Optional[str] = ...) -> None: ...

class OutcomeFault(_message.Message):
    __slots__ = ("reason", "detail", "metric", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    METRIC_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: str
    detail: str
    metric: str
    message: str
    def __init__(self, reason: _Optional[str] = ..., detail: _Optional[str] = ..., metric: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class GovernanceFlag(_message.Message):
    __slots__ = ("code", "metric", "message", "refused")
    CODE_FIELD_NUMBER: _ClassVar[int]
    METRIC_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    code: str
    metric: str
    message: str
    refused: bool
    def __init__(self, code: _Optional[str] = ..., metric: _Optional[str] = ..., message: _Optional[str] = ..., refused: _Optional[bool] = ...) -> None: ...

class OutcomeResult(_message.Message):
    __slots__ = ("contract_id", "success", "metrics", "criterion_results", "weighted_score", "bonus", "penalty", "governance_flags", "reason", "digest", "custom_code_digest", "faults")
    class MetricsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    METRICS_FIELD_NUMBER: _ClassVar[int]
    CRITERION_RESULTS_FIELD_NUMBER: _ClassVar[int]
    WEIGHTED_SCORE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    GOVERNANCE_FLAGS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    CUSTOM_CODE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    contract_id: str
    success: bool
    metrics: _containers.ScalarMap[str, str]
    criterion_results: _containers.RepeatedCompositeFieldContainer[CriterionResult]
    weighted_score: str
    bonus: _money_pb2.Money
    penalty: _money_pb2.Money
    governance_flags: _containers.RepeatedCompositeFieldContainer[GovernanceFlag]
    reason: str
    digest: str
    custom_code_digest: str
    faults: _containers.RepeatedCompositeFieldContainer[OutcomeFault]
    def __init__(self, contract_id: _Optional[str] = ..., success: _Optional[bool] = ..., metrics: _Optional[_Mapping[str, str]] = ..., criterion_results: _Optional[_Iterable[_Union[CriterionResult, _Mapping]]] = ..., weighted_score: _Optional[str] = ..., bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., governance_flags: _Optional[_Iterable[_Union[GovernanceFlag, _Mapping]]] = ..., reason: _Optional[str] = ..., digest: _Optional[str] = ..., custom_code_digest: _Optional[str] = ..., faults: _Optional[_Iterable[_Union[OutcomeFault, _Mapping]]] = ...) -> None: ...
