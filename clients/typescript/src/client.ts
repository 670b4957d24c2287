/** The client: what a program calls. */

import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  createClient,
  type Client as RpcClient,
  type CallOptions as RpcOptions,
} from "@connectrpc/connect";

import { type CallOptions, call, Deadline } from "./calls.js";
import { type Connection, type ConnectionOptions, openConnection } from "./connection.js";
import { EvidenceNotFound, invalidArgument } from "./errors.js";
import { Handle } from "./evidence.js";
import {
  type Evidence,
  EvidenceSchema,
  type QueryResult,
  type Source,
  SourceSchema,
} from "./gen/verifyd/v1/evidence_pb.js";
import { type EvidenceInfo, EvidenceService } from "./gen/verifyd/v1/evidence_service_pb.js";
import { OutcomeService } from "./gen/verifyd/v1/outcome_service_pb.js";
import { ReviewService } from "./gen/verifyd/v1/review_service_pb.js";
import {
  TranscriptService,
  type VerifyToolCallRequestSchema,
  VerifyTranscriptRequestSchema,
} from "./gen/verifyd/v1/transcript_service_pb.js";
import {
  type CheckInfo,
  type VerifyRequest,
  VerifyRequestSchema,
  VerifyResponseSchema,
  VerifyService,
} from "./gen/verifyd/v1/verify_pb.js";
import { Report } from "./report.js";
import { type Opening, openStream, type StreamOptions, type VerifyStream } from "./stream.js";
import { TranscriptReport } from "./transcript-report.js";
import { fit, pieces } from "./uploads.js";

const TIMEOUT_MS = 10_000;
const PUT_TIMEOUT_MS = 60_000;
const STREAM_TIMEOUT_MS = 600_000;
/** The most that a handle takes in a message. */
const HANDLE_BYTES = 80;

/** How to reach a server. */
export interface ClientOptions extends ConnectionOptions {
  /** Milliseconds for a call that names no other: 10 s. An upload in advance has 60 s. */
  timeoutMs?: number;
}

/** What `verify` takes beside the request. */
export interface VerifyOptions extends CallOptions {
  /** Evidence that was uploaded in advance. */
  handles?: readonly (Handle | string)[];
}

/** Evidence by handle, to put again. */
type Kept = Map<string, QueryResult | Source>;
type Handles = readonly (Handle | string)[];
type Send<T> = (options: RpcOptions) => Promise<T>;
type Outcomes = RpcClient<typeof OutcomeService>;
type Reviews = RpcClient<typeof ReviewService>;
type Methods = Outcomes & Reviews;
type Request<M extends keyof Methods> = Parameters<Methods[M]>[0];
type Response<M extends keyof Methods> = ReturnType<Methods[M]>;

/** Calls one server. It connects with the first call; close it when it is no longer needed. */
export class Client implements AsyncDisposable {
  readonly #connection: Connection;
  readonly #timeoutMs: number;
  readonly #verify: RpcClient<typeof VerifyService>;
  readonly #evidence: RpcClient<typeof EvidenceService>;
  readonly #outcomes: Outcomes;
  readonly #reviews: Reviews;
  readonly #transcripts: RpcClient<typeof TranscriptService>;

  constructor(options: ClientOptions = {}) {
    this.#connection = openConnection(options);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#verify = createClient(VerifyService, this.#connection.transport);
    this.#evidence = createClient(EvidenceService, this.#connection.transport);
    this.#outcomes = createClient(OutcomeService, this.#connection.transport);
    this.#reviews = createClient(ReviewService, this.#connection.transport);
    this.#transcripts = createClient(TranscriptService, this.#connection.transport);
  }

  /**
   * Verifies one text against its evidence.
   *
   * A query result that is too large for one message is uploaded in advance, and evidence behind a
   * given `Handle` that the server has dropped is put again.
   *
   * @throws VerifydError where the text was not judged: nothing was approved.
   */
  async verify(
    request: MessageInitShape<typeof VerifyRequestSchema>,
    options: VerifyOptions = {},
  ): Promise<Report> {
    const given = create(VerifyRequestSchema, request);
    if (!given.narrative.isWellFormed()) {
      throw invalidArgument(
        "narrative",
        "narrative holds half a surrogate pair: it is not Unicode",
      );
    }
    const deadline = new Deadline(options, this.#timeoutMs);
    const kept = keptOf(options.handles ?? []);
    const ready = await this.#fitted(given, options.handles ?? [], deadline, kept);
    const response = await this.#ask(ready.requestId, deadline, kept, (rpc) =>
      this.#verify.verify(ready, rpc),
    );
    return new Report(given.narrative, response);
  }

