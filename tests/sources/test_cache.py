"""Copies on disk: as they were put, while they are young; whatever else lies there is nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from sidecar.sources.cache import SourceCache

URL = "https://example.org/a"
MIB = 1 << 20


class Clock:
    now = 1e9

    def __call__(self) -> float:
        return self.now


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*"))


def test_a_copy_is_given_until_it_is_too_old(folder: Path) -> None:
    clock = Clock()
    cache = SourceCache(folder, MIB, clock)
    assert cache.get(URL, 10) is None
    cache.put(URL, "é\n5")
    clock.now += 9
    assert cache.get(URL, 10) == "é\n5"
    assert cache.get(URL + "?", 10) is None
    clock.now += 1
    assert cache.get(URL, 10) is None
    clock.now -= 100  # a clock that was set back tells nothing
    assert cache.get(URL, 10) is None


def test_the_newest_copy_counts(folder: Path) -> None:
    cache = SourceCache(folder, MIB)
    cache.put(URL, "old")
    cache.put(URL, "new")
    assert SourceCache(folder, MIB).get(URL, 10) == "new"
    assert len(files(folder)) == 1


def test_nobody_else_may_read_or_write_it(folder: Path) -> None:
    SourceCache(folder, MIB).put(URL, "text")
    (file,) = files(folder)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert "example" not in file.name


def test_a_folder_that_others_may_write_to_is_not_used(folder: Path) -> None:
    cache = SourceCache(folder, MIB)
    cache.put(URL, "text")
    (file,) = files(folder)
    file.parent.chmod(0o777)
    assert cache.get(URL, 10) is None
    cache.put(URL + "b", "text")
    assert files(folder) == [file]


def _other_url(data: bytes) -> bytes:
    return data.replace(b"example.org", b"example.com")


def _other_text(data: bytes) -> bytes:
    return data.replace(b"1,234", b"9,999")


@pytest.mark.parametrize(
    "damage",
    [
        _other_url,
        _other_text,
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda _: b"",
        lambda _: b"\x00\xff" * 99,
        lambda _: b"[" * 100_000,
        lambda _: b"[]\ntext",
        lambda _: b'{"url": "https://example.org/a"}\ntext',
        lambda data: data.replace(b'"time": ', b'"time": "x", "then": '),
    ],
)
def test_a_damaged_copy_counts_as_none_and_is_replaced(
    damage: Callable[[bytes], bytes], folder: Path
) -> None:
    cache = SourceCache(folder, MIB)
    cache.put(URL, "sales of 1,234")
    (file,) = files(folder)
    file.write_bytes(damage(file.read_bytes()))
    assert cache.get(URL, 10) is None
    cache.put(URL, "sales of 1,234")
    assert cache.get(URL, 10) == "sales of 1,234"


def test_links_and_pipes_are_not_followed(folder: Path, tmp_path: Path) -> None:
    cache = SourceCache(folder, MIB)
    cache.put(URL, "text")
    (file,) = files(folder)
    moved = file.rename(tmp_path / "elsewhere")
    file.symlink_to(moved)
    assert cache.get(URL, 10) is None
    file.unlink()
    os.mkfifo(file)
    assert cache.get(URL, 10) is None  # and does not wait for a writer
    cache.put(URL, "text")
    assert cache.get(URL, 10) == "text"


def test_what_was_not_used_for_longest_goes_first(folder: Path) -> None:
    cache = SourceCache(folder, 64 * 1024)
    text = "x" * 20_000  # three of them fit
    for name in "abc":
        cache.put(URL + name, text)
    for age, name in enumerate("bca"):  # as they were used, the oldest first
        used = 1e9 + age
        os.utime(cache._path(URL + name), (used, used))
    assert cache.get(URL + "b", 10)  # which makes it the youngest
    cache.put(URL + "d", text)
    assert [bool(cache.get(URL + name, 10)) for name in "abcd"] == [True, True, False, True]


def test_the_bound_holds_for_many_small_files_too(folder: Path) -> None:
    cache = SourceCache(folder, 64 * 1024)
    for number in range(40):
        cache.put(f"{URL}{number}", "x")
    assert len(files(folder)) <= 16  # each takes a block
    cache.put(URL, "x" * 70_000)  # does not fit at all
    assert len(files(folder)) > 0


def test_what_is_not_ours_is_left_alone_and_what_was_lost_is_removed(folder: Path) -> None:
    cache = SourceCache(folder, 64 * 1024)
    cache.put(URL, "x" * 50_000)
    home = files(folder)[0].parent
    foreign, lost, fresh = home / "notes", home / "tmpabc.part", home / "tmpdef.part"
    for file in (foreign, lost, fresh):
        file.write_text("x")
    os.utime(lost, (1e9, 1e9))
    cache.put(URL + "b", "x" * 50_000)
    assert foreign.exists()
    assert fresh.exists()
    assert not lost.exists()
    assert cache.get(URL, 10) is None


def test_a_folder_that_cannot_be_made_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = SourceCache(tmp_path / "file", MIB)
    cache.put(URL, "text")
    assert cache.get(URL, 10) is None


def _busy(folder: Path, number: int) -> int:
    cache = SourceCache(folder, 256 * 1024)
    wrong = 0
    for n in range(60):
        url = f"{URL}{n % 20}"
        cache.put(url, f"{url} " * 400)
        text = cache.get(f"{URL}{(n + number) % 20}", 60)
        wrong += text is not None and text.split(" ")[0] != f"{URL}{(n + number) % 20}"
    return wrong


def test_two_processes_share_a_folder(folder: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(_busy, [folder, folder], [3, 7])) == 0
    assert sum(file.stat().st_size for file in files(folder)) <= 2 * 256 * 1024
    assert not [file for file in files(folder) if file.suffix == ".part"]
    heads = [json.loads(file.read_bytes().partition(b"\n")[0]) for file in files(folder)]
    assert all(head["url"].startswith(URL) for head in heads)
