/** Servers of the tests' own, which answer as they are told, over a real Unix socket. */

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http2";
import type net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

import { type Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { Client, VerifydError } from "@verifyd/client";
import { EvidenceService, TranscriptService, VerifyService } from "@verifyd/client/v1";

import { ErrorInfoSchema, RetryInfoSchema } from "../dist/esm/gen/google/rpc/error_details_pb.js";

/** What a server does. */
export interface Services {
  verify?: Partial<ServiceImpl<typeof VerifyService>>;
  evidence?: Partial<ServiceImpl<typeof EvidenceService>>;
  transcripts?: Partial<ServiceImpl<typeof TranscriptService>>;
}

export function address(): string {
  return `unix://${join(mkdtempSync(join(tmpdir(), "verifyd-")), "v.sock")}`;
}

export function listen(t: TestContext, server: net.Server, at = address()): Client {
  server.listen(at.replace("unix://", ""));
  const client = new Client({ address: at });
  t.after(() => {
    client.close();
    server.close();
  });
  return client;
}

export function serve(t: TestContext, { verify, evidence, transcripts }: Services): Client {
  const handler = connectNodeAdapter({
    routes(router) {
      router.service(VerifyService, verify ?? {});
      router.service(EvidenceService, evidence ?? {});
      router.service(TranscriptService, transcripts ?? {});
    },
  });
  return listen(t, createServer(handler));
}

export function failure(code: Code, reason = "", domain = "verifyd", seconds = 0): ConnectError {
  const metadata: Record<string, string> = reason ? { handle: "h", request_id: "r" } : {};
  const info = { desc: ErrorInfoSchema, value: { reason, domain, metadata } };
  const retry = { desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(seconds) } } };
  return new ConnectError("no", code, undefined, [info, retry]);
}

export async function failed(call: Promise<unknown>): Promise<VerifydError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof VerifydError, String(error));
  return error;
}
