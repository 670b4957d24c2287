package dev.verifyd;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.verifyd.VerifydException.Failure;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.HashMap;
import java.util.Map;

/** From failed calls to exceptions. */
final class Errors {
  private static final String DOMAIN = "verifyd";

  /** Longer than anybody waits, and short enough to be counted in nanoseconds. */
  private static final long LONGEST_WAIT_S = java.time.Duration.ofDays(365).toSeconds();

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  /** What a caller can do, by reason, where the server's message does not say. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "DEADLINE_EXCEEDED", "give it longer with withTimeout(duration)",
          "NOTHING_TO_VERIFY",
              "give query results, handles, items, sources or a structured response, or name checks",
          "CREDENTIALS_MISSING", "give it to the client: VerifydClient.builder().token(...)",
          "CREDENTIALS_INVALID",
              "the client's token should be one of the server's server.token_file");

  private Errors() {}

  /** An argument that the client itself refuses; nothing was sent. */
  static InvalidRequestException invalid(String argument, String message) {
    return new InvalidRequestException(
        new Failure(
            "ARGUMENT_INVALID",
            Status.Code.INVALID_ARGUMENT.name(),
            message,
            Map.of("argument", argument),
            "",
            java.time.Duration.ZERO));
  }

  /**
   * The exception that a failed call stands for.
   *
   * @param address where the server was expected, for the advice where it was not met
   * @param requestId the id that the request was sent with
   */
  static VerifydException of(Throwable failed, String address, String requestId) {
    Status status = Status.fromThrowable(failed);
    Details details = Details.read(Status.trailersFromThrowable(failed));
    String code = status.getCode().name();
    String reason = details.reason.isEmpty() ? code : details.reason;
    Map<String, String> metadata = new HashMap<>(details.metadata);
    String message = status.getDescription() == null ? "" : status.getDescription();
    if (status.getCode() == Status.Code.UNAVAILABLE && details.reason.isEmpty()) {
      metadata.put("address", address);
      String why = status.getCause() == null ? message : message + ": " + rootOf(status.getCause());
      message = "no verifyd answers at " + address + " (" + why + "). " + advice(address, why);
    } else if (ADVICE.containsKey(reason)) {
      message += "; " + ADVICE.get(reason);
    }
    Failure failure =
        new Failure(
            reason,
            code,
            message,
            Map.copyOf(metadata),
            metadata.getOrDefault("request_id", requestId),
            details.retryAfter);
    VerifydException error = ofKind(failure);
    error.initCause(failed);
    return error;
  }

  /** The kind by its reason, else by its code. */
  private static VerifydException ofKind(Failure failure) {
    return switch (failure.reason()) {
      case "EVIDENCE_NOT_FOUND" -> new EvidenceNotFoundException(failure);
      case "OVERLOADED" -> new OverloadedException(failure);
      case "REVIEW_ALREADY_DECIDED", "REVIEW_CHANGED" -> new ReviewConflictException(failure);
      default ->
          switch (failure.code()) {
            case "INVALID_ARGUMENT" -> new InvalidRequestException(failure);
            case "PERMISSION_DENIED" -> new NotAllowedException(failure);
            case "UNAUTHENTICATED" -> new UnauthenticatedException(failure);
            case "DEADLINE_EXCEEDED" -> new DeadlineExceededException(failure);
            case "UNAVAILABLE" -> new UnavailableException(failure);
            default -> new VerifydException(failure);
          };
    };
  }

  private static String rootOf(Throwable cause) {
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** What to try where no server was met. */
  private static String advice(String address, String why) {
    String lower = why.toLowerCase(java.util.Locale.ROOT);
    if (lower.contains("ssl") || lower.contains("handshake") || lower.contains("certif")) {
      return "The server speaks no TLS, or its certificate is not trusted: leave out tls for a"
          + " Unix socket, or name its authority with Tls.trusting(ca).";
    }
    String secured =
        address.startsWith("unix:") ? "" : ", and give tls(Tls.trusting(ca)) if it asks for TLS";
    return "Is the sidecar running? Start it with `verifyd serve --listen "
        + address
        + "` (Python package verifyd-sidecar)"
        + secured
        + ".";
  }

  /** What verifyd itself says of a failure; empty where it is not from verifyd. */
  private record Details(
      String reason, Map<String, String> metadata, java.time.Duration retryAfter) {

    static Details read(Metadata trailers) {
      byte[] data = trailers == null ? null : trailers.get(DETAILS);
      ErrorInfo info = ErrorInfo.getDefaultInstance();
      Duration delay = Duration.getDefaultInstance();
      try {
        var status =
            data == null
                ? com.google.rpc.Status.getDefaultInstance()
                : com.google.rpc.Status.parseFrom(data);
        for (Any detail : status.getDetailsList()) {
          if (detail.is(ErrorInfo.class)) {
            info = detail.unpack(ErrorInfo.class);
          } else if (detail.is(RetryInfo.class)) {
            delay = detail.unpack(RetryInfo.class).getRetryDelay();
          }
        }
      } catch (InvalidProtocolBufferException ignored) {
        // A proxy may send anything; the code and the message still stand.
      }
      ErrorInfo own = info.getDomain().equals(DOMAIN) ? info : ErrorInfo.getDefaultInstance();
      return new Details(
          own.getReason(),
          own.getMetadataMap(),
          java.time.Duration.ofSeconds(
              Math.max(0, Math.min(delay.getSeconds(), LONGEST_WAIT_S)), delay.getNanos()));
    }
  }
}
