// An agent of Vercel's AI SDK that corrects its answer. Its model is scripted: no network is needed.
//
//   verifyd serve &
//   node examples/ai-sdk.mjs

import { Client } from "@verifyd/client";
import { verified } from "@verifyd/client/ai";
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";

const ORDERS = [
  { region: "North", orders: 1234, revenue: 56780.5 },
  { region: "South", orders: 980, revenue: 41200.0 },
];
const regions = {
  type: "object",
  properties: { region: { type: "string" } },
  required: ["region"],
};
const listOrders = tool({
  description: "Orders and revenue of a region.",
  inputSchema: jsonSchema(regions),
  execute: async ({ region }) => ORDERS.filter((row) => row.region === region),
});

const text = (words) => ({ type: "text", text: words });
const usage = { inputTokens: {}, outputTokens: {} };
const model = new MockLanguageModelV3({
  doGenerate: [
    {
      type: "tool-call",
      toolCallId: "c1",
      toolName: "list_orders",
      input: '{"region": "North"}',
    },
    text("The North had 1,324 orders."),
    text("The North had 1,234 orders."),
  ].map((part) => ({
    content: [part],
    finishReason: { unified: part.type === "text" ? "stop" : "tool-calls", raw: undefined },
    usage,
    warnings: [],
  })),
});

const client = new Client();
const onReport = (report) => console.log(String(report));
const answer = await generateText({
  model: wrapLanguageModel({ model, middleware: verified({ client, onReport }) }),
  tools: { list_orders: listOrders },
  stopWhen: stepCountIs(5),
  prompt: "How many orders came from the region North?",
});
console.log(answer.text);
client.close();
