package dev.verifyd;

import dev.verifyd.v1.EvidenceServiceGrpc;
import dev.verifyd.v1.PutQueryResultResponse;
import dev.verifyd.v1.PutSourceRequest;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.Source;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What one call of the client needs: calls of gRPC with one deadline, which all end with it.
 *
 * <p>Tried again is what says nothing about the request, {@code UNAVAILABLE} and {@code
 * OVERLOADED}: doing any method of the contract twice is as good as once.
 */
final class Operation {
  private static final int ATTEMPTS = 6;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Connection connection;
  private final Deadline deadline;
  private final String requestId;
  private final Context.CancellableContext context = Context.current().withCancellation();

  private Operation(Connection connection, Duration timeout, String requestId) {
    this.connection = connection;
    this.deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
    this.requestId = requestId;
  }

  /** Runs steps that end on any thread; cancelling the future cancels the call under way. */
  static <T> CompletableFuture<T> run(
      Connection connection,
      Duration timeout,
      String requestId,
      Executor completer,
      Function<Operation, CompletableFuture<T>> steps) {
    connection.checkOpen();
    Operation operation = new Operation(connection, timeout, requestId);
    CompletableFuture<T> result = new CompletableFuture<>();
    result.whenComplete((value, failure) -> operation.context.cancel(null));
    steps
        .apply(operation)
        .whenCompleteAsync(
            (value, failure) -> {
              if (failure == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(unwrap(failure));
              }
            },
            completer);
    return result;
  }

  /** Waits for the result. An interrupt cancels the call. */
  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException interrupt) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw Errors.of(
          Status.CANCELLED.withDescription("the thread was interrupted").asRuntimeException(),
          "",
          "");
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      cause.fillInStackTrace(); // the caller's, not that of the thread that read the answer
      if (cause instanceof RuntimeException error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    }
  }

  /** Makes one call. */
  <A, B> CompletableFuture<B> call(MethodDescriptor<A, B> method, A request) {
    return attempt(
        1,
        answer ->
            ClientCalls.asyncUnaryCall(connection.newCall(method, deadline), request, answer));
  }

  /** Uploads a query result. */
  CompletableFuture<Handle> put(QueryResult result) {
    var method = EvidenceServiceGrpc.getPutQueryResultMethod();
    CompletableFuture<PutQueryResultResponse> answer =
        attempt(
            1,
            observer ->
                ClientCalls.asyncClientStreamingCall(
                    connection.newCall(method, deadline), new Upload(result, observer)));
    return answer.thenApply(
        it ->
            new Handle(it.getHandle(), it.getInfo(), it.getAlreadyPresent(), to -> to.put(result)));
  }

  /** Uploads a source. */
  CompletableFuture<Handle> put(Source source) {
    var request = PutSourceRequest.newBuilder().setSource(source).build();
    return call(EvidenceServiceGrpc.getPutSourceMethod(), request)
        .thenApply(
            it ->
                new Handle(
                    it.getHandle(), it.getInfo(), it.getAlreadyPresent(), to -> to.put(source)));
  }

  private <T> CompletableFuture<T> attempt(int number, Consumer<StreamObserver<T>> start) {
    Answer<T> answer = new Answer<>();
    context.run(() -> start.accept(answer));
    return answer.exceptionallyCompose(
        failure -> {
          VerifydException error = Errors.of(failure, connection.address(), requestId);
          long pause = pauseNanos(number, error);
          if (!isSafe(error)
              || number == ATTEMPTS
              || pause >= deadline.timeRemaining(TimeUnit.NANOSECONDS)) {
            return CompletableFuture.failedFuture(error);
          }
          Executor later = CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS);
          return CompletableFuture.runAsync(connection::reconnect, later)
              .thenCompose(ready -> attempt(number + 1, start));
        });
  }

  private static boolean isSafe(VerifydException error) {
    return error instanceof UnavailableException || error instanceof OverloadedException;
  }

  /** Doubled each time, a random half off so that callers spread; at least what the server asks. */
  private static long pauseNanos(int attempt, VerifydException error) {
    long longest =
        Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(attempt - 1, 10));
    long jittered = ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
    return Math.max(jittered, error.retryAfter().toNanos());
  }

  static Throwable unwrap(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** The answer of one attempt, as a future. */
  private static final class Answer<T> extends CompletableFuture<T> implements StreamObserver<T> {
    private T value;

    @Override
    public void onNext(T value) {
      this.value = value;
    }

    @Override
    public void onError(Throwable failure) {
      completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      if (value == null) {
        onError(Status.INTERNAL.withDescription("the server gave no answer").asRuntimeException());
      } else {
        complete(value);
      }
    }
  }
}
