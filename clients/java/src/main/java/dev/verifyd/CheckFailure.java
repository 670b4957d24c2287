package dev.verifyd;

/**
 * A check that could not finish, so that nothing is known.
 *
 * @param check its name
 * @param reason why, for programs
 * @param message why, for people
 * @param retryable whether the same request may succeed if it is sent again
 */
public record CheckFailure(String check, String reason, String message, boolean retryable) {}
