package dev.verifyd;

/** The server cannot be reached, or is shutting down. */
public final class UnavailableException extends VerifydException {
  private static final long serialVersionUID = 1L;

  UnavailableException(Failure failure) {
    super(failure);
  }
}
