package dev.verifyd;

/** The server does not let this caller do that, such as loosening a setting. */
public final class NotAllowedException extends VerifydException {
  private static final long serialVersionUID = 1L;

  NotAllowedException(Failure failure) {
    super(failure);
  }
}
