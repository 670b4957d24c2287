/** Query results on their way: inside a request where they fit, else in pieces ahead of it. */

import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";

import { type QueryResult, QueryResultSchema, RowsSchema } from "./gen/verifyd/v1/evidence_pb.js";
import {
  EvidenceFormat,
  PutQueryResultHeaderSchema,
  type PutQueryResultRequestSchema,
} from "./gen/verifyd/v1/evidence_service_pb.js";

/** What servers take in one message unless their settings say otherwise. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** What text and evidence of one message may take, with room for the smaller fields. */
const ROOM_BYTES = MAX_MESSAGE_BYTES - 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** The most that a cell takes beside its text, and a message beside its fields. */
const CELL_BYTES = 16;
/** The most that times and counts of a query result take. */
const DECLARED_BYTES = 128;

/** Which query results fit into a request beside what it holds already, and which do not. */
export function fit(
  results: readonly QueryResult[],
  takenBytes: number,
): [QueryResult[], QueryResult[]] {
  const inline: QueryResult[] = [];
  const ahead: QueryResult[] = [];
  let room = ROOM_BYTES - takenBytes;
  for (const result of results) {
    let size = mostBytes(result);
    if (size > room) {
      size = toBinary(QueryResultSchema, result).length;
    }
    if (size <= room) {
      room -= size;
      inline.push(result);
    } else {
      ahead.push(result);
    }
  }
  return [inline, ahead];
}

/** An upper bound of a query result's size, without writing it: texts have 3 bytes per unit. */
function mostBytes({ data, family, queryId, title, columns, controlTotals }: QueryResult): number {
  const named = columns.flatMap((c) => [c.name, c.label, c.description, c.unit, ...c.synonyms]);
  const totals = controlTotals.flatMap((total) => [total.column, total.sum]);
  const about = textBytes([family, queryId, title, ...named, ...totals]) + DECLARED_BYTES;
  switch (data.case) {
    case "arrow":
      return about + data.value.length + CELL_BYTES;
    case "json":
      return about + textBytes([data.value]);
    case "rows":
      return data.value.rows.reduce(
        (sum, row) =>
          row.cells.reduce((bytes, { value }) => bytes + cellBytes(value.value), sum + CELL_BYTES),
        about + textBytes(data.value.columns) + CELL_BYTES,
      );
    default:
      return about;
  }
}

function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + 3 * text.length + CELL_BYTES, 0);
}

function cellBytes(value: unknown): number {
  return CELL_BYTES + (typeof value === "string" ? 3 * value.length : 0);
}

/** The pieces of an upload: its header, then its bytes. */
export async function* pieces(
  result: QueryResult,
): AsyncGenerator<MessageInitShape<typeof PutQueryResultRequestSchema>> {
  const [format, bytes] = bytesOf(result);
  const { queryId, family, title, columns } = result;
  const { asOf, expiresAt, rowCount, rowLimit, controlTotals } = result;
  const declared = { asOf, expiresAt, rowCount, rowLimit, controlTotals };
  const described = { queryId, family, title, columns, format };
  const header = create(PutQueryResultHeaderSchema, { ...described, ...declared });
  yield { part: { case: "header", value: header } };
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield { part: { case: "chunk", value: bytes.subarray(start, start + CHUNK_BYTES) } };
  }
}

function bytesOf({ data }: QueryResult): [EvidenceFormat, Uint8Array] {
  switch (data.case) {
    case "arrow":
      return [EvidenceFormat.ARROW, data.value];
    case "json":
      return [EvidenceFormat.JSON, new TextEncoder().encode(data.value)];
    case "rows":
      return [EvidenceFormat.ROWS, toBinary(RowsSchema, data.value)];
    default:
      return [EvidenceFormat.ROWS, new Uint8Array()];
  }
}
