package dev.verifyd;

import dev.verifyd.v1.CheckInfo;
import dev.verifyd.v1.DecideRequest;
import dev.verifyd.v1.DecideResponse;
import dev.verifyd.v1.DeleteEvidenceRequest;
import dev.verifyd.v1.EvidenceInfo;
import dev.verifyd.v1.EvidenceServiceGrpc;
import dev.verifyd.v1.GetAgreementRequest;
import dev.verifyd.v1.GetAgreementResponse;
import dev.verifyd.v1.GetEvidenceRequest;
import dev.verifyd.v1.GetOutcomeRequest;
import dev.verifyd.v1.GetOutcomeResponse;
import dev.verifyd.v1.GetRevisionRequest;
import dev.verifyd.v1.GetRevisionResponse;
import dev.verifyd.v1.GetStatementRequest;
import dev.verifyd.v1.GetStatementResponse;
import dev.verifyd.v1.ListChecksRequest;
import dev.verifyd.v1.ListFlaggedRequest;
import dev.verifyd.v1.ListFlaggedResponse;
import dev.verifyd.v1.ListOutcomesRequest;
import dev.verifyd.v1.ListOutcomesResponse;
import dev.verifyd.v1.OutcomeServiceGrpc;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.ReverseSettlementRequest;
import dev.verifyd.v1.ReverseSettlementResponse;
import dev.verifyd.v1.ReviewServiceGrpc;
import dev.verifyd.v1.SettleOutcomeRequest;
import dev.verifyd.v1.SettleOutcomeResponse;
import dev.verifyd.v1.Source;
import dev.verifyd.v1.TranscriptServiceGrpc;
import dev.verifyd.v1.ValidateCriteriaRequest;
import dev.verifyd.v1.ValidateCriteriaResponse;
import dev.verifyd.v1.VerifyOutcomeRequest;
import dev.verifyd.v1.VerifyOutcomeResponse;
import dev.verifyd.v1.VerifyRequest;
import dev.verifyd.v1.VerifyServiceGrpc;
import dev.verifyd.v1.VerifyToolCallRequest;
import dev.verifyd.v1.VerifyTranscriptRequest;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/**
 * A client of one verifyd server. It may be used by several threads at once.
 *
 * <pre>{@code
 * try (VerifydClient client = VerifydClient.connect()) {
 *   Report report = client.verify(request);
 *   if (report.released()) { ... }
 * }
 * }</pre>
 *
 * <p>Every method makes its calls within one time limit, tries again what is safe to try again, and
 * throws a {@link VerifydException} where the request could not be judged: then nothing was
 * approved. A thread that is interrupted while it waits gives the call up and throws one with the
 * code {@code CANCELLED}.
 */
