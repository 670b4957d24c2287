/**
 * Makes calls that it reads as JSON lines, and answers each with a line.
 *
 * Shared tests drive the client by it: messages are in protobuf's JSON mapping, and `report` is what
 * the client's own face says.
 */

import { createInterface } from "node:readline";

import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type Message,
  type MessageInitShape,
  toJson,
} from "@bufbuild/protobuf";
import { Client, type Handle, type Report, VerifydError, type VerifyStream } from "@verifyd/client";
import * as v1 from "@verifyd/client/v1";

import { measure } from "./measure.js";

interface Line {
  address: string;
  method: string;
  request: JsonValue;
  put?: JsonValue[];
  drop?: boolean;
  token?: string;
  timeout_s?: number;
  count?: number;
  parts?: { text?: string; evidence?: JsonValue; judged?: number }[];
}

const clients = new Map<string, Client>();

function clientOf({ address, token }: Line): Client {
  const key = JSON.stringify([address, token]);
  const client = clients.get(key) ?? new Client({ address, ...(token !== undefined && { token }) });
  clients.set(key, client);
  return client;
}

async function answer(line: Line): Promise<JsonValue> {
  const client = clientOf(line);
  const options = line.timeout_s === undefined ? {} : { timeoutMs: line.timeout_s * 1000 };
  const read = <D extends DescMessage>(schema: D) => fromJson(schema, line.request);
  const methods = [...v1.OutcomeService.methods, ...v1.ReviewService.methods];
  const method = methods.find(({ name }) => name === line.method);
  if (method) {
    const send = client[method.localName as "getOutcome"].bind(client);
    const response: Message = await send(read(method.input) as never, options);
    return respond(method.output as DescMessage, response);
  }
  switch (line.method) {
    case "Verify":
      return verify(client, line, options);
    case "VerifyTranscript":
      return verifyTranscript(client, read(v1.VerifyTranscriptRequestSchema), options);
    case "VerifyToolCall": {
      const report = await client.verifyToolCall(read(v1.VerifyToolCallRequestSchema), options);
      return { response: toJson(v1.VerifyResponseSchema, report.raw), report: view(report) };
    }
    case "VerifyStream":
      return stream(client, line, options);
    case "Measure":
      return measure(client, line.address, read(v1.VerifyRequestSchema), line.count ?? 0);
    case "ListChecks":
      return respond(v1.ListChecksResponseSchema, { checks: await client.listChecks(options) });
    case "Put": {
      const handle = await client.put(read(v1.QueryResultSchema), options);
      return respond(v1.PutQueryResultResponseSchema, stored(handle));
    }
    case "PutSource": {
      const handle = await client.putSource(read(v1.PutSourceRequestSchema).source ?? {}, options);
      return respond(v1.PutSourceResponseSchema, stored(handle));
    }
    case "GetEvidence": {
      const info = await client.getEvidence(read(v1.GetEvidenceRequestSchema).handle, options);
      return respond(v1.GetEvidenceResponseSchema, info && { info });
    }
    case "DeleteEvidence":
      await client.deleteEvidence(read(v1.DeleteEvidenceRequestSchema).handle, options);
      return respond(v1.DeleteEvidenceResponseSchema);
    default:
      throw new TypeError(`no method ${line.method}`);
  }
}

function respond<D extends DescMessage>(schema: D, response?: MessageInitShape<D>): JsonValue {
  return { response: toJson(schema, create(schema, response)) };
}

function stored({ id: handle, info, alreadyPresent }: Handle) {
  return { handle, alreadyPresent, ...(info && { info }) };
}

async function verify(
  client: Client,
  line: Line,
  options: { timeoutMs?: number },
): Promise<JsonValue> {
  const handles: Handle[] = [];
  for (const result of line.put ?? []) {
    handles.push(await client.put(fromJson(v1.QueryResultSchema, result), options));
  }
  if (line.drop) {
    await Promise.all(handles.map((handle) => client.deleteEvidence(handle)));
  }
  const request = fromJson(v1.VerifyRequestSchema, line.request);
  const report = await client.verify(request, { ...options, handles });
  return { response: toJson(v1.VerifyResponseSchema, report.raw), report: view(report) };
}

async function verifyTranscript(
  client: Client,
  request: v1.VerifyTranscriptRequest,
  options: { timeoutMs?: number },
): Promise<JsonValue> {
  const result = await client.verifyTranscript(request, options);
  const { decision, action, released, report, toolCalls, raw } = result;
  return {
    response: toJson(v1.VerifyTranscriptResponseSchema, raw),
    report: {
      decision,
      action,
      released,
      feedback: result.feedback(),
      report: report ? view(report) : null,
      tool_calls: toolCalls.map(({ messageIndex, callId, tool, report }) => {
        return { message_index: messageIndex, call_id: callId, tool, report: view(report) };
      }),
    },
  };
}

async function stream(
  client: Client,
  line: Line,
  options: { timeoutMs?: number },
): Promise<JsonValue> {
  const { request = {}, release } = fromJson(v1.VerifyStreamStartSchema, line.request);
  const verifying = await client.stream(request, {
    ...options,
    release: release === v1.ReleaseMode.SENTENCE ? "sentence" : "report",
  });
  const updates = verifying[Symbol.asyncIterator]();
  const steps: JsonValue[] = [];
  for (const { text, evidence, judged } of line.parts ?? []) {
    if (text !== undefined) {
      await verifying.write(Buffer.from(text, "base64"));
    } else if (judged !== undefined) {
      while (verifying.judged < judged) {
        await updates.next();
      }
      steps.push(known(verifying));
    } else {
      await verifying.addEvidence(fromJson(v1.EvidenceSchema, evidence ?? {}));
    }
  }
  const report = await verifying.finish();
  const sentences = verifying.sentences.map(({ span, action }) => ({ ...span, action }));
  const response = toJson(v1.VerifyResponseSchema, report.raw);
  return { response, report: view(report), ...known(verifying), sentences, steps };
}

function known({ findings, released }: VerifyStream) {
  const places = findings.map(({ check, code, text, span }) => ({ check, code, text, ...span }));
  return { findings: places, released: released.length };
}

function view(report: Report): JsonValue {
  const { decision, action, released, failures, findings, bindings } = report;
  return {
    decision,
    action,
    released,
    feedback: report.feedback(),
    repaired: report.repaired(),
    failures: failures.map(({ check, reason }) => ({ check, reason })),
    findings: findings.map(({ check, code, severity, verdict, message, text, span, repair }) => {
      const replacement = repair?.replacement ?? null;
      return { check, code, severity, verdict, message, text, ...span, replacement };
    }),
    bindings: bindings.map(({ text, span, matched, verdict, grade, source, location }) => {
      return { text, ...span, matched, verdict, grade, source, location };
    }),
  };
}

for await (const text of createInterface({ input: process.stdin })) {
  let got: JsonValue;
  try {
    got = await answer(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof VerifydError)) {
      console.error(`not a call: ${text.slice(0, 200)}\n${error}`);
      process.exit(1);
    }
    const { name: kind, code, reason, metadata } = error;
    got = { error: { kind, code, reason, metadata: { ...metadata } } };
  }
  process.stdout.write(`${JSON.stringify(got)}\n`);
}
for (const client of clients.values()) {
  client.close();
}
