/** One RPC within its deadline: which failures are worth another attempt, and how long to wait. */

import { setTimeout } from "node:timers/promises";

import type { CallOptions as RpcOptions } from "@connectrpc/connect";

import type { Connection } from "./connection.js";
import { errorOf, invalidArgument, VerifydError } from "./errors.js";

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
/** The longest that gRPC's header has digits for. */
const LONGEST_TIMEOUT_MS = 99_999_999;

/** What every call takes. */
export interface CallOptions {
  /** Milliseconds for the whole call, all attempts and uploads included. */
  timeoutMs?: number;
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal;
}

/** When an answer is due, and what ends the waiting. */
export class Deadline {
  readonly signal: AbortSignal | undefined;
  readonly #due: number;

  constructor(options: CallOptions, timeoutMs: number) {
    const wanted = options.timeoutMs ?? timeoutMs;
    if (typeof wanted !== "number" || Number.isNaN(wanted)) {
      throw invalidArgument("timeoutMs", `timeoutMs is ${wanted}: give a number of milliseconds`);
    }
    this.signal = options.signal;
    this.#due = performance.now() + Math.min(wanted, LONGEST_TIMEOUT_MS);
  }

  /** Whole milliseconds, as gRPC counts; at least one, since none would be no limit. */
  leftMs(): number {
    return Math.max(1, Math.ceil(this.#due - performance.now()));
  }
}

/**
 * Makes one RPC; tries again while it is safe and the time lasts.
 *
 * Safe are UNAVAILABLE and OVERLOADED: they say nothing about the request, and doing any of these
 * methods twice is as good as once. Anything else would fail again, or means something.
 */
export async function call<T>(
  connection: Connection,
  deadline: Deadline,
  send: (options: RpcOptions) => Promise<T>,
  requestId = "",
): Promise<T> {
  const { signal } = deadline;
  const options = { headers: connection.headers, ...(signal && { signal }) };
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    connection.closed.throwIfAborted();
    try {
      return await send({ ...options, timeoutMs: deadline.leftMs() });
    } catch (failed) {
      const error = failureOf(failed, connection, [signal], requestId);
      if (!(error instanceof VerifydError)) {
        throw error;
      }
      const pause = pauseMs(attempt, error);
      if (!isSafeToRepeat(error) || attempt === ATTEMPTS - 1 || pause >= deadline.leftMs()) {
        throw error;
      }
      await setTimeout(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** What a failed call throws: the reason of what ended it, else the error that it stands for. */
export function failureOf(
  failed: unknown,
  connection: Connection,
  signals: readonly (AbortSignal | undefined)[],
  requestId: string,
): unknown {
  const ended = [...signals, connection.closed].find((signal) => signal?.aborted);
  return ended ? ended.reason : errorOf(failed, connection.address, requestId);
}

function isSafeToRepeat(error: VerifydError): boolean {
  const overloaded = error.code === "RESOURCE_EXHAUSTED" && error.reason === "OVERLOADED";
  return error.code === "UNAVAILABLE" || overloaded;
}

/** Milliseconds before the next attempt: doubled each time, a random half off, so callers spread. */
export function pauseMs(attempt: number, error: Pick<VerifydError, "retryAfterMs">): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return Math.max(longest * (0.5 + Math.random() / 2), error.retryAfterMs);
}
