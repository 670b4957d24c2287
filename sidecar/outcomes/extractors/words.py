"""The words of a text in any script, for measures that count words.

The usual tokenisers go by spaces (BLEU) or see ASCII alone (ROUGE). In Chinese, Japanese or Thai a
whole sentence would be one word, or none, and two texts that say nearly the same have nothing in
common.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_DEFAULT, _CHINESE, _LETTERS = "13a", "zh", "char"

_UNSPACED = {
    "CJK": _CHINESE,
    "IDEOGRAPHIC": _CHINESE,
    "HIRAGANA": _LETTERS,
    "KATAKANA": _LETTERS,
    "HALFWIDTH": _LETTERS,
    "BOPOMOFO": _LETTERS,
    "YI": _LETTERS,
    "THAI": _LETTERS,
    "LAO": _LETTERS,
    "KHMER": _LETTERS,
    "MYANMAR": _LETTERS,
    "TIBETAN": _LETTERS,
}
"""Scripts that do not put spaces between words, by how the Unicode names of their letters begin,
with the tokeniser of sacrebleu for each."""


def split(text: str) -> list[str]:
    """Runs of letters, marks and digits in lower case; in a script without spaces, each letter."""
    return text.lower().translate(_Separated()).split()


def tokenizer(words: Sequence[str]) -> str:
    """The tokeniser of sacrebleu for a reference with such words."""
    found = [_UNSPACED.get(_script(word[0])) for word in words]
    unspaced = {one for one in found if one is not None}
    if 2 * sum(one is not None for one in found) <= len(found):
        return _DEFAULT
    return _CHINESE if unspaced == {_CHINESE} else _LETTERS


def _script(letter: str) -> str:
    """How the name of a letter begins, which is mostly its script."""
    return unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]


class _Separated(dict[int, str]):
    """Characters with spaces where words end, for ``str.translate``; made as they come."""

    def __missing__(self, code: int) -> str:
        """What stands for a character."""
        letter = chr(code)
        kind = unicodedata.category(letter)[0]
        if kind not in "LMN":
            found = " "
        elif kind != "N" and _script(letter) in _UNSPACED:
            found = f" {letter} "
        else:
            found = letter
        self[code] = found
        return found
