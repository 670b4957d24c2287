/** A model's stream that only shows what is verified. */

import { invalidArgument } from "./errors.js";
import { Model, type ModelPiece, unlessAborted } from "./model.js";
import type { Span } from "./offsets.js";
import type { Report } from "./report.js";
import { type GateOutcome, type GatePolicy, Shown } from "./shown.js";
import type { VerifyStream } from "./stream.js";

const NOTICE = "[withheld: not verified]";
const POLICIES: readonly GatePolicy[] = ["hold", "cut", "repair", "notice"];

/** What a gate does with a sentence that is held. */
export interface GateOptions {
  /**
   * - `hold`: nothing more is shown, unless it is released later; this where it is left out;
   * - `cut`: the text ends before it, and the model is stopped;
   * - `repair`: its repairs are carried out, where all that holds it has one; else as `notice`;
   * - `notice`: the notice stands in its place.
   *
   * Behind a sentence that was replaced, each is shown by what its own findings do to it.
   */
  policy?: GatePolicy;
  /** What is shown in place of a sentence. */
  notice?: string;
}

/**
 * Verifies what a model streams, and gives out what is released of it:
 * `for await (const text of new StreamGate(stream, model))`. It is read once.
 *
 * The model is read as the consumer asks for text and the verifier takes it. Leaving the loop stops the
 * model and the call. Where anything fails, the loop throws, and nothing more is shown.
 */
export class StreamGate implements AsyncIterable<string> {
  readonly #stream: VerifyStream;
  readonly #model: Model;
  readonly #shown: Shown;
  readonly #demand = new Demand();
  readonly #stopping = new AbortController();
  #report: Report | undefined;
  #isLeft = false;

  /**
   * @param stream Verifies the text: `client.stream(request, { release: "sentence" })`.
   * @param model Texts, chunks of OpenAI's chat completions, or events of its Responses API.
   */
  constructor(
    stream: VerifyStream,
    model: AsyncIterable<ModelPiece>,
    { policy = "hold", notice = NOTICE }: GateOptions = {},
  ) {
    if (!POLICIES.includes(policy)) {
      throw invalidArgument("policy", `"${policy}" is not a policy: ${POLICIES.join(", ")}`);
    }
    if (stream.release !== "sentence") {
      throw invalidArgument("stream", 'a gate needs a stream with release: "sentence"');
    }
    this.#stream = stream;
    this.#model = new Model(model);
    this.#shown = new Shown(stream, policy, notice);
  }

  /** The report on all that the model wrote; undefined until the end, and after an error. */
  get report(): Report | undefined {
    return this.#report;
  }

  /** How the text ended; undefined until the end, and after an error. */
  get outcome(): GateOutcome | undefined {
    return this.#report && this.#shown.outcome(this.#report);
  }

  /** The places in the narrative of text that was shown, and that the report holds. */
  get retracted(): readonly Span[] {
    return this.#report ? this.#shown.retracted(this.#report) : [];
  }

  /** What of the narrative was neither shown nor replaced, so far. */
  get rest(): string {
    return this.#shown.rest;
  }

  [Symbol.asyncIterator](): AsyncIterator<string, undefined> {
    const texts = this.#texts();
    return {
      next: () => this.#demand.during(() => texts.next()),
      return: () => {
        this.#isLeft = true;
        this.#end();
        return texts.return(undefined);
      },
    };
  }

  async *#texts(): AsyncGenerator<string, undefined> {
    const stream = this.#stream;
    this.#feed();
    try {
      for await (const _ of stream) {
        yield* this.#advance();
      }
      const report = await stream.finish();
      yield* this.#advance();
      this.#report = report;
    } catch (error) {
      if (!this.#isLeft) {
        throw error;
      }
    } finally {
      this.#end();
    }
  }

  *#advance(): Generator<string> {
    const text = this.#shown.advance();
    if (this.#shown.isCut) {
      this.#stopping.abort();
    }
    if (text !== "") {
      yield text;
    }
  }

  #end(): void {
    this.#stream.cancel();
    this.#stopping.abort();
    this.#model.close();
  }

  /** Hands on what the model writes, as long as somebody asks for text. */
  async #feed(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      for (;;) {
        await unlessAborted(this.#demand.wait(), signal);
        const text = await this.#model.next(signal);
        if (text === undefined) {
          break;
        }
        await this.#stream.write(text);
      }
      this.#model.close();
      await this.#stream.finish();
    } catch (error) {
      this.#stream.cancel(error);
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
