/** Carrying out the repairs of a report. */

import type { Finding } from "./report.js";

/**
 * A text with its repairs, none over another.
 *
 * Of two that change the same words the one that begins first is carried out, and of those the one
 * that changes more. Findings about a response that is not the text are left alone.
 */
export function repaired(
  text: string,
  findings: readonly Pick<Finding, "span" | "repair">[],
): string {
  const wanted = findings
    .filter((finding) => finding.span.start < finding.span.end)
    .flatMap((finding) => finding.repair ?? [])
    .sort((a, b) => {
      const places = a.span.start - b.span.start || b.span.end - a.span.end;
      return places || (a.replacement < b.replacement ? -1 : Number(a.replacement > b.replacement));
    });
  const pieces: string[] = [];
  let position = 0;
  let last: (typeof wanted)[number] | undefined;
  for (const repair of wanted) {
    const { start, end } = repair.span;
    const again =
      last?.span.start === start &&
      last.span.end === end &&
      last.replacement === repair.replacement;
    if (start >= position && !again) {
      pieces.push(text.slice(position, start), repair.replacement);
      position = end;
    }
    last = repair;
  }
  return pieces.join("") + text.slice(position);
}
