package dev.verifyd;

import dev.verifyd.v1.Evidence;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.TranscriptServiceGrpc;
import dev.verifyd.v1.VerifyRequest;
import dev.verifyd.v1.VerifyServiceGrpc;
import dev.verifyd.v1.VerifyTranscriptRequest;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One verification: uploads what the request has no room for, and what the server has dropped. */
final class Verification {
  private static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  /** What a request may take, with room for handles and for the headers of messages. */
  private static final int ROOM_BYTES = MAX_MESSAGE_BYTES - 64 * 1024;

  private final Operation operation;

  /** Evidence that can be put again, by its id; each once. */
  private final Map<String, Handle> again = new HashMap<>();

  Verification(Operation operation) {
    this.operation = operation;
  }

  CompletableFuture<Report> verify(VerifyRequest request, List<Handle> handles) {
    return prepare(request, handles, ROOM_BYTES)
        .thenCompose(prepared -> ask(VerifyServiceGrpc.getVerifyMethod(), prepared))
        .thenApply(response -> new Report(request.getNarrative(), response));
  }

  CompletableFuture<TranscriptReport> verify(
      VerifyTranscriptRequest request, List<Handle> handles) {
    VerifyRequest given = request.getRequest();
    int room = ROOM_BYTES - (request.getSerializedSize() - given.getSerializedSize());
    return prepare(given, handles, room)
        .thenCompose(
            prepared ->
                ask(
                    TranscriptServiceGrpc.getVerifyTranscriptMethod(),
                    request.toBuilder().setRequest(prepared).build()))
        .thenApply(TranscriptReport::new);
  }

  /** The request with handles, once what it has no room for is uploaded. */
  private CompletableFuture<VerifyRequest> prepare(
      VerifyRequest request, List<Handle> handles, int room) {
    List<QueryResult> ahead = new ArrayList<>();
    Evidence.Builder evidence = split(request, room, ahead);
    if (ahead.isEmpty() && handles.isEmpty()) {
      return CompletableFuture.completedFuture(request);
    }
    CompletableFuture<?> sent = CompletableFuture.completedFuture(null);
    for (QueryResult result : ahead) {
      sent =
          sent.thenCompose(done -> operation.put(result))
              .thenAccept(handle -> add(evidence, handle));
    }
    return sent.thenApply(
        done -> {
          handles.forEach(handle -> add(evidence, handle));
          return request.toBuilder().setEvidence(evidence).build();
        });
  }

  private void add(Evidence.Builder evidence, Handle handle) {
    evidence.addHandles(handle.id());
    again.put(handle.id(), handle);
  }

  /** The evidence that fits into the request; the other query results are added to a list. */
  private static Evidence.Builder split(VerifyRequest request, int space, List<QueryResult> ahead) {
    Evidence given = request.getEvidence();
    Evidence.Builder evidence = given.toBuilder().clearQueryResults();
    int sizes = given.getQueryResultsList().stream().mapToInt(QueryResult::getSerializedSize).sum();
    int room = space - (request.getSerializedSize() - sizes);
    for (QueryResult result : given.getQueryResultsList()) {
      int size = result.getSerializedSize();
      if (size <= room) {
        room -= size;
        evidence.addQueryResults(result);
      } else {
        ahead.add(result);
      }
    }
    return evidence;
  }

  private <A, B> CompletableFuture<B> ask(MethodDescriptor<A, B> method, A request) {
    return operation
        .call(method, request)
        .exceptionallyCompose(
            failure -> {
              Throwable error = Operation.unwrap(failure);
              Handle lost =
                  error instanceof EvidenceNotFoundException notFound
                      ? again.remove(notFound.metadata().getOrDefault("handle", ""))
                      : null;
              return lost == null
                  ? CompletableFuture.failedFuture(error)
                  : lost.putAgain(operation).thenCompose(handle -> ask(method, request));
            });
  }
}
