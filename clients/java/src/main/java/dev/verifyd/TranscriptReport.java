package dev.verifyd;

import dev.verifyd.v1.VerifyResponse;
import dev.verifyd.v1.VerifyTranscriptResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that was found in a message of a conversation. */
public final class TranscriptReport {
  private final VerifyTranscriptResponse raw;
  private final Decision decision;
  private final Action action;
  private final Optional<Report> report;
  private final List<ToolCallReport> toolCalls;

  /** What was found, from a response as it came. */
  public TranscriptReport(VerifyTranscriptResponse raw) {
    this.raw = raw;
    Optional<Decision> known = Reading.known(Decision.class, raw.getDecision(), "DECISION_");
    this.decision = known.orElse(Decision.UNVERIFIED);
    this.action =
        known
            .flatMap(decided -> Reading.known(Action.class, raw.getAction(), "ACTION_"))
            .orElse(Action.HOLD);
    this.report =
        raw.hasResponse()
            ? Optional.of(new Report(raw.getNarrative(), raw.getResponse()))
            : Optional.empty();
    this.toolCalls = raw.getToolCallsList().stream().map(TranscriptReport::readCall).toList();
  }

  private static ToolCallReport readCall(dev.verifyd.v1.ToolCallReport call) {
    var response = VerifyResponse.newBuilder().setReport(call.getReport()).build();
    return new ToolCallReport(
        call.getMessageIndex(),
        call.getCallId(),
        call.getTool(),
        new Report(call.getArgumentsJson(), response));
  }

  /** The whole answer as it came; its spans count UTF-8 bytes. */
  public VerifyTranscriptResponse raw() {
    return raw;
  }

  /** The worst of text and tool calls; {@code UNVERIFIED} where the answer does not say. */
  public Decision decision() {
    return decision;
  }

  /**
   * What to do with the message; {@code HOLD} where the answer does not say, or decides nothing.
   */
  public Action action() {
    return action;
  }

  /** Whether the message may go out, and its tool calls may be made. */
  public boolean released() {
    return action == Action.RELEASE;
  }

  /** What was found in the text; empty where the message has none. */
  public Optional<Report> report() {
    return report;
  }

  /** What was found in the tool calls. */
  public List<ToolCallReport> toolCalls() {
    return toolCalls;
  }

  /** What to send back to the model; empty where nothing is wrong. */
  public String feedback() {
    Stream<String> calls =
        toolCalls.stream()
            .filter(call -> !call.report().feedback().isEmpty())
            .map(call -> "Call of " + call.tool() + ": " + call.report().feedback());
    return Stream.concat(report.map(Report::feedback).stream(), calls)
        .filter(said -> !said.isEmpty())
        .collect(Collectors.joining("\n\n"));
  }
}
