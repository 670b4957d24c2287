package dev.verifyd;

import java.util.Optional;

/**
 * A number of the narrative and the cell that it was bound to.
 *
 * @param text the number with its sign, currency, scale and unit
 * @param span where it stands
 * @param matched whether a source supports it
 * @param source the query result of the chosen reading, if any
 * @param location the place in it, such as {@code data[5].salary} (row from 0), if any
 * @param grade how closely it agrees
 * @param verdict what the evidence says
 */
public record Binding(
    String text,
    Span span,
    boolean matched,
    Optional<String> source,
    Optional<String> location,
    Grade grade,
    Verdict verdict) {}
