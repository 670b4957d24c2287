/** A narrative that arrives in pieces. */

import { invalidArgument } from "./errors.js";
import type { Span as WireSpan } from "./gen/verifyd/v1/common_pb.js";
import { Offsets, type Span } from "./offsets.js";

interface Piece {
  /** Where it begins, in bytes and in units of UTF-16. */
  byte: number;
  index: number;
  text: string;
  offsets?: Offsets;
}

/** The narrative so far, as far as its characters are complete, and where its bytes are in it. */
export class GrowingNarrative {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #pieces: Piece[] = [];
  #text = "";
  #bytes = 0;
  #half = "";

  get text(): string {
    return this.#text;
  }

  /** Adds a piece, which may end inside a character; the bytes that it comes to. */
  add(piece: string | Uint8Array): Uint8Array {
    const bytes = typeof piece === "string" ? this.#encode(piece) : piece;
    if (this.#half && typeof piece !== "string") {
      throw malformed();
    }
    const text = this.#decode(bytes);
    if (text) {
      this.#pieces.push({ byte: this.#bytes, index: this.#text.length, text });
      this.#text += text;
      this.#bytes += Buffer.byteLength(text);
    }
    return bytes;
  }

  /** Makes sure that the last character is complete. */
  finish(): void {
    if (this.#half) {
      throw malformed();
    }
    this.#decode();
  }

  /** The index of the character that holds a byte; the length of the text past its end. */
  index(byte: number): number {
    if (byte >= this.#bytes) {
      return this.#text.length;
    }
    if (this.#bytes === this.#text.length) {
      return byte;
    }
    const piece = this.#pieces[this.#find(byte)] as Piece;
    piece.offsets ??= new Offsets(piece.text);
    return piece.index + piece.offsets.index(byte - piece.byte);
  }

  /** The place in the text; an end before its start is at the start. */
  span(span: WireSpan | undefined): Span {
    const start = this.index(span?.start ?? 0);
    return { start, end: Math.max(start, this.index(span?.end ?? 0)) };
  }

  /** The last piece that begins at a byte or before. */
  #find(byte: number): number {
    let [low, high] = [0, this.#pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#pieces[middle] as Piece).byte <= byte) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The bytes of a text; half of a surrogate pair at its end waits for the other half. */
  #encode(piece: string): Uint8Array {
    const text = this.#half + piece;
    const half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
    const whole = text.slice(0, text.length - half.length);
    if (!whole.isWellFormed()) {
      throw malformed();
    }
    this.#half = half;
    return this.#encoder.encode(whole);
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw malformed();
    }
  }
}

function malformed(): Error {
  return invalidArgument("narrative", "the narrative is not Unicode: a character is broken");
}
