package dev.verifyd;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;

/**
 * A call failed: the request could not be judged, so nothing was approved.
 *
 * <p>The subclasses are for {@code catch}; where none fits, this class itself is thrown.
 */
public class VerifydException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Failure failure;

  /** What is known of a failed call. */
  record Failure(
      String reason,
      String code,
      String message,
      Map<String, String> metadata,
      String requestId,
      Duration retryAfter)
      implements Serializable {}

  VerifydException(Failure failure) {
    super(failure.message());
    this.failure = failure;
  }

  /**
   * Why, for programs, such as {@code NARRATIVE_EMPTY}: the name of an {@code ErrorReason} without
   * its prefix; {@code ARGUMENT_INVALID} where the client saw it itself; the code where the server
   * gave none.
   */
  public String reason() {
    return failure.reason();
  }

  /** The name of the gRPC status code, such as {@code INVALID_ARGUMENT}. */
  public String code() {
    return failure.code();
  }

  /** The values that the message mentions. */
  public Map<String, String> metadata() {
    return failure.metadata();
  }

  /** The id of the request where it is known; else empty. */
  public String requestId() {
    return failure.requestId();
  }

  /** How long the server asks to wait before another attempt; else zero. */
  public Duration retryAfter() {
    return failure.retryAfter();
  }

  @Override
  public String toString() {
    return getClass().getName() + ": " + reason() + ": " + getMessage();
  }
}
