/** Evidence: what a text is judged against. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { invalidArgument } from "./errors.js";
import {
  type ColumnSchema,
  type QueryResult,
  QueryResultSchema,
  type Source,
} from "./gen/verifyd/v1/evidence_pb.js";
import type { EvidenceInfo } from "./gen/verifyd/v1/evidence_service_pb.js";
import { type RowInit, rowsOf } from "./rows.js";

/** What a query result is made of: rows, JSON text with rows, or the bytes of Arrow IPC. */
export type Data = Iterable<RowInit> | string | Uint8Array;

/** What you know of a query result beyond its data. */
export interface About {
  /** The source it comes from, such as "LMIS"; a text cites it as "Per LMIS:". */
  family?: string;
  /** A caption. */
  title?: string;
  /** What is known of the columns, by name; the more, the better numbers are bound. */
  columns?: Iterable<MessageInitShape<typeof ColumnSchema>>;
}

/**
 * A query result. A text cites it as `QID:queryId`.
 *
 * Integers (safe numbers and bigints) and decimals stay exact, a `Date` becomes ISO 8601, and null,
 * undefined and NaN become NULL. The columns of rows stand in the order in which they first appear.
 *
 * @throws InvalidRequest with the row and the column that cannot be used.
 */
export function queryResult(queryId: string, data: Data, about: About = {}): QueryResult {
  return create(QueryResultSchema, {
    queryId,
    family: about.family ?? "",
    title: about.title ?? "",
    columns: [...(about.columns ?? [])],
    data: dataOf(queryId, data),
  });
}

function dataOf(queryId: string, data: Data): QueryResult["data"] {
  if (data instanceof Uint8Array) {
    return { case: "arrow", value: data };
  }
  if (typeof data === "string") {
    if (!/^\s*[[{]/.test(data)) {
      throw wrong(
        queryId,
        `a text is read as JSON with rows, and "${data.slice(0, 20)}" is not JSON`,
      );
    }
    return { case: "json", value: data };
  }
  if (typeof data?.[Symbol.iterator] !== "function") {
    throw wrong(queryId, "give an array of rows, JSON text or Arrow IPC bytes");
  }
  try {
    return { case: "rows", value: rowsOf(data) };
  } catch (error) {
    throw wrong(queryId, (error as Error).message);
  }
}

function wrong(queryId: string, message: string): Error {
  return invalidArgument("data", `query result "${queryId}": ${message}`);
}

/** Evidence uploaded in advance. It keeps the data, to upload it again if the server drops it. */
export class Handle {
  constructor(
    /** What names it on the wire. */
    readonly id: string,
    /** What was put. */
    readonly evidence: QueryResult | Source,
    /** What the server stored. */
    readonly info: EvidenceInfo | undefined,
    /** Whether it was there already. */
    readonly alreadyPresent: boolean,
  ) {}
}
