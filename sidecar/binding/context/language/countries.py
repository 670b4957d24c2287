"""The countries that the codes of ISO 3166-1 stand for, two letters or three: "DE", "DEU".

Beside them the codes in wide use that the standard only reserves, or that others give: "UK" and
"EL" (as Eurostat writes them), and "EU".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from sidecar.binding.context.language.words import stem

_CODES = """
AD AND Andorra|AE ARE United Arab Emirates|AF AFG Afghanistan|AG ATG Antigua and Barbuda
AL ALB Albania|AM ARM Armenia|AO AGO Angola|AR ARG Argentina|AT AUT Austria|AU AUS Australia
AZ AZE Azerbaijan|BA BIH Bosnia and Herzegovina|BB BRB Barbados|BD BGD Bangladesh|BE BEL Belgium
BF BFA Burkina Faso|BG BGR Bulgaria|BH BHR Bahrain|BI BDI Burundi|BJ BEN Benin|BN BRN Brunei
BO BOL Bolivia|BR BRA Brazil|BS BHS Bahamas|BT BTN Bhutan|BW BWA Botswana|BY BLR Belarus
BZ BLZ Belize|CA CAN Canada|CD COD Democratic Republic of the Congo
CF CAF Central African Republic|CG COG Congo|CH CHE Switzerland|CI CIV Ivory Coast|CL CHL Chile
CM CMR Cameroon|CN CHN China|CO COL Colombia|CR CRI Costa Rica|CU CUB Cuba|CV CPV Cape Verde
CY CYP Cyprus|CZ CZE Czechia|DE DEU Germany|DJ DJI Djibouti|DK DNK Denmark|DM DMA Dominica
DO DOM Dominican Republic|DZ DZA Algeria|EC ECU Ecuador|EE EST Estonia|EG EGY Egypt|ER ERI Eritrea
ES ESP Spain|ET ETH Ethiopia|FI FIN Finland|FJ FJI Fiji|FR FRA France|GA GAB Gabon
GB GBR United Kingdom|GD GRD Grenada|GE GEO Georgia|GH GHA Ghana|GM GMB Gambia|GN GIN Guinea
GQ GNQ Equatorial Guinea|GR GRC Greece|GT GTM Guatemala|GY GUY Guyana|HK HKG Hong Kong
HN HND Honduras|HR HRV Croatia|HT HTI Haiti|HU HUN Hungary|ID IDN Indonesia|IE IRL Ireland
IL ISR Israel|IN IND India|IQ IRQ Iraq|IR IRN Iran|IS ISL Iceland|IT ITA Italy|JM JAM Jamaica
JO JOR Jordan|JP JPN Japan|KE KEN Kenya|KG KGZ Kyrgyzstan|KH KHM Cambodia|KP PRK North Korea
KR KOR South Korea|KW KWT Kuwait|KZ KAZ Kazakhstan|LA LAO Laos|LB LBN Lebanon|LI LIE Liechtenstein
LK LKA Sri Lanka|LR LBR Liberia|LS LSO Lesotho|LT LTU Lithuania|LU LUX Luxembourg|LV LVA Latvia
LY LBY Libya|MA MAR Morocco|MC MCO Monaco|MD MDA Moldova|ME MNE Montenegro|MG MDG Madagascar
MK MKD North Macedonia|ML MLI Mali|MM MMR Myanmar|MN MNG Mongolia|MO MAC Macao|MR MRT Mauritania
MT MLT Malta|MU MUS Mauritius|MV MDV Maldives|MW MWI Malawi|MX MEX Mexico|MY MYS Malaysia
MZ MOZ Mozambique|NA NAM Namibia|NE NER Niger|NG NGA Nigeria|NI NIC Nicaragua|NL NLD Netherlands
NO NOR Norway|NP NPL Nepal|NZ NZL New Zealand|OM OMN Oman|PA PAN Panama|PE PER Peru
PG PNG Papua New Guinea|PH PHL Philippines|PK PAK Pakistan|PL POL Poland|PR PRI Puerto Rico
PS PSE Palestine|PT PRT Portugal|PY PRY Paraguay|QA QAT Qatar|RO ROU Romania|RS SRB Serbia
RU RUS Russia|RW RWA Rwanda|SA SAU Saudi Arabia|SB SLB Solomon Islands|SC SYC Seychelles
SD SDN Sudan|SE SWE Sweden|SG SGP Singapore|SI SVN Slovenia|SK SVK Slovakia|SL SLE Sierra Leone
SM SMR San Marino|SN SEN Senegal|SO SOM Somalia|SR SUR Suriname|SS SSD South Sudan
SV SLV El Salvador|SY SYR Syria|SZ SWZ Eswatini|TD TCD Chad|TG TGO Togo|TH THA Thailand
TJ TJK Tajikistan|TL TLS Timor-Leste|TM TKM Turkmenistan|TN TUN Tunisia|TR TUR Turkey
TT TTO Trinidad and Tobago|TW TWN Taiwan|TZ TZA Tanzania|UA UKR Ukraine|UG UGA Uganda
US USA United States|UY URY Uruguay|UZ UZB Uzbekistan|VE VEN Venezuela|VN VNM Vietnam
XK XKX Kosovo|YE YEM Yemen|ZA ZAF South Africa|ZM ZMB Zambia|ZW ZWE Zimbabwe
UK GBR United Kingdom|EL GRC Greece|EU EUU European Union
"""
_ENOUGH = 0.8
_LENGTHS = (2, 3)


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """The stems of each country's name by its codes; made when first asked for."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in _CODES.strip().replace("\n", "|").split("|"):
        two, three, name = entry.split(" ", 2)
        found[two] = found[three] = tuple(stem(word) for word in name.lower().split())
    return found


def are_codes(labels: Sequence[str]) -> bool:
    """Whether labels are codes of countries, nearly all of them ("APAC" may be among them)."""
    if not labels or len(labels[0]) not in _LENGTHS:
        return False
    known = sum(label in _names() for label in labels)
    return known > 1 and known >= _ENOUGH * len(labels)


@cache
def _by_first() -> dict[str, list[tuple[str, ...]]]:
    """The countries' names by their first words, the longest first."""
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name in sorted(set(_names().values()), key=len, reverse=True):
        found[name[0]].append(name)
    return dict(found)


def end_of(stems: Sequence[str], at: int) -> int:
    """Where a country's name ends that begins at a place among stems; that place if none does."""
    for name in _by_first().get(stems[at], ()):
        if tuple(stems[at : at + len(name)]) == name:
            return at + len(name)
    return at


def are_countries(labels: Sequence[str]) -> bool:
    """Whether labels name countries, nearly all of them, in words or by their codes."""
    said = [[stem(word) for word in label.lower().split()] for label in labels]
    known = sum(bool(each) and end_of(each, 0) == len(each) for each in said)
    return are_codes(labels) or (known > 1 and known >= _ENOUGH * len(labels))


def named(labels: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The places of the codes among labels, and the countries that they stand for, as stems."""
    for place, label in enumerate(labels):
        if label in _names():
            yield place, _names()[label]
