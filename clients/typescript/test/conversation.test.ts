/** Conversations against a server that answers as it is told. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { MessageInitShape } from "@bufbuild/protobuf";
import { InvalidRequest, queryResult, transcript } from "@verifyd/client";
import {
  Action,
  Decision,
  TranscriptForm,
  Verdict,
  type VerifyTranscriptRequest,
  type VerifyTranscriptResponseSchema,
} from "@verifyd/client/v1";

import { failed, serve } from "./peer.js";

const MESSAGES = [{ role: "user", content: "Hi" }];

test("a conversation is given as objects or as JSON text", () => {
  const tools = [
    { name: "refund", schema: { type: "object" } },
    { name: "wait", schema: "{}" },
  ];
  const made = transcript(MESSAGES, { form: "OPENAI_CHAT", tools });
  assert.equal(made.messages, JSON.stringify(MESSAGES));
  assert.equal(made.form, TranscriptForm.OPENAI_CHAT);
  assert.deepEqual(
    made.tools.map(({ name, schemaJson }) => [name, schemaJson]),
    [
      ["refund", '{"type":"object"}'],
      ["wait", "{}"],
    ],
  );
  assert.deepEqual(transcript(made.messages).messages, made.messages);
});

test("what is not JSON or not Unicode is refused before it is sent", () => {
  assert.throws(() => transcript([{ content: 1n }]), InvalidRequest);
  assert.throws(() => transcript('[{"content":"\ud800"}]'), InvalidRequest);
});

test("a message of text and calls", async (t) => {
  const argumentsJson = '{"city":"Kölñ","amount":12}';
  const at = (text: string) =>
    Buffer.byteLength(argumentsJson.slice(0, argumentsJson.indexOf(text)));
  const answer: MessageInitShape<typeof VerifyTranscriptResponseSchema> = {
    decision: Decision.FAIL,
    action: Action.HOLD,
    narrative: "Hi.",
    response: { report: { decision: Decision.PASS, action: Action.RELEASE } },
    messageIndex: 3,
    toolCalls: [
      {
        tool: "refund",
        callId: "c",
        argumentsJson,
        report: {
          decision: Decision.FAIL,
          action: Action.HOLD,
          retryHint: "Correct it.",
          results: [
            {
              check: "arguments",
              outcome: {
                case: "findings",
                value: {
                  detail: {
                    case: "arguments",
                    value: {
                      arguments: [
                        {
                          path: "amount",
                          kind: "amount",
                          verdict: Verdict.UNSUPPORTED,
                          span: { start: at("12"), end: at("12") + 2 },
                        },
                      ],
                    },
                  },
                },
              },
            },
          ],
        },
      },
    ],
  };
  const asked: VerifyTranscriptRequest[] = [];
  const client = serve(t, {
    transcripts: {
      verifyTranscript(request) {
        asked.push(request);
        return answer;
      },
    },
  });
  const rows = queryResult("q", [{ a: 1 }]);
  const report = await client.verifyTranscript(
    { transcript: transcript(MESSAGES), request: { evidence: { queryResults: [rows] } } },
    { handles: ["h"] },
  );
  assert.equal(asked[0]?.transcript?.messages, JSON.stringify(MESSAGES));
  assert.deepEqual(asked[0]?.request?.evidence?.handles, ["h"]);
  assert.equal(asked[0]?.request?.evidence?.queryResults.length, 1);
  assert.deepEqual([report.decision, report.released, report.messageIndex], ["FAIL", false, 3]);
  assert.equal(report.report?.released, true);
  const [call] = report.toolCalls;
  const [value] = call?.report.arguments ?? [];
  assert.deepEqual([value?.path, value?.text, value?.verdict], ["amount", "12", "UNSUPPORTED"]);
  assert.equal(report.feedback(), "Call of refund: Correct it.");
});

test("an answer without a known decision is held", async (t) => {
  const answers = [
    {},
    { action: Action.RELEASE },
    { action: Action.RELEASE, decision: 99 as Decision },
    { decision: Decision.PASS },
  ];
  for (const answer of answers) {
    const client = serve(t, { transcripts: { verifyTranscript: () => answer } });
    const report = await client.verifyTranscript({ transcript: transcript(MESSAGES) });
    assert.deepEqual([report.released, report.report, report.toolCalls], [false, undefined, []]);
  }
});

test("a tool call that is not judged is held", async (t) => {
  const client = serve(t, { transcripts: { verifyToolCall: () => ({ argumentsJson: "{}" }) } });
  const report = await client.verifyToolCall({ transcript: transcript(MESSAGES) });
  assert.deepEqual([report.narrative, report.released], ["{}", false]);
});

test("a server without the method approves nothing", async (t) => {
  const client = serve(t, {});
  const call = client.verifyTranscript({ transcript: transcript(MESSAGES) });
  assert.equal((await failed(call)).code, "UNIMPLEMENTED");
});
