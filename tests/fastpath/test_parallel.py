"""Works that are shared out among threads."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from fastpath import parallel


def test_results_come_in_order() -> None:
    works = (partial(pow, base, 2) for base in range(50))
    assert parallel.together(works) == [base * base for base in range(50)]


def test_works_run_at_the_same_time() -> None:
    met = threading.Barrier(2, timeout=60)
    assert len(parallel.together([met.wait, met.wait])) == 2  # alone, either would wait forever


def test_a_fault_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        parallel.together([partial(divmod, 1, 0), partial(divmod, 1, 1)])
