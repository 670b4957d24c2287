"""What a value is, by its schema, its form and the key that it stands under.

Tables of forms and of keys are asked in turn; the first row that fits decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from sidecar.transcripts.origins.dates import is_date
from sidecar.transcripts.origins.judgement import Kind
from sidecar.transcripts.origins.leaves import Leaf, name_key

EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
URL = re.compile(r"(?:https?://|www\.)[^\s<>\"']+[^\s<>\"'.,;:!?)]", re.IGNORECASE)
PHONE = re.compile(
    r"(?<![\w.+-])(?=(?:[ .()+-]{0,2}\d){7})(?:\+\d{1,3}[ .-]?)?"
    r"(?:\(\d{2,4}\)[ .-]?|\d{2,5}[ .-])(?:\d{2,5}[ .-]?){1,4}(?<=\d)(?![\w-])"
)

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NUMBER = re.compile(r"[-+]?[$€£¥₹]?\s?\d[\d,]*(?:\.\d+)?\s?(?:[A-Z]{3})?")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?|\d{1,2}\s?[ap]m", re.IGNORECASE)
_SCHEME = re.compile(r"(?:[a-z][a-z+]*://|www\.)\S+", re.IGNORECASE)
_LOWER = re.compile(r"[a-z]+(?:[ _-][a-z]+){0,3}")
_CODE = re.compile(r"[A-Z]{1,4}(?:[_/-][A-Z]{2,3})?|[a-z]{1,3}|[a-z]{2}[_-][A-Z]{2}")
_CONSTANT = re.compile(r"[A-Z]+(?:_[A-Z]+)+|[A-Z][a-z]+")
_CODED = re.compile(r"(?=.*\d|[#@]|[A-Z_-]*\Z)[#@]?\w+(?:[-_./:#@+]\w+)*")
_TOKEN = re.compile(r"[#@]?\w+(?:[-_./:#@+]\w+)*")
_SPACED = re.compile(r"(?=.*\d)[\w #@./:+-]{1,40}")

_Fits = Callable[[str], object]

_NET_FORMS: tuple[tuple[Kind, _Fits], ...] = (
    (Kind.EMAIL, EMAIL.fullmatch),
    (Kind.URL, _SCHEME.fullmatch),
    (Kind.DATE, is_date),
    (Kind.TIME, _TIME.fullmatch),
)
"""Forms that say what a value is, whatever its key says."""

_WORD_FORMS: tuple[tuple[Kind, _Fits], ...] = (
    (Kind.ID, _CODED.fullmatch),
    (Kind.PHONE, PHONE.fullmatch),
    (Kind.ENUM, _LOWER.fullmatch),
)
"""Forms that say what a value is where its key says nothing."""

_KEYS: dict[str, Kind] = {
    word: kind
    for kind, words in {
        Kind.TEXT: "title subject summary description body message note notes comment comments "
        "reason query content thought text question instructions details prompt expression "
        "keyword keywords memo caption search sql",
        Kind.PHONE: "phone mobile telephone fax",
        Kind.ID: "id ids number no code codes zip zipcode postcode postal ref reference sku key "
        "account iban bic uuid token isbn vin plate serial isin ticker",
        Kind.AMOUNT: "amount amounts price total cost fee balance budget payment salary fare "
        "refund deposit tip subtotal rate value sum cents discount charge",
        Kind.NAME: "name names recipient recipients payee passenger guest guests attendee "
        "attendees contact assignee assignees author customer employee patient doctor participant "
        "participants invitee invitees owner beneficiary member user sender person organizer "
        "company to from cc manager approver host traveler traveller client student teacher "
        "buyer seller driver candidate tenant landlord payer vendor supplier merchant reviewer",
        Kind.ADDRESS: "address address1 address2 street city town suite apartment destination "
        "origin location",
    }.items()
    for word in words.split()
}
"""What the last word of a key says that says anything."""

_CHOSEN = frozenset(
    word
    for words in (
        "limit offset page top max min size depth timeout radius temperature score threshold",
        "port progress percent probability",
        "width height zoom lat latitude lng lon longitude",
        "year month day hour minute quarter week",
    )
    for word in words.split()
)
"""Words of keys whose numbers an agent chooses, or splits off a date that it was given."""

_MINOR = frozenset(("cents", "minor", "pence"))
_LARGEST_COUNT = 10
_SHORTEST_ID = 7  # digits in quotes that are no amount
_LONGEST = 80
_DIGITS_OF_VALUE = 6


def find_kind(leaf: Leaf, choices: Collection[str]) -> Kind:
    """What a value is.

    Args:
        leaf: A value of the arguments.
        choices: What its schema allows, where it lists that.
    """
    if leaf.is_constant:
        return Kind.BOOLEAN
    if leaf.value in choices or not leaf.value.strip():
        return Kind.ENUM
    words = _split_key(leaf)
    hint = next((_KEYS[word] for word in reversed(words) if word in _KEYS), None)
    if leaf.is_number or _NUMBER.fullmatch(leaf.value):
        is_chosen = hint is not Kind.AMOUNT and not _CHOSEN.isdisjoint(words)
        return Kind.ENUM if is_chosen else _find_number_kind(leaf, hint)
    if hint is Kind.TEXT:
        return hint
    return _find_form(_NET_FORMS, leaf.value) or _find_word_kind(leaf.value, hint)


def carries_value(key: str) -> bool:
    """Whether a key is itself a value: ``{"shares": {"ann@example.com": 40}}``."""
    return bool(EMAIL.fullmatch(key) or URL.fullmatch(key)) or (
        sum(map(str.isdigit, key)) >= _DIGITS_OF_VALUE
    )


def is_minor(leaf: Leaf) -> bool:
    """Whether an amount is in cents or the like."""
    return not _MINOR.isdisjoint(_split_key(leaf))


def is_own_id(leaf: Leaf) -> bool:
    """Whether a value is the id by which a record is known, and no attribute of one."""
    return _split_key(leaf)[-1:] in (["id"], ["ids"])


def _split_key(leaf: Leaf) -> list[str]:
    """The words of the key that a value stands under: "flightNumber" has "flight", "number"."""
    return [word.lower() for word in _WORD.findall(name_key(leaf.path))]


def _find_number_kind(leaf: Leaf, hint: Kind | None) -> Kind:
    """What a number is."""
    if hint in (Kind.ID, Kind.ADDRESS, Kind.PHONE):
        return hint if hint is Kind.PHONE else Kind.ID
    if hint is Kind.AMOUNT or not leaf.value.isdecimal():
        return Kind.AMOUNT
    if leaf.quoted and len(leaf.value) >= _SHORTEST_ID:
        return Kind.ID
    return Kind.COUNT if len(leaf.value) <= 2 and int(leaf.value) <= _LARGEST_COUNT else Kind.AMOUNT


def _find_word_kind(value: str, hint: Kind | None) -> Kind:
    """What a string is that is no number, date, or address of the net."""
    named = hint in (Kind.NAME, Kind.ADDRESS) and len(value) <= _LONGEST
    if _CODE.fullmatch(value) or (_CONSTANT.fullmatch(value) and not named):
        return Kind.ENUM
    if hint and named:
        return hint
    coded = _SPACED.fullmatch(value) or (_TOKEN.fullmatch(value) and not _LOWER.fullmatch(value))
    if hint is Kind.ID and coded:
        return Kind.ID
    return _find_form(_WORD_FORMS, value[: _LONGEST + 1]) or Kind.TEXT


def _find_form(forms: tuple[tuple[Kind, _Fits], ...], value: str) -> Kind | None:
    return next((kind for kind, fits in forms if fits(value)), None)
