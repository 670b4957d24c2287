/** Rows of JavaScript values as rows of the contract, with nothing lost that a check could need. */

import { create } from "@bufbuild/protobuf";

import {
  type Cell,
  CellSchema,
  RowSchema,
  type Rows,
  RowsSchema,
} from "./gen/verifyd/v1/evidence_pb.js";

/** A row: an object or a Map of values by column. */
export type RowInit = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** An exact decimal number, where a JavaScript number would round: `new Decimal("0.10")`. */
export class Decimal {
  readonly text: string;

  constructor(text: string) {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
      throw new TypeError(`"${text}" is not a decimal number`);
    }
    this.text = text;
  }

  /** As the classes of decimal.js, big.js and bignumber.js write themselves. */
  toFixed(): string {
    return this.text;
  }
}

/** Rows with their columns in the order in which they first appear. */
export function rowsOf(given: Iterable<RowInit>): Rows {
  const rows = Array.from(given, entriesOf);
  const places = new Map<string, number>();
  for (const row of rows) {
    for (const name of row.keys()) {
      if (!places.has(name)) {
        places.set(name, places.size);
      }
    }
  }
  const columns = [...places.keys()];
  return create(RowsSchema, {
    columns,
    rows: rows.map((row, place) =>
      create(RowSchema, {
        cells: columns.map((column) =>
          create(CellSchema, { value: at(place, column, row.get(column)) }),
        ),
      }),
    ),
  });
}

function entriesOf(row: RowInit, place: number): ReadonlyMap<string, unknown> {
  if (row instanceof Map) {
    return row;
  }
  if (typeof row !== "object" || row === null || Symbol.iterator in row) {
    throw new TypeError(`row ${place} is ${kindOf(row)}; give an object of values by column`);
  }
  return new Map(Object.entries(row));
}

function at(row: number, column: string, value: unknown): Cell["value"] {
  try {
    return cellOf(value);
  } catch (error) {
    throw new TypeError(`row ${row}, column "${column}": ${(error as Error).message}`);
  }
}

/** The value of a cell; null, undefined, NaN, infinities and invalid dates are NULL. */
export function cellOf(value: unknown): Cell["value"] {
  switch (typeof value) {
    case "string":
      return { case: "text", value };
    case "number":
      return numberOf(value);
    case "bigint":
      return BigInt.asIntN(64, value) === value
        ? { case: "integer", value }
        : { case: "decimal", value: value.toString() };
    case "boolean":
      return { case: "boolean", value };
    case "undefined":
      return NULL;
    default:
      return objectOf(value);
  }
}

const NULL: Cell["value"] = { case: undefined };

function numberOf(value: number): Cell["value"] {
  if (!Number.isFinite(value)) {
    return NULL;
  }
  return Number.isSafeInteger(value)
    ? { case: "integer", value: BigInt(value) }
    : { case: "number", value };
}

function objectOf(value: unknown): Cell["value"] {
  if (value === null) {
    return NULL;
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? NULL : { case: "date", value: value.toISOString() };
  }
  if (typeof value === "object" && "toFixed" in value && typeof value.toFixed === "function") {
    const written = String(value.toFixed());
    return /\d/.test(written) ? { case: "decimal", value: written } : NULL;
  }
  throw new TypeError(
    `a table cell cannot hold ${kindOf(value)}; give a number, a bigint, a Decimal, a text, a Date, a boolean or null`,
  );
}

function kindOf(value: unknown): string {
  if (value === null || typeof value !== "object") {
    return value === null ? "null" : `a ${typeof value}`;
  }
  return `a value of type ${value.constructor?.name ?? "Object"}`;
}
