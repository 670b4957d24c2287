package dev.verifyd;

/** What the evidence says about a statement. */
public enum Verdict {
  /** None that this version knows. */
  UNSPECIFIED,
  /** The same. */
  SUPPORTED,
  /** Otherwise. */
  CONTRADICTED,
  /** Nothing. */
  UNSUPPORTED,
  /** It does not settle it. */
  INCONCLUSIVE
}