  /**
   * Verifies a message of a conversation, the last one of the assistant where none is named: its text
   * against the results of the tools before it, its tool calls by where their values come from.
   *
   * `transcript` makes the conversation; `request` has what else is known and how to verify, as for
   * `verify`.
   *
   * @throws VerifydError where the message was not judged: nothing was approved.
   */
  async verifyTranscript(
    request: MessageInitShape<typeof VerifyTranscriptRequestSchema>,
    options: VerifyOptions = {},
  ): Promise<TranscriptReport> {
    const given = create(VerifyTranscriptRequestSchema, request);
    const asked = given.request ?? create(VerifyRequestSchema);
    const handles = options.handles ?? [];
    const deadline = new Deadline(options, this.#timeoutMs);
    const kept = keptOf(handles);
    const other = toBinary(VerifyTranscriptRequestSchema, { ...given, request: undefined }).length;
    const ready = { ...given, request: await this.#fitted(asked, handles, deadline, kept, other) };
    const response = await this.#ask(asked.requestId, deadline, kept, (rpc) =>
      this.#transcripts.verifyTranscript(ready, rpc),
    );
    return new TranscriptReport(response);
  }

  /**
   * Verifies the arguments of a tool call before it is made: the only one of the last message, or the
   * one that is given. Spans point into the JSON text of the arguments, the report's narrative.
   *
   * @throws VerifydError where the call was not judged: do not make it.
   */
  async verifyToolCall(
    request: MessageInitShape<typeof VerifyToolCallRequestSchema>,
    options: CallOptions = {},
  ): Promise<Report> {
    const { argumentsJson, response } = await this.#unary(options, (rpc) =>
      this.#transcripts.verifyToolCall(request, rpc),
    );
    return new Report(argumentsJson, response ?? create(VerifyResponseSchema));
  }

  /**
   * Verifies a text while it is being written: the request has no narrative, which is written to the
   * stream in pieces. `timeoutMs` bounds the whole stream: 10 minutes where it is left out.
   *
   * @throws VerifydError where the stream could not be opened.
   */
  async stream(
    request: MessageInitShape<typeof VerifyRequestSchema> = {},
    options: StreamOptions = {},
  ): Promise<VerifyStream> {
    const given = create(VerifyRequestSchema, request);
    const deadline = new Deadline(options, STREAM_TIMEOUT_MS);
    const kept = keptOf(options.handles ?? []);
    const ready = await this.#fitted(given, options.handles ?? [], deadline, kept);
    const opening: Opening = {
      rpc: (parts, rpc) => this.#verify.verifyStream(parts, rpc),
      request: ready,
      options,
      connection: this.#connection,
      fit: (more, handles) => {
        const evidence = create(EvidenceSchema, more);
        const taken = toBinary(EvidenceSchema, { ...evidence, queryResults: [] }).length;
        return this.#fittedEvidence(evidence, handles, taken, deadline, new Map());
      },
    };
    return this.#ask(ready.requestId, deadline, kept, (rpc) => openStream(opening, rpc));
  }

