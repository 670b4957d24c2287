/** A narrative that is verified while it is being written. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions as RpcOptions } from "@connectrpc/connect";

import { type CallOptions, failureOf } from "./calls.js";
import { Channel } from "./channel.js";
import type { Connection } from "./connection.js";
import { DeadlineExceeded, invalidArgument, VerifydError } from "./errors.js";
import type { Handle } from "./evidence.js";
import type { Evidence, EvidenceSchema } from "./gen/verifyd/v1/evidence_pb.js";
import {
  ReleaseMode,
  type VerifyRequest,
  type VerifyResponse,
  type VerifyStreamRequestSchema,
  type VerifyStreamResponse,
  type VerifyStreamStarted,
} from "./gen/verifyd/v1/verify_pb.js";
import {
  Progress,
  type ReleaseName,
  type StreamFinding,
  type StreamSentence,
  type StreamUpdate,
} from "./progress.js";
import { Report } from "./report.js";

/** What `stream` takes beside the request. */
export interface StreamOptions extends CallOptions {
  /** Evidence that was uploaded in advance. */
  handles?: readonly (Handle | string)[];
  /** What may be shown before the report; nothing where it is left out. */
  release?: ReleaseName;
  /** Milliseconds that the server may neither read nor answer while one waits for it: 30 s. */
  idleTimeoutMs?: number;
}

/** Makes evidence fit for a message. */
export type Fit = (
  evidence: MessageInitShape<typeof EvidenceSchema>,
  handles: readonly (Handle | string)[],
) => Promise<Evidence>;

const IDLE_TIMEOUT_MS = 30_000;

type Part = MessageInitShape<typeof VerifyStreamRequestSchema>;
type Rpc = (parts: AsyncIterable<Part>, options: RpcOptions) => AsyncIterable<VerifyStreamResponse>;

/** How a stream is opened. */
export interface Opening {
  readonly rpc: Rpc;
  readonly request: VerifyRequest;
  readonly options: StreamOptions;
  readonly connection: Connection;
  readonly fit: Fit;
}

/** Opens a stream: it is open once the server has taken the request. */
export async function openStream(opening: Opening, options: RpcOptions): Promise<VerifyStream> {
  const cancelling = new AbortController();
  const signals = [cancelling.signal, ...(options.signal ? [options.signal] : [])];
  const parts = new Channel<Part>();
  const release =
    opening.options.release === "sentence" ? ReleaseMode.SENTENCE : ReleaseMode.REPORT;
  parts.send({ part: { case: "start", value: { request: opening.request, release } } });
  const answers = opening.rpc(parts, { ...options, signal: AbortSignal.any(signals) });
  const responses = answers[Symbol.asyncIterator]();
  const first = await responses.next();
  const { part } = first.done ? {} : first.value;
  const call = { parts, responses, cancelling, signals };
  if (part?.case !== "started") {
    const error = broken("the server did not say that the stream has started");
    end(call, error);
    throw error;
  }
  return new VerifyStream(opening, part.value, call);
}

/** A call that is under way. */
interface Call {
  readonly parts: Channel<Part>;
  readonly responses: AsyncIterator<VerifyStreamResponse>;
  readonly cancelling: AbortController;
  readonly signals: readonly AbortSignal[];
}

/** Ends a call. Its deadline only ends with a read that fails. */
function end({ cancelling, responses }: Call, reason: unknown): void {
  cancelling.abort(reason);
  responses.next().catch(() => {});
}

/**
 * A narrative on its way: pieces in, findings out, the report at the end.
 *
 * Its updates are read by `for await`; whoever needs only what holds now reads `findings`,
 * `sentences` and `released`. Findings are provisional until the report. A stream that fails has
 * verified nothing beyond what was released before.
 */
export class VerifyStream implements AsyncIterable<StreamUpdate>, AsyncDisposable {
  /** The id of the request. */
  readonly requestId: string;
  /** The checks that judge sentences on the way. */
  readonly checks: readonly string[];
  readonly #progress: Progress;
  readonly #updates = new Channel<StreamUpdate>();
  readonly #opening: Opening;
  readonly #call: Call;
  readonly #report: Promise<Report>;
  #finished = false;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Use `Client.stream`. */
  constructor(opening: Opening, started: VerifyStreamStarted, call: Call) {
    this.requestId = started.requestId;
    this.checks = started.checks;
    this.#progress = new Progress(started.release === ReleaseMode.SENTENCE);
    this.#opening = opening;
    this.#call = call;
    this.#report = this.#read();
    this.#report.catch(() => {}); // `finish`, `write` and the updates tell it
  }

