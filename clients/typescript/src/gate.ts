/** A model's stream that only shows what is verified. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { Client } from "./client.js";
import type { VerifyRequestSchema } from "./gen/verifyd/v1/verify_pb.js";
import { Model, type ModelPiece, unlessAborted } from "./model.js";
import type { StreamFinding } from "./progress.js";
import type { Report } from "./report.js";
import { type GateOutcome, type GatePolicy, Shown } from "./shown.js";
import type { StreamOptions, VerifyStream } from "./stream.js";

const NOTICE = "[withheld: not verified]";

/** What a gate takes beside the request. */
export interface GateOptions extends Omit<StreamOptions, "release"> {
  /**
   * What becomes of a sentence that is held:
   *
   * - `hold`: nothing more is shown, unless it is released later; this where it is left out;
   * - `cut`: the text ends before it, and the model is stopped;
   * - `repair`: it is replaced by its repairs, where they settle all that holds it, else by the notice;
   * - `notice`: it is replaced by the notice.
   *
   * Behind a sentence that is replaced, each goes by what its own findings do to it.
   */
  policy?: GatePolicy;
  /** What is shown in place of a sentence. */
  notice?: string;
}

/**
 * Verifies what a model streams, and gives out what is released of it:
 * `for await (const text of gate)`. It is read once.
 *
 * The model is read as the consumer asks for text and the verifier takes it. Leaving the loop stops the
 * model and the call. Where anything fails, the loop throws, and nothing more is shown.
 */
export class StreamGate implements AsyncIterable<string> {
  readonly #client: Client;
  readonly #request: MessageInitShape<typeof VerifyRequestSchema>;
  readonly #options: GateOptions;
  readonly #model: Model;
  readonly #shown: Shown;
  readonly #demand = new Demand();
  readonly #cancelling = new AbortController();
  readonly #stopping = new AbortController();
  #stream: VerifyStream | undefined;
  #report: Report | undefined;

  constructor(
    client: Client,
    model: AsyncIterable<ModelPiece>,
    request: MessageInitShape<typeof VerifyRequestSchema>,
    options: GateOptions = {},
  ) {
    this.#client = client;
    this.#model = new Model(model);
    this.#request = request;
    this.#options = options;
    this.#shown = new Shown(options.policy ?? "hold", options.notice ?? NOTICE);
  }

  /** The report, at the end: about all that the model wrote until then. */
  get report(): Report | undefined {
    return this.#report;
  }

  /** How the text ended; undefined where it has not, or has failed. */
  get outcome(): GateOutcome | undefined {
    return this.#stream && this.#report && this.#shown.outcome(this.#stream, this.#report);
  }

  /** What the model wrote so far. */
  get narrative(): string {
    return this.#stream?.narrative ?? "";
  }

  /** What of it was neither shown nor replaced. */
  get rest(): string {
    return this.#stream ? this.#shown.rest(this.#stream) : "";
  }

  /** The findings that hold now, in the order of the text. */
  get findings(): readonly StreamFinding[] {
    return this.#stream?.findings ?? [];
  }

  [Symbol.asyncIterator](): AsyncIterator<string, undefined> {
    const texts = this.#texts();
    return {
      next: () => this.#demand.during(() => texts.next()),
      return: () => {
        this.#cancelling.abort(new Error("the text is not read any more"));
        this.#model.close();
        return texts.return(undefined);
      },
    };
  }

  async *#texts(): AsyncGenerator<string, undefined> {
    try {
      const stream = await this.#open();
      this.#feed(stream);
      for await (const _ of stream) {
        yield* this.#advance(stream);
      }
      this.#report = await stream.finish();
      yield* this.#advance(stream);
    } catch (error) {
      if (!this.#cancelling.signal.aborted) {
        throw error;
      }
    } finally {
      this.#stream?.cancel();
      this.#stopping.abort();
      this.#model.close();
    }
  }

  async #open(): Promise<VerifyStream> {
    const { policy: _, notice: __, signal, ...options } = this.#options;
    const signals = [this.#cancelling.signal, ...(signal ? [signal] : [])];
    this.#stream = await this.#client.stream(this.#request, {
      ...options,
      release: "sentence",
      signal: AbortSignal.any(signals),
    });
    return this.#stream;
  }

  *#advance(stream: VerifyStream): Generator<string> {
    const text = this.#shown.advance(stream);
    if (text !== "") {
      yield text;
    }
    if (this.#shown.isCut) {
      this.#stopping.abort();
    }
  }

  /** Hands on what the model writes, as long as somebody asks for text. */
  async #feed(stream: VerifyStream): Promise<void> {
    const { signal } = this.#stopping;
    try {
      for (;;) {
        await unlessAborted(this.#demand.wait(), signal);
        const text = await this.#model.next(signal);
        if (text === undefined) {
          break;
        }
        await stream.write(text);
      }
      this.#model.close();
      await stream.finish();
    } catch (error) {
      stream.cancel(error);
    }
  }
}

/** Whether somebody waits for text. */
class Demand {
  #asking = 0;
  #waiting: (() => void)[] = [];

  /** There is demand while something runs. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    this.#asking++;
    for (const go of this.#waiting.splice(0)) {
      go();
    }
    try {
      return await run();
    } finally {
      this.#asking--;
    }
  }

  /** Settles once there is demand. */
  async wait(): Promise<void> {
    if (this.#asking === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}
