package dev.verifyd;

/** The token of the call is missing or unknown. */
public final class UnauthenticatedException extends VerifydException {
  private static final long serialVersionUID = 1L;

  UnauthenticatedException(Failure failure) {
    super(failure);
  }
}
