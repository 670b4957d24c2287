"""The codes of the ``numeric`` check: what a number, or its formula, can be found to be."""

from __future__ import annotations

from sidecar.checks.base import Code
from sidecar.model.report import Severity

NUMERIC_CODES = (
    Code(
        "CLAIM_NOT_FOUND",
        "numeric",
        Severity.ERROR,
        "No value of the evidence agrees with the number.",
        "Correct the number, or send the query result that it comes from.",
        "The finding names the nearest value and its place. A number that cites a query id is"
        " looked up only in that query result; one that cites an unknown id agrees with nothing."
        " If the nearest value is the right one, the number is not what it rounds to: one that is"
        " written out in full has no tolerance. The verdict is UNSUPPORTED, or CONTRADICTED where"
        " the citation leads to one number only, and that number differs.",
    ),
    Code(
        "ROUNDING_MISMATCH",
        "numeric",
        Severity.WARNING,
        "The number is the value, but rounded or cut too coarsely.",
        "Write the number as the data has it, or hedge it ('about').",
        "The words, or the citation, lead to one value, and the number has its first digits (at"
        " least two): $1,300,000 where the data has 1,284,551. Counts are equal or not: they"
        " have this"
        " code only where the text hedges them.",
    ),
    Code(
        "NUMBERS_UNSUPPORTED",
        "numeric",
        Severity.ERROR,
        "Too many numbers of the text disagree with the values that the data has for them.",
        "Write the text from the query results, or send the query results that it was written"
        " from.",
        "Of the numbers whose row and column are plainly named, numeric.unsupported.least or more,"
        " and at least numeric.unsupported.share of them, are contradicted or unsupported, however"
        " sure each of these findings is. One finding for a text, from the first to the last of"
        " these numbers; each has a finding of its own. Values that are only rounded"
        " too coarsely do not count.",
        of_text=True,
    ),
    Code(
        "WITHIN_TOLERANCE",
        "numeric",
        Severity.INFO,
        "The number agrees with the value within the tolerances, but not at its written precision.",
        "Write the number as the value rounds, or as the data has it.",
        "The verdict is SUPPORTED. The number is hedged ('about'), or is the value cut off (25 of"
        " 25.98) or rounded to zeros (48,000 of 48,117) with two digits left, or the settings set"
        " tolerances, which apply to all numbers. `policy.severities` makes it a warning or an"
        " error.",
    ),
    Code(
        "UNIT_MISMATCH",
        "numeric",
        Severity.ERROR,
        "The digits agree with a value, but only in another unit or scale.",
        "Correct the unit, or declare the column's unit in its metadata.",
        "The only agreeing columns are declared to hold something else (the text has a percentage"
        " and they have counts, or riyals and dollars, or kilometres and kilograms), or to hold it"
        " in another scale (riyals, and they have millions of riyals). As a warning (verdict"
        " INCONCLUSIVE): the text gives the digits a scale that nothing declares ($2.4 million, and"
        " the column has 2.4).",
    ),
    Code(
        "WRONG_SIGN",
        "numeric",
        Severity.ERROR,
        "The number agrees only with a value of the opposite sign.",
        "Correct the sign, or say which way it moved ('fell by 5 %').",
    ),
    Code(
        "WRONG_DIRECTION",
        "numeric",
        Severity.ERROR,
        "The number is right, but the value moved the other way.",
        "Correct the verb ('rose to', 'fell to'), or name the period that the value is compared"
        " with.",
        "The same row and column in the period before, in the same part of the year before, or in"
        " the period that the sentence names, lie on the other side of the value.",
    ),
    Code(
        "WRONG_ROW",
        "numeric",
        Severity.ERROR,
        "The number belongs to another row than the one that the sentence names.",
        "Correct the number, or the name.",
        "The finding shows the value of the row that is named, with its place, and repairs the"
        " number. Where several numbers of a sentence fit another row as a whole, the finding"
        " is on the name, repairs it, and does not change the numbers; where the text"
        " attributes them to a row without values, it is on the name as well. The verdict is"
        " CONTRADICTED.",
    ),
    Code(
        "WRONG_COLUMN",
        "numeric",
        Severity.ERROR,
        "The number belongs to another column than the one that the sentence names.",
        "Correct the number, or say what it measures.",
        "The finding shows the value of the column that is named. If the text uses another"
        " name for the column, give the column a label or synonyms in the column metadata. The"
        " verdict is"
        " CONTRADICTED.",
    ),
    Code(
        "WRONG_PERIOD",
        "numeric",
        Severity.ERROR,
        "The number belongs to another period than the one that the text is about.",
        "Correct the number, or the period.",
        "The finding shows the value of the period that is named, or carried over from sentences"
        " before. The verdict is CONTRADICTED.",
    ),
    Code(
        "COINCIDENCE_LIKELY",
        "numeric",
        Severity.WARNING,
        "A value agrees with the number, but nothing links the two and many numbers would agree.",
        "Name the row and column that the number is about, or describe the columns.",
        "The chance on the binding is the probability that a random number of the same size and"
        " written precision would agree with some value as well; past numeric.binding.max_chance it"
        " supports nothing. The verdict is INCONCLUSIVE.",
    ),
    Code(
        "OUT_OF_EVIDENCE",
        "numeric",
        Severity.WARNING,
        "The number is not covered: words and data do not settle whether it is right.",
        "Declare its formula, or send the query result that it comes from, or name its row and"
        " column in the words of the data; else drop it.",
        "The verdict is INCONCLUSIVE: neither right nor wrong can be known. The words name no row,"
        " or no column, and no value agrees; only a derivation of values that they do not name"
        " gives it; or it measures something that is in no query result. The detail `missing` says"
        " which: row, column, formula, evidence. numeric.on_uncovered makes it information or an"
        " error.",
    ),
    Code(
        "PREMISE_ONLY",
        "numeric",
        Severity.ERROR,
        "The number stands in the user's question or an earlier message, and in no evidence.",
        "Send the query result that it comes from, or leave the number out of the answer.",
        "Given in place of OUT_OF_EVIDENCE, with its severity (numeric.on_uncovered), where the"
        " verdict is INCONCLUSIVE, and in place of CLAIM_NOT_FOUND where it is UNSUPPORTED. The"
        " verdict stays. What is said supports nothing, however often it is repeated.",
    ),
    Code(
        "CLAIM_UNCITED",
        "numeric",
        Severity.ERROR,
        "A number or statement names no source, and the settings require one.",
        "Name the source before the number ('Per LMIS:'), a query id ('QID:lmis_001'), or the"
        " evidence after the statement ('[ev-abc-001]').",
        "From `numeric`, only with numeric.binding.require_citation_first: neither the number's"
        " sentence nor what introduces its list or table names a source, and it is not judged"
        " further. From `citations`, only with"
        " citations.required_for: the statement has no citation that points at evidence.",
        also=("citations",),
    ),
    Code(
        "AMBIGUOUS_SOURCE",
        "numeric",
        Severity.WARNING,
        "Several query results explain the number equally well.",
        "Cite the query id that the number comes from.",
        "The details list the query results. The verdict is SUPPORTED.",
    ),
    Code(
        "EVIDENCE_EXPIRED",
        "numeric",
        Severity.ERROR,
        "The number rests on a query result that has expired.",
        "Run the query again, and write the number from its new result.",
        "The query result has an `expires_at` that is not after the time of the request, or an"
        " `as_of` that is longer ago than evidence.max_age_s. A number that other query results"
        " explain equally well, and that have not expired, does not have this code. The verdict is"
        " that of the number by the data.",
    ),
    Code(
        "EVIDENCE_INCOMPLETE",
        "numeric",
        Severity.ERROR,
        "The number rests on all rows of a query result that does not have all rows.",
        "Run the query without a limit, or compute the number in the query; else say of which part"
        " it is true.",
        "The number is a count, a sum, a mean, an extreme, a share or a rank. The query result has"
        " fewer rows than its `row_count`, or a column does not sum to its control total. As a"
        " warning: it has as many rows as its `row_limit`, and declares no `row_count`. The verdict"
        " is that of the number by the data.",
    ),
    Code(
        "NUMBER_UNREADABLE",
        "numeric",
        Severity.WARNING,
        "Something that looks like a number cannot be read without guessing.",
        "Write the number in plain digits of one script, at most 40, outside of code and lists.",
        "Digits of several scripts, letters among them that look like digits (65O8), characters"
        " that are not digits (superscripts, circled or Chinese numerals), invisible characters,"
        " text that is"
        " shown from right to left, a word without its space (6578desks), a line of code that is a"
        " sentence, a large number that begins a line and goes on with no list, more than 40 digits"
        " or an exponent past 30. The verdict is INCONCLUSIVE: it is never taken for supported.",
    ),
    Code(
        "FORMULA_MISMATCH",
        "numeric",
        Severity.ERROR,
        "The number is not what its formula gives over the query results.",
        "Correct the number, or the formula.",
        "The finding shows the value of the formula, which the agent declared or a model proposed,"
        " and repairs the number. The formula was accepted: its value comes from the evidence. The"
        " verdict is CONTRADICTED.",
    ),
    Code(
        "FORMULA_MISPLACED",
        "numeric",
        Severity.WARNING,
        "The formula declared for the number selects another row or period than the words name.",
        "Declare a formula for the row and period of the sentence, or correct the sentence.",
        "What the formula picks by equality is nothing that the sentence of the number names of the"
        " same column, and the sentence names other labels of it. The formula decides nothing; the"
        " verdict rests only on the words.",
    ),
    Code(
        "FOOTNOTE_NOT_JUDGED",
        "numeric",
        Severity.ERROR,
        "A footnote looks like a query but is not one, or belongs to no number. It was not judged.",
        "Write one SELECT into it, and its marker right behind a number; or write it as text.",
        "Footnotes with queries are left out of the text that is judged. What one says that cannot"
        " be run might be anything, so it is an error rather than a refused formula.",
        of_text=True,
    ),
    Code(
        "FORMULA_REFUSED",
        "numeric",
        Severity.WARNING,
        "The formula declared for the number was rejected, or could not be run.",
        "See the reason in docs/formulas.md; write one SELECT that computes the number from the"
        " query results.",
        "The finding has the reason: the query is wrong or too slow, it holds values that neither"
        " the text nor the data explain, its value does not move when the data move, or it belongs"
        " to no number. The formula decides nothing; the verdict rests only on the words.",
    ),
)
