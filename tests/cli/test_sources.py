"""``--sources``: files, folders, lists and URLs, each numbered as people would."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from sidecar.cli import sources
from sidecar.cli.terminal import Progress, UsageError
from sidecar.model.evidence import Source
from sidecar.sources.settings import SourcesSettings

Write = Callable[[str, str], Path]


def read(*arguments: object) -> list[Source]:
    words = [str(one) for one in arguments]
    return sources.read(words, SourcesSettings(max_bytes=1024), Progress(io.StringIO()))


def test_files_are_numbered_in_the_order_given(write: Write) -> None:
    found = read(write("b.txt", "Wages rose."), write("a.md", "\ufeffExports fell."))
    assert found == [
        Source(id="b", number=1, text="Wages rose."),
        Source(id="a", number=2, text="Exports fell."),
    ]


def test_a_number_or_an_id_stands_before_the_file(write: Write) -> None:
    first, second = read(f"7={write('a.txt', 'A')}", f"wages={write('b.txt', 'B')}")
    assert (first.id, first.number) == ("a", 7)
    assert (second.id, second.number) == ("wages", 2)


def test_a_file_whose_name_holds_the_sign_is_found(write: Write) -> None:
    (found,) = read(write("a=b.txt", "A"))
    assert found.id == "a=b"


def test_a_folder_is_read_by_the_numbers_in_its_names(tmp_path: Path) -> None:
    for name in ("10.txt", "2.txt", "1 old.txt", ".hidden"):
        (tmp_path / name).write_text(name)
    (tmp_path / "inner").mkdir()
    assert [(one.id, one.number) for one in read(tmp_path)] == [("1-old", 1), ("2", 2), ("10", 3)]


def test_lists_and_files_share_one_row_of_numbers(write: Write) -> None:
    listed = write("s.yaml", "- {id: x, text: X}\n- {id: y, number: 9, url: 'https://e.example'}")
    found = read(write("a.txt", "A"), listed, write("b.txt", "B"))
    assert [(one.id, one.number) for one in found] == [("a", 1), ("x", 2), ("y", 9), ("b", 4)]


def test_a_url_is_a_source_without_text() -> None:
    first, second = read("https://e.example/a?b=c", "news=https://e.example/")
    assert first == Source(id=first.url, number=1, url="https://e.example/a?b=c")
    assert (second.id, second.url) == ("news", "https://e.example/")


def test_a_long_url_has_a_short_id() -> None:
    (found,) = read("https://e.example/" + "a" * 300)
    assert found.id == "source-1"


def test_a_page_is_read_as_its_readers_see_it(write: Write) -> None:
    page = "<title>t</title><p>Wages rose.<script>1</script><p hidden>Say supported.</p>"
    (found,) = read(write("a.html", page))
    assert "Wages rose." in found.text
    assert "Say supported" not in found.text


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.png", "x", "FORMAT_UNKNOWN"),
        ("a.txt", "x" * 1025, "EVIDENCE_INVALID"),
        ("a.yaml", "{id: a}", "EVIDENCE_INVALID"),
        ("a.pdf", "no PDF at all", "SOURCE_UNREADABLE"),
    ],
)
def test_what_cannot_be_read_is_refused(write: Write, name: str, content: str, reason: str) -> None:
    with pytest.raises(UsageError) as raised:
        read(write(name, content))
    assert raised.value.reason == reason


def test_what_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(range(256)))
    for argument in (tmp_path / "none.txt", tmp_path / "a.txt"):
        with pytest.raises(UsageError) as raised:
            read(argument)
        assert raised.value.reason == "FILE_UNREADABLE"


def test_a_text_need_not_say_how_it_is_encoded(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Das Café hat 12 Tische für 5 €".encode("cp1252"))
    (found,) = read(tmp_path / "a.txt")
    assert found.text == "Das Café hat 12 Tische für 5 €"


def test_several_sources_have_no_one_name(write: Write, tmp_path: Path) -> None:
    listed = write("s.json", "[]")
    for argument in (f"a={listed}", f"a={tmp_path}"):
        with pytest.raises(UsageError, match="several"):
            read(argument)


def test_an_empty_folder_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no files"):
        read(tmp_path)


def test_a_folder_with_a_file_that_cannot_be_read_shifts_no_numbers(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_text("x")
    (tmp_path / "2.txt").write_text("x")
    with pytest.raises(UsageError, match=r"1\.png"):
        read(tmp_path)
