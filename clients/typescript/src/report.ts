/** The report of one text: a typed view over the answer as it came. */

import { create } from "@bufbuild/protobuf";

import type { ValueOrigin, ArgumentValue as WireArgument } from "./gen/verifyd/v1/arguments_pb.js";
import { Verdict } from "./gen/verifyd/v1/common_pb.js";
import { type ClaimBinding, Grade } from "./gen/verifyd/v1/numeric_pb.js";
import {
  Action,
  type CheckResult,
  Decision,
  ReportSchema,
  Severity,
  type Finding as WireFinding,
} from "./gen/verifyd/v1/report_pb.js";
import {
  type ResponseMeta,
  ResponseMetaSchema,
  type VerifyResponse,
} from "./gen/verifyd/v1/verify_pb.js";
import { Offsets, type Span } from "./offsets.js";
import { repaired } from "./repairs.js";

/** Enums as their names; a value that is unknown or not set never reads as something good. */
export type DecisionName = Exclude<keyof typeof Decision, "UNSPECIFIED">;
export type ActionName = Exclude<keyof typeof Action, "UNSPECIFIED">;
export type SeverityName = Exclude<keyof typeof Severity, "UNSPECIFIED">;
export type VerdictName = Exclude<keyof typeof Verdict, "UNSPECIFIED">;
export type GradeName = keyof typeof Grade;

/** A replacement that would settle a finding. */
export interface Repair {
  readonly span: Span;
  readonly replacement: string;
}

/** Something in the text that is wrong, doubtful or worth knowing. */
export interface Finding {
  /** The check that found it. */
  readonly check: string;
  /** What it is, such as `CLAIM_NOT_FOUND`. A code never changes its meaning. */
  readonly code: string;
  readonly severity: SeverityName;
  /** What the evidence says about the statement. */
  readonly verdict: VerdictName;
  /** A sentence for people. */
  readonly message: string;
  /** The values in the message, for programs. */
  readonly details: Readonly<Record<string, string>>;
  /** The words that the span covers. */
  readonly text: string;
  readonly span: Span;
  /** A replacement, where one is known. */
  readonly repair: Repair | undefined;
  /** How sure the check is, from 0 to 1, where it can say. */
  readonly confidence: number | undefined;
}

/** A number of the text, with the value that it was bound to. */
export interface Binding {
  readonly text: string;
  readonly span: Span;
  /** Whether a source supports the number. */
  readonly matched: boolean;
  /** The id of the query result that it was found in; empty where there is none. */
  readonly source: string;
  /** Where in it, such as `data[0].employees`. */
  readonly location: string;
  readonly grade: GradeName;
  readonly verdict: VerdictName;
}

/** A value of the arguments of a tool call. */
export interface ArgumentValue {
  /** Where it stands, such as `passengers[0].name`. */
  readonly path: string;
  /** What kind of value it is, such as `id` or `amount`. */
  readonly kind: string;
  readonly text: string;
  readonly span: Span;
  /** What the conversation says about it; undefined where it was not judged. */
  readonly verdict: VerdictName | undefined;
  /** Where it comes from, where that is known. */
  readonly origin: ValueOrigin | undefined;
}

/** A check that could not finish: nothing is known. */
export interface CheckFailure {
  readonly check: string;
  readonly reason: string;
  readonly message: string;
  readonly retryable: boolean;
}

/**
 * Everything that was found about one text.
 *
 * Act on `action`, which is what the server's policy says, or on `released`; `decision` is what was
 * found. Spans are indices of the text's UTF-16 units, as JavaScript counts.
 */
export class Report {
  readonly decision: DecisionName;
  /** What to do with the text; HOLD where the answer does not say, or gives no known decision. */
  readonly action: ActionName;
  readonly findings: readonly Finding[];
  readonly bindings: readonly Binding[];
  /** The values of the arguments of a tool call, in the order of their JSON text. */
  readonly arguments: readonly ArgumentValue[];
  readonly failures: readonly CheckFailure[];
  /** When and how fast the request was answered. */
  readonly meta: ResponseMeta;
  readonly #counts: { matched: number; total: number; uncovered: number };

