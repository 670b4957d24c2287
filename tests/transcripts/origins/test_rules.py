"""Rules that say where values may come from."""

import pytest

from sidecar.model.text import Span
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.rules import ANYWHERE, RuleInvalid, ToolRule, find_rule


@pytest.mark.parametrize(
    ("tool", "argument", "origins", "message"),
    [
        ("", "to", ("user",), "a rule names no tool"),
        ("send", "", ("user",), "is no path"),
        ("send", "a..b", ("user",), "is no path"),
        ("send", "a[", ("user",), "is no path"),
        ("send", "to", (), "allows no origin"),
        ("send", "to", ("users",), "'users' is no origin"),
        ("send", "to", ("tool:",), "'tool:' is no origin"),
        ("send", "to", ("free", "user"), "'free' beside other origins"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(
    tool: str, argument: str, origins: tuple[str, ...], message: str
) -> None:
    with pytest.raises(RuleInvalid, match=message):
        ToolRule(tool, argument, origins)


@pytest.mark.parametrize(
    ("argument", "path"),
    [
        ("recipient", "recipient"),
        ("passengers[].name", "passengers[12].name"),
        ("passengers", "passengers[0].name"),
        ("passengers[0]", "passengers[0].name"),
        ("address.city", "address.city"),
        ("*", "anything[3].at.all"),
    ],
)
def test_a_pattern_fits_a_path_and_what_lies_below(argument: str, path: str) -> None:
    rule = ToolRule("book", argument, ("user",))
    assert find_rule([rule], "book", path) is rule
    assert find_rule([rule], "cancel", path) is ANYWHERE


@pytest.mark.parametrize(
    ("argument", "path"),
    [("recipient", "recipients"), ("passengers[].name", "passengers.name"), ("name", "to.name")],
)
def test_a_pattern_fits_nothing_else(argument: str, path: str) -> None:
    assert find_rule([ToolRule("*", argument, ("user",))], "book", path) is ANYWHERE


def test_the_rule_that_says_most_decides() -> None:
    every = ToolRule("*", "*", ("user",))
    list_ = ToolRule("*", "guests", ("tool",))
    name = ToolRule("*", "guests[].name", ("user", "tool"))
    own = ToolRule("book", "guests[].name", ("free",))
    rules = [every, list_, name, own]
    assert find_rule(rules, "book", "guests[0].name") is own
    assert find_rule(rules, "move", "guests[0].name") is name
    assert find_rule(rules, "move", "guests[0].age") is list_
    assert find_rule(rules, "move", "day") is every


@pytest.mark.parametrize(
    ("origins", "source", "how", "allowed"),
    [
        (("user",), "user", "", True),
        (("user",), "user", "tomorrow", True),  # the user's own words name the day
        (("user",), "tool:a", "", False),
        (("tool",), "tool:a", "", True),
        (("tool:a",), "tool:a", "", True),
        (("tool:a",), "tool:b", "", False),
        (("tool:a",), "tool:a", "1 + 2", False),
        (("tool:a", "computed"), "tool:a", "1 + 2", True),
        (("computed",), "system", "1 + 2", True),
        (("user", "computed"), "system", "1 + 2", False),
    ],
)
def test_a_rule_allows_the_places_that_it_lists(
    origins: tuple[str, ...], source: str, how: str, allowed: bool
) -> None:
    place = Origin(source, 0, "", "", Span(0, 1), how)
    assert ToolRule("*", "*", origins).allows(place) is allowed
