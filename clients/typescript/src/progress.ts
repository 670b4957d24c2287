/** What is known of a narrative while it is being written. */

import { Action } from "./gen/verifyd/v1/report_pb.js";
import type {
  StreamFinding as WireFinding,
  StreamSentence as WireSentence,
  VerifyStreamUpdate as WireUpdate,
} from "./gen/verifyd/v1/verify_pb.js";
import { GrowingNarrative } from "./growing.js";
import type { Span } from "./offsets.js";
import { type ActionName, type Finding, findingOf, nameOf } from "./report.js";

/** What may be shown before the report: nothing, or each sentence that nothing holds. */
export type ReleaseName = "report" | "sentence";

/** A finding that a later part of the narrative may withdraw or replace. */
export interface StreamFinding extends Finding {
  /** Its number in the stream, from 1. */
  readonly id: number;
  /** Whether it holds its sentence back by itself. */
  readonly holds: boolean;
}

/** A sentence, list item or table row that was judged. */
export interface StreamSentence {
  /** Its place, with the white space behind it. */
  readonly span: Span;
  /** What its findings do to it. */
  readonly action: ActionName;
}

/** What has changed. Places are indices of the narrative. */
export interface StreamUpdate {
  /** Up to where the narrative was judged. */
  readonly judged: number;
  /** Up to where it may be shown. */
  readonly released: number;
  /** New findings. */
  readonly findings: readonly StreamFinding[];
  /** The ids of those that no longer hold, replaced ones among them. */
  readonly withdrawnIds: readonly number[];
  /** Sentences that were judged, or judged anew. */
  readonly sentences: readonly StreamSentence[];
}

/** The narrative so far, and what is known of it. */
export class Progress {
  readonly narrative = new GrowingNarrative();
  /** Up to where the narrative was judged, and may be shown: indices. */
  judged = 0;
  released = 0;
  readonly #findings = new Map<number, StreamFinding>();
  readonly #sentences: StreamSentence[] = [];

  constructor(
    /** Whether anything is released before the report. */
    readonly releasesSentences: boolean,
  ) {}

  /** The findings that hold, in the order of the text. */
  get findings(): StreamFinding[] {
    const places = (a: Finding, b: Finding) => a.span.start - b.span.start;
    return [...this.#findings.values()].sort((a, b) => places(a, b) || a.id - b.id);
  }

  /** The sentences that were judged, in the order of the text. */
  get sentences(): readonly StreamSentence[] {
    return this.#sentences;
  }

  /** Takes in what the server says. What was not sent, or not judged, is not released. */
  apply(update: WireUpdate): StreamUpdate {
    const { narrative } = this;
    this.judged = Math.max(this.judged, narrative.index(Number(update.judgedBytes)));
    if (this.releasesSentences) {
      const released = narrative.index(Number(update.releasedBytes));
      this.released = Math.max(this.released, Math.min(released, this.judged));
    }
    const replaced = update.findings.map((one) => one.replacedId).filter((id) => id > 0);
    const withdrawnIds = [...update.withdrawnIds, ...replaced];
    for (const id of withdrawnIds) {
      this.#findings.delete(id);
    }
    const findings = update.findings.flatMap((one) => this.#read(one));
    for (const finding of findings) {
      this.#findings.set(finding.id, finding);
    }
    const sentences = update.sentences.map((one) => this.#place(one));
    const { judged, released } = this;
    return { judged, released, findings, withdrawnIds, sentences };
  }

  /** Releases the whole narrative. */
  releaseAll(): void {
    this.released = this.narrative.text.length;
  }

  #read({ id, holds, finding }: WireFinding): StreamFinding[] {
    const { narrative } = this;
    return finding ? [{ ...findingOf(finding, narrative.text, narrative), id, holds }] : [];
  }

  /** Puts a sentence where the one with the same start is, or where it belongs. */
  #place({ span: place, action }: WireSentence): StreamSentence {
    const span = this.narrative.span(place);
    const sentence = { span, action: nameOf(Action, action) ?? "HOLD" };
    let at = this.#sentences.length;
    while (at > 0 && (this.#sentences[at - 1] as StreamSentence).span.start >= span.start) {
      at--;
    }
    const again = this.#sentences[at]?.span.start === span.start;
    this.#sentences.splice(at, Number(again), sentence);
    return sentence;
  }
}
