/** What the client takes beside the generated stub that it stands on. */

import { createClient } from "@connectrpc/connect";
import type { Client } from "@verifyd/client";
import { type VerifyRequest, VerifyService } from "@verifyd/client/v1";

import { openConnection } from "../dist/esm/connection.js";

const WARM_UP = 20;

/** Makes the same warm call by the stub and by the client, in turns; milliseconds, p50 and p95. */
export async function measure(
  client: Client,
  address: string,
  request: VerifyRequest,
  count: number,
): Promise<{ stub_ms: number[]; face_ms: number[] }> {
  const connection = openConnection({ address });
  const stub = createClient(VerifyService, connection.transport);
  const stubTimes: number[] = [];
  const faceTimes: number[] = [];
  for (let number = 0; number < WARM_UP + count; number++) {
    const start = performance.now();
    await stub.verify(request, { timeoutMs: 10_000 });
    const middle = performance.now();
    await client.verify(request);
    const end = performance.now();
    if (number >= WARM_UP) {
      stubTimes.push(middle - start);
      faceTimes.push(end - middle);
    }
  }
  connection.close();
  return { stub_ms: percentiles(stubTimes), face_ms: percentiles(faceTimes) };
}

function percentiles(times: number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [50, 95].map((share) => sorted[Math.floor((sorted.length * share) / 100)] ?? Number.NaN);
}
