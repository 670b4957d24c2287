/** Streams against a server that answers as it is told. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, type ServiceImpl } from "@connectrpc/connect";
import {
  type Client,
  DeadlineExceeded,
  EvidenceNotFound,
  InvalidRequest,
  Overloaded,
  queryResult,
  type StreamUpdate,
  Unavailable,
  VerifydError,
  type VerifyStream,
} from "@verifyd/client";
import {
  Action,
  Decision,
  ReleaseMode,
  type VerifyService,
  type VerifyStreamRequest,
  type VerifyStreamResponseSchema,
  VerifyStreamUpdateSchema,
} from "@verifyd/client/v1";

import { Progress } from "../dist/esm/progress.js";
import { failed, failure, serve } from "./peer.js";

type Script = ServiceImpl<typeof VerifyService>["verifyStream"];
type Response = MessageInitShape<typeof VerifyStreamResponseSchema>;
type Update = MessageInitShape<typeof VerifyStreamUpdateSchema>;

function serving(t: TestContext, verifyStream: Script): Client {
  return serve(t, { verify: { verifyStream } });
}

function started(release = ReleaseMode.SENTENCE): Response {
  return { part: { case: "started", value: { requestId: "r", checks: ["numeric"], release } } };
}

function updated(value: Update): Response {
  return { part: { case: "update", value } };
}

function result(action: Action): Response {
  const decision = action === Action.RELEASE ? Decision.PASS : Decision.FAIL;
  return { part: { case: "result", value: { report: { decision, action } } } };
}

async function collect(stream: VerifyStream): Promise<StreamUpdate[]> {
  const updates: StreamUpdate[] = [];
  for await (const update of stream) {
    updates.push(update);
  }
  return updates;
}

test("pieces and evidence go in, updates and the report come out", async (t) => {
  const seen: VerifyStreamRequest["part"][] = [];
  const client = serving(t, async function* (requests) {
    yield started();
    for await (const { part } of requests) {
      seen.push(part);
      if (part.case === "text" && part.value.length > 0) {
        yield updated({ judgedBytes: 6n, releasedBytes: 6n });
      }
    }
    yield updated({ judgedBytes: 11n, releasedBytes: 11n });
    yield result(Action.RELEASE);
  });
  const stream = await client.stream(
    { requestId: "r", evidence: { handles: ["a"] } },
    { release: "sentence", handles: ["b"] },
  );
  assert.deepEqual(
    [stream.requestId, stream.checks, stream.release],
    ["r", ["numeric"], "sentence"],
  );
  await stream.write("");
  await stream.write("5 🦉. ");
  await stream.addEvidence({ handles: ["c"] });
  await stream.write("7.");
  const report = await stream.finish();
  assert.equal(report, await stream.finish());
  assert.ok((await failed(stream.write("9"))) instanceof InvalidRequest);
  assert.ok((await failed(stream.addEvidence({}))) instanceof InvalidRequest);
  assert.deepEqual([report.narrative, report.released], ["5 🦉. 7.", true]);
  assert.deepEqual([stream.narrative, stream.released], [report.narrative, report.narrative]);
  const updates = await collect(stream);
  assert.deepEqual(
    updates.map(({ judged, released }) => [judged, released]),
    [
      [4, 4],
      [4, 4],
      [8, 8],
    ],
  );
  const [start, empty, first, more, second] = seen;
  assert.ok(start?.case === "start" && more?.case === "evidence");
  assert.deepEqual(start.value.request?.evidence?.handles, ["a", "b"]);
  assert.equal(start.value.release, ReleaseMode.SENTENCE);
  assert.deepEqual(more.value.handles, ["c"]);
  assert.deepEqual(
    [empty, first, second].map((part) => Buffer.from(part?.value as Uint8Array).toString()),
    ["", "5 🦉. ", "7."],
  );
});

test("what holds now", () => {
  const progress = new Progress(true);
  const apply = (update: Update) => progress.apply(create(VerifyStreamUpdateSchema, update));
  for (const byte of Buffer.from("Ä 5. 🦉 7. 9.")) {
    progress.narrative.add(Uint8Array.of(byte));
  }
  const finding = (code: string, start: number, end: number) => ({ code, span: { start, end } });
  apply({
    judgedBytes: 14n,
    findings: [
      { id: 1, finding: finding("LATER", 11, 12), holds: true },
      { id: 2, finding: finding("FIRST", 3, 4) },
    ],
    sentences: [
      { span: { start: 0, end: 6 }, action: Action.RELEASE },
      { span: { start: 6, end: 14 }, action: Action.HOLD },
    ],
  });
  const holding = () =>
    progress.findings.map(({ id, code, text, holds }) => [id, code, text, holds]);
  assert.deepEqual(holding(), [
    [2, "FIRST", "5", false],
    [1, "LATER", "7", true],
  ]);
  const changed = apply({
    withdrawnIds: [2],
    findings: [{ id: 3, replacedId: 1, finding: finding("OTHER", 11, 12) }],
    sentences: [{ span: { start: 6, end: 14 }, action: Action.RELEASE }],
  });
  assert.deepEqual(changed.withdrawnIds, [2, 1]);
  assert.deepEqual(holding(), [[3, "OTHER", "7", false]]);
  assert.deepEqual(progress.sentences, [
    { span: { start: 0, end: 5 }, action: "RELEASE" },
    { span: { start: 5, end: 11 }, action: "RELEASE" },
  ]);
  apply({ sentences: [{ span: { start: 14, end: 16 }, action: 99 as Action }] });
  assert.equal(progress.sentences[2]?.action, "HOLD");
});

test("nothing is released that was not sent and judged, and nothing is taken back", () => {
  const progress = new Progress(true);
  const apply = (judgedBytes: bigint, releasedBytes: bigint) =>
    progress.apply(create(VerifyStreamUpdateSchema, { judgedBytes, releasedBytes })).released;
  progress.narrative.add("abc. ");
  assert.equal(apply(3n, 5n), 3);
  assert.equal(apply(99n, 2n ** 64n - 1n), 5);
  progress.narrative.add("d");
  assert.equal(apply(0n, 0n), 5);
  const whole = new Progress(false);
  whole.narrative.add("abc. ");
  whole.apply(create(VerifyStreamUpdateSchema, { judgedBytes: 5n, releasedBytes: 5n }));
  assert.equal(whole.released, 0);
});

test("any cutting of a text is the same text", async (t) => {
  let got = Buffer.alloc(0);
  const client = serving(t, async function* (requests) {
    yield started();
    got = Buffer.alloc(0);
    for await (const { part } of requests) {
      got = part.case === "text" ? Buffer.concat([got, part.value]) : got;
    }
    yield result(Action.RELEASE);
  });
  const text = "\ufeffä €5 🦉🇩🇪 e\u0301.";
  const units = Array.from({ length: text.length }, (_, index) => text[index] ?? "");
  const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
  for (const pieces of [[text], units, bytes, ["\ufeff", Buffer.from(text.slice(1))]]) {
    const stream = await client.stream();
    for (const piece of pieces) {
      await stream.write(piece);
    }
    assert.equal((await stream.finish()).narrative, text);
    assert.equal(got.toString(), text);
  }
});

test("what is not Unicode is refused", async (t) => {
  const client = serving(t, async function* (requests) {
    yield started();
    for await (const _ of requests);
    yield result(Action.RELEASE);
  });
  const half = "\ud83e";
  for (const pieces of [
    [`${half}x`],
    [half, "x"],
    [half, Buffer.from("x")],
    [Uint8Array.of(0xff)],
    [Uint8Array.of(0xc3), "x"],
    [half],
    [Uint8Array.of(0xc3)],
  ]) {
    const stream = await client.stream();
    const writing = (async () => {
      for (const piece of pieces) {
        await stream.write(piece);
      }
      await stream.finish();
    })();
    assert.ok((await failed(writing)) instanceof InvalidRequest, JSON.stringify(pieces));
    stream.cancel();
  }
});

test("a stream without its report has verified nothing", async (t) => {
  const scripts: Script[] = [
    async function* () {
      yield started();
      yield updated({});
    },
    async function* (requests) {
      yield started();
      yield result(Action.RELEASE); // of a narrative that has not ended
      for await (const _ of requests);
    },
    async function* () {
      yield started();
      throw failure(Code.Unavailable);
    },
  ];
  for (const script of scripts) {
    const stream = await serving(t, script).stream({}, { release: "sentence" });
    await assert.rejects(collect(stream), VerifydError);
    await assert.rejects(stream.write("5 owls. "), VerifydError);
    await assert.rejects(stream.finish(), VerifydError);
    assert.equal(stream.released, "");
  }
  const silent = serving(t, async function* () {
    yield result(Action.RELEASE);
  });
  assert.equal((await failed(silent.stream())).reason, "INTERNAL");
});

test("opening is tried again, and evidence that was dropped is put again", async (t) => {
  const failures = [
    failure(Code.Unavailable),
    failure(Code.ResourceExhausted, "OVERLOADED"),
    failure(Code.NotFound, "EVIDENCE_NOT_FOUND"),
  ];
  let [opened, puts] = [0, 0];
  const client = serve(t, {
    verify: {
      async *verifyStream(requests) {
        opened++;
        const thrown = failures.shift();
        if (thrown) {
          throw thrown;
        }
        yield started();
        for await (const _ of requests);
        yield result(Action.RELEASE);
      },
    },
    evidence: {
      async putQueryResult(parts) {
        for await (const _ of parts);
        puts++;
        return { handle: "h" };
      },
    },
  });
  const handle = await client.put(queryResult("q", "[]"));
  const stream = await client.stream({}, { handles: [handle] });
  assert.ok((await stream.finish()).released);
  assert.deepEqual([opened, puts], [4, 2]);
  failures.push(failure(Code.NotFound, "EVIDENCE_NOT_FOUND"));
  assert.ok((await failed(client.stream({}, { handles: ["h"] }))) instanceof EvidenceNotFound);
  failures.push(...Array.from({ length: 6 }, () => failure(Code.ResourceExhausted, "OVERLOADED")));
  assert.ok((await failed(client.stream())) instanceof Overloaded);
});

test("evidence that is too large for a message is uploaded in advance", async (t) => {
  const evidence: string[][] = [];
  const client = serve(t, {
    verify: {
      async *verifyStream(requests) {
        yield started();
        for await (const { part } of requests) {
          const given = part.case === "evidence" ? part.value : undefined;
          if (given) {
            evidence.push([...given.handles, ...given.queryResults.map((one) => one.queryId)]);
          }
        }
        yield result(Action.RELEASE);
      },
    },
    evidence: {
      async putQueryResult(parts) {
        for await (const _ of parts);
        return { handle: "large" };
      },
    },
  });
  const stream = await client.stream();
  const large = queryResult("q1", new Uint8Array(5 << 20));
  await stream.addEvidence({ queryResults: [large, queryResult("q2", "[]")] }, ["h"]);
  await stream.finish();
  assert.deepEqual(evidence, [["h", "large", "q2"]]);
});

/** A server that waits for the end of its calls, and how many have ended. */
function endless(t: TestContext): { client: Client; ended(): Promise<void> } {
  let tell = () => {};
  const ended = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const client = serving(t, async function* (_, context) {
    yield started();
    await new Promise<void>((resolve) => context.signal.addEventListener("abort", () => resolve()));
    tell();
  });
  return { client, ended: () => ended };
}

