package dev.verifyd;

import dev.verifyd.v1.CheckResult;
import dev.verifyd.v1.NumericDetail;
import dev.verifyd.v1.ResponseMeta;
import dev.verifyd.v1.VerifyResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that was found about one narrative.
 *
 * <p>Act on {@link #action()}: it is what the server's policy says. {@link #decision()} is what was
 * found.
 */
public final class Report {
  private final String narrative;
  private final VerifyResponse raw;
  private final Decision decision;
  private final Action action;
  private final List<Finding> findings;
  private final List<Binding> bindings;
  private final List<CheckFailure> failures;

  /** A report from a response as it came, such as one that was stored. */
  public Report(String narrative, VerifyResponse raw) {
    this.narrative = narrative;
    this.raw = raw;
    var message = raw.getReport();
    Optional<Decision> known = Reading.known(Decision.class, message.getDecision(), "DECISION_");
    this.decision = known.orElse(Decision.UNVERIFIED);
    this.action =
        known
            .flatMap(decided -> Reading.known(Action.class, message.getAction(), "ACTION_"))
            .orElse(Action.HOLD);
    Offsets offsets = new Offsets(narrative);
    this.findings =
        results()
            .flatMap(result -> result.getFindings().getFindingsList().stream())
            .map(finding -> Reading.finding(finding, offsets))
            .toList();
    this.bindings =
        numeric().getBindingsList().stream()
            .map(binding -> Reading.binding(binding, offsets))
            .toList();
    this.failures =
        results().filter(result -> !result.hasFindings()).map(Reading::failure).toList();
  }

  /** The text that was verified. */
  public String narrative() {
    return narrative;
  }

  /** The whole answer as it came; its spans count UTF-8 bytes. */
  public VerifyResponse raw() {
    return raw;
  }

  /** What the findings add up to; {@code UNVERIFIED} where the answer does not say. */
  public Decision decision() {
    return decision;
  }

  /** What to do with the text; {@code HOLD} where the answer does not say, or has no decision. */
  public Action action() {
    return action;
  }

  /** Whether the text may go out. */
  public boolean released() {
    return action == Action.RELEASE;
  }

  /** The findings of all checks, check by check. */
  public List<Finding> findings() {
    return findings;
  }

  /** Each number with the cell that it was bound to, in the order of the text. */
  public List<Binding> bindings() {
    return bindings;
  }

  /** The checks that could not finish. */
  public List<CheckFailure> failures() {
    return failures;
  }

  /** The narrative with every repair of its findings carried out, none over another. */
  public String repaired() {
    return Repairs.repaired(narrative, findings);
  }

  /**
   * What to send back to the model so that it corrects its answer; empty where nothing is wrong.
   */
  public String feedback() {
    return raw.getReport().getRetryHint();
  }

  /** When and how fast the request was answered. */
  public ResponseMeta meta() {
    return raw.getMeta();
  }

  /** Decision, counts, failures and findings, a line each. */
  @Override
  public String toString() {
    return Stream.of(
            Stream.of(head()),
            failures.stream().map(failure -> failure.check() + " failed: " + failure.message()),
            findings.stream().map(Finding::toString))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n"));
  }

  private String head() {
    NumericDetail numeric = numeric();
    String head =
        "%s (%s): %d of %d numbers supported"
            .formatted(
                decision,
                action.name().toLowerCase(Locale.ROOT),
                numeric.getClaimsMatched(),
                numeric.getClaimsTotal());
    return numeric.getClaimsUncovered() == 0
        ? head
        : head + ", " + numeric.getClaimsUncovered() + " not covered";
  }

  private Stream<CheckResult> results() {
    return raw.getReport().getResultsList().stream();
  }

  private NumericDetail numeric() {
    return results()
        .filter(result -> result.getFindings().hasNumeric())
        .map(result -> result.getFindings().getNumeric())
        .findFirst()
        .orElseGet(NumericDetail::getDefaultInstance);
  }
}
