/** What was found in a message of a conversation: in its text, and in its tool calls. */

import { create } from "@bufbuild/protobuf";

import { Action, Decision } from "./gen/verifyd/v1/report_pb.js";
import type {
  ToolResultReading,
  VerifyTranscriptResponse,
  ToolCallReport as WireToolCallReport,
} from "./gen/verifyd/v1/transcript_service_pb.js";
import { VerifyResponseSchema } from "./gen/verifyd/v1/verify_pb.js";
import { type ActionName, type DecisionName, nameOf, Report } from "./report.js";

/** What was found in a tool call. Make the call only where its report is released. */
export interface ToolCallReport {
  /** The name of the tool. */
  readonly tool: string;
  /** The id of the call; empty where it has none. */
  readonly callId: string;
  /** The place of its message in the list, from 0. */
  readonly messageIndex: number;
  /** The report, whose spans point into the JSON text of the arguments, its narrative. */
  readonly report: Report;
}

/** Everything that was found in one message. Act on `action`, or on `released`. */
export class TranscriptReport {
  /** The worst decision of text and tool calls. */
  readonly decision: DecisionName;
  /** What to do with the message; HOLD where the answer does not say, or gives no known decision. */
  readonly action: ActionName;
  /** What was found in the text; undefined where the message has none. */
  readonly report: Report | undefined;
  readonly toolCalls: readonly ToolCallReport[];

  constructor(
    /** The whole answer as it came; its spans count bytes of UTF-8. */
    readonly raw: VerifyTranscriptResponse,
  ) {
    const decision = nameOf(Decision, raw.decision);
    this.decision = decision ?? "UNVERIFIED";
    this.action = (decision && nameOf(Action, raw.action)) ?? "HOLD";
    this.report = raw.response && new Report(raw.narrative, raw.response);
    this.toolCalls = raw.toolCalls.map(toolCallOf);
  }

  /** Whether the message may be sent on, and its tool calls made. */
  get released(): boolean {
    return this.action === "RELEASE";
  }

  /** The text of the message. */
  get narrative(): string {
    return this.raw.narrative;
  }

  /** The place of the message in the list, from 0. */
  get messageIndex(): number {
    return this.raw.messageIndex;
  }

  /** What was made of each tool result before the message, in their order. */
  get results(): readonly ToolResultReading[] {
    return this.raw.results;
  }

  /** What to send back to the model so that it corrects text and calls; "" where nothing is wrong. */
  feedback(): string {
    const calls = this.toolCalls.map(({ tool, report }) => [
      `Call of ${tool}: `,
      report.feedback(),
    ]);
    const said = [["", this.report?.feedback() ?? ""], ...calls];
    return said.flatMap(([head, words]) => (words ? `${head}${words}` : [])).join("\n\n");
  }

  /** The reports of text and calls. */
  toString(): string {
    const text = this.report ? [String(this.report)] : [];
    return [...text, ...this.toolCalls.map(({ tool, report }) => `${tool}: ${report}`)].join("\n");
  }
}

function toolCallOf(call: WireToolCallReport): ToolCallReport {
  const { tool, callId, messageIndex, argumentsJson, report } = call;
  const response = create(VerifyResponseSchema, report && { report });
  return { tool, callId, messageIndex, report: new Report(argumentsJson, response) };
}
