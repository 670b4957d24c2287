"""What the scan of blocks remembers from line to line, and the columns of what it writes."""

from __future__ import annotations

# The columns of a block.
KIND, START, END, LEVEL, QUOTED, MARKER, MARKER_END, CELL, CELL_END = range(9)
COLUMNS = 9
PARAGRAPH, HEADING, LIST_ITEM, TABLE_ROW, CODE = range(1, 6)

# The state. The open leaf stands in it as a block (LEAF + KIND and so on), of kind 0 for none.
LEAF = 0
POS = LEAF + COLUMNS  # how far the line is read
STOP = POS + 1  # where it ends
COLUMN = POS + 2  # of POS, tabs filled up
LAST_LINE = POS + 3  # where the words of the leaf's last line begin
FENCE, FENCE_SIZE = POS + 4, POS + 5  # what closes the open fence: byte and count; 0 for none
TABLE = POS + 6  # columns of the open table
ITEM, ITEM_END = POS + 7, POS + 8  # the marker of a list item without content yet; -1 for none
BLOCKS, CELLS = POS + 9, POS + 10  # how many are written
DEPTH = POS + 11  # open containers; each is 0 for a quote, else an item's width
CONTAINERS = POS + 12
MAX_DEPTH = 16  # containers in containers; deeper markers are text
STATE = CONTAINERS + MAX_DEPTH
