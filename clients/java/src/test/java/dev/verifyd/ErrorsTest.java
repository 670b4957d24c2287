package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorsTest {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static StatusRuntimeException failed(Status.Code code, byte[] details) {
    Metadata trailers = new Metadata();
    trailers.put(DETAILS, details);
    return code.toStatus().withDescription("it failed").asRuntimeException(trailers);
  }

  private static VerifydException error(Status.Code code, String domain, String reason) {
    ErrorInfo info =
        ErrorInfo.newBuilder()
            .setDomain(domain)
            .setReason(reason)
            .putMetadata("handle", "abc")
            .putMetadata("request_id", "r1")
            .build();
    RetryInfo retry =
        RetryInfo.newBuilder()
            .setRetryDelay(com.google.protobuf.Duration.newBuilder().setNanos(250_000_000))
            .build();
    byte[] details =
        com.google.rpc.Status.newBuilder()
            .addDetails(Any.pack(retry))
            .addDetails(Any.pack(info))
            .build()
            .toByteArray();
    return Errors.of(failed(code, details), "unix:///v.sock", "mine");
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FOUND, EVIDENCE_NOT_FOUND, EvidenceNotFoundException",
    "RESOURCE_EXHAUSTED, OVERLOADED, OverloadedException",
    "RESOURCE_EXHAUSTED, STORE_FULL, VerifydException",
    "ABORTED, REVIEW_CHANGED, ReviewConflictException",
    "FAILED_PRECONDITION, REVIEW_ALREADY_DECIDED, ReviewConflictException",
    "INVALID_ARGUMENT, CHECK_UNKNOWN, InvalidRequestException",
    "PERMISSION_DENIED, OVERRIDE_NOT_ALLOWED, NotAllowedException",
    "UNAUTHENTICATED, CREDENTIALS_INVALID, UnauthenticatedException",
    "DEADLINE_EXCEEDED, DEADLINE_EXCEEDED, DeadlineExceededException",
    "UNAVAILABLE, SHUTTING_DOWN, UnavailableException",
    "INTERNAL, INTERNAL, VerifydException",
  })
  void theReasonDecidesThenTheCode(Status.Code code, String reason, String kind) {
    VerifydException error = error(code, "verifyd", reason);
    assertEquals(kind, error.getClass().getSimpleName());
    assertEquals(reason, error.reason());
    assertEquals(code.name(), error.code());
    assertEquals("abc", error.metadata().get("handle"));
    assertEquals("r1", error.requestId());
    assertEquals(Duration.ofMillis(250), error.retryAfter());
    assertTrue(error.getMessage().startsWith("it failed"));
  }

  @Test
  void anotherDomainSaysNothing() {
    VerifydException error = error(Status.Code.NOT_FOUND, "example.com", "EVIDENCE_NOT_FOUND");
    assertSame(VerifydException.class, error.getClass());
    assertEquals("NOT_FOUND", error.reason());
    assertEquals(Map.of(), error.metadata());
    assertEquals("mine", error.requestId());
  }

  @Test
  void detailsThatCannotBeReadLeaveTheCode() {
    VerifydException error =
        Errors.of(failed(Status.Code.INVALID_ARGUMENT, new byte[] {1, 2, 3}), "", "");
    assertInstanceOf(InvalidRequestException.class, error);
    assertEquals("INVALID_ARGUMENT", error.reason());
  }

  @Test
  void aServerThatIsNotThereComesWithAdvice() {
    StatusRuntimeException failed =
        Status.UNAVAILABLE
            .withDescription("io exception")
            .withCause(new java.io.IOException("No such file"))
            .asRuntimeException();
    VerifydException error = Errors.of(failed, "unix:///v.sock", "");
    assertEquals(
        "no verifyd answers at unix:///v.sock (io exception: No such file). Is the sidecar running?"
            + " Start it with `verifyd serve --listen unix:///v.sock` (Python package"
            + " verifyd-sidecar).",
        error.getMessage());
    assertEquals(Map.of("address", "unix:///v.sock"), error.metadata());
    assertSame(failed, error.getCause());
  }
}
