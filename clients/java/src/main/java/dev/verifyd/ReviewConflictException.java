package dev.verifyd;

/** Somebody else has decided meanwhile, or already: read the review again. */
public final class ReviewConflictException extends VerifydException {
  private static final long serialVersionUID = 1L;

  ReviewConflictException(Failure failure) {
    super(failure);
  }
}
