package dev.verifyd;

/** How closely a value agrees with a number. */
public enum Grade {
  /** None that this version knows. */
  UNSPECIFIED,
  /** Not at all. */
  NONE,
  /** Within a tolerance. */
  TOLERATED,
  /** Exactly. */
  EXACT
}
