from bench import complexity

LIST = "# why\n\n20 a.py:f\n18 a.py:g\n"


def test_above_the_limit_and_not_listed() -> None:
    assert list(complexity.faults({"a.py:f": 16}, {})) == [
        "a.py:f has complexity 16, more than 15: split it"
    ]


def test_a_listed_function_may_not_grow() -> None:
    assert list(complexity.faults({"a.py:f": 20}, {"a.py:f": 20})) == []
    assert len(list(complexity.faults({"a.py:f": 21}, {"a.py:f": 20}))) == 1


def test_an_entry_goes_with_its_complexity() -> None:
    allowed = complexity.read(LIST)
    assert len(list(complexity.faults({"a.py:f": 19}, allowed))) == 2
    assert complexity.lowered(LIST, {"a.py:f": 19}) == "# why\n\n19 a.py:f\n"


def test_the_list_never_grows() -> None:
    assert complexity.lowered(LIST, {"a.py:f": 30, "a.py:g": 18, "a.py:h": 40}) == LIST
