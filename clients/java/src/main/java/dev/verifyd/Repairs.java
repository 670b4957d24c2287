package dev.verifyd;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Carries out the repairs of a report. */
final class Repairs {
  private static final Comparator<Repair> ORDER =
      Comparator.<Repair>comparingInt(repair -> repair.span().start())
          .thenComparing(repair -> repair.span().end(), Comparator.reverseOrder())
          .thenComparing(Repair::replacement);

  private Repairs() {}

  /**
   * A narrative with its repairs, none over another.
   *
   * <p>Of two that change the same words the one that begins first is carried out, and of those the
   * one that changes more. Findings about a response that is not the narrative are left alone.
   */
  static String repaired(String narrative, List<Finding> findings) {
    TreeSet<Repair> repairs = new TreeSet<>(ORDER);
    findings.stream()
        .filter(finding -> finding.span().start() < finding.span().end())
        .map(Finding::repair)
        .flatMap(Optional::stream)
        .forEach(repairs::add);
    StringBuilder mended = new StringBuilder();
    int position = 0;
    for (Repair repair : repairs) {
      if (repair.span().start() >= position) {
        mended.append(narrative, position, repair.span().start()).append(repair.replacement());
        position = repair.span().end();
      }
    }
    return mended.append(narrative, position, narrative.length()).toString();
  }
}