  /** What was asked for. */
  get release(): ReleaseName {
    return this.#opening.options.release ?? "report";
  }

  /** Whether sentences are released before the report; not where a check holds everything back. */
  get releasesSentences(): boolean {
    return this.#progress.releasesSentences;
  }

  /** The narrative so far, without a last character that is incomplete. */
  get narrative(): string {
    return this.#progress.narrative.text;
  }

  /** The findings that hold now, in the order of the text. */
  get findings(): readonly StreamFinding[] {
    return this.#progress.findings;
  }

  /** The sentences that were judged, in the order of the text. */
  get sentences(): readonly StreamSentence[] {
    return this.#progress.sentences;
  }

  /** Up to where the narrative was judged. */
  get judged(): number {
    return this.#progress.judged;
  }

  /** What of the narrative may be shown. */
  get released(): string {
    return this.narrative.slice(0, this.#progress.released);
  }

  /**
   * Writes the next piece, which may end inside a character; settles once it is on its way. Await it:
   * a server that is slower than the model slows the model. A piece without text tells the server that
   * more will come.
   */
  async write(piece: string | Uint8Array): Promise<void> {
    this.#checkOpen();
    await this.#send({ case: "text", value: this.#progress.narrative.add(piece) });
  }

  /** Adds evidence. Sentences that were judged before are judged with it in the report only. */
  async addEvidence(
    evidence: MessageInitShape<typeof EvidenceSchema>,
    handles: readonly (Handle | string)[] = [],
  ): Promise<void> {
    this.#checkOpen();
    const value = await this.#opening.fit(evidence, handles);
    await this.#send({ case: "evidence", value });
  }

  /** Ends the narrative. The report is the one that `verify` gives for the whole of it. */
  async finish(): Promise<Report> {
    try {
      this.#progress.narrative.finish();
      this.#finished = true;
      this.#call.parts.end();
    } catch (error) {
      this.cancel(error);
    }
    return this.#wait(this.#report);
  }

  /** Ends the call without a report; what still waits for it throws the reason. */
  cancel(reason: unknown = new Error("the stream was cancelled")): void {
    this.#call.cancelling.abort(reason);
  }

  /** The updates, each once. */
  [Symbol.asyncIterator](): AsyncIterator<StreamUpdate, undefined> {
    return this.#updates[Symbol.asyncIterator]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel();
  }

  #checkOpen(): void {
    if (this.#finished) {
      throw invalidArgument("piece", "the narrative is finished: nothing can be added");
    }
  }

  #send(part: Part["part"] & {}): Promise<void> {
    return this.#wait(this.#call.parts.send({ part }));
  }

  /** Waits for the server as long as it shows signs of life. */
  async #wait<T>(promise: Promise<T>): Promise<T> {
    this.#waiting++;
    this.#watch();
    try {
      return await promise;
    } finally {
      this.#waiting--;
      this.#watch();
    }
  }

  /** Counts the time from now on, while something waits. */
  #watch(): void {
    const idleMs = this.#opening.options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
    clearTimeout(this.#timer);
    if (this.#waiting > 0) {
      this.#timer = setTimeout(() => this.cancel(silent(idleMs)), idleMs);
    }
  }

  async #read(): Promise<Report> {
    try {
      const response = await this.#result();
      const report = new Report(this.narrative, response);
      if (report.released) {
        this.#progress.releaseAll();
      }
      this.#updates.end();
      return report;
    } catch (failed) {
      const { signals, parts } = this.#call;
      const error = failureOf(failed, this.#opening.connection, signals, this.requestId);
      parts.fail(error);
      this.#updates.fail(error);
      end(this.#call, error);
      throw error;
    }
  }

  /** Takes in updates and the result, which counts once the call has ended well. */
  async #result(): Promise<VerifyResponse> {
    let result: VerifyResponse | undefined;
    for (;;) {
      const { done, value } = await this.#call.responses.next();
      this.#watch();
      if (done) {
        break;
      }
      const { part } = value;
      if (part.case === "update") {
        this.#updates.send(this.#progress.apply(part.value));
      } else if (part.case === "result") {
        if (!this.#finished) {
          throw broken("the server gave a report before the end of the narrative");
        }
        result = part.value;
      }
    }
    if (!result) {
      throw broken("the server ended the stream without a report");
    }
    return result;
  }
}

function silent(idleMs: number): VerifydError {
  const code = "DEADLINE_EXCEEDED";
  const message = `the server has neither read nor answered for ${idleMs} ms`;
  return new DeadlineExceeded({ reason: code, code, message });
}

function broken(message: string): VerifydError {
  return new VerifydError({ reason: "INTERNAL", code: "INTERNAL", message });
}
