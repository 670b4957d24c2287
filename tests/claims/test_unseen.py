"""What no reader sees is not part of a source."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.claims.plain import drop_unseen


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- gone -->",
        "<!-- gone --><!-- gone -->",
        "<script>gone</script>",
        "<style type='text/css'>gone</style>",
        "<TEMPLATE>gone</TEMPLATE>",
        "<div style='display:none'>gone</div>",
        '<div class="a" style="color: red; display : none;">gone</div>',
        "<p hidden>gone</p>",
        "<p hidden=''>gone</p>",
        "<span style='visibility: hidden'>gone</span>",
        "<span style='font-size:0'>gone</span>",
        "<span style='opacity: 0'>gone</span>",
        "<span aria-hidden=true>gone</span>",
        "<div hidden><div>gone</div> gone</div>",
        "<div hidden><p>gone <b>gone</b></p></div>",
        "\u200b\u00ad\u202e\ufeff\u3164\U000e0041",
    ],
)
def test_it_is_taken_out(hidden: str) -> None:
    left = drop_unseen(f"before {hidden} behind")
    assert "gone" not in left
    assert left.split() == ["before", "behind"]


@pytest.mark.parametrize(
    "seen",
    [
        "a < b and c > d",
        "use the <script> tag of HTML",
        "<p>plain</p>",
        "<div class='hidden-gem'>plain</div>",
        "<span style='font-size:0.9em'>plain</span>",
        "<span style='opacity: 0.5'>plain</span>",
        "<div hidden>never ends",
        "<!-- never ends",
        "<input type='hidden' value='x'> plain",
    ],
)
def test_what_is_seen_or_never_ends_stays(seen: str) -> None:
    assert drop_unseen(seen) == seen


@pytest.mark.parametrize("piece", ["<!--", "<div hidden>", "<p", "-->", "</div>", "<a hidden></b>"])
def test_it_takes_time_by_the_length_alone(piece: str) -> None:
    started = time.process_time()
    drop_unseen(piece * (1_000_000 // len(piece)))
    assert time.process_time() - started < 5


@given(st.text(alphabet=st.sampled_from("<>!-/ab divhden=")))
def test_any_text_is_read(string: str) -> None:
    assert len(drop_unseen(string)) <= len(string) + string.count("<")