  /** The request with its handles, and with more in place of what it has no room for beside others. */
  async #fitted(
    request: VerifyRequest,
    handles: Handles,
    deadline: Deadline,
    kept: Kept,
    beside = 0,
  ): Promise<VerifyRequest> {
    const given = request.evidence ?? create(EvidenceSchema);
    const other = { ...request, evidence: { ...given, queryResults: [] } };
    const size = given.queryResults.length > 0 ? toBinary(VerifyRequestSchema, other).length : 0;
    return {
      ...request,
      evidence: await this.#fittedEvidence(given, handles, beside + size, deadline, kept),
    };
  }

  /** Evidence with its handles, for a message that has a size without the query results. */
  async #fittedEvidence(
    given: Evidence,
    handles: Handles,
    size: number,
    deadline: Deadline,
    kept: Kept,
  ): Promise<Evidence> {
    const ids = handles.map(idOf);
    const [inline, ahead] = fit(given.queryResults, size + HANDLE_BYTES * ids.length);
    for (const result of ahead) {
      const { id } = await this.#upload(result, deadline);
      kept.set(id, result);
      ids.push(id);
    }
    return { ...given, queryResults: inline, handles: [...given.handles, ...ids] };
  }

  /** Asks until the server has all evidence; what it has dropped is put again, each once. */
  async #ask<T>(requestId: string, deadline: Deadline, kept: Kept, send: Send<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#call(deadline, send, requestId);
      } catch (error) {
        const id = error instanceof EvidenceNotFound ? (error.metadata.handle ?? "") : "";
        const lost = kept.get(id);
        if (!lost) {
          throw error;
        }
        kept.delete(id);
        await this.#upload(lost, deadline);
      }
    }
  }

  /** Uploads a query result in advance, so that it is indexed while the model still writes. */
  async put(result: QueryResult, options: CallOptions = {}): Promise<Handle> {
    return this.#upload(result, new Deadline(options, PUT_TIMEOUT_MS));
  }

  /** Uploads a source in advance. */
  async putSource(
    source: MessageInitShape<typeof SourceSchema>,
    options: CallOptions = {},
  ): Promise<Handle> {
    return this.#upload(create(SourceSchema, source), new Deadline(options, PUT_TIMEOUT_MS));
  }

  async #upload(evidence: QueryResult | Source, deadline: Deadline): Promise<Handle> {
    const answer = await this.#call(deadline, async (rpc) =>
      evidence.$typeName === "verifyd.v1.Source"
        ? this.#evidence.putSource({ source: evidence }, rpc)
        : this.#evidence.putQueryResult(pieces(evidence), rpc),
    );
    return new Handle(answer.handle, evidence, answer.info, answer.alreadyPresent);
  }

  /** What the server knows of a piece of evidence. */
  async getEvidence(
    handle: Handle | string,
    options: CallOptions = {},
  ): Promise<EvidenceInfo | undefined> {
    const request = { handle: idOf(handle) };
    const answer = await this.#unary(options, (rpc) => this.#evidence.getEvidence(request, rpc));
    return answer.info;
  }

  /** Deletes a piece of evidence. */
  async deleteEvidence(handle: Handle | string, options: CallOptions = {}): Promise<void> {
    const request = { handle: idOf(handle) };
    await this.#unary(options, (rpc) => this.#evidence.deleteEvidence(request, rpc));
  }

  /** The checks of the server. */
  async listChecks(options: CallOptions = {}): Promise<CheckInfo[]> {
    const answer = await this.#unary(options, (rpc) => this.#verify.listChecks({}, rpc));
    return answer.checks;
  }

  /** What is wrong with success criteria. */
  async validateCriteria(
    request: Request<"validateCriteria">,
    options: CallOptions = {},
  ): Response<"validateCriteria"> {
    return this.#unary(options, (rpc) => this.#outcomes.validateCriteria(request, rpc));
  }

  /** Whether a task met its criteria. */
  async verifyOutcome(
    request: Request<"verifyOutcome">,
    options: CallOptions = {},
  ): Response<"verifyOutcome"> {
    return this.#unary(options, (rpc) => this.#outcomes.verifyOutcome(request, rpc));
  }

  /** Settles a task; the same key again is as good as once. */
  async settleOutcome(
    request: Request<"settleOutcome">,
    options: CallOptions = {},
  ): Response<"settleOutcome"> {
    return this.#unary(options, (rpc) => this.#outcomes.settleOutcome(request, rpc));
  }

  /** Takes a settlement back. */
  async reverseSettlement(
    request: Request<"reverseSettlement">,
    options: CallOptions = {},
  ): Response<"reverseSettlement"> {
    return this.#unary(options, (rpc) => this.#outcomes.reverseSettlement(request, rpc));
  }

  /** An entry of the ledger. */
  async getOutcome(
    request: Request<"getOutcome">,
    options: CallOptions = {},
  ): Response<"getOutcome"> {
    return this.#unary(options, (rpc) => this.#outcomes.getOutcome(request, rpc));
  }

  /** A page of the ledger. */
  async listOutcomes(
    request: Request<"listOutcomes">,
    options: CallOptions = {},
  ): Response<"listOutcomes"> {
    return this.#unary(options, (rpc) => this.#outcomes.listOutcomes(request, rpc));
  }

  /** What an agent or a consumer has in the ledger for a period, added up. */
  async getStatement(
    request: Request<"getStatement">,
    options: CallOptions = {},
  ): Response<"getStatement"> {
    return this.#unary(options, (rpc) => this.#outcomes.getStatement(request, rpc));
  }

  /** A page of findings that wait for a person's decision. */
  async listFlagged(
    request: Request<"listFlagged">,
    options: CallOptions = {},
  ): Response<"listFlagged"> {
    return this.#unary(options, (rpc) => this.#reviews.listFlagged(request, rpc));
  }

  /** Decides items of a review; the same again is as good as once. */
  async decide(request: Request<"decide">, options: CallOptions = {}): Response<"decide"> {
    return this.#unary(options, (rpc) => this.#reviews.decide(request, rpc));
  }

  /** The text of a review, with what was decided. */
  async getRevision(
    request: Request<"getRevision">,
    options: CallOptions = {},
  ): Response<"getRevision"> {
    return this.#unary(options, (rpc) => this.#reviews.getRevision(request, rpc));
  }

  /** What the decisions of people say about the checks. */
  async getAgreement(
    request: Request<"getAgreement">,
    options: CallOptions = {},
  ): Response<"getAgreement"> {
    return this.#unary(options, (rpc) => this.#reviews.getAgreement(request, rpc));
  }

  /** Ends the connection, and calls that are under way. */
  close(): void {
    this.#connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #call<T>(deadline: Deadline, send: Send<T>, requestId = ""): Promise<T> {
    return call(this.#connection, deadline, send, requestId);
  }

  #unary<T>(options: CallOptions, send: Send<T>): Promise<T> {
    return this.#call(new Deadline(options, this.#timeoutMs), send);
  }
}

/** The evidence of handles, to put again. */
function keptOf(handles: Handles): Kept {
  const kept: Kept = new Map();
  for (const handle of handles) {
    if (handle instanceof Handle) {
      kept.set(handle.id, handle.evidence);
    }
  }
  return kept;
}

function idOf(handle: Handle | string): string {
  return handle instanceof Handle ? handle.id : handle;
}
