/** Calls against a server that answers as it is told, over a real Unix socket. */

import assert from "node:assert/strict";
import { createServer } from "node:http2";
import net from "node:net";
import { test } from "node:test";

import { Code, type ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import {
  Client,
  DeadlineExceeded,
  EvidenceNotFound,
  InvalidRequest,
  NotAllowed,
  Overloaded,
  queryResult,
  ReviewConflict,
  Unauthenticated,
  Unavailable,
  VerifydError,
} from "@verifyd/client";
import { VerifyService } from "@verifyd/client/v1";

import { pauseMs } from "../dist/esm/calls.js";
import { address, failed, failure, listen, serve } from "./peer.js";

test("errors by reason first, then by code; only verifyd's own details count", async (t) => {
  const cases: [ConnectError, typeof VerifydError, string, string][] = [
    [
      failure(Code.InvalidArgument, "CHECK_UNKNOWN"),
      InvalidRequest,
      "CHECK_UNKNOWN",
      "INVALID_ARGUMENT",
    ],
    [
      failure(Code.InvalidArgument, "X", "proxy"),
      InvalidRequest,
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
    ],
    [failure(Code.PermissionDenied), NotAllowed, "PERMISSION_DENIED", "PERMISSION_DENIED"],
    [
      failure(Code.Unauthenticated, "CREDENTIALS_MISSING"),
      Unauthenticated,
      "CREDENTIALS_MISSING",
      "UNAUTHENTICATED",
    ],
    [failure(Code.Aborted, "REVIEW_CHANGED"), ReviewConflict, "REVIEW_CHANGED", "ABORTED"],
    [
      failure(Code.NotFound, "EVIDENCE_NOT_FOUND"),
      EvidenceNotFound,
      "EVIDENCE_NOT_FOUND",
      "NOT_FOUND",
    ],
    [
      failure(Code.ResourceExhausted, "constructor"),
      VerifydError,
      "constructor",
      "RESOURCE_EXHAUSTED",
    ],
    [failure(Code.Canceled), VerifydError, "CANCELLED", "CANCELLED"],
  ];
  for (const [thrown, kind, reason, code] of cases) {
    let calls = 0;
    const client = serve(t, {
      verify: {
        listChecks() {
          calls++;
          throw thrown;
        },
      },
    });
    const error = await failed(client.listChecks());
    assert.equal(error.constructor, kind);
    assert.deepEqual([error.reason, error.code, calls], [reason, code, 1]);
    assert.match(error.message, /^no/);
    assert.equal(error.requestId, reason === code ? "" : "r");
  }
});

test("safe failures are tried again, six times at most", async (t) => {
  for (const thrown of [failure(Code.Unavailable), failure(Code.ResourceExhausted, "OVERLOADED")]) {
    let calls = 0;
    let failures = 2;
    const client = serve(t, {
      verify: {
        listChecks() {
          if (calls++ < failures) {
            throw thrown;
          }
          return {};
        },
      },
    });
    assert.deepEqual(await client.listChecks(), []);
    assert.equal(calls, 3);
    [calls, failures] = [0, 99];
    const error = await failed(client.listChecks());
    assert.ok(error instanceof Unavailable || error instanceof Overloaded);
    assert.equal(calls, 6);
  }
});

test("pauses grow, vary, and honour the server", () => {
  for (const [attempt, longest] of [50, 100, 200, 400, 800, 1000, 1000].entries()) {
    const pause = pauseMs(attempt, { retryAfterMs: 0 });
    assert.ok(pause >= longest / 2 && pause <= longest, `${attempt}: ${pause}`);
    assert.equal(pauseMs(attempt, { retryAfterMs: 5000 }), 5000);
  }
});

test("no pause goes past the deadline", async (t) => {
  let calls = 0;
  const client = serve(t, {
    verify: {
      listChecks() {
        calls++;
        throw failure(Code.ResourceExhausted, "OVERLOADED", "verifyd", 3600);
      },
    },
  });
  const error = await failed(client.listChecks());
  assert.ok(error instanceof Overloaded);
  assert.deepEqual([error.retryAfterMs, calls], [3_600_000, 1]);
});

test("one deadline for a call, which the server sees", async (t) => {
  let seen = 0;
  const client = serve(t, {
    verify: {
      async listChecks(_, context) {
        seen = context.timeoutMs() ?? 0;
        return new Promise<never>((_, reject) => {
          context.signal.addEventListener("abort", () => reject(new Error("ended")));
        });
      },
    },
  });
  const error = await failed(client.listChecks({ timeoutMs: 100 }));
  assert.ok(error instanceof DeadlineExceeded);
  assert.match(error.message, /timeoutMs/);
  assert.ok(seen > 0 && seen <= 100);
  assert.ok((await failed(client.listChecks({ timeoutMs: 0 }))) instanceof DeadlineExceeded);
  assert.equal(
    (await failed(client.listChecks({ timeoutMs: Number.NaN }))).reason,
    "ARGUMENT_INVALID",
  );
});

test("a signal ends a call, and the pause before another attempt", async (t) => {
  const controller = new AbortController();
  const reason = new Error("nobody waits");
  let entered: () => void = () => {};
  const client = serve(t, {
    verify: {
      listChecks() {
        entered();
        throw failure(Code.Unavailable, "", "verifyd", 5);
      },
      async verify(_, context) {
        entered();
        return new Promise<never>((_, reject) => {
          context.signal.addEventListener("abort", () => reject(new Error("ended")));
        });
      },
    },
  });
  const { signal } = controller;
  entered = () => setImmediate(() => controller.abort(reason));
  await assert.rejects(client.verify({ narrative: "x" }, { signal }), reason);
  await assert.rejects(client.verify({ narrative: "x" }, { signal }), reason);
  const second = new AbortController();
  entered = () => setTimeout(() => second.abort(reason), 50);
  await assert.rejects(client.listChecks({ signal: second.signal }), reason);
});

test("dropped evidence is put again, each handle once", async (t) => {
  let dropped = 1;
  const puts: string[] = [];
  const asked: string[][] = [];
  const client = serve(t, {
    verify: {
      verify(request) {
        asked.push(request.evidence?.handles ?? []);
        if (dropped-- > 0) {
          throw failure(Code.NotFound, "EVIDENCE_NOT_FOUND");
        }
        return {};
      },
    },
    evidence: {
      async putQueryResult(parts) {
        for await (const { part } of parts) {
          puts.push(part.case === "header" ? part.value.queryId : `${part.value?.length}`);
        }
        return { handle: "h" };
      },
      putSource(request) {
        puts.push(request.source?.id ?? "");
        return { handle: "h" };
      },
    },
  });
  const handle = await client.put(queryResult("q", new Uint8Array(2.5 * 2 ** 20)));
  const pieces = ["q", "1048576", "1048576", "524288"];
  assert.deepEqual(puts, pieces);
  await client.verify({ narrative: "x", evidence: { handles: ["o"] } }, { handles: [handle] });
  assert.deepEqual(puts, [...pieces, ...pieces]);
  assert.deepEqual(asked, [
    ["o", "h"],
    ["o", "h"],
  ]);
  dropped = 9;
  const again = await failed(client.verify({ narrative: "x" }, { handles: [handle] }));
  assert.ok(again instanceof EvidenceNotFound);
  assert.equal(puts.length, 12);
  const bare = await failed(client.verify({ narrative: "x" }, { handles: ["h"] }));
  assert.ok(bare instanceof EvidenceNotFound);
  assert.equal(puts.length, 12);
  const source = await client.putSource({ id: "s" });
  dropped = 1;
  await client.verify({ narrative: "x" }, { handles: [source] });
  assert.deepEqual(puts.slice(12), ["s", "s"]);
});

test("a request stays as it was given", async (t) => {
  const client = serve(t, {
    verify: { verify: () => ({}) },
    evidence: {
      async putQueryResult(parts) {
        for await (const _ of parts);
        return { handle: "h" };
      },
    },
  });
  const request = {
    narrative: "x",
    evidence: { queryResults: [queryResult("q", new Uint8Array(5 << 20))], handles: ["o"] },
  };
  const before = structuredClone(request);
  await client.verify(request, { handles: ["p"] });
  assert.deepEqual(request, before);
  assert.ok((await failed(client.verify({ narrative: "\ud83e" }))) instanceof InvalidRequest);
});

test("a connection that is lost is UNAVAILABLE, and made anew", async (t) => {
  let connections = 0;
  const broken = net.createServer((socket) => {
    connections++;
    socket.on("error", () => {});
    // What is no HTTP/2 fails the stream first and the session later.
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  });
  const at = address();
  const error = await failed(listen(t, broken, at).listChecks({ timeoutMs: 1000 }));
  assert.ok(error instanceof Unavailable);
  assert.equal(error.metadata.address, at);
  assert.match(error.message, /verifyd serve --listen/);
  assert.ok(connections > 1);
  let streams = 0;
  const server = createServer(
    connectNodeAdapter({
      routes: (router) => router.service(VerifyService, { listChecks: () => ({}) }),
    }),
  );
  server.prependListener("stream", (stream) => {
    if (streams++ === 0) {
      stream.session?.destroy();
    }
  });
  server.on("sessionError", () => {});
  assert.deepEqual(await listen(t, server).listChecks(), []);
  assert.equal(streams, 2);
});

test("no server", async () => {
  const client = new Client({ address: address() });
  assert.ok((await failed(client.listChecks({ timeoutMs: 200 }))) instanceof Unavailable);
  client.close();
  await assert.rejects(client.listChecks(), /the client is closed/);
});
