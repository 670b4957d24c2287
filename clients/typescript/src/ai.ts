/**
 * Vercel AI SDK: a middleware that lets a model say, and call, only what is verified.
 *
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: verified({ client }) });
 */

import type { MessageInitShape } from "@bufbuild/protobuf";
import { type LanguageModelMiddleware, simulateStreamingMiddleware } from "ai";

import {
  answerOf,
  type Message,
  messagesOf,
  openCalls,
  type Part,
  type Result,
  textOf,
} from "./ai-messages.js";
import type { Client } from "./client.js";
import { transcript } from "./conversation.js";
import { DeadlineExceeded, Overloaded, Unavailable } from "./errors.js";
import type { ToolRuleSchema } from "./gen/verifyd/v1/arguments_pb.js";
import type { VerifyRequestSchema } from "./gen/verifyd/v1/verify_pb.js";
import type { TranscriptReport } from "./transcript-report.js";

/** How answers are verified. */
export interface VerifiedOptions {
  client: Client;
  /** How often the model may correct what is held: 2 times. */
  retries?: number;
  /** What happens where verifyd is away, busy or out of time; `hold` throws its error. */
  onError?: "hold" | "release";
  /** Where the values of tool calls may come from, beside the rules of the server. */
  rules?: MessageInitShape<typeof ToolRuleSchema>[];
  /** What else is known, and how to verify, as for `Client.verify`. */
  request?: MessageInitShape<typeof VerifyRequestSchema>;
  /** Called with each report: of what is let on, and of each draft that is not. */
  onReport?: (report: TranscriptReport) => void;
}

/** What the model said, or the calls that it asked for, was held for good. */
export class Held extends Error {
  override readonly name = "Held";

  constructor(readonly report: TranscriptReport) {
    super(`verifyd holds this back: ${report.feedback() || report}`);
  }
}

type WrapGenerate = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;
type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type Params = Parameters<WrapGenerate>[0]["params"];
type Generated = Awaited<ReturnType<WrapGenerate>>["content"][number];

/**
 * A middleware for `wrapLanguageModel`. Evidence is what the tools of the conversation returned.
 *
 * What is held goes back to the model with the feedback, a few times; then the call throws `Held`.
 * A stream begins when all of the answer is released.
 */
export function verified(options: VerifiedOptions): LanguageModelMiddleware {
  const wrapGenerate: WrapGenerate = async ({ doGenerate, model, params }) => {
    let result = await doGenerate();
    for (let retries = options.retries ?? 2; ; retries--) {
      const said = result.content.flatMap(partOf);
      const report = await judge(options, params, said);
      if (!report || report.released) {
        return result;
      }
      const feedback = report.feedback();
      if (retries <= 0 || !feedback) {
        throw new Held(report);
      }
      const prompt = [...params.prompt, ...correction(said, feedback)];
      result = await model.doGenerate({ ...params, prompt });
    }
  };
  const simulate = simulateStreamingMiddleware().wrapStream as WrapStream;
  return {
    specificationVersion: "v3",
    wrapGenerate,
    wrapStream: (given) => simulate({ ...given, doGenerate: async () => wrapGenerate(given) }),
  };
}

/** What is found in an answer; undefined where it says nothing, or may go on without an answer. */
async function judge(
  { client, onError, onReport, rules = [], request = {} }: VerifiedOptions,
  { prompt, tools = [], abortSignal }: Params,
  said: Part[],
): Promise<TranscriptReport | undefined> {
  if (textOf(said).trim() === "" && openCalls(said).length === 0) {
    return undefined;
  }
  const messages = [...prompt.flatMap(messagesOf), ...answerOf(said)];
  const known = tools.flatMap((tool) =>
    tool.type === "function" ? { ...tool, schema: tool.inputSchema } : [],
  );
  try {
    const conversation = transcript(messages, { form: "LANGCHAIN", tools: known });
    const messageIndex = messages.length - 1; // this answer, and no earlier one
    const report = await client.verifyTranscript(
      { transcript: conversation, request, rules, messageIndex },
      abortSignal && { signal: abortSignal },
    );
    onReport?.(report);
    return report;
  } catch (error) {
    const away = [Unavailable, Overloaded, DeadlineExceeded].some((kind) => error instanceof kind);
    if (away && onError === "release") {
      return undefined;
    }
    throw error;
  }
}

/** What the model is told: what it said, and what is wrong with it, as results of its open calls. */
function correction(said: Part[], feedback: string): Message[] {
  const output = { type: "error-text" as const, value: feedback };
  const results = openCalls(said).map(
    ({ toolCallId, toolName }): Result => ({ type: "tool-result", toolCallId, toolName, output }),
  );
  return [
    { role: "assistant", content: said.map(withInput) },
    results.length > 0
      ? { role: "tool", content: results }
      : { role: "user", content: [{ type: "text", text: feedback }] },
  ];
}

/** A part of an answer as it stands in a prompt, but for the input of calls, which stays JSON text. */
function partOf(part: Generated): Part[] {
  const metadata = part.providerMetadata && { providerOptions: part.providerMetadata };
  switch (part.type) {
    case "text":
    case "reasoning":
      return [{ type: part.type, text: part.text, ...metadata }];
    case "tool-call":
      return [{ ...part, ...metadata }];
    case "tool-result": {
      const output = { type: part.isError ? "error-json" : "json", value: part.result } as const;
      return [{ ...part, output, ...metadata }];
    }
    default:
      return [];
  }
}

function withInput(part: Part): Part {
  if (part.type !== "tool-call") {
    return part;
  }
  try {
    return { ...part, input: JSON.parse(String(part.input)) };
  } catch {
    return part; // what is no JSON is told to the model as it is
  }
}
