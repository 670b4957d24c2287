"""The codes of findings about claims and their sources."""

from __future__ import annotations

from sidecar.checks.code import Code
from sidecar.model.report import Severity

CLAIMS_CODES = (
    Code(
        "CLAIM_UNSUPPORTED",
        "claims",
        Severity.ERROR,
        "The sources that the claim cites do not say it.",
        "Remove the claim, or cite a source that says it.",
        "The judge read all of each source and found nothing that supports the claim.",
    ),
    Code(
        "CLAIM_CONTRADICTED",
        "claims",
        Severity.ERROR,
        "A source that the claim cites contradicts it.",
        "Correct the claim by the quote.",
        "The quote of the finding is in the source.",
    ),
    Code(
        "CLAIM_PARTIAL",
        "claims",
        Severity.WARNING,
        "The source supports only a part of the claim, or supports it less exactly.",
        "Say only what the source says.",
        "The quote of the finding is in the source; the reasoning says what is missing, such as"
        " a year that is not in it.",
    ),
    Code(
        "CLAIM_UNCERTAIN",
        "claims",
        Severity.WARNING,
        "The claim is supported, but with less confidence than the settings require.",
        "Look at the quote, or ask a better model (`claims.second_model`).",
        "The confidence is under claims.confidence_threshold.",
    ),
    Code(
        "CLAIM_SOURCES_DISAGREE",
        "claims",
        Severity.WARNING,
        "One of the claim's sources supports it, and another contradicts it.",
        "Say which source says what, or cite the one that is right.",
    ),
    Code(
        "CLAIM_QUOTE_NOT_FOUND",
        "claims",
        Severity.ERROR,
        "The judge's verdict has no quote that is in the source and is about the claim.",
        "Look at the source; ask a better model (`claims.second_model`).",
        "Case, punctuation and white space of a quote may differ, its words may not; it must hold"
        " claims.min_quote_overlap of the claim's words, and neither speak to the judge nor say no"
        " where the claim does not. Words that the claim has in quotation marks must be in the"
        " source. Hidden parts of HTML are not part of it. `judged` has the judge's own verdict,"
        " which does not count.",
    ),
    Code(
        "CLAIM_NUMBER_NOT_QUOTED",
        "claims",
        Severity.ERROR,
        "A number of the claim is not in the quotes that should support it.",
        "Correct the number by the quote, or quote the place that has it.",
        "Numbers are compared at the precision they are written with, and with their scale, unit"
        " and direction, in sentences that share a word with the claim. A date is missing where the"
        " quotes have others. `judged` has the judge's own verdict, which does not count.",
    ),
    Code(
        "CLAIM_NAME_NOT_QUOTED",
        "claims",
        Severity.ERROR,
        "A name of the claim is not in the quotes that should support it.",
        "Correct the name by the quote, or quote the place that has it.",
        "Names must be in the quoted sentences, the title of the source or the headings above them:"
        " inflected, as an acronym, or by a part of the name where the whole name is elsewhere"
        " in the source. Where the quoted sentences name no one else, the whole source is searched."
        " `judged` has the judge's own verdict, which does not count.",
    ),
    Code(
        "CLAIM_NUMBER_CONTRADICTED",
        "claims",
        Severity.ERROR,
        "A table of the source has another number for what the claim names.",
        "Correct the number by the table.",
        "The numbers of the claim were bound to the tables in the source's text as `numeric` binds"
        " those of a text to query results: the number is that of another row, column or period.",
    ),
    Code(
        "CLAIM_NOT_JUDGED",
        "claims",
        Severity.ERROR,
        "The judge gave no readable verdict on the claim.",
        "Send the request again; look at the reasoning.",
        "Another claim of the text was judged; where none could be, the check fails instead. The"
        " verdict is INCONCLUSIVE.",
    ),
    Code(
        "SOURCE_UNAVAILABLE",
        "claims",
        Severity.ERROR,
        "The text of a source that the claim cites is not available.",
        "Send its text, upload it in advance (`PutSource`), or allow its host"
        " (`sources.allowed_hosts`).",
        "The claim is UNSUPPORTED. `reason` says why there is no text: docs/sources.md lists the"
        " reasons; `SOURCE_UNKNOWN` is a citation that points at nothing of the request.",
    ),
)
