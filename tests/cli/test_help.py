"""Every help text is a phrase that a stranger can read: a capital, words, a full stop."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

from sidecar.__main__ import _parser


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action.choices.values():
                yield from parsers(choice)


COMMANDS = {each.prog: each for each in parsers(_parser([]))}


def texts(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """The name and text of each option, argument and command of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from ((one.dest, one.help or "") for one in action._choices_actions)
        else:
            yield (action.option_strings or [action.dest])[-1], action.help or ""


@pytest.mark.parametrize("prog", COMMANDS)
def test_every_option_and_command_has_a_sentence_or_noun_phrase(prog: str) -> None:
    parser = COMMANDS[prog]
    fragments = {
        name: text
        for name, text in texts(parser)
        # The values of a choice are described by their names: "status: …; migrate: …."
        if not re.match(r"(?:[A-Z]|[a-z]+: ).+[.]$", text, re.DOTALL)
    }
    assert fragments == {}
    assert prog == "verifyd" or re.match(r"[A-Z].+[.]$", parser.description or "", re.DOTALL)


def test_the_commands_are_found() -> None:
    assert {"verifyd check", "verifyd outcome settle", "verifyd audit keygen"} <= set(COMMANDS)
