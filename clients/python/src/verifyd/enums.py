"""The words of a report as Python enums. Values equal those of the wire enums.

A value that this client does not know, from a newer server or none at all, never reads as something
good: each enum has a safe member that stands for it.
"""

from __future__ import annotations

from enum import Enum
from typing import Self


class WireEnum(Enum):
    """An enum of the contract; unknown values read as its ``_unknown`` member."""

    def __str__(self) -> str:
        return self.name

    @classmethod
    def _missing_(cls, value: object) -> Self:
        return cls[cls._unknown()]

    @classmethod
    def _unknown(cls) -> str:
        return "UNSPECIFIED"


class Decision(WireEnum):
    """What the findings of a request add up to."""

    PASS = 1
    WARN = 2
    FAIL = 3
    UNVERIFIED = 4

    @classmethod
    def _unknown(cls) -> str:
        return "UNVERIFIED"


class Action(WireEnum):
    """What the caller should do with the text."""

    RELEASE = 1
    HOLD = 2

    @classmethod
    def _unknown(cls) -> str:
        return "HOLD"


class Mode(WireEnum):
    """Whether a bad decision holds the text back."""

    UNSPECIFIED = 0
    ENFORCE = 1
    OBSERVE = 2


class FormulaOrigin(WireEnum):
    """Who wrote a formula."""

    UNSPECIFIED = 0
    DECLARED = 1
    PROPOSED = 2


class FormulaOutcome(WireEnum):
    """What came of a formula."""

    UNSPECIFIED = 0
    AGREES = 1
    DISAGREES = 2
    MISPLACED = 3
    REFUSED = 4
    NONE = 5


class SettledBy(WireEnum):
    """What settled a number."""

    UNSPECIFIED = 0
    CELL = 1
    DERIVATION = 2
    DECLARED_FORMULA = 3
    PROPOSED_FORMULA = 4


class Detail(WireEnum):
    """How much of the reasoning a report carries."""

    UNSPECIFIED = 0  # the server's default: BINDINGS
    VERDICTS = 1
    BINDINGS = 2
    EXPLAIN = 3


class TranscriptForm(WireEnum):
    """The form of the messages of a conversation."""

    UNSPECIFIED = 0  # recognized by its fields
    OPENAI_CHAT = 1
    OPENAI_RESPONSES = 2
    ANTHROPIC = 3
    GEMINI = 4
    LANGCHAIN = 5
    OPENTELEMETRY = 6


class ToolCallScope(WireEnum):
    """Which tool calls of a conversation are verified."""

    UNSPECIFIED = 0  # the server's default: MESSAGE
    MESSAGE = 1
    ALL = 2
    NONE = 3


class ReviewAction(WireEnum):
    """What happens to a flagged statement."""

    UNSPECIFIED = 0
    KEEP = 1
    EDIT = 2
    REMOVE = 3


class ReviewState(WireEnum):
    """Which flagged statements are asked for."""

    UNSPECIFIED = 0  # the server's default: OPEN
    OPEN = 1
    DECIDED = 2
    ALL = 3


class SettlementKind(WireEnum):
    """What an entry of the ledger is; as a filter, ``UNSPECIFIED`` is both."""

    UNSPECIFIED = 0
    SETTLEMENT = 1
    REVERSAL = 2


class Severity(WireEnum):
    """How bad a finding is."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @classmethod
    def _unknown(cls) -> str:
        return "ERROR"


class StructureRepairKind(WireEnum):
    """What a repair of a response in JSON did."""

    UNSPECIFIED = 0
    UNWRAPPED = 1
    CLOSED = 2
    SYNTAX = 3
    DEFAULTED = 4


class Verdict(WireEnum):
    """What the evidence says about a statement."""

    SUPPORTED = 1
    CONTRADICTED = 2
    UNSUPPORTED = 3
    INCONCLUSIVE = 4

    @classmethod
    def _unknown(cls) -> str:
        return "INCONCLUSIVE"


class CitationForm(WireEnum):
    """How a citation is written."""

    UNSPECIFIED = 0
    ID = 1
    SOURCE_NUMBER = 2
    NUMBER = 3
    NAME = 4
    QUERY_ID = 5


class Grade(WireEnum):
    """How closely a value agrees with a number."""

    UNSPECIFIED = 0
    NONE = 1
    TOLERATED = 2
    EXACT = 3


class Unit(WireEnum):
    """What a number counts or measures."""

    UNSPECIFIED = 0
    COUNT = 1
    PERCENT = 2
    CURRENCY = 3
    MEASURE = 4


class NumberForm(WireEnum):
    """How a number is written."""

    UNSPECIFIED = 0
    DIGITS = 1
    WORDS = 2
    FRACTION = 3
    MULTIPLE = 4
    ORDINAL = 5


class Qualifier(WireEnum):
    """How the text hedges or bounds a number."""

    UNSPECIFIED = 0
    ABOUT = 1
    OVER = 2
    AT_LEAST = 3
    UNDER = 4
    AT_MOST = 5
    NEARLY = 6
    EXACTLY = 7
    JUST_OVER = 8
    CLOSE_TO = 9


class Direction(WireEnum):
    """Which movement the text gives a number."""

    UNSPECIFIED = 0
    UP_BY = 1
    DOWN_BY = 2
    UP_TO = 3
    DOWN_TO = 4


class LinkPart(WireEnum):
    """What of a reading is linked with its number."""

    UNSPECIFIED = 0
    ROW = 1
    COLUMN = 2
    PERIOD = 3


class LinkOrigin(WireEnum):
    """Where a link comes from."""

    UNSPECIFIED = 0
    COUNTED = 1
    SENTENCE = 2
    TABLE = 3
    LEAD = 4
    EARLIER = 5
    HEADING = 6
    UNIT = 7
    ALONE = 8


class SkipReason(WireEnum):
    """Why something that looks like a number is no quantity."""

    UNSPECIFIED = 0
    YEAR = 1
    DATE = 2
    TIME = 3
    LIST_MARKER = 4
    VERSION = 5
    IDENTIFIER = 6
    CITATION = 7
    URL = 8
    CODE = 9
    ORDINAL = 10
    BELOW_LIMIT = 11
    MALFORMED = 12
    IDIOM = 13
    CONFIDENCE = 14
    PERIOD = 15


class ClaimType(WireEnum):
    """What kind of statement a claim is."""

    UNSPECIFIED = 0
    FACTUAL = 1
    STATISTIC = 2
    QUOTE = 3
    DATE = 4


class ClaimVerdict(WireEnum):
    """What a source says about a claim."""

    SUPPORTED = 1
    PARTIAL = 2
    UNSUPPORTED = 3
    CONTRADICTED = 4
    NOT_JUDGED = 5

    @classmethod
    def _unknown(cls) -> str:
        return "NOT_JUDGED"


class ClaimFilter(WireEnum):
    """What the repair of a claim does that its sources do not support."""

    UNSPECIFIED = 0
    NONE = 1
    MARK = 2
    REMOVE_CITATION = 3
    REMOVE_CLAIM = 4


class SourceOrigin(WireEnum):
    """Where the text of a source comes from."""

    UNSPECIFIED = 0
    GIVEN = 1
    CACHED = 2
    FETCHED = 3
