package dev.verifyd;

/**
 * What the findings of a request add up to. A decision that is missing or unknown reads as
 * UNVERIFIED.
 */
public enum Decision {
  /** Every required check ran and found nothing worse than information. */
  PASS,
  /** A warning, or a check that was not required failed. */
  WARN,
  /** At least one finding is an error. */
  FAIL,
  /** A required check could not finish: nothing is known. */
  UNVERIFIED
}
