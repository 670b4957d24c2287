package dev.verifyd;

/** How bad a finding is. */
public enum Severity {
  /** None that this version knows. */
  UNSPECIFIED,
  /** Worth knowing; changes no decision. */
  INFO,
  /** Doubtful. */
  WARNING,
  /** Wrong. */
  ERROR
}
