"""Which expressions a formula may use, and what flows into them.

Every expression gives a ``Flow``. A literal is judged by whatever takes it: arithmetic, a
condition, a function. What takes no literal asks for ``data`` and refuses one, so that a number
that nobody looked at never reaches the value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from sidecar.formulas import functions
from sidecar.formulas.arithmetic import product, total
from sidecar.formulas.flows import PIECE, RANK, Flow, Kind, Ledger, Position, merged
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.literals import Literals
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope
from sidecar.formulas.tree import Node, arguments, canonical, known

MAX_DEPTH = 60
_LONGEST_NUMBER = 40
_NOTHING: Node = {"class": "", "type": "nothing"}
_SUMS = frozenset({"+", "-"})
_PRODUCTS = frozenset({"*", "/", "//"})
_POWERS = frozenset({"power", "pow", "^", "**"})
_LARGEST_ROOT = 40
_MOST_DIGITS = 10
_YEAR_STEPS = frozenset({1, 3, 4, 12})


class _Rows(NamedTuple):
    """What an aggregate takes of the rows.

    Attributes:
        core: It and its arguments, as a text.
        every: Whether it takes every row: it has no filter, and leaves out no doubles.
    """

    core: str
    every: bool


Subquery = Callable[[Node, Scope, Position], Item]
"""Reads a query inside the query."""


class Expressions:
    """Reads the expressions of one query."""

    def __init__(self, grounds: Grounds, ledger: Ledger, subquery: Subquery) -> None:
        """Judge by a text, take note in a ledger, and have subqueries read."""
        self._grounds = grounds
        self._ledger = ledger
        self._literals = Literals(grounds, ledger)
        self._subquery = subquery
        self._classes = {
            "COLUMN_REF": self._column,
            "CONSTANT": self._constant,
            "FUNCTION": self._function,
            "WINDOW": self._window,
            "CAST": self._cast,
            "CASE": self._case,
            "SUBQUERY": self._in_subquery,
            "OPERATOR": self._operator,
            "COMPARISON": self._comparison,
            "BETWEEN": self._between,
            "CONJUNCTION": self._conjunction,
        }

    def read(self, node: Node, scope: Scope, at: Position) -> Flow:
        """Give what an expression gives, which may be a literal.

        Raises:
            Refusal: A formula may not use it.
        """
        if at.depth > MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", "expressions inside expressions")
        reader = self._classes.get(node["class"])
        if reader is None:
            raise Refusal("SQL_NOT_ALLOWED", f"{node['class'].lower()} {node['type'].lower()}")
        return reader(node, scope, replace(at, depth=at.depth + 1))

    def data(self, node: Node, scope: Scope, at: Position) -> Flow:
        """Give what an expression gives that may be no literal."""
        flow = self.read(node, scope, at)
        if flow.constant:
            written = "NULL" if flow.null else flow.literal
            reason = "LITERAL_NOT_GROUNDED" if at.condition else "VALUE_NOT_OF_DATA"
            raise Refusal(reason, f"{written} where data belong")
        return flow

    def condition(self, node: Node, scope: Scope, at: Position) -> Flow:
        """Give a condition: what decides which rows count."""
        flow = self.data(node, scope, replace(at, condition=True, aggregate=False))
        if flow.kind is not Kind.TRUTH:
            raise Refusal("SQL_NOT_ALLOWED", "a number or text as a condition")
        return flow

    def key(self, node: Node, scope: Scope, at: Position) -> Flow:
        """Give what rows are grouped or told apart by."""
        flow = self.data(node, scope, replace(at, condition=True))
        self._ledger.held |= flow.sources
        return flow

    def first_rows(self, node: Node) -> None:
        """Judge a LIMIT clause."""
        known(node, "limit", "offset", "limit_type")
        if node["limit_type"] != "ROW_COUNT":
            raise Refusal("SQL_NOT_ALLOWED", "LIMIT in per cent")
        for clause, judge in (("limit", self._literals.limit), ("offset", self._literals.offset)):
            if node[clause] is not None:
                judge(self._whole(node[clause], clause.upper()))

    # Names and values

    def _column(self, node: Node, scope: Scope, _at: Position) -> Flow:
        known(node, "column_names")
        flow = scope.column(node["column_names"])
        if flow.column is not None:
            self._ledger.reads[flow.column] = None
        return flow

    def _constant(self, node: Node, _scope: Scope, _at: Position) -> Flow:
        known(node, "literal")
        literal = node["literal"]
        kind, text = literal["kind"], literal.get("text", "")
        if kind == "NULL_LITERAL":
            return Flow(kind=Kind.NUMBER, null=True)
        if kind in ("INTEGER", "NUMERIC"):
            try:
                number = Decimal(text)
            except InvalidOperation:
                raise Refusal("SQL_NOT_ALLOWED", f"the number {text}") from None
            if abs(number.adjusted()) > _LONGEST_NUMBER:
                raise Refusal("SQL_NOT_ALLOWED", f"the number {text[:_LONGEST_NUMBER]}")
            return Flow(kind=Kind.NUMBER, literal=number, core=text)
        if kind == "STRING":
            return Flow(kind=Kind.TEXT, literal=text, core=text)
        if kind == "BOOLEAN":
            return Flow(kind=Kind.TRUTH, literal=text, core=text)
        raise Refusal("SQL_NOT_ALLOWED", f"a literal of the kind {kind.lower()}")

    def _whole(self, node: Node, what: str) -> Decimal:
        """Give a number that must be written out."""
        if node["class"] == "CONSTANT":
            flow = self._constant(node, Scope(), Position())
            if isinstance(flow.literal, Decimal):
                return flow.literal
        raise Refusal("SQL_NOT_ALLOWED", f"{what} takes a written number")

    # Functions

    def _function(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "function_name", "arguments", "filter", "distinct", "order_bys")
        name = node["function_name"].lower()
        if len(node["qualified_name"]["path"]) != 1 or node["schema"] or node["catalog"]:
            raise Refusal("SQL_NOT_ALLOWED", f"{name} called by a name in parts")
        if name in functions.AGGREGATES | functions.COUNTS:
            return self._aggregate(name, node, scope, at)
        if node["filter"] or node["distinct"] or node["order_bys"]["orders"]:
            raise Refusal("SQL_NOT_ALLOWED", f"{name} over many rows")
        if name in _SUMS:
            return total(self._terms(node, scope, at, 1), self._ledger, self._at(at))
        if name in _PRODUCTS:
            return product(self._factors(node, scope, at, 1), self._ledger, self._at(at))
        parts = arguments(node)
        for names, least, most, reader in self._scalars:
            if name in names and least <= len(parts) <= most:
                return reader(self, name, parts, scope, at)
        raise Refusal("SQL_NOT_ALLOWED", f"the function {name} of {len(parts)} values")

    def _at(self, at: Position) -> Grounds | None:
        return self._grounds if at.condition else None

    def _terms(self, node: Node, scope: Scope, at: Position, sign: int) -> list[tuple[int, Flow]]:
        """The terms of a sum, whatever its parentheses."""
        if node["class"] != "FUNCTION" or node["function_name"] not in _SUMS:
            return [(sign, self.read(node, scope, at))]
        at = replace(at, depth=at.depth + 1)
        if at.depth > MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", "expressions inside expressions")
        parts = arguments(node)
        if len(parts) == 1:
            one = sign if node["function_name"] == "+" else -sign
            return self._terms(parts[0], scope, at, one)
        parts = self._two(node)
        if self._is_span(parts[1]):
            self._span(parts[1], at)
            return [(sign, self._date(parts[0], scope, at))]
        second = sign if node["function_name"] == "+" else -sign
        return [
            *self._terms(parts[0], scope, at, sign),
            *self._terms(parts[1], scope, at, second),
        ]

    def _factors(
        self, node: Node, scope: Scope, at: Position, exponent: int
    ) -> list[tuple[int, Flow]]:
        """The factors of a product, whatever its parentheses."""
        if node["class"] != "FUNCTION" or node["function_name"] not in _PRODUCTS:
            return [(exponent, self.read(node, scope, at))]
        at = replace(at, depth=at.depth + 1)
        if at.depth > MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", "expressions inside expressions")
        first, second = self._two(node)
        below = exponent if node["function_name"] == "*" else -exponent
        return [
            *self._factors(first, scope, at, exponent),
            *self._factors(second, scope, at, below),
        ]

    @staticmethod
    def _two(node: Node) -> list[Node]:
        parts = arguments(node)
        if len(parts) != 2:
            raise Refusal("SQL_NOT_ALLOWED", f"{node['function_name']} of {len(parts)} values")
        return parts

    def _is_span(self, node: Node) -> bool:
        return node["class"] == "FUNCTION" and node["function_name"] in functions.SPANS

    def _span(self, node: Node, at: Position) -> None:
        """INTERVAL 3 MONTH: only to pick rows by, and only steps of a calendar or of the text."""
        if not at.condition:
            raise Refusal("VALUE_NOT_OF_DATA", "a written span of time")
        inner = node
        while inner["class"] in ("FUNCTION", "CAST"):
            inner = inner["child"] if inner["class"] == "CAST" else [*arguments(inner), _NOTHING][0]
        if inner["class"] != "CONSTANT":
            raise Refusal("SQL_NOT_ALLOWED", "a span of time that is not written")
        try:
            steps = Decimal(inner["literal"].get("text", ""))
        except InvalidOperation:
            raise Refusal("SQL_NOT_ALLOWED", "a span of time that is no number") from None
        if steps not in _YEAR_STEPS and not self._grounds.states(steps):
            raise Refusal("LITERAL_NOT_GROUNDED", f"a span of {steps}")

    def _date(self, node: Node, scope: Scope, at: Position) -> Flow:
        flow = self.data(node, scope, at)
        if flow.kind is not Kind.DATE:
            raise Refusal("SQL_NOT_ALLOWED", "a date is wanted")
        return flow

    def _same(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._number(self.data(parts[0], scope, at))
        if len(parts) > 1:
            digits = self._whole(parts[1], name)
            if not 0 <= digits <= _MOST_DIGITS:
                raise Refusal("VALUE_NOT_OF_DATA", f"{name} to {digits} digits")
        return replace(flow, column=None, info=None)

    def _whole_number(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._same(name, parts, scope, at)
        return replace(flow, kind=Kind.COUNT)

    def _pick(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flows = [self._number(self.data(part, scope, at)) for part in parts]
        return self._mixed(flows)

    def _mixed(self, flows: Sequence[Flow]) -> Flow:
        """One of several values, whichever it is."""
        first = flows[0]
        if len(flows) == 1:
            return first
        return Flow(
            kind=Kind.COUNT if any(f.kind is Kind.COUNT for f in flows) else first.kind,
            core="|".join(sorted(flow.core for flow in flows)),
            sources=merged(flows),
            grouped=any(flow.grouped for flow in flows),
            ratio=all(flow.ratio for flow in flows),
            factor=first.factor,
            nudged=any(flow.nudged for flow in flows),
            part=PIECE if any(flow.part == PIECE for flow in flows) else "",
        )

    def _root(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        """A ratio to the power of one by the number of years: growth a year."""
        flow = self._number(self.data(parts[0], scope, at))
        exponent = self.read(parts[1], scope, at)
        if not flow.ratio or flow.factor != 1 or not self._years(parts[1], exponent):
            raise Refusal("VALUE_NOT_OF_DATA", f"{name} other than growth a year")
        self._ledger.operators(1)
        return replace(flow, core=f"{flow.core}^{exponent.core}")

    def _years(self, node: Node, exponent: Flow) -> bool:
        if not isinstance(exponent.literal, Decimal) or node["class"] != "FUNCTION":
            return False
        years = 1 / exponent.literal if exponent.literal else Decimal(0)
        whole = round(years)
        stated = self._grounds.years
        apart = {abs(first - last) for first in stated for last in stated}
        return 1 < whole < _LARGEST_ROOT and (
            whole in apart or self._grounds.states(Decimal(whole))
        )

    def _null_if(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self.data(parts[0], scope, at)
        written = self.read(parts[1], scope, at)
        if written.literal not in (Decimal(0), ""):
            raise Refusal("VALUE_NOT_OF_DATA", "nullif of anything but nought")
        return replace(flow, column=None)

    def _date_part(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        if name in ("date_part", "datepart"):
            name = self._unit(parts[0], scope, at)
            parts = parts[1:]
        name = functions.PART_NAMES.get(name, name)
        if name not in functions.DATE_PARTS:
            raise Refusal("SQL_NOT_ALLOWED", f"the part {name} of a date")
        flow = self._date(parts[0], scope, at)
        return replace(flow, kind=Kind.NUMBER, part=name, core=f"{name}({flow.core})", column=None)

    def _unit(self, node: Node, scope: Scope, at: Position) -> str:
        flow = self.read(node, scope, at)
        if not isinstance(flow.literal, str):
            raise Refusal("SQL_NOT_ALLOWED", "a unit of time that is not written")
        return flow.literal.lower()

    def _date_name(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._date(parts[0], scope, at)
        return replace(flow, kind=Kind.TEXT, core=f"{name}({flow.core})", column=None, info=None)

    def _date_text(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._date(parts[0], scope, at)
        form = self.read(parts[1], scope, at).literal
        if not isinstance(form, str) or set(form) - set("%YmdBbQ-/ .qHMSAa"):
            raise Refusal("SQL_NOT_ALLOWED", f"{name} in the form {form}")
        return replace(flow, kind=Kind.TEXT, core=f"{form}({flow.core})", column=None, part=PIECE)

    def _date_start(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        unit = self._unit(parts[0], scope, at)
        flow = self._date(parts[1], scope, at)
        return replace(flow, core=f"{name}({unit},{flow.core})", column=None)

    def _difference(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        unit = self._unit(parts[0], scope, at)
        if unit not in functions.UNITS:
            raise Refusal("SQL_NOT_ALLOWED", f"a difference in {unit}")
        flows = [(-1, self._date(parts[1], scope, at)), (1, self._date(parts[2], scope, at))]
        flow = total(flows, self._ledger, self._at(at))
        return replace(flow, core=f"{name}({unit},{flow.core})")

    def _fold(self, name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        return self._text(self.read(parts[0], scope, at))

    def _piece(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._text(self.data(parts[0], scope, at))
        for part in parts[1:]:
            self._position(part)
        return replace(flow, column=None, part=PIECE)

    def _position(self, node: Node) -> None:
        if node["class"] != "CONSTANT":
            raise Refusal("SQL_NOT_ALLOWED", "a place in a text that is not written")

    def _without(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        """REPLACE(column, ',', ''): numbers in texts are read without their marks."""
        flow = self._text(self.data(parts[0], scope, at))
        old, new = (self.read(part, scope, at).literal for part in parts[1:])
        if not isinstance(old, str) or new != "" or any(mark.isdigit() for mark in old):
            raise Refusal("SQL_NOT_ALLOWED", "replace other than taking marks away")
        return flow

    def _joined(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        """A full name: texts with marks between them."""
        flows = [self._text(self.read(part, scope, at)) for part in parts]
        data = [flow for flow in flows if not flow.constant]
        if any(flow.constant and any(c.isalnum() for c in str(flow.literal)) for flow in flows):
            raise Refusal("SQL_NOT_ALLOWED", "texts that are put together")
        if not data:
            raise Refusal("VALUE_NOT_OF_DATA", "texts that are put together")
        core = "||".join(flow.core for flow in flows)
        return Flow(kind=Kind.TEXT, core=core, sources=merged(data), part=PIECE)

    def _like(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        flow = self._text(self.data(parts[0], scope, at))
        pattern = self.read(parts[1], scope, at).literal
        if not isinstance(pattern, str):
            raise Refusal("SQL_NOT_ALLOWED", "a pattern that is not written")
        self._literals.like(flow, pattern)
        return self._truth([flow])

    def _iff(self, _name: str, parts: list[Node], scope: Scope, at: Position) -> Flow:
        return self._cases([parts[0]], parts[1:], scope, at)

    _scalars: Sequence[tuple[frozenset[str], int, int, Callable[..., Flow]]] = (
        (functions.SAME, 1, 2, _same),
        (functions.WHOLE, 1, 1, _whole_number),
        (functions.PICKED, 1, 9, _pick),
        (_POWERS, 2, 2, _root),
        (frozenset({"nullif"}), 2, 2, _null_if),
        (functions.DATE_PARTS, 1, 1, _date_part),
        (frozenset({"date_part", "datepart"}), 2, 2, _date_part),
        (functions.NAMED_PARTS, 1, 1, _date_name),
        (frozenset({"strftime"}), 2, 2, _date_text),
        (frozenset({"date_trunc", "datetrunc"}), 2, 2, _date_start),
        (functions.DIFFERENCES, 3, 3, _difference),
        (functions.FOLDS, 1, 1, _fold),
        (functions.PIECES, 2, 3, _piece),
        (frozenset({"replace"}), 3, 3, _without),
        (frozenset({"||", "concat", "concat_ws"}), 1, 9, _joined),
        (functions.PATTERNS | functions.HOLDS, 2, 2, _like),
        (frozenset({"if", "iff", "ifelse"}), 3, 3, _iff),
    )

    @staticmethod
    def _number(flow: Flow) -> Flow:
        if flow.kind not in (Kind.NUMBER, Kind.COUNT):
            raise Refusal("SQL_NOT_ALLOWED", "a number is wanted")
        return flow

    @staticmethod
    def _text(flow: Flow) -> Flow:
        if flow.kind is not Kind.TEXT:
            raise Refusal("SQL_NOT_ALLOWED", "a text is wanted")
        return flow

    @staticmethod
    def _truth(flows: Sequence[Flow], *, against_zero: bool = False) -> Flow:
        return Flow(
            kind=Kind.TRUTH,
            core="?" + ",".join(flow.core for flow in flows),
            sources=merged(flows),
            grouped=any(flow.grouped for flow in flows),
            against_zero=against_zero,
        )

    # Many rows

    def _aggregate(self, name: str, node: Node, scope: Scope, at: Position) -> Flow:
        if node["filter"] is not None:
            self.condition(node["filter"], scope, at)
        orders = [order["expression"] for order in node["order_bys"]["orders"]]
        parts = [*arguments(node)]
        if name in functions.QUANTILES and orders:
            parts, orders = [*orders, *parts], []
        for order in orders:
            self.data(order, scope, replace(at, condition=True))
        core = canonical([node["function_name"], [node["arguments"], node["filter"]]])
        every = not node["distinct"] and node["filter"] is None
        return self._over_rows(name, parts, _Rows(core, every), scope, at)

    def _over_rows(
        self, name: str, parts: list[Node], rows: _Rows, scope: Scope, at: Position
    ) -> Flow:
        inner = replace(at, aggregate=True)
        pair = name in functions.QUANTILES | functions.OF_TWO | {"corr"}
        least = 0 if name in functions.COUNTS else 2 if pair else 1
        if not least <= len(parts) <= max(1, least):
            raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
        if name in functions.QUANTILES:
            self._fraction(parts.pop())
        elif name in functions.OF_TWO:
            self.data(parts.pop(), scope, replace(at, condition=True))
        if name == "corr":
            flows = [self._number(self.data(part, scope, inner)) for part in parts]
            return Flow(kind=Kind.NUMBER, core=rows.core, sources=merged(flows), grouped=True)
        flow = self.read(parts[0], scope, inner) if parts else None
        if name in functions.COUNTS or flow is None:
            return self._count(flow, rows, scope, at)
        return self._of_many(name, flow, rows, scope, at)

    def _of_many(self, name: str, flow: Flow, rows: _Rows, scope: Scope, at: Position) -> Flow:
        if flow.constant:
            if name == "sum" and flow.literal == 1:
                return self._count(flow, rows, scope, at)
            raise Refusal("VALUE_NOT_OF_DATA", f"{name} of {flow.literal}")
        if flow.kind is Kind.TRUTH:
            flow = replace(flow, kind=Kind.COUNT, indicator=True)
        if flow.kind is Kind.COUNT and flow.indicator and name not in ("avg", "mean"):
            return self._count(flow, rows, scope, at)
        core = flow.core if flow.kind is Kind.COUNT and not flow.indicator else rows.core
        return replace(
            flow,
            core=core,
            grouped=True,
            column=None,
            ratio=flow.ratio or flow.indicator,
            indicator=False,
        )

    def _count(self, flow: Flow | None, rows: _Rows, scope: Scope, at: Position) -> Flow:
        """A number of rows."""
        if flow is not None and flow.constant and flow.literal not in (Decimal(1), "*"):
            raise Refusal("VALUE_NOT_OF_DATA", "a count of a written value")
        if not scope.rows:
            raise Refusal("VALUE_NOT_OF_DATA", "a count of nothing")
        if any(item.doubled for item in scope.items):
            raise Refusal("TOO_COMPLEX", "a count of rows that a union has several times")
        asked = flow is not None and flow.kind in (Kind.TRUTH, Kind.COUNT)
        core = "rows" if rows.every and not asked else rows.core
        core = f"{core} of {','.join(item.name for item in scope.items)}"
        self._ledger.count(core)
        for place in scope.rows:
            self._ledger.reads[place] = None
        sources = scope.rows | (flow.sources if flow is not None else frozenset())
        return Flow(kind=Kind.COUNT, core=core, sources=sources, grouped=True)

    def _fraction(self, node: Node) -> None:
        if str(self._whole(node, "a quantile").normalize()) not in functions.FRACTIONS:
            raise Refusal("VALUE_NOT_OF_DATA", "a quantile without a name")

    def _window(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(
            node,
            *[
                "function_name",
                "partitions",
                "orders",
                "start",
                "end",
                "start_expr",
                "end_expr",
                "filter_expr",
            ],
            *["ignore_nulls", "has_ignore_nulls", "distinct", "arguments"],
        )
        name = node["function_name"].lower()
        if len(node["qualified_name"]["path"]) != 1:
            raise Refusal("SQL_NOT_ALLOWED", f"{name} called by a name in parts")
        for partition in node["partitions"]:
            self.key(partition, scope, at)
        for order in node["orders"]:
            self.data(order["expression"], scope, replace(at, condition=True))
        framed = self._frame(node)
        if node["filter_expr"] is not None:
            self.condition(node["filter_expr"], scope, at)
        parts = arguments(node)
        core = canonical(node)
        if name in functions.RANKS | functions.SHARES:
            return self._rank(name, parts, core, scope, at)
        if name in functions.NEIGHBOURS | functions.ENDS:
            return self._neighbour(name, parts, core, scope, at)
        if name not in functions.AGGREGATES | functions.COUNTS:
            raise Refusal("SQL_NOT_ALLOWED", f"the function {name}")
        if framed and (name in functions.COUNTS or name == "sum"):
            self._framed(parts, scope, at)
        return self._over_rows(name, parts, _Rows(core, every=False), scope, at)

    def _framed(self, parts: list[Node], scope: Scope, at: Position) -> None:
        """A count of the rows of a frame is the size that the query writes."""
        flow = self.read(parts[0], scope, replace(at, aggregate=True)) if parts else None
        if flow is None or flow.constant or flow.kind is not Kind.NUMBER:
            raise Refusal("VALUE_NOT_OF_DATA", "a count of the rows of a frame")

    def _frame(self, node: Node) -> bool:
        """Judge the size of a frame: three months are two rows before and this one."""
        written = [node[end] for end in ("start_expr", "end_expr") if node[end] is not None]
        for end in written:
            size = self._whole(end, "a frame")
            if size > 1 and not (self._grounds.states(size) or self._grounds.states(size + 1)):
                raise Refusal("LITERAL_NOT_GROUNDED", f"a frame of {size} rows")
        return bool(written)

    def _rank(self, name: str, parts: list[Node], core: str, scope: Scope, at: Position) -> Flow:
        for part in parts:
            groups = self._whole(part, name)
            if groups not in (4, 5, 10, 100) and not self._grounds.states(groups):
                raise Refusal("LITERAL_NOT_GROUNDED", f"{name} of {groups}")
        for place in scope.rows:
            self._ledger.reads[place] = None
        kind = Kind.NUMBER if name in functions.SHARES else Kind.COUNT
        if kind is Kind.COUNT:
            self._ledger.count(core)
        return Flow(
            kind=kind,
            core=core,
            sources=scope.rows,
            grouped=True,
            ratio=kind is Kind.NUMBER,
            part=RANK,
        )

    def _neighbour(
        self, name: str, parts: list[Node], core: str, scope: Scope, at: Position
    ) -> Flow:
        if not 1 <= len(parts) <= 3:
            raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
        flow = self.data(parts[0], scope, replace(at, aggregate=True))
        if len(parts) > 1:
            steps = self._whole(parts[1], name)
            if steps not in _YEAR_STEPS and not self._grounds.states(steps):
                raise Refusal("LITERAL_NOT_GROUNDED", f"{name} by {steps}")
        if len(parts) > 2:
            default = self.read(parts[2], scope, at)
            if not (default.null or default.literal == 0):
                raise Refusal("VALUE_NOT_OF_DATA", f"a default of {name}")
        core = flow.core if flow.kind is Kind.COUNT else core
        return replace(flow, core=core, column=None, grouped=True)

    # Types and branches

    def _cast(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "child", "type_expr", "try_cast")
        kind = node["type_expr"]["type_name"].upper()
        flow = self.read(node["child"], scope, at)
        if kind in functions.NUMBER_TYPES:
            return self._to_number(kind, flow, at)
        if kind in functions.DATE_TYPES and flow.kind in (Kind.TEXT, Kind.DATE) and not flow.null:
            return replace(flow, kind=Kind.DATE)
        if kind in functions.TEXT_TYPES and not flow.constant:
            return flow if flow.kind is Kind.TEXT else replace(flow, kind=Kind.TEXT, part=PIECE)
        if kind in functions.TRUTH_TYPES and flow.kind is Kind.TRUTH:
            return flow
        raise Refusal("SQL_NOT_ALLOWED", f"a cast to {kind}")

    def _to_number(self, kind: str, flow: Flow, at: Position) -> Flow:
        if flow.literal is not None and flow.kind is Kind.NUMBER:
            return flow
        if flow.kind is Kind.TRUTH and not flow.constant:
            if not at.aggregate:
                raise Refusal("VALUE_NOT_OF_DATA", "a condition made a number")
            return replace(flow, kind=Kind.COUNT, indicator=True)
        whole = "INT" in kind
        if flow.kind is Kind.TEXT and not flow.constant:
            return replace(flow, kind=Kind.NUMBER)
        if flow.kind in (Kind.NUMBER, Kind.COUNT) and not flow.constant:
            counted = whole and (flow.ratio or flow.factor != 1)
            return replace(flow, kind=Kind.COUNT) if counted else flow
        raise Refusal("VALUE_NOT_OF_DATA", f"a cast to {kind}")

    def _case(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "case_checks", "else_expr")
        whens = [check["when_expr"] for check in node["case_checks"]]
        branches = [check["then_expr"] for check in node["case_checks"]]
        return self._cases(whens, [*branches, node["else_expr"]], scope, at)

    def _cases(
        self, whens: Sequence[Node], branches: Sequence[Node], scope: Scope, at: Position
    ) -> Flow:
        conditions = [self.condition(when, scope, at) for when in whens]
        flows = [self.read(branch, scope, at) for branch in branches]
        self._guarded(conditions, flows, at)
        data = [flow for flow in flows if not flow.constant]
        written = [flow for flow in flows if flow.constant and not flow.null]
        self._branches(written, beside_data=bool(data))
        if not data:
            return self._chosen(conditions, written)
        return replace(self._mixed(data), column=None, core=self._case_core(data, conditions))

    @staticmethod
    def _guarded(conditions: Sequence[Flow], flows: Sequence[Flow], at: Position) -> None:
        """Refuse a choice that is not made row by row, but for what guards against nought."""
        guarded = all(flow.against_zero for flow in conditions)
        by_row = not any(flow.grouped for flow in [*conditions, *flows])
        if not guarded and not (by_row and (at.aggregate or at.condition or not at.outermost)):
            raise Refusal("VALUE_NOT_OF_DATA", "a choice between values outside an aggregate")

    @staticmethod
    def _branches(written: Sequence[Flow], *, beside_data: bool) -> None:
        """Refuse written values that a branch may not have."""
        for flow in written:
            if flow.kind is Kind.NUMBER and flow.literal not in (0, 1):
                raise Refusal("VALUE_NOT_OF_DATA", f"{flow.literal} in a branch")
            if beside_data and flow.literal == 1:
                raise Refusal("VALUE_NOT_OF_DATA", "a one beside data in a branch")

    @staticmethod
    def _case_core(data: Sequence[Flow], conditions: Sequence[Flow]) -> str:
        if all(flow.against_zero for flow in conditions):
            return data[0].core
        return "case " + "|".join(flow.core for flow in [*conditions, *data])

    def _chosen(self, conditions: Sequence[Flow], written: Sequence[Flow]) -> Flow:
        """A choice between written values: noughts and ones, or names of groups."""
        if all(flow.against_zero for flow in conditions) and not written:
            raise Refusal("VALUE_NOT_OF_DATA", "a choice of nothing")
        core = "case " + "|".join(flow.core for flow in [*conditions, *written])
        sources = merged(conditions)
        if any(flow.kind is not Kind.NUMBER for flow in written):
            return Flow(kind=Kind.TEXT, core=core, sources=sources, part=PIECE)
        return Flow(kind=Kind.COUNT, core=core, sources=sources, indicator=True)

    # Conditions

    def _operator(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "children")
        kind, children = node["type"], node["children"]
        if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
            return self._truth([self.data(children[0], scope, at)], against_zero=True)
        if kind == "OPERATOR_NOT":
            flow = self.condition(children[0], scope, at)
            return replace(flow, core=f"not {flow.core}")
        if kind == "OPERATOR_COALESCE":
            return self._coalesce(children, scope, at)
        if kind in ("COMPARE_IN", "COMPARE_NOT_IN"):
            flow = self.data(children[0], scope, replace(at, condition=True))
            for child in children[1:]:
                other = self.read(child, scope, replace(at, condition=True))
                self._equal(flow, other)
            return replace(self._truth([flow]), core=canonical(node))
        raise Refusal("SQL_NOT_ALLOWED", kind.lower())

    def _coalesce(self, children: Sequence[Node], scope: Scope, at: Position) -> Flow:
        flows = [self.read(child, scope, at) for child in children]
        data = [flow for flow in flows if not flow.constant]
        for flow in flows:
            if flow.constant and flow.literal not in (None, 0, ""):
                raise Refusal("VALUE_NOT_OF_DATA", f"coalesce with {flow.literal}")
        if not data:
            raise Refusal("VALUE_NOT_OF_DATA", "coalesce of written values")
        return self._mixed(data)

    def _comparison(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "left", "right")
        inner = replace(at, condition=True)
        left, right = (self.read(node[side], scope, inner) for side in ("left", "right"))
        if left.constant:
            left, right = right, left
        if left.constant or right.null:
            raise Refusal("LITERAL_NOT_GROUNDED", "a comparison without data")
        kind = node["type"]
        equality = kind.endswith(("EQUAL", "DISTINCT_FROM")) and "THAN" not in kind
        if right.literal is None:
            self._compared(left, right, equality=equality)
        elif equality:
            self._equal(left, right)
        else:
            self._ordered(left, right)
        flow = self._truth([left, right] if right.literal is None else [left])
        return replace(flow, core=canonical(node), against_zero=right.literal == 0)

    def _compared(self, left: Flow, right: Flow, *, equality: bool) -> None:
        """Columns that are held against each other: those that join tables are kept as they are."""
        if equality and left.column and right.column:
            self._ledger.held |= left.sources | right.sources

    def _equal(self, flow: Flow, other: Flow) -> None:
        if other.literal is None or other.null:
            self._compared(flow, other, equality=True)
        elif flow.kind is not Kind.TRUTH:
            self._literals.equal(flow, other.literal)
        elif other.kind is not Kind.TRUTH:
            raise Refusal("SQL_NOT_ALLOWED", "a condition held against a number")

    def _ordered(self, flow: Flow, other: Flow) -> None:
        if other.literal is None or other.null:
            return
        if isinstance(other.literal, str) and flow.kind not in (Kind.TEXT, Kind.DATE):
            raise Refusal("LITERAL_NOT_GROUNDED", f"{other.literal} beside numbers")
        self._literals.ordered(flow, other.literal)

    def _between(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "input", "lower", "upper")
        inner = replace(at, condition=True)
        flow = self.data(node["input"], scope, inner)
        for end in ("lower", "upper"):
            self._ordered(flow, self.read(node[end], scope, inner))
        return replace(self._truth([flow]), core=canonical(node))

    def _conjunction(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "children")
        flows = [self.condition(child, scope, at) for child in node["children"]]
        truth = self._truth(flows, against_zero=all(flow.against_zero for flow in flows))
        return replace(truth, core=canonical(node))

    def _in_subquery(self, node: Node, scope: Scope, at: Position) -> Flow:
        known(node, "subquery_type", "subquery", "child", "comparison_type")
        known(node["subquery"], "node")
        kind = node["subquery_type"]
        inner = replace(at, aggregate=False)
        if kind != "SCALAR":
            inner = Position(condition=True, depth=at.depth)
        query = node["subquery"]["node"]
        item = self._subquery(_without_ones(query) if kind == "EXISTS" else query, scope, inner)
        core = canonical(node)
        if kind == "EXISTS":
            return Flow(kind=Kind.TRUTH, core=core, sources=item.rows, grouped=True)
        if len(item.columns) != 1:
            raise Refusal("SQL_INVALID", "a subquery of several columns")
        (flow,) = item.columns.values()
        if kind == "SCALAR":
            if flow.kind is Kind.COUNT:
                core = flow.core + canonical(query.get("where_clause"))
            return replace(flow, column=None, core=core, grouped=True)
        if kind != "ANY":
            raise Refusal("SQL_NOT_ALLOWED", f"{kind.lower()} of a subquery")
        child = self.data(node["child"], scope, replace(at, condition=True))
        if child.column and flow.column:
            self._ledger.held |= child.sources | flow.sources
        return self._truth([child, flow])


def _without_ones(query: Node) -> Node:
    """EXISTS (SELECT 1 FROM ...) without its one, which stands for nothing."""
    select = query.get("select_list", [])
    bare = all(node["class"] == "CONSTANT" for node in select)
    return {**query, "select_list": []} if bare else query
