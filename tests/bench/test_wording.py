"""Words in private senses are found where users read, and nowhere else."""

from __future__ import annotations

import pytest

from bench import wording, yaml_file

BANNED = wording.words(yaml_file.read(wording.LISTED)["words"])


def faults(suffix: str, source: str) -> list[str]:
    """The words that are found, each with its line."""
    return [
        f"{line} {fault.split(' in ')[0]}"
        for line, text in wording.texts(suffix, source)
        for fault in wording.find_words(text, BANNED)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "'33' is told of another row",
        "send the evidence that is meant",
        "a number that is held against a cell",
        "evidence that was put ahead",
        "questions that a kept answer settled",
        "what would mend it there",
        "a name in the query is none",
        "tell whoever runs the server",
        "of this one alone",
        "the half that is read by nobody",
    ],
)
def test_a_private_sense_is_found_in_messages_pages_and_the_contract(text: str) -> None:
    assert len(faults(".py", f'raise Refused(f"{text} {{x}}")')) == 1
    assert len(faults(".md", f"# Page\n\n{text}\n")) == 1
    assert len(faults(".proto", f"// {text}\nstring text = 1;")) == 1


@pytest.mark.parametrize(
    "text", ["colours that can be told apart", "a comment meant for readers", "if there is none"]
)
def test_a_usual_sense_is_not(text: str) -> None:
    assert faults(".md", text) == []


def test_a_usual_sense_hides_no_private_one_after_it() -> None:
    assert faults(".md", "They are told apart, as the model is told.") == ["1 'told'"]


def test_docstrings_names_code_and_data_are_not_looked_at() -> None:
    source = 'def told() -> str:\n    """What is told of it."""\n    return "told"  # it is told\n'
    assert faults(".py", source) == []
    assert faults(".md", "`is told of`\n\n```sh\necho is told of\n```\n") == []
    assert faults(".proto", "string told = 1;") == []


def test_a_phrase_is_found_over_the_end_of_a_line() -> None:
    assert faults(".md", "Evidence that was put\nahead.\n") == ["1 'put ahead'"]
    assert faults(".py", 'x = (\n    "evidence that was put"\n    " ahead"\n)') == ["2 'put ahead'"]


def test_every_entry_says_what_to_write_instead() -> None:
    assert all(word.instead for word in BANNED)


def test_the_texts_of_this_version_are_plain(capsys: pytest.CaptureFixture[str]) -> None:
    assert wording.main() == 0, capsys.readouterr().out
