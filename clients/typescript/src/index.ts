/** The client of verifyd, which checks what an AI agent is about to say before anyone acts on it. */

export type { CallOptions } from "./calls.js";
export { Client, type ClientOptions, type VerifyOptions } from "./client.js";
export type { ConnectionOptions, TlsOptions } from "./connection.js";
export {
  type AboutTranscript,
  type FormName,
  type ToolDefinition,
  transcript,
} from "./conversation.js";
export {
  DeadlineExceeded,
  EvidenceNotFound,
  type Failure,
  InvalidRequest,
  NotAllowed,
  Overloaded,
  ReviewConflict,
  Unauthenticated,
  Unavailable,
  VerifydError,
} from "./errors.js";
export { type About, type Data, Handle, queryResult } from "./evidence.js";
export { type GateOptions, StreamGate } from "./gate.js";
export type { ChatChunk, ModelPiece, ResponseEvent } from "./model.js";
export { amount, money } from "./money.js";
export type { Span } from "./offsets.js";
export type { ReleaseName, StreamFinding, StreamSentence, StreamUpdate } from "./progress.js";
export {
  type ActionName,
  type ArgumentValue,
  type Binding,
  type CheckFailure,
  type DecisionName,
  type Finding,
  type GradeName,
  type Repair,
  Report,
  type SeverityName,
  type VerdictName,
} from "./report.js";
export { Decimal, type RowInit } from "./rows.js";
export type { GateOutcome, GatePolicy } from "./shown.js";
export type { StreamOptions, VerifyStream } from "./stream.js";
export { type ToolCallReport, TranscriptReport } from "./transcript-report.js";