test("whoever is not waited for any more is told so", async (t) => {
  const reason = new Error("nobody waits");
  const ways: ((stream: VerifyStream, client: Client, caller: AbortController) => unknown)[] = [
    (stream) => stream.cancel(reason),
    (_stream, _client, caller) => caller.abort(reason),
    async (stream) => stream[Symbol.asyncDispose](),
    (_stream, client) => client.close(),
  ];
  for (const end of ways) {
    const { client, ended } = endless(t);
    const caller = new AbortController();
    const stream = await client.stream({}, { signal: caller.signal });
    const updates = assert.rejects(collect(stream), Error);
    const finishing = assert.rejects(stream.finish(), Error);
    end(stream, client, caller);
    await Promise.all([updates, finishing, ended()]);
  }
  const caller = new AbortController();
  caller.abort(reason);
  await assert.rejects(endless(t).client.stream({}, { signal: caller.signal }), reason);
});

test("time runs out: of the whole stream, and while the server is silent", async (t) => {
  for (const options of [{ timeoutMs: 100 }, { idleTimeoutMs: 100 }]) {
    const { client, ended } = endless(t);
    const stream = await client.stream({}, options);
    assert.ok((await failed(stream.finish())) instanceof DeadlineExceeded);
    await ended();
  }
  const busy = serving(t, async function* (requests) {
    yield started();
    for await (const _ of requests);
    for (let count = 0; count < 10; count++) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield updated({});
    }
    yield result(Action.RELEASE);
  });
  const stream = await busy.stream({}, { idleTimeoutMs: 300 });
  assert.ok((await stream.finish()).released);
});

test("a server that does not read makes writing wait", async (t) => {
  const { client } = endless(t);
  const stream = await client.stream({}, { idleTimeoutMs: 300 });
  const piece = "x".repeat(1 << 16);
  const writing = (async () => {
    for (let count = 0; count < 1000; count++) {
      await stream.write(piece);
    }
  })();
  assert.ok((await failed(writing)) instanceof DeadlineExceeded);
  assert.ok(stream.narrative.length < 100 * piece.length);
});

test("a server that goes away", async (t) => {
  const client = serving(t, async function* () {
    yield started();
    yield updated({ judgedBytes: 99n, releasedBytes: 99n });
    throw failure(Code.Unavailable);
  });
  const stream = await client.stream({}, { release: "sentence" });
  assert.ok((await failed(collect(stream))) instanceof Unavailable);
  assert.equal(stream.released, "");
});
