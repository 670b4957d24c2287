"""Scales and units as scripts without spaces write them; ``scaled`` reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sidecar.model.number import Unit
from sidecar.text.units import Measure

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

_PERCENT = """
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


def _measures(unit: Unit, table: str) -> Iterator[tuple[str, Measure]]:
    """The units of a table with a line for each: its symbol and its spellings."""
    for line in table.split("\n")[1:-1]:
        symbol, *spellings = line.split()
        for spelling in spellings:
            yield spelling, Measure(unit, symbol[:-1])


UNITS = {
    **dict(_measures(Unit.PERCENT, _PERCENT)),
    **dict(_measures(Unit.CURRENCY, _CURRENCY)),
    **dict(_measures(Unit.MEASURE, _MEASURE)),
}


def either(words: Iterable[str]) -> str:
    """A regular expression for one of some words, the longest that fits."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
