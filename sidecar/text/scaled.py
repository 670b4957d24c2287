"""Scales and units of scripts without spaces: "3亿5000万元", "1.2万", "3억 5천만 명", "2.5 ล้านบาท".

Small scales multiply within a section, large ones end it, and the sections add up: "3億2千5百万" is
3 × 10^8 + (2 × 10^3 + 5 × 10^2) × 10^4.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.number import NumberForm, Unit
from sidecar.text import numerals
from sidecar.text.affixes import UnitMatch
from sidecar.text.draft import Draft
from sidecar.text.numerals import EXACT
from sidecar.text.units import UnitMeasure
from sidecar.text.vocabulary import is_unspaced

# Scales and units as scripts without spaces write them; ``scaled`` reads them.

SMALL = {
    "百": 2, "千": 3, "仟": 3, "백": 2, "천": 3, "พัน": 3, "หมื่น": 4, "แสน": 5, "ພັນ": 3, "ໝື່ນ": 4,
    "ແສນ": 5, "ពាន់": 3, "ម៉ឺន": 4, "សែន": 5, "ထောင်": 3, "သောင်း": 4, "သိန်း": 5,
}  # fmt: skip
"""Powers of ten that a larger one may follow: "5千万"."""

LARGE = {
    "万": 4, "萬": 4, "亿": 8, "億": 8, "兆": 12, "만": 4, "억": 8, "조": 12, "ล้าน": 6, "ລ້ານ": 6,
    "ຕື້": 9, "លាន": 6, "ប៊ីលាន": 9, "သန်း": 6,
}  # fmt: skip
"""Powers of ten that end a section of a number: "3億5000万"."""

_UNSPACED_PERCENT = """
%: パーセント ﾊﾟｰｾﾝﾄ 퍼센트 프로 เปอร์เซ็นต์ เปอร์เซนต์ ເປີເຊັນ ភាគរយ ရာခိုင်နှုန်း
pp: 百分点 百分點 个百分点 個百分點 ポイント パーセントポイント 퍼센트포인트 %p %포인트 %ポイント
"""
_CURRENCY = """
JPY: 円 日元 日圆 日圓 엔
CNY: 元 圆 圓 块 塊 人民币 人民幣 元人民币 위안 หยวน
KRW: 원 韩元 韓元 ウォン
USD: 美元 美金 ドル 米ドル 달러 ดอลลาร์ ดอลลาร์สหรัฐ
EUR: 欧元 歐元 ユーロ 유로 ยูโร
GBP: 英镑 英鎊 ポンド 파운드 ปอนด์
THB: 泰铢 บาท バーツ
HKD: 港元 港币 港幣
TWD: 新台币 新臺幣 新台幣
LAK: ກີບ
KHR: រៀល
MMK: ကျပ်
INR: 卢比 ルピー 루피
"""
_MEASURE = """
kg: 千克 公斤 キログラム キロ 킬로그램 กิโลกรัม
g: 克 グラム 그램 กรัม
mg: 毫克 ミリグラム
t: 吨 噸 トン 톤 ตัน
km: 千米 公里 キロメートル 킬로미터 กิโลเมตร
m: 米 公尺 メートル 미터 เมตร
cm: 厘米 公分 センチ センチメートル 센티미터 เซนติเมตร
mm: 毫米 ミリ ミリメートル 밀리미터
m²: 平方米 平方公尺 平方メートル 제곱미터 ตารางเมตร
km²: 平方公里 平方キロメートル 제곱킬로미터
m³: 立方米 立方メートル
ha: 公顷 公頃 ヘクタール 헥타르
l: 升 公升 リットル 리터 ลิตร
ml: 毫升 ミリリットル
W: 瓦 ワット
kW: 千瓦 キロワット 킬로와트
MW: 兆瓦 メガワット 메가와트
kWh: 千瓦时 千瓦時 キロワット時
MWh: 兆瓦时 兆瓦時
kcal: 千卡 大卡 キロカロリー
°C: 摄氏度 攝氏度
°: 度 도 องศา
h: 小时 小時 个小时 個小時 時間 시간 ชั่วโมง
min: 分钟 分鐘 分間 분간 นาที
s: 秒 초 วินาที
day: 天 日間 일간 วัน
week: 周 週 週間 주간 주일 สัปดาห์
month: 个月 個月 か月 ヶ月 カ月 ケ月 箇月 개월 เดือน
year: 年 年間 년 년간 ปี
"""


def _measures(unit: Unit, table: str) -> Iterator[tuple[str, UnitMeasure]]:
    """The units of a table with a line for each: its symbol and its spellings."""
    for line in table.split("\n")[1:-1]:
        symbol, *spellings = line.split()
        for spelling in spellings:
            yield spelling, UnitMeasure(unit, symbol[:-1])


UNITS = {
    **dict(_measures(Unit.PERCENT, _UNSPACED_PERCENT)),
    **dict(_measures(Unit.CURRENCY, _CURRENCY)),
    **dict(_measures(Unit.MEASURE, _MEASURE)),
}


def match_any(words: Iterable[str]) -> str:
    """A regular expression for one of some words, the longest that fits."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_UNIT = re.compile(rf"[ \u00a0]?({match_any(UNITS)})")
_TIMES = re.compile(r"[ \u00a0]?(?:倍|배|เท่า)")
# "千克" is a kilogram, and "百货" a shop: no scales.
_NO_SCALE = r"(?!千[克米瓦卡]|兆[瓦赫帕焦字]|百[分货貨])"
_SCALE = re.compile(rf"[ \u00a0]?{_NO_SCALE}({match_any((*SMALL, *LARGE))})")
_GAPS = " \u00a0"
_NUMERAL = re.compile(rf"[{_GAPS}]?(\d+)")
_NO_LIMIT = 100
_UNREAD = re.compile(r"[ \u00a0]?(?:分の|分之|분의)\s?\d+|割|成(?![分功为立果人年本員员])")
"""Fractions and tenths: "3分の1", "3割"."""

