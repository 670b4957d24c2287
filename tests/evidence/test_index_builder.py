"""The thread that sorts behind the lookups' back."""

from __future__ import annotations

import gc
import threading

import pytest

from sidecar.evidence.index_builder import IndexBuilder

SOON = 10


class Work:
    """Something to build: says when it began, and goes on when it may."""

    def __init__(self, *, fails: bool = False) -> None:
        self.began, self.may_end, self.ended = (threading.Event() for _ in range(3))
        self.fails = fails

    def build(self) -> None:
        self.began.set()
        assert self.may_end.wait(SOON)
        self.ended.set()
        if self.fails:
            raise RuntimeError("no index")


def free() -> Work:
    work = Work()
    work.may_end.set()
    return work


def test_one_at_a_time_and_nobody_waits() -> None:
    builder, first, second = IndexBuilder(), Work(), free()
    assert builder.ask(first)
    assert builder.ask(second)
    assert first.began.wait(SOON)
    assert not second.began.wait(0.05)
    first.may_end.set()
    assert second.ended.wait(SOON)


def test_what_waits_is_bounded() -> None:
    builder, first = IndexBuilder(), Work()
    builder.ask(first)
    assert first.began.wait(SOON)
    waiting = [free() for _ in range(64)]
    assert all(builder.ask(work) for work in waiting)
    assert not builder.ask(free())
    first.may_end.set()
    assert waiting[-1].ended.wait(SOON)


def test_what_was_deleted_meanwhile_is_not_built() -> None:
    builder, first, second, last = IndexBuilder(), Work(), free(), free()
    began = second.began
    builder.ask(first)
    assert first.began.wait(SOON)
    builder.ask(second)
    builder.ask(last)
    del second
    gc.collect()
    first.may_end.set()
    assert last.ended.wait(SOON)
    assert not began.is_set()


def test_a_fault_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    builder, bad, good = IndexBuilder(), Work(fails=True), free()
    bad.may_end.set()
    builder.ask(bad)
    builder.ask(good)
    assert good.ended.wait(SOON)
    assert "cannot be built" in caplog.text
