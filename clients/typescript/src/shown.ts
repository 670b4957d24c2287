/** What of a narrative is shown: what is released, and what a policy puts in place of the rest. */

import type { Span } from "./offsets.js";
import type { StreamFinding, StreamSentence } from "./progress.js";
import { repaired } from "./repairs.js";
import type { Report } from "./report.js";

/** What becomes of a sentence that is held. */
export type GatePolicy = "hold" | "cut" | "repair" | "notice";

/**
 * How a text ended:
 *
 * - `released`: all of it was shown as the model wrote it, and the report releases it;
 * - `replaced`: all of it was shown, and sentences that were held were replaced;
 * - `held`: the text from a sentence on that was held was not shown;
 * - `cut`: the same, and the model was stopped there;
 * - `retracted`: the report holds some of what was shown, because of text behind it or of the whole.
 */
export type GateOutcome = "released" | "replaced" | "held" | "cut" | "retracted";

/** What is known of a narrative: a `VerifyStream`, say. */
export interface Known {
  readonly narrative: string;
  readonly releasesSentences: boolean;
  readonly released: string;
  readonly sentences: readonly StreamSentence[];
  readonly findings: readonly StreamFinding[];
}

/** What a notice leaves: the line below the head of a table; what makes a list item or heading. */
const MARK = /^\s*(?:\|?[ \t]*:?-[-:| \t]*\n)?(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)])[ \t]+)*/;

/** The text that is shown of one narrative. */
export class Shown {
  readonly #known: Known;
  readonly #policy: GatePolicy;
  readonly #notice: string;
  readonly #shown: Span[] = [];
  /** Up to where the narrative was shown, or replaced. */
  #position = 0;
  #isReplaced = false;
  #isCut = false;

  constructor(known: Known, policy: GatePolicy, notice: string) {
    this.#known = known;
    this.#policy = policy;
    this.#notice = notice;
  }

  /** Whether the text has ended before the narrative. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The text that was neither shown nor replaced. */
  get rest(): string {
    return this.#known.narrative.slice(this.#position);
  }

  /** What more can be shown now. */
  advance(): string {
    const texts: string[] = [];
    while (!this.#isCut) {
      texts.push(this.#show(this.#known.released.length));
      const sentence = this.#next();
      if (!sentence || this.#policy === "hold") {
        break;
      }
      if (sentence.action === "HOLD" && this.#policy === "cut") {
        this.#isCut = true;
      } else if (sentence.action === "HOLD") {
        texts.push(this.#replace(sentence.span));
      } else if (this.#isReplaced) {
        texts.push(this.#show(sentence.span.end)); // behind one that is held, the server releases nothing
      } else {
        break;
      }
    }
    return texts.join("");
  }

  /** The places of text that was shown and that is held now, by the report. */
  retracted(report: Report): Span[] {
    const { sentences, findings } = this.#known;
    const held = sentences.filter(({ action }) => action === "HOLD");
    if (report.released) {
      return [];
    }
    // What holds a text and stands at no place in it is about all of it.
    if (held.length === 0 || findings.some(({ holds, span }) => holds && span.start === span.end)) {
      return [...this.#shown];
    }
    const isShown = (span: Span) => this.#shown.some((one) => overlap(one, span));
    return held.map(({ span }) => span).filter(isShown);
  }

  /** How the text ended, by the report. */
  outcome(report: Report): GateOutcome {
    if (this.retracted(report).length > 0) {
      return "retracted";
    }
    if (this.#isCut) {
      return "cut";
    }
    if (this.rest !== "") {
      return "held";
    }
    return this.#isReplaced ? "replaced" : "released";
  }

  #show(end: number): string {
    const start = this.#position;
    if (end <= start) {
      return "";
    }
    this.#position = end;
    this.#shown.push({ start, end });
    return this.#known.narrative.slice(start, end);
  }

  /** The sentence that follows what was shown; none where only the report releases anything. */
  #next(): StreamSentence | undefined {
    const { releasesSentences, sentences } = this.#known;
    const isNext = ({ span }: StreamSentence) =>
      span.start === this.#position && span.end > span.start;
    return releasesSentences ? sentences.findLast(isNext) : undefined;
  }

  /** What is shown in place of a sentence. */
  #replace({ start, end }: Span): string {
    this.#position = end;
    this.#isReplaced = true;
    const { narrative, findings } = this.#known;
    const holding = findings.filter(
      ({ holds, span }) => holds && start <= span.start && span.start < end,
    );
    if (this.#policy === "repair" && canRepair(holding, { start, end })) {
      return repaired(narrative.slice(0, end), holding).slice(start);
    }
    const written = narrative.slice(start, end);
    const mark = MARK.exec(written)?.[0] ?? "";
    return mark + this.#notice + written.slice(written.trimEnd().length);
  }
}

/** Whether repairs settle every finding, each inside the sentence and none over another. */
function canRepair(holding: readonly StreamFinding[], sentence: Span): boolean {
  const repairs = holding.flatMap(({ repair, span }) =>
    repair && span.start < span.end ? repair : [],
  );
  const distinct = new Map(
    repairs.map((one) => [JSON.stringify([one.span.start, one.span.end, one.replacement]), one]),
  );
  const spans = [...distinct.values()].map(({ span }) => span).sort((a, b) => a.start - b.start);
  const isFree = ({ start, end }: Span, place: number) =>
    start >= (spans[place - 1]?.end ?? sentence.start) && end <= sentence.end;
  return repairs.length > 0 && repairs.length === holding.length && spans.every(isFree);
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
