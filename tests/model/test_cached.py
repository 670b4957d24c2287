"""``cached_property``: computed once, and nobody waits for another instance's."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Event, Thread

from sidecar.model.cached import cache_if_short, cached_property


class Text:
    """Something whose words are told by a function."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell = tell

    @cached_property
    def words(self) -> object:
        """Its words."""
        return self._tell()


def test_it_is_computed_once_and_kept_by_its_instance() -> None:
    told = iter([["a"], ["b"]])
    first, second = Text(lambda: next(told)), Text(lambda: next(told))
    assert first.words is first.words
    assert second.words == ["b"]
    assert vars(first)["words"] == ["a"]
    assert Text.words.__doc__ == "Its words."


def test_one_instance_does_not_wait_for_another() -> None:
    begun, free = Event(), Event()

    def slow() -> object:
        begun.set()
        assert free.wait(30)
        return ["slow"]

    busy = Text(slow)
    thread = Thread(target=lambda: busy.words)
    thread.start()
    assert begun.wait(30)
    other = Thread(target=lambda: Text(list).words)
    other.start()
    other.join(5)
    waited = other.is_alive()
    free.set()
    thread.join()
    assert not waited


def test_threads_that_ask_at_once_get_the_same_value() -> None:
    together = Barrier(2)

    def tell() -> object:
        together.wait(30)  # both are computing
        return object()

    text = Text(tell)
    got: list[object] = []
    threads = [Thread(target=lambda: got.append(text.words)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got[0] is got[1] is text.words


def test_long_texts_are_not_kept() -> None:
    made: list[int] = []

    @cache_if_short(10)
    def size(text: str) -> int:
        made.append(len(text))
        return len(text)

    assert [size(text) for text in ("a", "a", "b" * 101, "b" * 101)] == [1, 1, 101, 101]
    assert made == [1, 101, 101]
