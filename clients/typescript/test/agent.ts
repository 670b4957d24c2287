/**
 * Runs agents of Vercel's AI SDK that it reads as JSON lines, and answers each with a line.
 *
 * The model of an agent is scripted: it gives the answers of the line, one after the other. Its tools
 * are `list_orders`, which returns rows, and `cancel_order`, which is the one to guard.
 */

import { createInterface } from "node:readline";

import { Client } from "@verifyd/client";
import { type VerifiedOptions, verified } from "@verifyd/client/ai";
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";

type Answers = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>["content"][];

interface Line {
  address: string;
  answers: Answers;
  options?: Omit<VerifiedOptions, "client">;
  stream?: boolean;
  prompt?: string;
  timeoutMs?: number;
}

const ORDERS = [
  { order_id: "A-1042", region: "North", orders: 1234 },
  { order_id: "A-2077", region: "South", orders: 980 },
];
const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const usage = {
  inputTokens: none,
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

async function run(line: Line) {
  const { address, answers, options, stream, timeoutMs = 10_000 } = line;
  const client = new Client({ address, timeoutMs });
  const model = new MockLanguageModelV3({
    doGenerate: answers.map((content) => ({
      content,
      finishReason: {
        unified: content.some(({ type }) => type === "tool-call") ? "tool-calls" : "stop",
        raw: undefined,
      },
      usage,
      warnings: [],
    })),
  });
  const cancelled: string[] = [];
  const reports: string[] = [];
  const given = {
    model: wrapLanguageModel({
      model,
      middleware: verified({
        ...options,
        client,
        onReport: ({ action }) => reports.push(action),
      }),
    }),
    tools: {
      list_orders: tool({
        inputSchema: jsonSchema<{ region: string }>({ type: "object" }),
        execute: async () => ORDERS,
      }),
      cancel_order: tool({
        inputSchema: jsonSchema<{ order_id: string }>({ type: "object" }),
        execute: async ({ order_id }) => {
          cancelled.push(order_id);
          return "done";
        },
      }),
    },
    stopWhen: stepCountIs(5),
    prompt: line.prompt ?? "How many orders came from the region North?",
  };
  const seen = { text: "", error: null as string | null };
  try {
    if (stream) {
      for await (const part of streamText({ ...given, onError: () => {} }).fullStream) {
        if (part.type === "text-delta") {
          seen.text += part.text;
        } else if (part.type === "error") {
          throw part.error;
        }
      }
    } else {
      seen.text = (await generateText(given)).text;
    }
  } catch (error) {
    seen.error = (error as Error).name;
  } finally {
    client.close();
  }
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  return { ...seen, reports, cancelled, asked: prompts.length, told: prompts.at(-1)?.at(-1) };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
