package dev.verifyd;

/** What to do with the text. An action that is missing or unknown reads as HOLD. */
public enum Action {
  /** The text may go out. */
  RELEASE,
  /** The text must not go out. */
  HOLD
}
