"""What a subject does for its checks."""

from __future__ import annotations

import pytest

from sidecar.checks import CHECKS, CheckSubject
from sidecar.model.text import Text
from sidecar.settings.root import Settings
from sidecar.text import claims
from sidecar.text.options import ExtractOptions


def test_numbers_are_read_once_by_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[ExtractOptions] = []
    extract = claims.extract_numbers

    def counted(text: Text, options: ExtractOptions) -> claims.NumberExtraction:
        read.append(options)
        return extract(text, options)

    monkeypatch.setattr(claims, "extract_numbers", counted)
    subject = CheckSubject(Text("- 60 % are men\n- 40 % are women"))
    for name in ("numeric", "consistency"):
        assert CHECKS[name](getattr(Settings(), name)).run(subject).judged
    assert len(read) == 1
