"""What holds in every conversation: drawn ones, whose values are known."""

import json
import random
import sys
from datetime import date, timedelta

import pytest
from conversations import Talk
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sidecar.model.report import Verdict
from sidecar.transcripts.origins.figures import read_echoes, read_figures
from sidecar.transcripts.origins.haystack import fold
from sidecar.transcripts.origins.judgement import JudgedArgument, Problem
from sidecar.transcripts.origins.rules import ToolRule

TODAY = date(2024, 5, 15)
NAMES = ("Ann", "Raj", "Mia", "Omar", "Lei", "José", "Zoë", "Ivan")
FAMILIES = ("Moore", "Ito", "Khan", "Silva", "Müller", "Okafor", "Rossi")
KINDS = ("order_id", "invoice_number", "amount", "due_date", "name", "email", "phone")
SEEDS = st.integers(0, 2**32).map(random.Random)
FEW = settings(max_examples=60, deadline=None)


def draw_value(kind: str, chance: random.Random) -> object:
    """A value of a kind; two of one kind are hardly ever the same."""
    digits = "".join(chance.choices("123456789", k=7))
    if kind == "order_id":
        return f"#W{digits}"
    if kind == "invoice_number":
        return "".join(chance.choices("ABCDEFGHJK", k=3)) + f"-{digits[:4]}"
    if kind == "amount":
        return round(chance.uniform(1_000, 9_999), 2)
    if kind == "due_date":
        return (TODAY + timedelta(chance.randrange(-300, 300))).isoformat()
    if kind == "name":
        return f"{chance.choice(NAMES)} {chance.choice(FAMILIES)}"
    if kind == "email":
        return f"{chance.choice(NAMES)}.{digits}@example.com"
    return f"+1 555 {digits[:3]} {digits[3:]}"


def write_otherwise(kind: str, value: object, chance: random.Random) -> object:
    """The same value as someone else writes it."""
    text = str(value)
    if kind in ("order_id", "invoice_number"):
        return chance.choice((text.lower(), text.lstrip("#"), text.replace("-", " "), text))
    if kind == "amount":
        return chance.choice((f"${value:,.2f}", f"{value:.2f}", value, f"{value:,.2f} USD"))
    if kind == "due_date":
        day = date.fromisoformat(text)
        forms = ("%B %d, %Y", "%d %b %Y", "%m/%d/%Y", "%Y-%m-%dT00:00:00Z", "%Y/%m/%d")
        return day.strftime(chance.choice(forms))
    if kind == "name":
        first, last = text.split()
        return chance.choice((text.upper(), f"{last}, {first}", first, last))
    if kind == "email":
        return text.upper()
    return chance.choice((text.replace(" ", ""), text.replace(" ", "-"), text[3:]))


def draw_talk(chance: random.Random) -> tuple[Talk, dict[str, object]]:
    """A conversation, and its values: some that the user said, the others of a result."""
    values = {kind: draw_value(kind, chance) for kind in KINDS}
    said = set(chance.sample(KINDS, 3))
    talk = Talk().system("Today is 2024-05-15. Be kind.").user("Hello, I need help.")
    record = {kind: value for kind, value in values.items() if kind not in said}
    other = {kind: draw_value(kind, chance) for kind in KINDS}
    talk.tool("find", {"mode": "all"}, {"records": [record, other], "total": 2})
    talk.assistant("What is it about?")
    for kind in said:
        talk.user(f"My {kind.replace('_', ' ')} is {write_plainly(values[kind], chance)}.")
    return talk, values


def write_plainly(value: object, chance: random.Random) -> str:
    """A value in a sentence."""
    return f"${value:,.2f}" if isinstance(value, float) and chance.random() < 0.5 else str(value)


def is_known(talk: Talk, value: object) -> bool:
    """Whether a value was drawn before."""
    said = json.dumps([(one.text, [r.content for r in one.results]) for one in talk.messages])
    written = [str(value), f"{value:,.2f}"] if isinstance(value, float) else [str(value)]
    return any(one in said for one in written)


