/** What of a narrative is shown: what is released, and what a policy puts in place of the rest. */

import type { Span } from "./offsets.js";
import type { ReleaseName, StreamFinding, StreamSentence } from "./progress.js";
import { repaired } from "./repairs.js";
import type { Repair, Report } from "./report.js";

/** What becomes of a sentence that is held. */
export type GatePolicy = "hold" | "cut" | "repair" | "notice";

/**
 * How a text ended:
 *
 * - `released`: all of it was shown as the model wrote it, and the report releases it;
 * - `replaced`: all of it was shown, and sentences that were held were replaced;
 * - `held`: the text from a sentence on that was held was not shown;
 * - `cut`: the same, and the model was stopped there;
 * - `retracted`: something was shown as the model wrote it that the report holds.
 */
export type GateOutcome = "released" | "replaced" | "held" | "cut" | "retracted";

/** What is known of a narrative: a `VerifyStream`, say. */
export interface Known {
  readonly narrative: string;
  readonly release: ReleaseName;
  readonly released: string;
  readonly sentences: readonly StreamSentence[];
  readonly findings: readonly StreamFinding[];
}

/** The text that is shown of one narrative. */
export class Shown {
  readonly #replaced: Span[] = [];
  /** Up to where the narrative was shown, or replaced. */
  #position = 0;
  #isCut = false;

  constructor(
    readonly policy: GatePolicy,
    readonly notice: string,
  ) {}

  /** Whether the text has ended before the narrative. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** What more can be shown now. */
  advance(known: Known): string {
    const texts: string[] = [];
    while (!this.#isCut) {
      texts.push(this.#take(known, known.released.length));
      const sentence = this.#next(known);
      if (!sentence || this.policy === "hold") {
        break;
      }
      const span = { start: this.#position, end: sentence.span.end };
      if (sentence.action === "HOLD" && this.policy === "cut") {
        this.#isCut = true;
      } else if (sentence.action === "HOLD") {
        texts.push(this.#replace(span, known));
      } else if (this.#replaced.length > 0) {
        texts.push(this.#take(known, span.end)); // behind one that is held, the server releases nothing
      } else {
        break;
      }
    }
    return texts.join("");
  }

  /** The text that was neither shown nor replaced. */
  rest({ narrative }: Known): string {
    return narrative.slice(this.#position);
  }

  /** How the text ended, by the report. */
  outcome(known: Known, report: Report): GateOutcome {
    if (!report.released && this.#isRetracted(known)) {
      return "retracted";
    }
    if (this.rest(known) !== "") {
      return this.#isCut ? "cut" : "held";
    }
    return this.#replaced.length > 0 ? "replaced" : "released";
  }

  #take({ narrative }: Known, end: number): string {
    const start = this.#position;
    this.#position = Math.max(start, end);
    return narrative.slice(start, this.#position);
  }

  /** The sentence that follows what was shown; none where only the report releases anything. */
  #next({ release, sentences, narrative }: Known): StreamSentence | undefined {
    const position = this.#position;
    const next = release === "sentence" && sentences.find(({ span }) => span.end > position);
    return next && isBlank(narrative.slice(position, next.span.start)) ? next : undefined;
  }

  /** What is shown in place of a sentence. */
  #replace(span: Span, { narrative, findings }: Known): string {
    this.#replaced.push(span);
    this.#position = span.end;
    const holding = findings.filter((one) => one.holds && overlaps(one.span, span));
    if (this.policy === "repair" && canRepair(holding, span)) {
      return repaired(narrative.slice(0, span.end), holding).slice(span.start);
    }
    const written = narrative.slice(span.start, span.end);
    const words = written.trim();
    return words === "" ? written : written.replace(words, () => this.notice);
  }

  /** Whether something was shown as it was written that is held now. */
  #isRetracted(known: Known): boolean {
    if (this.#position === 0) {
      return false;
    }
    const held = [
      ...known.findings.filter(({ holds }) => holds),
      ...known.sentences.filter(({ action }) => action === "HOLD"),
    ];
    const isWhole = this.#replaced.length === 0 && this.rest(known) === "";
    return isWhole || held.some(({ span }) => this.#wasShown(span));
  }

  /** A place of no length is the whole narrative. */
  #wasShown({ start, end }: Span): boolean {
    const isReplaced = this.#replaced.some((one) => one.start <= start && end <= one.end);
    return start === end || (start < this.#position && !isReplaced);
  }
}

/** Whether repairs settle every finding, each inside the span and none over another. */
function canRepair(holding: readonly StreamFinding[], span: Span): boolean {
  const repairs = holding.map(({ repair }) => repair).sort((a, b) => placeOf(a) - placeOf(b));
  return (
    repairs.length > 0 &&
    repairs.every((repair, place) => {
      const before = repairs[place - 1];
      const isSame =
        before?.span.start === repair?.span.start &&
        before?.span.end === repair?.span.end &&
        before?.replacement === repair?.replacement;
      const isFree = isSame || (before?.span.end ?? span.start) <= placeOf(repair);
      return repair && isFree && span.start <= repair.span.start && repair.span.end <= span.end;
    })
  );
}

function placeOf(repair: Repair | undefined): number {
  return repair?.span.start ?? 0;
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
