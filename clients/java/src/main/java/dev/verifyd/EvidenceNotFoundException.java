package dev.verifyd;

/** A handle is unknown to the server: expired, evicted, deleted, or never put. */
public final class EvidenceNotFoundException extends VerifydException {
  private static final long serialVersionUID = 1L;

  EvidenceNotFoundException(Failure failure) {
    super(failure);
  }
}