@given(SEEDS)
@FEW
def test_a_value_is_never_flagged_because_of_how_it_is_written(chance: random.Random) -> None:
    talk, values = draw_talk(chance)
    written = {kind: write_otherwise(kind, value, chance) for kind, value in values.items()}
    for one in talk.judge(written).values():
        assert one.verdict is Verdict.SUPPORTED, one


@given(SEEDS, st.sampled_from(KINDS))
@FEW
def test_another_value_of_the_same_shape_is_always_flagged(
    chance: random.Random, kind: str
) -> None:
    talk, values = draw_talk(chance)
    made_up = draw_value(kind, chance) if kind != "name" else "Priya Sørensen"
    assume(not is_known(talk, made_up))
    judged = talk.judge(values | {kind: made_up})
    assert judged[kind].problem is Problem.UNSUPPORTED
    assert not any(one.problem for path, one in judged.items() if path != kind)


@given(SEEDS, st.sampled_from(KINDS))
@FEW
def test_what_only_the_assistant_said_is_always_flagged(chance: random.Random, kind: str) -> None:
    talk, values = draw_talk(chance)
    made_up = draw_value(kind, chance) if kind != "name" else "Priya Sørensen"
    assume(not is_known(talk, made_up))
    talk.assistant(f"I propose {made_up}. Shall I go on?").user("Yes, please do exactly that.")
    assert talk.judge(values | {kind: made_up})[kind].problem is Problem.UNSUPPORTED


@given(SEEDS)
@FEW
def test_a_rule_for_the_user_never_accepts_what_a_tool_said(chance: random.Random) -> None:
    talk, values = draw_talk(chance)
    rules = [ToolRule("*", "*", ("user",))]
    said = " ".join(one.text for one in talk.messages)
    for kind, one in talk.judge(values, rules).items():
        by_user = f"My {kind.replace('_', ' ')} is" in said
        assert (one.problem is None) is by_user
        assert one.problem in (None, Problem.WRONG_ORIGIN)
        assert not by_user or {origin.source for origin in one.origins} == {"user"}


@given(SEEDS)
@FEW
def test_every_judgement_points_at_its_value(chance: random.Random) -> None:
    talk, values = draw_talk(chance)
    text = json.dumps({"outer": [values]}, ensure_ascii=chance.random() < 0.5)
    judged = talk.judge(text)
    assert [one.path for one in judged.values()] == [f"outer[0].{kind}" for kind in KINDS]
    for one in judged.values():
        raw = text.encode()[one.span.start : one.span.end].decode()
        assert json.loads(f'"{raw}"') == one.value
        for origin in one.origins:
            assert 0 <= origin.message < len(talk.messages)


@pytest.mark.parametrize("made_up", [False, True])
def test_judging_is_linear_in_the_conversation(made_up: bool) -> None:
    few, many = (_count_calls(size, made_up=made_up) for size in (40, 160))
    assert many < 5 * few


def _count_calls(size: int, *, made_up: bool) -> int:
    """How many functions are called to judge a call after so many messages."""
    chance = random.Random(7)
    talk = Talk()
    for at in range(size):
        talk.tool("get", {"page": at}, [{kind: draw_value(kind, chance) for kind in KINDS}])
        talk.user(f"And {draw_value('order_id', chance)}, tomorrow, {at} nights from May 3?")
    arguments = {kind: draw_value(kind, chance) for kind in KINDS}
    if not made_up:
        arguments["order_id"] = json.loads(talk.messages[1].results[0].content)[0]["order_id"]
    for cached in (read_echoes, read_figures, fold):
        cached.cache_clear()
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        judged: dict[str, JudgedArgument] = talk.judge(arguments)
    finally:
        sys.setprofile(None)
    assert bool(judged["order_id"].problem) is made_up
    return count
