package dev.verifyd;

import dev.verifyd.v1.Evidence;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.VerifyRequest;
import dev.verifyd.v1.VerifyResponse;
import dev.verifyd.v1.VerifyServiceGrpc;
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
    List<QueryResult> ahead = new ArrayList<>();
    Evidence.Builder evidence = split(request, ahead);
    if (ahead.isEmpty() && handles.isEmpty()) {
      return report(request);
    }
    CompletableFuture<?> sent = CompletableFuture.completedFuture(null);
    for (QueryResult result : ahead) {
      sent =
          sent.thenCompose(done -> operation.put(result))
              .thenAccept(handle -> add(evidence, handle));
    }
    return sent.thenCompose(
        done -> {
          handles.forEach(handle -> add(evidence, handle));
          return report(request.toBuilder().setEvidence(evidence).build());
        });
  }

  private CompletableFuture<Report> report(VerifyRequest request) {
    return ask(request).thenApply(response -> new Report(request.getNarrative(), response));
  }

  private void add(Evidence.Builder evidence, Handle handle) {
    evidence.addHandles(handle.id());
    again.put(handle.id(), handle);
  }

  /** The evidence that fits into the request; the other query results are added to a list. */
  private static Evidence.Builder split(VerifyRequest request, List<QueryResult> ahead) {
    Evidence given = request.getEvidence();
    Evidence.Builder evidence = given.toBuilder().clearQueryResults();
    int sizes = given.getQueryResultsList().stream().mapToInt(QueryResult::getSerializedSize).sum();
    int room = ROOM_BYTES - (request.getSerializedSize() - sizes);
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

  private CompletableFuture<VerifyResponse> ask(VerifyRequest request) {
    return operation
        .call(VerifyServiceGrpc.getVerifyMethod(), request)
        .exceptionallyCompose(
            failure -> {
              Throwable error = Operation.unwrap(failure);
              Handle lost =
                  error instanceof EvidenceNotFoundException notFound
                      ? again.remove(notFound.metadata().getOrDefault("handle", ""))
                      : null;
              return lost == null
                  ? CompletableFuture.failedFuture(error)
                  : lost.putAgain(operation).thenCompose(handle -> ask(request));
            });
  }
}
