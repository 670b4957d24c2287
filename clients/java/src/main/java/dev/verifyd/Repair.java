package dev.verifyd;

/**
 * A replacement that would settle a finding.
 *
 * @param span what to replace
 * @param replacement what to put there
 */
public record Repair(Span span, String replacement) {}
