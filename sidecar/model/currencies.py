"""The currencies of ISO 4217 that are money, and what its other codes are.

From its list of current codes as of 2026: https://www.six-group.com/en/products-services/
financial-information/data-standards.html. Codes that were withdrawn are none of them.
"""

from __future__ import annotations

_CODES = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS
KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP
TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW
ZWG
"""
MONEY = frozenset(_CODES.split())
"""What people are paid in."""

OTHER = {
    code: what
    for what, codes in {
        "a metal": "XAG XAU XPD XPT",
        "a fund or a unit of account": "BOV CHE CHW CLF COU MXV USN UYI UYW XAD XDR XSU XUA",
        "a unit of the bond market": "XBA XBB XBC XBD",
        "for tests": "XTS",
        "for no currency": "XXX",
    }.items()
    for code in codes.split()
}
"""What the codes of ISO 4217 that are no money stand for."""


def is_money(code: object) -> bool:
    """Whether something is the code of a currency that is money."""
    return isinstance(code, str) and code in MONEY


def wrong_currency(given: object) -> str:
    """Why something is no such code, as a sentence for people."""
    told = f"a currency is a code of ISO 4217 that is money, such as USD, not {given!r:.80}"
    what = OTHER.get(given) if isinstance(given, str) else None
    return f"{told}, which is {what}" if what else told
