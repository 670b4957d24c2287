package dev.verifyd;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Something in the narrative that is wrong, doubtful or worth knowing.
 *
 * @param check the check that found it
 * @param code what it is, such as {@code CLAIM_NOT_FOUND}; a code never changes its meaning
 * @param severity how bad it is
 * @param verdict what the evidence says about the statement
 * @param span where it stands; empty where it is about something else than the narrative
 * @param text the words that the span covers
 * @param message a sentence for people
 * @param details the values in the message, for programs
 * @param repair a replacement, where one is known
 * @param confidence how sure the check is, from 0 to 1, where it can say
 */
public record Finding(
    String check,
    String code,
    Severity severity,
    Verdict verdict,
    Span span,
    String text,
    String message,
    Map<String, String> details,
    Optional<Repair> repair,
    OptionalDouble confidence) {

  private static final int SHOWN = 80;

  /** One line for people. */
  @Override
  public String toString() {
    // Most messages say the words themselves.
    boolean said = text.isEmpty() || message.startsWith(Quotes.quoted(text));
    String words = said ? "" : " " + Quotes.quoted(Quotes.shortened(text, SHOWN));
    return severity.name().toLowerCase(Locale.ROOT) + " " + code + words + ": " + message;
  }
}
