"""Markdown blocks against markdown-it-py, and their exact spans."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import read_blocks

ORACLE = (
    MarkdownIt("commonmark", {"html": False}).enable("table").disable(["html_block", "reference"])
)


def kinds(string: str) -> list[tuple[str, str]]:
    text = Text(string)
    return [(block.kind.name, text.slice(block.span)) for block in read_blocks(text)]


def oracle(string: str) -> list[tuple[str, int]]:
    """Kind and first line of every leaf, as the oracle sees them."""
    leaves = []
    tokens = ORACLE.parse(string)
    first_of_item = False
    for index, token in enumerate(tokens):
        line = token.map[0] if token.map else -1
        if token.type == "list_item_open":
            first_of_item = True
        elif token.type == "paragraph_open":
            leaves.append(("LIST_ITEM" if first_of_item else "PARAGRAPH", line))
        elif token.type == "heading_open":
            leaves.append(("HEADING", line))
        elif token.type in ("fence", "code_block"):
            leaves.append(("CODE", line))
        elif token.type == "tr_open":
            leaves.append(("TABLE_ROW", line))
        if token.type in (
            "paragraph_open",
            "heading_open",
            "fence",
            "code_block",
            "hr",
            "tr_open",
            "blockquote_open",
        ):
            first_of_item = False
        del index
    return leaves


def ours(string: str) -> list[tuple[str, int]]:
    text = Text(string)
    return [(block.kind.name, text.line(block.span.start) - 1) for block in read_blocks(text)]


LINES = st.sampled_from(
    [
        "", "", "plain words", "more 5 words", "# Heading", "### Third ##", "- item", "- other 5",
        "* star", "1. one", "2) two", "  - nested", "   continued", "    deep", "> quoted",
        "> - quoted item", "```", "~~~", "| a | b |", "|---|---|", "| 1 | 2 |", "---", "===", "***",
        "\tcode",
    ]
)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(LINES, max_size=9))
def test_blocks_are_those_of_markdown_it(lines: list[str]) -> None:
    string = "\n".join(lines)
    assert ours(string) == oracle(string)


def test_a_paragraph_spans_its_lines() -> None:
    assert kinds("one\ntwo\n\nthree") == [("PARAGRAPH", "one\ntwo"), ("PARAGRAPH", "three")]


def test_a_heading_is_its_title_without_hashes() -> None:
    text = Text("## Growth of 5% ##")
    (block,) = read_blocks(text)
    assert (text.slice(block.span), block.level) == ("Growth of 5%", 2)
    assert text.slice(block.marker or block.span) == "##"


def test_an_item_has_its_marker_and_depth() -> None:
    text = Text("- a\n\n  12. b")
    first, second = read_blocks(text)
    assert [(b.level, text.slice(b.marker)) for b in (first, second) if b.marker] == [
        (1, "-"), (2, "12."),
    ]  # fmt: skip


def test_cells_are_trimmed_and_know_escaped_bars() -> None:
    text = Text("| a | b |\n|:--|--:|\n|  1 \\| 2 |3|")
    row = read_blocks(text)[-1]
    assert [text.slice(cell) for cell in row.cells] == ["1 \\| 2", "3"]


def test_cells_after_letters_of_two_bytes() -> None:
    text = Text("| é | b |\n|---|---|\n| ü | 3 |")
    assert [text.slice(cell) for cell in read_blocks(text)[-1].cells] == ["ü", "3"]


def test_quotes_are_counted() -> None:
    (block,) = read_blocks(Text("> > deep"))
    assert block.quoted == 2


def test_an_unclosed_fence_runs_to_the_end() -> None:
    assert kinds("```py\nx = 5\ny") == [("CODE", "```py\nx = 5\ny")]


def test_a_list_number_past_one_does_not_interrupt_a_paragraph() -> None:
    # "The answer is\n14. It was" holds no list.
    assert kinds("The answer is\n14. It was") == [("PARAGRAPH", "The answer is\n14. It was")]


@given(st.text(alphabet="ab1 \t\n#-*>|`~.)=", max_size=60))
def test_any_text_gives_blocks_in_order(string: str) -> None:
    text = Text(string)
    found: list[Block] = read_blocks(text)
    last = 0
    for block in found:
        assert last <= block.span.start <= block.span.end <= len(text.data)
        last = block.span.end
        assert isinstance(block.kind, BlockKind)
