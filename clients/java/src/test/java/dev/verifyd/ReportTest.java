package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verifyd.v1.CheckResult;
import dev.verifyd.v1.ClaimBinding;
import dev.verifyd.v1.Findings;
import dev.verifyd.v1.NumericDetail;
import dev.verifyd.v1.VerifyResponse;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {
  private static final String NARRATIVE = "🦉 has 42 eggs.";

  private static Report report(dev.verifyd.v1.Report.Builder report) {
    return new Report(NARRATIVE, VerifyResponse.newBuilder().setReport(report).build());
  }

  private static dev.verifyd.v1.Span place() {
    return dev.verifyd.v1.Span.newBuilder().setStart(9).setEnd(11).build();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, PASS, RELEASE",
    "3, 1, FAIL, RELEASE",
    "3, 2, FAIL, HOLD",
    "1, 0, PASS, HOLD",
    "1, 9, PASS, HOLD",
    "0, 1, UNVERIFIED, HOLD",
    "9, 1, UNVERIFIED, HOLD",
    "4, 1, UNVERIFIED, RELEASE",
  })
  void whatIsMissingOrUnknownIsHeld(int decision, int action, Decision decided, Action acted) {
    Report report =
        report(
            dev.verifyd.v1.Report.newBuilder().setDecisionValue(decision).setActionValue(action));
    assertEquals(decided, report.decision());
    assertEquals(acted, report.action());
    assertEquals(acted == Action.RELEASE, report.released());
  }

  @Test
  void anAnswerWithoutAReportIsHeld() {
    Report report = new Report(NARRATIVE, VerifyResponse.getDefaultInstance());
    assertFalse(report.released());
    assertEquals("UNVERIFIED (hold): 0 of 0 numbers supported", report.toString());
  }

  @Test
  void findingsAndBindingsStandInTheText() {
    var finding =
        dev.verifyd.v1.Finding.newBuilder()
            .setCheck("numeric")
            .setCode("CLAIM_NOT_FOUND")
            .setSeverity(dev.verifyd.v1.Severity.SEVERITY_ERROR)
            .setVerdictValue(99)
            .setSpan(place())
            .setMessage("'42' is not what the data has")
            .putDetails("closest", "43")
            .setRepair(dev.verifyd.v1.Repair.newBuilder().setSpan(place()).setReplacement("43"));
    var binding =
        ClaimBinding.newBuilder()
            .setSpan(place())
            .setMatched(true)
            .setVerdict(dev.verifyd.v1.Verdict.VERDICT_CONTRADICTED)
            .setMatchedSourceQid("q1");
    var numeric =
        NumericDetail.newBuilder()
            .setClaimsTotal(2)
            .setClaimsMatched(1)
            .setClaimsUncovered(1)
            .addBindings(binding);
    Report report =
        report(
            dev.verifyd.v1.Report.newBuilder()
                .setDecisionValue(3)
                .setActionValue(2)
                .addResults(
                    CheckResult.newBuilder()
                        .setFindings(
                            Findings.newBuilder().addFindings(finding).setNumeric(numeric)))
                .addResults(CheckResult.newBuilder().setCheck("claims")));

    Finding found = report.findings().get(0);
    assertEquals(new Span(7, 9), found.span());
    assertEquals("42", found.text());
    assertEquals(Verdict.UNSPECIFIED, found.verdict());
    assertEquals(OptionalDouble.empty(), found.confidence());
    Binding bound = report.bindings().get(0);
    assertEquals("42", bound.text());
    assertFalse(bound.matched()); // supported and contradicted at once: not supported
    assertEquals("q1", bound.source().orElseThrow());
    assertTrue(bound.location().isEmpty());
    assertEquals(
        List.of(new CheckFailure("claims", "INTERNAL", "the server gave no outcome", false)),
        report.failures());
    assertEquals("🦉 has 43 eggs.", report.repaired());
    assertEquals(
        """
        FAIL (hold): 1 of 2 numbers supported, 1 not covered
        claims failed: the server gave no outcome
        error CLAIM_NOT_FOUND: '42' is not what the data has""",
        report.toString());
  }
}
