/** Places in a text: the contract counts bytes of UTF-8, JavaScript units of UTF-16. */

import type { Span as WireSpan } from "./gen/verifyd/v1/common_pb.js";

/** A half-open range of a JavaScript string: `text.slice(span.start, span.end)` is what it covers. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Translates byte offsets of one text into its indices. */
export class Offsets {
  readonly #text: string;
  /** The index for each byte; undefined where all are ASCII and the two are equal. */
  readonly #indices: Uint32Array | undefined;

  constructor(text: string) {
    this.#text = text;
    const bytes = Buffer.byteLength(text);
    this.#indices = bytes === text.length ? undefined : indicesOf(text, bytes);
  }

  /** The index of the code point that holds a byte; the length of the text past its end. */
  index(byte: number): number {
    const index = this.#indices ? this.#indices[byte] : byte;
    return Math.min(index ?? this.#text.length, this.#text.length);
  }

  /** The place in the text; an end before its start is at the start. */
  span(span: WireSpan | undefined): Span {
    const start = this.index(span?.start ?? 0);
    return { start, end: Math.max(start, this.index(span?.end ?? 0)) };
  }
}

function indicesOf(text: string, bytes: number): Uint32Array {
  const indices = new Uint32Array(bytes);
  let byte = 0;
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    const end = byte + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
    indices.fill(index, byte, end);
    byte = end;
    index += character.length;
  }
  return indices;
}
