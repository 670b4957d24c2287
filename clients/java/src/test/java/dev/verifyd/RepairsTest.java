package dev.verifyd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RepairsTest {
  private static Finding finding(int start, int end, Repair repair) {
    return new Finding(
        "numeric",
        "CLAIM_NOT_FOUND",
        Severity.ERROR,
        Verdict.UNSUPPORTED,
        new Span(start, end),
        "",
        "",
        Map.of(),
        Optional.ofNullable(repair),
        OptionalDouble.empty());
  }

  private static Finding repair(int start, int end, String replacement) {
    return finding(start, end, new Repair(new Span(start, end), replacement));
  }

  private static String repaired(String narrative, Finding... findings) {
    return Repairs.repaired(narrative, Arrays.asList(findings));
  }

  @Test
  void repairsAreCarriedOutInTheOrderOfTheText() {
    assertEquals("🦉 12 and 34.", repaired("🦉 1 and 3.", repair(9, 10, "34"), repair(3, 4, "12")));
  }

  @Test
  void theSameRepairIsCarriedOutOnce() {
    assertEquals(
        "ab",
        repaired(
            "a",
            repair(1, 1, "b"),
            finding(0, 1, new Repair(new Span(1, 1), "b")),
            finding(0, 1, new Repair(new Span(1, 1), "b"))));
  }

  @Test
  void ofTwoThatChangeTheSameWordsTheFirstAndLargerWins() {
    assertEquals("xd", repaired("abcd", repair(1, 4, "z"), repair(0, 1, "y"), repair(0, 3, "x")));
  }

  @Test
  void whatIsNotAboutTheNarrativeIsLeftAlone() {
    assertEquals("ab", repaired("ab", finding(0, 0, new Repair(new Span(0, 2), "x"))));
    assertEquals("ab", repaired("ab", finding(0, 2, null)));
  }
}