  constructor(
    /** The text that was verified. */
    readonly narrative: string,
    /** The whole answer as it came; its spans count bytes of UTF-8. */
    readonly raw: VerifyResponse,
  ) {
    const report = raw.report ?? create(ReportSchema);
    const decision = nameOf(Decision, report.decision);
    const action = nameOf(Action, report.action);
    this.decision = decision ?? "UNVERIFIED";
    this.action = (decision && action) ?? "HOLD";
    const offsets = new Offsets(narrative);
    const found = report.results.flatMap(({ outcome }) =>
      outcome.case === "findings" ? [outcome.value] : [],
    );
    const numeric = found.flatMap(({ detail }) =>
      detail.case === "numeric" ? [detail.value] : [],
    )[0];
    this.findings = found.flatMap((one) =>
      one.findings.map((each) => findingOf(each, narrative, offsets)),
    );
    this.bindings = (numeric?.bindings ?? []).map((one) => bindingOf(one, narrative, offsets));
    this.arguments = found
      .flatMap(({ detail }) => (detail.case === "arguments" ? detail.value.arguments : []))
      .map((one) => argumentOf(one, narrative, offsets));
    this.failures = report.results.flatMap(failureOf);
    this.meta = raw.meta ?? create(ResponseMetaSchema);
    this.#counts = {
      matched: numeric?.claimsMatched ?? 0,
      total: numeric?.claimsTotal ?? 0,
      uncovered: numeric?.claimsUncovered ?? 0,
    };
  }

  /** Whether the text may be sent on. */
  get released(): boolean {
    return this.action === "RELEASE";
  }

  /** The text with every repair of its findings carried out, none over another. */
  repaired(): string {
    return repaired(this.narrative, this.findings);
  }

  /** What to send back to the model so that it corrects its answer; "" where nothing is wrong. */
  feedback(): string {
    return this.raw.report?.retryHint ?? "";
  }

  /** Decision, failures and findings, a line each. */
  toString(): string {
    const { matched, total, uncovered } = this.#counts;
    const more = uncovered ? `, ${uncovered} not covered` : "";
    const head = `${this.decision} (${this.action.toLowerCase()}): ${matched} of ${total} numbers supported${more}`;
    const failures = this.failures.map((one) => `${one.check} failed: ${one.message}`);
    return [head, ...failures, ...this.findings.map(lineOf)].join("\n");
  }
}

/** The name of an enum's value; undefined where it is unknown or not set. */
export function nameOf<E extends Record<string, string | number>>(
  names: E,
  value: number,
): Exclude<keyof E, "UNSPECIFIED" | number | symbol> | undefined {
  const name = names[value];
  return typeof name === "string" && value !== 0 ? (name as never) : undefined;
}

/** A finding in a narrative whose places are given. */
export function findingOf(
  finding: WireFinding,
  narrative: string,
  offsets: Pick<Offsets, "span">,
): Finding {
  const span = offsets.span(finding.span);
  const repair = finding.repair;
  return {
    check: finding.check,
    code: finding.code,
    severity: nameOf(Severity, finding.severity) ?? "ERROR",
    verdict: nameOf(Verdict, finding.verdict) ?? "INCONCLUSIVE",
    message: finding.message,
    details: finding.details,
    text: narrative.slice(span.start, span.end),
    span,
    repair: repair && { span: offsets.span(repair.span), replacement: repair.replacement },
    confidence: finding.confidence,
  };
}

function bindingOf(binding: ClaimBinding, narrative: string, offsets: Offsets): Binding {
  const span = offsets.span(binding.span);
  const verdict = nameOf(Verdict, binding.verdict) ?? "INCONCLUSIVE";
  return {
    text: narrative.slice(span.start, span.end),
    span,
    matched: binding.matched && verdict === "SUPPORTED",
    source: binding.matchedSourceQid,
    location: binding.matchedLocation,
    grade: nameOf(Grade, binding.grade) ?? "UNSPECIFIED",
    verdict,
  };
}

function argumentOf(argument: WireArgument, narrative: string, offsets: Offsets): ArgumentValue {
  const span = offsets.span(argument.span);
  return {
    path: argument.path,
    kind: argument.kind,
    text: narrative.slice(span.start, span.end),
    span,
    verdict: nameOf(Verdict, argument.verdict),
    origin: argument.origin,
  };
}

/** Why a check did not finish. An outcome that is not set is a failure: nothing is known. */
function failureOf({ check, outcome }: CheckResult): CheckFailure[] {
  if (outcome.case === "findings") {
    return [];
  }
  const { reason, message, retryable } = outcome.value ?? {};
  return [
    {
      check,
      reason: reason || "INTERNAL",
      message: message || "the server gave no outcome",
      retryable: retryable ?? false,
    },
  ];
}

const SHOWN = 80;

function lineOf({ severity, code, text, message }: Finding): string {
  const said = !text || message.startsWith(quoted(text)); // most messages say the words themselves
  const words = said ? "" : ` ${quoted(shortened(text))}`;
  return `${severity.toLowerCase()} ${code}${words}: ${message}`;
}

/** A text in quotes, as the server's messages write it. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const inside = text.replace(/[\\\n\r\t'"]/g, (one) =>
    one === "\\" || one === quote ? `\\${one}` : (escapes[one] ?? one),
  );
  return `${quote}${inside}${quote}`;
}

/** The first whole words of a long text. */
function shortened(text: string): string {
  const words = text.trim().split(/\s+/);
  if (words.join(" ").length <= SHOWN) {
    return words.join(" ");
  }
  while (words.join(" ").length > SHOWN - 1) {
    words.pop();
  }
  return `${words.join(" ")}…`;
}
