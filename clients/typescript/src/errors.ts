/**
 * Errors of a call: the request could not be judged, so nothing was approved.
 *
 * The classes are for `instanceof`; where none fits, the base is thrown.
 */

import { Code, ConnectError } from "@connectrpc/connect";

import { ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";

const DOMAIN = "verifyd";

/** What is known of a failed call. */
export interface Failure {
  /** Why, for programs: an `ErrorReason` without its prefix, or the code where there is none. */
  reason: string;
  /** The name of the gRPC status code, such as `INVALID_ARGUMENT`. */
  code: string;
  /** Why, for people. */
  message: string;
  /** The values that the message mentions. */
  metadata?: Record<string, string>;
  /** The id of the request, where it is known. */
  requestId?: string;
  /** Milliseconds that the server asks to wait before another attempt. */
  retryAfterMs?: number;
  /** The error of the transport. */
  cause?: unknown;
}

/** A call failed. */
export class VerifydError extends Error {
  override readonly name: string = "VerifydError";
  readonly reason: string;
  readonly code: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly retryAfterMs: number;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? {} : { cause: failure.cause });
    this.reason = failure.reason;
    this.code = failure.code;
    this.metadata = failure.metadata ?? {};
    this.requestId = failure.requestId ?? "";
    this.retryAfterMs = failure.retryAfterMs ?? 0;
  }
}

/** The request or its evidence is not valid; sending it again will not help. */
export class InvalidRequest extends VerifydError {
  override readonly name = "InvalidRequest";
}

/** A handle is unknown to the server: expired, evicted, deleted, or never put. */
export class EvidenceNotFound extends VerifydError {
  override readonly name = "EvidenceNotFound";
}

/** The server does not let this caller do that, such as loosening a setting. */
export class NotAllowed extends VerifydError {
  override readonly name = "NotAllowed";
}

/** The call's token is missing or unknown. */
export class Unauthenticated extends VerifydError {
  override readonly name = "Unauthenticated";
}

/** The server is busy; it was asked again until the time ran out. */
export class Overloaded extends VerifydError {
  override readonly name = "Overloaded";
}

/** The time ran out. */
export class DeadlineExceeded extends VerifydError {
  override readonly name = "DeadlineExceeded";
}

/** The server cannot be reached, or is shutting down. */
export class Unavailable extends VerifydError {
  override readonly name = "Unavailable";
}

/** Somebody else has decided meanwhile, or already: read the review again. */
export class ReviewConflict extends VerifydError {
  override readonly name = "ReviewConflict";
}

const BY_REASON: Record<string, typeof VerifydError> = {
  EVIDENCE_NOT_FOUND: EvidenceNotFound,
  OVERLOADED: Overloaded,
  REVIEW_ALREADY_DECIDED: ReviewConflict,
  REVIEW_CHANGED: ReviewConflict,
};
const BY_CODE: Record<string, typeof VerifydError> = {
  INVALID_ARGUMENT: InvalidRequest,
  PERMISSION_DENIED: NotAllowed,
  UNAUTHENTICATED: Unauthenticated,
  DEADLINE_EXCEEDED: DeadlineExceeded,
  UNAVAILABLE: Unavailable,
};

/** What a caller can do, by reason, where the server's message does not say. */
const ADVICE: Record<string, string> = {
  DEADLINE_EXCEEDED: "give it longer with timeoutMs",
  NOTHING_TO_VERIFY:
    "give query results, items, sources, a structured response or handles, or name checks",
  CREDENTIALS_MISSING: "give it to the client: new Client({ address, token })",
  CREDENTIALS_INVALID: "the client's token should be one of the server's server.token_file",
};

/** The error for an argument that is wrong; nothing was sent. */
export function invalidArgument(argument: string, message: string): InvalidRequest {
  const metadata = { argument };
  return new InvalidRequest({
    reason: "ARGUMENT_INVALID",
    code: "INVALID_ARGUMENT",
    message,
    metadata,
  });
}

/** The error that a failed call stands for; one that is known already stays as it is. */
export function errorOf(failed: unknown, address: string, requestId: string): VerifydError {
  if (failed instanceof VerifydError) {
    return failed;
  }
  const failure = ConnectError.from(failed);
  const code = codeOf(failure);
  const info = failure.findDetails(ErrorInfoSchema).find((detail) => detail.domain === DOMAIN);
  const delay = failure.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const reason = info?.reason || code;
  const metadata = { ...info?.metadata };
  let message = failure.rawMessage;
  if (code === "UNAVAILABLE" && !info) {
    metadata.address = address;
    message = `no verifyd answers at ${address} (${message}). ${advice(address, failure)}`;
  } else if (Object.hasOwn(ADVICE, reason)) {
    message = `${message}; ${ADVICE[reason]}`;
  }
  const kind = own(BY_REASON, reason) ?? own(BY_CODE, code) ?? VerifydError;
  return new kind({
    reason,
    code,
    message,
    metadata,
    requestId: metadata.request_id ?? requestId,
    retryAfterMs: delay ? Number(delay.seconds) * 1000 + delay.nanos / 1e6 : 0,
    cause: failure,
  });
}

/** The name of the status; a connection that failed is UNAVAILABLE, as gRPC has it everywhere. */
function codeOf(failure: ConnectError): string {
  if (!failure.metadata.has("grpc-status") && lostConnection(failure)) {
    return "UNAVAILABLE";
  }
  const name = Code[failure.code] ?? "Unknown";
  return name === "Canceled" ? "CANCELLED" : name.replace(/\B[A-Z]/g, "_$&").toUpperCase();
}

/** Whether no answer came because the connection failed: errors of sockets, TLS and HTTP/2. */
function lostConnection({ code, cause }: ConnectError): boolean {
  // A stream that ends with its connection counts as cancelled; a caller's own signal never gets here.
  const ended = code === Code.Canceled || code === Code.Aborted;
  return ended || (cause instanceof Error && "code" in cause && typeof cause.code === "string");
}

function advice(address: string, failure: ConnectError): string {
  const cause = failure.cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (/SSL|TLS|CERT|VERIFY/.test(code)) {
    return "The server speaks no TLS, or its certificate is not trusted: name its authority with `tls: { ca }`.";
  }
  const secured = address.startsWith("unix:") ? "" : ", and give `tls` if it asks for TLS";
  return `Is the sidecar running? Start it with \`verifyd serve --listen ${address}\` (Python package verifyd-sidecar)${secured}.`;
}

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