public final class VerifydClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration UPLOAD_TIMEOUT = Duration.ofSeconds(60);

  private final Connection connection;
  private final Duration timeout;
  private final Duration uploadTimeout;

  private VerifydClient(Connection connection, Duration timeout, Duration uploadTimeout) {
    this.connection = connection;
    this.timeout = timeout;
    this.uploadTimeout = uploadTimeout;
  }

  /**
   * A client of the server at the usual Unix socket: {@code $XDG_RUNTIME_DIR/verifyd/verifyd.sock},
   * else {@code /run/verifyd/verifyd.sock}.
   */
  public static VerifydClient connect() {
    return builder().build();
  }

  /**
   * A client of the server at an address. It connects with the first call.
   *
   * @param address {@code unix:///path.sock} or {@code tcp://host:port}
   */
  public static VerifydClient connect(String address) {
    return builder().address(address).build();
  }

  /** A client with more to say than an address. */
  public static Builder builder() {
    return new Builder();
  }

  /** How a client is set up. */
  public static final class Builder {
    private String address = Address.defaultText();
    private String token;
    private Tls tls;
    private Duration timeout;

    private Builder() {}

    /** Where the server listens: {@code unix:///path.sock} or {@code tcp://host:port}. */
    public Builder address(String address) {
      this.address = address;
      return this;
    }

    /** Who the caller is, where the server asks. It is sent in clear on this machine only. */
    public Builder token(String token) {
      this.token = token;
      return this;
    }

    /** How to trust a server over TCP; without it, TCP is in clear. */
    public Builder tls(Tls tls) {
      this.tls = tls;
      return this;
    }

    /** How long a call may take: 10 seconds, and 60 for an upload, where this is not given. */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /**
     * The client.
     *
     * @throws InvalidRequestException if the address is none, a file of {@code tls} cannot be read,
     *     or the token would cross a network in clear
     */
    public VerifydClient build() {
      Connection connection = Connection.open(Address.parse(address), token, tls);
      return timeout == null
          ? new VerifydClient(connection, TIMEOUT, UPLOAD_TIMEOUT)
          : new VerifydClient(connection, timeout, timeout);
    }
  }

  /**
   * The same client, on the same connection, with another time limit for each call: {@code
   * client.withTimeout(Duration.ofMinutes(1)).verify(request)}.
   */
  public VerifydClient withTimeout(Duration timeout) {
    return new VerifydClient(connection, timeout, timeout);
  }

  /**
   * Verifies a narrative. Query results that the request has no room for are uploaded in advance.
   *
   * @param handles evidence that was uploaded in advance, besides that of the request; where the
   *     server has dropped it, it is uploaded again
   */
  public Report verify(VerifyRequest request, Handle... handles) {
    return Operation.await(verifyOn(Runnable::run, request, handles));
  }

  /** The same without waiting. Cancelling the future cancels the call. */
  public CompletableFuture<Report> verifyAsync(VerifyRequest request, Handle... handles) {
    return verifyOn(ForkJoinPool.commonPool(), request, handles);
  }

  /**
   * Verifies a message of a conversation: its text against what tools returned before it, and its
   * tool calls.
   *
   * @param handles as for {@link #verify}
   */
  public TranscriptReport verifyTranscript(VerifyTranscriptRequest request, Handle... handles) {
    return Operation.await(
        Operation.run(
            connection,
            timeout,
            request.getRequest().getRequestId(),
            Runnable::run,
            operation -> new Verification(operation).verify(request, List.of(handles))));
  }

  /**
   * Verifies the arguments of a tool call before it is made. The narrative of the report is their
   * JSON text.
   */
  public Report verifyToolCall(VerifyToolCallRequest request) {
    var answer = call(TranscriptServiceGrpc.getVerifyToolCallMethod(), request);
    return new Report(answer.getArgumentsJson(), answer.getResponse());
  }

  /** Uploads a query result in advance, for many verifications against the same data. */
  public Handle put(QueryResult result) {
    return Operation.await(upload(operation -> operation.put(result)));
  }

  /** Uploads a source in advance. */
  public Handle putSource(Source source) {
    return Operation.await(upload(operation -> operation.put(source)));
  }

  /** What the server knows of evidence that was uploaded in advance. */
  public EvidenceInfo getEvidence(String handleId) {
    var request = GetEvidenceRequest.newBuilder().setHandle(handleId).build();
    return call(EvidenceServiceGrpc.getGetEvidenceMethod(), request).getInfo();
  }

  /** Deletes evidence that was uploaded in advance. */
  public void deleteEvidence(String handleId) {
    var request = DeleteEvidenceRequest.newBuilder().setHandle(handleId).build();
    call(EvidenceServiceGrpc.getDeleteEvidenceMethod(), request);
  }

  /** The checks of the server and the codes of their findings. */
  public List<CheckInfo> listChecks() {
    var request = ListChecksRequest.getDefaultInstance();
    return call(VerifyServiceGrpc.getListChecksMethod(), request).getChecksList();
  }

  /** Says what is wrong with success criteria. */
  public ValidateCriteriaResponse validateCriteria(ValidateCriteriaRequest request) {
    return call(OutcomeServiceGrpc.getValidateCriteriaMethod(), request);
  }

  /** Says whether a task met its criteria. */
  public VerifyOutcomeResponse verifyOutcome(VerifyOutcomeRequest request) {
    return call(OutcomeServiceGrpc.getVerifyOutcomeMethod(), request);
  }

  /** Writes down what a task costs; the same key again is as good as once. */
  public SettleOutcomeResponse settleOutcome(SettleOutcomeRequest request) {
    return call(OutcomeServiceGrpc.getSettleOutcomeMethod(), request);
  }

  /** Takes a settlement back; the same key again is as good as once. */
  public ReverseSettlementResponse reverseSettlement(ReverseSettlementRequest request) {
    return call(OutcomeServiceGrpc.getReverseSettlementMethod(), request);
  }

  /** An entry of the ledger. */
  public GetOutcomeResponse getOutcome(GetOutcomeRequest request) {
    return call(OutcomeServiceGrpc.getGetOutcomeMethod(), request);
  }

  /** A page of the ledger. */
  public ListOutcomesResponse listOutcomes(ListOutcomesRequest request) {
    return call(OutcomeServiceGrpc.getListOutcomesMethod(), request);
  }

  /** A statement of one party over a period. */
  public GetStatementResponse getStatement(GetStatementRequest request) {
    return call(OutcomeServiceGrpc.getGetStatementMethod(), request);
  }

  /** A page of the findings that wait for a person. */
  public ListFlaggedResponse listFlagged(ListFlaggedRequest request) {
    return call(ReviewServiceGrpc.getListFlaggedMethod(), request);
  }

  /** Decides findings of a review; the same again is as good as once. */
  public DecideResponse decide(DecideRequest request) {
    return call(ReviewServiceGrpc.getDecideMethod(), request);
  }

  /** The text of a review, as the decisions have left it. */
  public GetRevisionResponse getRevision(GetRevisionRequest request) {
    return call(ReviewServiceGrpc.getGetRevisionMethod(), request);
  }

  /** What the decisions of people say about the checks. */
  public GetAgreementResponse getAgreement(GetAgreementRequest request) {
    return call(ReviewServiceGrpc.getGetAgreementMethod(), request);
  }

  /** Ends the connection, which clients of {@link #withTimeout} share, and the calls on it. */
  @Override
  public void close() {
    connection.close();
  }

  private CompletableFuture<Report> verifyOn(
      Executor completer, VerifyRequest request, Handle... handles) {
    return Operation.run(
        connection,
        timeout,
        request.getRequestId(),
        completer,
        operation -> new Verification(operation).verify(request, List.of(handles)));
  }

  private CompletableFuture<Handle> upload(Function<Operation, CompletableFuture<Handle>> steps) {
    return Operation.run(connection, uploadTimeout, "", Runnable::run, steps);
  }

  private <A, B> B call(MethodDescriptor<A, B> method, A request) {
    return Operation.await(
        Operation.run(
            connection, timeout, "", Runnable::run, operation -> operation.call(method, request)));
  }
}
