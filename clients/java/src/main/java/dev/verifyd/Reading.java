package dev.verifyd;

import com.google.protobuf.ProtocolMessageEnum;
import dev.verifyd.v1.CheckResult;
import dev.verifyd.v1.ClaimBinding;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** From the wire to plain data. */
final class Reading {
  private Reading() {}

  /** The constant that has the name of a value of the contract, without its prefix. */
  static <E extends Enum<E>> Optional<E> known(
      Class<E> kind, ProtocolMessageEnum value, String prefix) {
    String name = ((Enum<?>) value).name();
    return Arrays.stream(kind.getEnumConstants())
        .filter(constant -> name.equals(prefix + constant.name()))
        .findFirst();
  }

  static Finding finding(dev.verifyd.v1.Finding message, Offsets offsets) {
    Span span = offsets.span(message.getSpan());
    Optional<Repair> repair =
        message.hasRepair()
            ? Optional.of(
                new Repair(
                    offsets.span(message.getRepair().getSpan()),
                    message.getRepair().getReplacement()))
            : Optional.empty();
    return new Finding(
        message.getCheck(),
        message.getCode(),
        known(Severity.class, message.getSeverity(), "SEVERITY_").orElse(Severity.UNSPECIFIED),
        verdict(message.getVerdict()),
        span,
        offsets.slice(span),
        message.getMessage(),
        Map.copyOf(message.getDetailsMap()),
        repair,
        message.hasConfidence()
            ? OptionalDouble.of(message.getConfidence())
            : OptionalDouble.empty());
  }

  static Binding binding(ClaimBinding message, Offsets offsets) {
    Span span = offsets.span(message.getSpan());
    Verdict verdict = verdict(message.getVerdict());
    return new Binding(
        offsets.slice(span),
        span,
        message.getMatched() && verdict == Verdict.SUPPORTED,
        given(message.getMatchedSourceQid()),
        given(message.getMatchedLocation()),
        known(Grade.class, message.getGrade(), "GRADE_").orElse(Grade.UNSPECIFIED),
        verdict);
  }

  /** How a check failed. An outcome that is not set is a failure: nothing is known. */
  static CheckFailure failure(CheckResult result) {
    var failure = result.getFailure();
    return new CheckFailure(
        result.getCheck(),
        given(failure.getReason()).orElse("INTERNAL"),
        given(failure.getMessage()).orElse("the server gave no outcome"),
        failure.getRetryable());
  }

  private static Verdict verdict(dev.verifyd.v1.Verdict verdict) {
    return known(Verdict.class, verdict, "VERDICT_").orElse(Verdict.UNSPECIFIED);
  }

  private static Optional<String> given(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