_YEAR = re.compile(r"\d{4} ?[年년]")
_NAMING = ("第", "제")
_NUMBERED = re.compile(r"\d+(?:号|號|호|番|번째|번지)")
_PERCENT = UnitMeasure(Unit.PERCENT, "%")
_SHARE_BEFORE = ("百分之", "百分の", "ร้อยละ", "ร้อยละ ", "퍼센트 ")
_MINUS = ("マイナス", "负", "負", "零下", "마이너스", "마이너스 ", "영하", "영하 ", "ติดลบ", "ติดลบ ")


class _ScaledNumeral(NamedTuple):
    """A numeral and its scale: the value, its end, the power of its last place, and its scales."""

    value: Decimal
    end: int
    step: int
    small: int = 0
    large: int = 0


def names_thing(string: str, pos: int) -> bool:
    """Whether the digits at a place number a thing: "第3", "3号"."""
    return string[pos - 1 : pos] in _NAMING or _NUMBERED.match(string, pos) is not None


def complete_scaled(string: str, draft: Draft, floor: int) -> bool | None:
    """Reads scale and unit in such a script behind a number, and sign and unit before it.

    Returns:
        Whether its unit is known; None where it cannot be read: "12万五千", "3分の1".
    """
    if not _is_beside(string, draft):
        return False
    if unread := _UNREAD.match(string, draft.end):
        draft.end = unread.end()
        return None
    _scale(string, draft)
    taken = _unit(string, draft)
    if not taken and _is_ideograph(string[draft.end : draft.end + 1], scaled=draft.scale > 0):
        return None
    _lead(string, draft, floor)
    return taken or draft.unit is Unit.PERCENT


def _is_beside(string: str, draft: Draft) -> bool:
    """Whether such a letter stands right beside a number, or a space away."""
    start, end = draft.start, draft.end
    before, behind = string[max(0, start - 2) : start], string[end : end + 2]
    return any(map(is_unspaced, before + behind))


def _unit(string: str, draft: Draft) -> bool:
    """Takes the multiple or unit behind a number, where one of these scripts stands there."""
    if times := _TIMES.match(string, draft.end):
        draft.end, draft.form, draft.plain = times.end(), NumberForm.MULTIPLE, False
        return True
    match = _UNIT.match(string, draft.end)
    if match is None or (draft.plain and _YEAR.match(string, draft.start)):
        return False
    measure = UNITS[match[1]]
    if draft.unit is Unit.COUNT or measure.unit is draft.unit is Unit.CURRENCY:
        draft.attach(UnitMatch(match.end(), measure))
    return True


def _lead(string: str, draft: Draft, floor: int) -> None:
    """Takes what stands before a number: "百分之35", "マイナス5"."""
    for word in _SHARE_BEFORE:
        if draft.unit is Unit.COUNT and string.endswith(word, floor, draft.start):
            draft.start -= len(word)
            draft.unit, draft.symbol, draft.plain = *_PERCENT[:2], False
    for word in _MINUS:
        if not draft.sign and string.endswith(word, floor, draft.start):
            draft.start -= len(word)
            draft.value, draft.sign = -draft.value, -1


def _is_ideograph(character: str, *, scaled: bool) -> bool:
    """Whether an ideograph of a number goes on with one; "一" behind digits means "one of"."""
    if not is_unspaced(character) or (character == "一" and not scaled):
        return False
    return unicodedata.numeric(character, None) is not None


def _scale(string: str, draft: Draft) -> None:
    """Multiplies a number by the scales behind it, and adds the numerals that go on with it."""
    groups = [_scaled(string, draft.end, draft.value, draft.step)]
    if not groups[0].small + groups[0].large:
        return
    while (following := _following(string, groups)) is not None:
        groups.append(following)
    total, large = Decimal(0), 0
    for group in reversed(groups):
        large = group.large or large
        total = EXACT.add(total, group.value.scaleb(group.small + large, EXACT))
    last = groups[-1]
    draft.value, draft.end, draft.plain = total, last.end, False
    draft.scale = last.small + last.large
    draft.step = last.step + draft.scale


def _scaled(string: str, end: int, value: Decimal, step: int) -> _ScaledNumeral:
    """A numeral that ends at a place, with the scales behind it: small ones, then large ones."""
    small = large = 0
    while match := _SCALE.match(string, end):
        if match[1] in LARGE:
            large += LARGE[match[1]]
        elif large:
            break
        else:
            small += SMALL[match[1]]
        end = match.end()
    return _ScaledNumeral(value, end, step, small, large)


def _following(string: str, groups: Sequence[_ScaledNumeral]) -> _ScaledNumeral | None:
    """The numeral that goes on with a number, smaller than the last scale before it."""
    last = groups[-1]
    match = _NUMERAL.match(string, last.end)
    if match is None or last.step < 0:
        return None
    read = numerals.read_numeral(string, match.start(1), match.end(1), "en")[0]
    if read.value is None:
        return None
    group = _scaled(string, read.end, read.value, read.step)
    if match[0][0] in _GAPS and not group.small + group.large:
        return None
    if group.large >= min((each.large for each in groups if each.large), default=_NO_LIMIT):
        return None
    large = group.large if last.large else 0  # else that of the section they share
    fits = group.value.scaleb(group.small + large, EXACT) < 10 ** (last.small + last.large)
    return group if fits else None
