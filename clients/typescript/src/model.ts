/** What a model streams: text, or the events of a library that carries it. */

import { invalidArgument, VerifydError } from "./errors.js";

/** A piece of a model's stream: text, a chunk of a chat completion, or an event of a response. */
export type ModelPiece = string | ChatChunk | ResponseEvent;

/** A chunk as the Chat Completions API streams it. */
export interface ChatChunk {
  readonly choices: readonly {
    readonly index?: number;
    readonly delta?: { readonly content?: string | null };
  }[];
}

/** An event as the Responses API streams it. */
export interface ResponseEvent {
  readonly type: string;
  readonly delta?: unknown;
}

const TEXTS = ["response.output_text.delta", "content.delta"];
const FAILURES = ["error", "response.failed"];

/**
 * The text of a piece; empty where it carries none.
 *
 * @throws VerifydError where the model says that it failed, or the piece is of another kind.
 */
export function textOf(piece: ModelPiece): string {
  if (typeof piece === "string") {
    return piece;
  }
  if (Array.isArray((piece as ChatChunk | undefined)?.choices)) {
    const { choices } = piece as ChatChunk;
    if (choices.some(({ index }) => (index ?? 0) > 0)) {
      throw invalidArgument("model", "a gate takes one answer of a model: ask with n: 1");
    }
    return choices.map(({ delta }) => delta?.content ?? "").join("");
  }
  const { type, delta } = (piece ?? {}) as ResponseEvent;
  if (typeof type !== "string") {
    throw invalidArgument(
      "model",
      "a piece of the model is no text, chunk of OpenAI's chat completions or event of its Responses API",
    );
  }
  if (FAILURES.includes(type)) {
    const message = `the model's stream has failed: ${JSON.stringify(piece)}`;
    throw new VerifydError({ reason: "MODEL_FAILED", code: "ABORTED", message });
  }
  return TEXTS.includes(type) && typeof delta === "string" ? delta : "";
}

/** A model's stream that is read one piece at a time, and may be given up. */
export class Model {
  readonly #pieces: AsyncIterator<ModelPiece>;
  readonly #controller: AbortController | undefined;
  #done = false;

  constructor(stream: AsyncIterable<ModelPiece>) {
    this.#pieces = stream[Symbol.asyncIterator]();
    // Streams of the library `openai` have one; it ends a read that is under way.
    const { controller } = stream as { controller?: unknown };
    this.#controller = controller instanceof AbortController ? controller : undefined;
  }

  /** The text of the next piece; undefined at the end, or once the signal is aborted. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) {
      return undefined;
    }
    const step = await unlessAborted(this.#pieces.next(), signal);
    this.#done = step?.done ?? false;
    return step && !step.done ? textOf(step.value) : undefined;
  }

  /** Stops the model, unless it has ended. It is not waited for: a read may be under way. */
  close(): void {
    if (!this.#done) {
      this.#done = true;
      this.#controller?.abort();
      Promise.resolve(this.#pieces.return?.()).catch(() => {});
    }
  }
}

/** What a promise comes to; undefined where the signal is aborted before. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
  });
  try {
    return await (signal.aborted ? undefined : Promise.race([promise, aborted]));
  } finally {
    signal.removeEventListener("abort", stop);
    promise.catch(() => {}); // nobody waits for it any more
  }
}
