/** Messages of Vercel's AI SDK as those of LangChain, a form that the server reads. */

import type { LanguageModelMiddleware } from "ai";

type Given = Parameters<NonNullable<LanguageModelMiddleware["wrapGenerate"]>>[0];

/** A message of a prompt. */
export type Message = Given["params"]["prompt"][number];

/** A part of what an assistant said. */
export type Part = Extract<Message, { role: "assistant" }>["content"][number];

/** The result of a tool call. */
export type Result = Extract<Part, { type: "tool-result" }>;

type Call = Extract<Part, { type: "tool-call" }>;

/** The calls whose results are not known yet; those of others, the provider ran. */
export function openCalls(said: readonly Part[]): Call[] {
  const known = new Set(said.map((part) => part.type === "tool-result" && part.toolCallId));
  return said
    .filter((part) => part.type === "tool-call")
    .filter((one) => !known.has(one.toolCallId));
}

/** A message of the prompt in LangChain's form, which the server reads. */
export function messagesOf(message: Message): object[] {
  switch (message.role) {
    case "system":
      return [{ type: "system", content: message.content }];
    case "user":
      return [{ type: "human", content: textOf(message.content, "\n") }];
    case "assistant":
      return answerOf(message.content);
    default:
      return message.content.flatMap((part) => (part.type === "tool-result" ? resultOf(part) : []));
  }
}

/** What an assistant said; what the provider ran for it stands before its text. */
export function answerOf(said: Part[]): object[] {
  const open = openCalls(said);
  const ran = said.filter((part) => part.type === "tool-call" && !open.includes(part)) as Call[];
  return [
    ...(ran.length > 0 ? [{ type: "ai", content: "", tool_calls: ran.map(callOf) }] : []),
    ...said.filter((part) => part.type === "tool-result").map(resultOf),
    { type: "ai", content: textOf(said), tool_calls: open.map(callOf) },
  ];
}

function callOf({ toolCallId, toolName, input }: Call): object {
  return { id: toolCallId, name: toolName, args: input };
}

function resultOf({ toolCallId, toolName, output }: Result): object {
  const status = /^(error|execution)/.test(output.type) ? "error" : "success";
  return {
    type: "tool",
    tool_call_id: toolCallId,
    name: toolName,
    content: contentOf(output),
    status,
  };
}

function contentOf(output: Result["output"]): string {
  if (output.type === "content") {
    return textOf(output.value, "\n");
  }
  const value = "value" in output ? output.value : (output.reason ?? "");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The text of an answer, as the SDK puts it together; parts of others are apart from each other. */
export function textOf(parts: readonly { type: string }[], separator = ""): string {
  return parts
    .flatMap((part) => (part.type === "text" && "text" in part ? [part.text] : []))
    .join(separator);
}
