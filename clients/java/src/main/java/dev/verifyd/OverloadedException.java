package dev.verifyd;

/** The server is busy; it was asked again until the time ran out. */
public final class OverloadedException extends VerifydException {
  private static final long serialVersionUID = 1L;

  OverloadedException(Failure failure) {
    super(failure);
  }
}
