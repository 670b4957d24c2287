package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import dev.verifyd.v1.Evidence;
import dev.verifyd.v1.PutQueryResultRequest;
import dev.verifyd.v1.QueryResult;
import dev.verifyd.v1.Source;
import dev.verifyd.v1.VerifyRequest;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class VerifydClientTest {
  private static final VerifyRequest REQUEST =
      VerifyRequest.newBuilder().setNarrative("42 eggs").setRequestId("r1").build();
  private static final Duration LONG = Duration.ofSeconds(60);

  private Path folder;
  private ScriptedServer server;
  private VerifydClient client;

  @BeforeEach
  void start() throws IOException {
    Assumptions.assumeTrue(Epoll.isAvailable(), "the server of these tests is Linux's");
    folder = Files.createTempDirectory("vd"); // a socket's path must be short
    server = new ScriptedServer(socket());
    client = builder().timeout(LONG).build();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
    Files.deleteIfExists(socket());
    Files.delete(folder);
  }

  private Path socket() {
    return folder.resolve("v.sock");
  }

  private VerifydClient.Builder builder() {
    return VerifydClient.builder().address("unix://" + socket());
  }

  private static QueryResult data(String id, int size) {
    return QueryResults.fromArrow(id, new byte[size]).setTitle("a title").build();
  }

  @Test
  void whatIsSafeIsTriedAgain() {
    server.fail(Code.UNAVAILABLE, "SHUTTING_DOWN");
    server.fail(Code.RESOURCE_EXHAUSTED, "OVERLOADED");
    assertEquals("42 eggs", client.verify(REQUEST).narrative());
    assertEquals(List.of(REQUEST, REQUEST, REQUEST), server.verified);
  }

  @ParameterizedTest
  @CsvSource({"RESOURCE_EXHAUSTED, STORE_FULL", "INTERNAL, INTERNAL", "ABORTED, REVIEW_CHANGED"})
  void nothingElseIs(Code code, String reason) {
    server.fail(code, reason);
    var error = assertThrows(VerifydException.class, () -> client.verify(REQUEST));
    assertEquals(reason, error.reason());
    assertEquals("r1", error.requestId());
    assertEquals(1, server.verified.size());
  }

  @Test
  void theSixthAttemptIsTheLast() {
    for (int attempt = 0; attempt < 10; attempt++) {
      server.fail(Code.UNAVAILABLE, "SHUTTING_DOWN");
    }
    var error = assertThrows(UnavailableException.class, () -> client.verify(REQUEST));
    assertEquals("SHUTTING_DOWN", error.reason());
    assertEquals(6, server.verified.size());
  }

  @Test
  void aPauseBeyondTheLimitIsNotWaitedFor() {
    var busy =
        new ScriptedServer.StatusFailure(
            Code.RESOURCE_EXHAUSTED, "OVERLOADED", "", Duration.ofHours(1));
    server.script.add(Optional.of(busy));
    var error = assertThrows(OverloadedException.class, () -> client.verify(REQUEST));
    assertEquals(Duration.ofHours(1), error.retryAfter());
    assertEquals(1, server.verified.size());
  }

  @Test
  void theLimitEndsACall() {
    server.hang();
    VerifydClient hasty = client.withTimeout(Duration.ofMillis(500));
    var error = assertThrows(DeadlineExceededException.class, () -> hasty.verify(REQUEST));
    assertTrue(error.getMessage().endsWith("; give it longer with withTimeout(duration)"));
  }

  @Test
  void cancellingTheFutureCancelsTheCall() throws InterruptedException {
    server.hang();
    CompletableFuture<Report> report = client.verifyAsync(REQUEST);
    server.begun.await();
    assertTrue(report.cancel(true));
    assertTrue(server.cancelled.await(60, TimeUnit.SECONDS));
  }

  @Test
  void aFutureFailsWithTheException() {
    server.fail(Code.INVALID_ARGUMENT, "CHECK_UNKNOWN");
    CompletableFuture<Report> report = client.verifyAsync(REQUEST);
    var error = assertThrows(CompletionException.class, report::join);
    assertEquals(InvalidRequestException.class, error.getCause().getClass());
  }

  @Test
  void anInterruptCancelsTheCall() throws InterruptedException {
    server.hang();
    var thrown = new AtomicReference<VerifydException>();
    Thread waiting =
        new Thread(
            () -> {
              var error = assertThrows(VerifydException.class, () -> client.verify(REQUEST));
              assertTrue(Thread.currentThread().isInterrupted());
              thrown.set(error);
            });
    waiting.start();
    server.begun.await();
    waiting.interrupt();
    waiting.join();
    assertEquals("CANCELLED", thrown.get().code());
    assertTrue(server.cancelled.await(60, TimeUnit.SECONDS));
  }

  @Test
  void theStackIsThatOfTheCaller() {
    server.fail(Code.INTERNAL, "INTERNAL");
    var error = assertThrows(VerifydException.class, () -> client.verify(REQUEST));
    assertTrue(
        List.of(error.getStackTrace()).stream()
            .anyMatch(frame -> frame.getClassName().equals(getClass().getName())));
  }

  @Test
  void uploadsAreCutIntoPieces() {
    int mebibyte = 1024 * 1024;
    Handle handle = client.put(data("q1", 2 * mebibyte + 7));
    assertEquals("h-q1", handle.id());
    List<PutQueryResultRequest> parts = server.uploads.get(0);
    assertEquals("a title", parts.get(0).getHeader().getTitle());
    assertEquals(
        List.of(mebibyte, mebibyte, 7),
        parts.stream().skip(1).map(part -> part.getChunk().size()).toList());
    assertEquals(ByteString.copyFrom(new byte[2 * mebibyte + 7]), server.uploaded(0));
  }

  @Test
  void dataOfNoBytesIsUploaded() {
    client.put(data("q1", 0));
    assertEquals(1, server.uploads.get(0).size());
  }

  @Test
  void whatTheServerHasDroppedIsPutAgainOnce() {
    Handle result = client.put(data("q1", 10));
    Handle source = client.putSource(Source.newBuilder().setId("s1").build());
    for (String lost : List.of("h-s1", "h-q1", "h-q1")) {
      server.script.add(
          Optional.of(
              new ScriptedServer.StatusFailure(
                  Code.NOT_FOUND, "EVIDENCE_NOT_FOUND", lost, Duration.ZERO)));
    }
    assertThrows(EvidenceNotFoundException.class, () -> client.verify(REQUEST, result, source));
    assertEquals(3, server.verified.size());
    assertEquals(List.of("h-q1", "h-s1"), server.verified.get(0).getEvidence().getHandlesList());
    assertEquals(2, server.uploads.size());
    assertEquals(2, server.sources.size());
  }

  @Test
  void whatDoesNotFitIsUploaded() {
    QueryResult small = data("small", 10);
    QueryResult large = data("large", 4 * 1024 * 1024);
    Evidence evidence = Evidence.newBuilder().addQueryResults(large).addQueryResults(small).build();
    client.verify(REQUEST.toBuilder().setEvidence(evidence).build());
    Evidence sent = server.verified.get(0).getEvidence();
    assertEquals(List.of(small), sent.getQueryResultsList());
    assertEquals(List.of("h-large"), sent.getHandlesList());
    assertEquals(large.getArrow(), server.uploaded(0));
  }

  @Test
  void theTokenGoesWithEveryCall() {
    try (VerifydClient named = builder().token("secret").build()) {
      named.put(data("q1", 1));
      named.verify(REQUEST);
    }
    assertEquals(List.of("Bearer secret", "Bearer secret"), server.tokens);
    client.verify(REQUEST);
    assertEquals("null", server.tokens.get(2));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bothKindsOfSocketsWork(boolean epoll) {
    Address address = Address.parse("unix://" + socket());
    try (Connection connection = Connection.open(address, null, null, epoll)) {
      Operation.await(
          Operation.run(
              connection, LONG, "", Runnable::run, steps -> steps.put(data("q1", 3_000_000))));
    }
    assertEquals(3_000_000, server.uploaded(0).size());
  }

  @Test
  void aServerThatIsBackIsMetAgain() throws Exception {
    client.verify(REQUEST);
    server.close();
    var error = assertThrows(UnavailableException.class, () -> client.verify(REQUEST));
    assertTrue(error.getMessage().startsWith("no verifyd answers at unix://" + socket()));
    server = new ScriptedServer(socket());
    client.verify(REQUEST);
    assertEquals(1, server.verified.size());
  }

  @Test
  void aClosedClientSaysSo() {
    client.close();
    assertThrows(IllegalStateException.class, () -> client.verify(REQUEST));
    assertThrows(IllegalStateException.class, () -> client.verifyAsync(REQUEST));
  }
}
