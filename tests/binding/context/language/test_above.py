"""What stands above a place in a text and speaks for it."""

from __future__ import annotations

from typing import Any

TEXT = """\
| Site | Visits |
| --- | --- |
| Alder | 41 |

| Site | Staff |
| --- | --- |
| Birch | 7 |
"""


def test_a_table_right_after_another_has_a_header_of_its_own(read: Any) -> None:
    rows = [["Alder", 41, 5], ["Birch", 52, 7]]
    staff = read(TEXT, ["site", "visits", "staff"], rows)[-1]
    assert staff.naming(2) > staff.naming(1)
