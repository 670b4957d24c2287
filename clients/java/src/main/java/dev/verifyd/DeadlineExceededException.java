package dev.verifyd;

/** The time ran out. */
public final class DeadlineExceededException extends VerifydException {
  private static final long serialVersionUID = 1L;

  DeadlineExceededException(Failure failure) {
    super(failure);
  }
}
