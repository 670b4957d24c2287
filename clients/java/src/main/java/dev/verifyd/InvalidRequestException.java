package dev.verifyd;

/** The request or its evidence is not valid; sending it again will not help. */
public final class InvalidRequestException extends VerifydException {
  private static final long serialVersionUID = 1L;

  InvalidRequestException(Failure failure) {
    super(failure);
  }
}
