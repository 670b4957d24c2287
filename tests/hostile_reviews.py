"""Reviews whose every text tries to act on the page that shows it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

from sidecar.model.digests import sha256_hex
from sidecar.model.report import Decision, Finding, Repair, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reviews.model import CellRole, Excerpt, MarkedCell, Review, ReviewItem

_RUN = "window.owned=1"
_URL = "//example.invalid/x"
ATTACKS = (
    f"<script>{_RUN}</script>",
    f"</script><script src={_URL}></script>",
    f'"><script>{_RUN}</script>',
    f"'><img src={_URL} onerror={_RUN}>",
    f'" autofocus onfocus="{_RUN}" x="',
    f"' onmouseover='{_RUN}' tabindex=1 x='",
    f"<svg onload={_RUN}><image href={_URL} /></svg>",
    f"<svg><script>{_RUN}</script></svg>",
    f"</textarea><script>{_RUN}</script>",
    f"</title><script>{_RUN}</script>",
    f"</style><style>@import '{_URL}'; * {{ display: none }}</style>",
    f"<iframe src=javascript:{_RUN}></iframe>",
    f"<object data={_URL}></object><embed src={_URL}>",
    f"<base href={_URL}><form action={_URL}><button name=action value=keep>",
    f"<link rel=stylesheet href={_URL}><meta http-equiv=refresh content='0;url={_URL}'>",
    f"<details open ontoggle={_RUN}>x</details>",
    f"<math><mi xlink:href='javascript:{_RUN}'>x</mi></math>",
    f"<template><script>{_RUN}</script></template><noscript><p title='</noscript>"
    f"<img src={_URL}>'>",
    f"![image](https:{_URL}.png) [link](javascript:{_RUN})",
    f"<a href='javascript:{_RUN}' id=review>x</a><p id=live class=alert role=alert>x</p>",
    "{{ 7*7 }} {% raw %} {{ self.__init__.__globals__ }} ${7*7} #{7*7} <%= 7*7 %>",
    "\u202egnp.exe\u202c \u2066x\u2069 \u200f\u200b\ufeff\x00\x07\x1b[31m\x7f\x85\u2028",
    f"&lt;script&gt;{_RUN}&lt;/script&gt; &#60;img src=x&#62; \ufffd &amp;amp;",
    f"<!--><script>{_RUN}</script>--> <![CDATA[<script>{_RUN}</script>]]>",
    "\u0301" * 40 + "W" * 4000 + "\U0001f469\u200d\U0001f4bb" * 20,
)
"""Texts that act where they are not escaped."""

_AROUND = (
    "{}",
    "Sales were 5 {} in the North.",
    "# Heading {}",
    "| {} | 5 |\n| --- | --- |\n| a | {} |",
    "- item {}\n> quote {}",
    "```\n{}\n```",
    "**{}** `{}` *{}*",
    "{0}\n\n{0}",
)


def hostile_reviews(tenant: str) -> Iterator[Review]:
    """Two hundred of them: each attack at each place of a text."""
    for number, (around, attack) in enumerate(product(_AROUND, ATTACKS), 1):
        words = around.replace("{0}", "{}").replace("{}", attack)
        yield _review(f"{number:064x}", tenant, words, attack)


def _review(review_id: str, tenant: str, words: str, attack: str) -> Review:
    data = f"{words} 5".encode()
    whole, last = Span(0, len(data)), Span(len(data) - 1, len(data))
    items = [
        _item(1, data.decode(), whole, attack, Repair(whole, attack)),
        _item(2, "5", last, attack, Repair(last, attack)),
    ]
    return Review(
        review_id=review_id,
        tenant=tenant,
        request_id=attack.encode("ascii", "replace").decode()[:100].replace("\0", "?"),
        agent_id=attack[:200],
        created_us=time.time_ns() // 1000,
        decision=Decision.FAIL,
        text=data,
        text_digest=sha256_hex(data),
        items=items,
        dropped_items=0,
    )


def _item(item_id: int, words: str, span: Span, attack: str, repair: Repair) -> ReviewItem:
    finding = Finding(
        code="CLAIM_NOT_FOUND" if item_id == 1 else attack.encode("ascii", "replace").decode()[:60],
        verdict=Verdict.CONTRADICTED,
        span=span,
        message=attack,
        details=dict.fromkeys(("source_id", "url", "reasoning", "judged", "reason"), attack),
        repair=repair,
        confidence=0.5,
    )
    excerpt = Excerpt(
        query_id=attack,
        columns=[attack, "n"],
        rows=[0, 7],
        cells=[[attack, "5"], [attack, attack]],
        marks=[MarkedCell(0, 0, CellRole.COMPARED), MarkedCell(1, 1, CellRole.AGREES)],
        row_count=9,
    )
    return ReviewItem(
        item_id=item_id,
        check="numeric",
        severity=Severity.ERROR,
        finding=finding,
        scope=span,
        words=words,
        scope_words=words,
        quote=attack,
        model=attack[:60],
        excerpts=(excerpt,),
    )
