package dev.verifyd;

/**
 * A half-open range of the narrative, as indices of its {@code String}.
 *
 * @param start the first {@code char}
 * @param end the {@code char} after the last one
 */
public record Span(int start, int end) {}
