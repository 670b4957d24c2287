"""Judging the claims of a source: pieces of its text, opinions of them, one result for each claim.

A claim is supported by a source where one piece of it supports it, with a quote that stands there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sidecar.claims import opinions
from sidecar.claims.document import SourceDocument
from sidecar.claims.grids import SourceGrids, add_bars, split_bars
from sidecar.claims.guard import QUOTE_MISSING, guard_opinion
from sidecar.claims.opinions import ClaimOpinion, PieceRequest
from sidecar.claims.settings import ClaimsSettings
from sidecar.claims.summary import SOURCES_DISAGREE
from sidecar.errors import VerifydError
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Judge, ModelAnswer, Question, ask_all
from sidecar.judges.spending import Allowance
from sidecar.model.claim import CitedSource, ClaimVerdict, ExtractedClaim, VerificationResult
from sidecar.work import ThreadRunner, check_abandoned

# The tables in the text of a source, so that numbers can be bound to their cells.

_MOST_TABLES = 20


def read_tables(string: str) -> list[TableIndex]:
    """The tables in a text, at most 20; what is none, or too large, is left out."""
    found: list[TableIndex] = []
    for place, grid in enumerate(SourceGrids(string).every):
        if len(found) == _MOST_TABLES:
            break
        if grid.separator == " ":  # where a cell ends is not known
            continue
        lines = (string[start:end] for start, end in (grid.header, *grid.rows))
        rows = [
            [_value(cell.strip()) for cell in split_bars(add_bars(line, grid.separator))]
            for line in lines
        ]
        text = json.dumps({"columns": _distinct(rows[0]), "rows": rows[1:]})
        try:
            header = Header(query_id=f"table_{place + 1}")
            found.append(TableIndex(json_rows.decode_json(text.encode(), header, EvidenceLimits())))
        except VerifydError:
            continue  # the quote alone decides
    return found


def _value(cell: str) -> object:
    """A cell as JSON has it: plain numbers are numbers."""
    plain = cell.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", cell) else cell
    if re.fullmatch(r"-?(?:0|[1-9]\d{0,15})", plain):
        return int(plain)
    if re.fullmatch(r"-?\d{1,15}\.\d{1,9}", plain):
        return float(plain)
    return cell or None


def _distinct(names: Sequence[object]) -> list[str]:
    """The names of columns: an empty one is called by its place."""
    return [str(name or f"column_{at}") for at, name in enumerate(names, 1)]


NUMBER_CONTRADICTED = "CLAIM_NUMBER_CONTRADICTED"

_ORDER = (
    ClaimVerdict.SUPPORTED,
    ClaimVerdict.CONTRADICTED,
    ClaimVerdict.PARTIAL,
    ClaimVerdict.NOT_JUDGED,
    ClaimVerdict.UNSUPPORTED,
)
"""Which of the results of several pieces comes first; a piece without a verdict might have
contradicted."""

Contradicts = Callable[[ExtractedClaim, Sequence[TableIndex]], str]
"""What the tables of a source have instead of a number of a claim, in words, or ""."""


class JudgedSource(NamedTuple):
    """A source and the claims that cite it.

    Attributes:
        source: Which.
        document: Its text.
        claims: By their places in the text.
    """

    source: CitedSource
    document: SourceDocument
    claims: Mapping[int, ExtractedClaim]


_Said = tuple[Sequence[Mapping[int, ClaimOpinion]], Sequence[JudgeError]]
"""Opinions of each piece of a source, and why questions about some were not answered."""


class JudgingContext(NamedTuple):
    """What judges the claims of a request.

    Attributes:
        judge_for: Gives the judge of a model.
        allowance: What the request may take.
        settings: Of the check.
        contradicts: Holds numbers against tables.
        work: Threads.
    """

    judge_for: Callable[[str], Judge]
    allowance: Allowance
    settings: ClaimsSettings
    contradicts: Contradicts
    work: ThreadRunner


class SourceJudgement(NamedTuple):
    """What a judge made of a source.

    Attributes:
        results: Of each claim.
        errors: Why questions were not answered.
    """

    results: Mapping[int, VerificationResult]
    errors: Sequence[JudgeError]


async def judge_claims(cited: JudgedSource, bench: JudgingContext) -> SourceJudgement:
    """What a source says about its claims; what is left in doubt is asked of a second model once.

    Args:
        cited: The source and its claims.
        bench: What judges them.
    """
    settings = bench.settings
    first = await _asked(cited, settings.model, bench)
    doubtful = {at: cited.claims[at] for at, one in first.results.items() if _doubts(one, settings)}
    if not settings.second_model or not doubtful:
        return first
    second = await _asked(cited._replace(claims=doubtful), settings.second_model, bench)
    better = {
        at: one for at, one in second.results.items() if one.verdict is not ClaimVerdict.NOT_JUDGED
    }
    return SourceJudgement({**first.results, **better}, [*first.errors, *second.errors])


def _doubts(result: VerificationResult, settings: ClaimsSettings) -> bool:
    """Whether a better model is asked about a claim."""
    unsure = result.confidence is not None and result.confidence < float(settings.retry_below)
    return unsure or result.code == QUOTE_MISSING or result.verdict is ClaimVerdict.NOT_JUDGED


async def _asked(cited: JudgedSource, model: str, bench: JudgingContext) -> SourceJudgement:
    """What one model says of all claims of a source."""
    ask = _entailed if bench.settings.judge == "entailment" else _chatted
    opinions, errors = await ask(cited, bench.judge_for(model), bench)
    return SourceJudgement(await bench.work(_results, cited, opinions, bench), errors)


async def _chatted(cited: JudgedSource, judge: Judge, bench: JudgingContext) -> _Said:
    """The opinions of a chat model: all claims together, for each piece of the source."""
    asked, questions = await bench.work(_questions, cited, bench.settings)
    answers = await ask_all(judge, questions, bench.allowance)
    read = await bench.work(_opinions, asked, answers)
    return read, [answer for answer in answers if isinstance(answer, JudgeError)]


def _opinions(
    asked: Sequence[PieceRequest], answers: Sequence[ModelAnswer | JudgeError]
) -> list[Mapping[int, ClaimOpinion]]:
    """What the answers about each piece say of its claims."""
    read = (
        opinions.fail_opinions(answer, one)
        if isinstance(answer, JudgeError)
        else opinions.read_opinions(answer, one)
        for one, answer in zip(asked, answers, strict=True)
    )
    return [{int(key[1:]): opinion for key, opinion in one.items()} for one in read]


def _questions(
    cited: JudgedSource, settings: ClaimsSettings
) -> tuple[list[PieceRequest], list[Question]]:
    """What a chat model is asked about a source."""
    places, most = list(cited.claims), settings.max_claims_per_call
    groups = [places[at : at + most] for at in range(0, len(places), most)]
    asked = [
        PieceRequest(window, {f"c{at}": cited.claims[at] for at in group})
        for window in cited.document.windows(settings.window_chars, settings.overlap_chars)
        for group in groups
    ]
    return asked, [opinions.ask_about_piece(one) for one in asked]


async def _entailed(cited: JudgedSource, judge: Judge, bench: JudgingContext) -> _Said:
    """The opinions of an entailment model: each claim by itself, for its likeliest passages."""
    asked = await bench.work(_passages, cited)
    questions = [opinions.ask_about_passage(passage, cited.claims[at]) for at, passage in asked]
    answers = await ask_all(judge, questions, bench.allowance)
    found = {
        place: _entailment(
            claim,
            [(passage, a) for (at, passage), a in zip(asked, answers, strict=True) if at == place],
        )
        for place, claim in cited.claims.items()
    }
    return [found], [one for one in answers if isinstance(one, JudgeError)]


def _passages(cited: JudgedSource) -> list[tuple[int, str]]:
    """The passages that are asked about, each with the place of its claim."""
    return [
        (at, passage)
        for at, claim in cited.claims.items()
        for passage in opinions.select_passages(cited.document, claim)
    ]


def _entailment(
    claim: ExtractedClaim, answers: Sequence[tuple[str, ModelAnswer | JudgeError]]
) -> ClaimOpinion:
    """What the answers about one claim say; a passage that was not judged might have said no."""
    said = [(passage, answer) for passage, answer in answers if isinstance(answer, ModelAnswer)]
    lost = [answer for _, answer in answers if isinstance(answer, JudgeError)]
    opinion = opinions.form_opinion(said, claim)
    if lost and opinion.verdict is not ClaimVerdict.SUPPORTED:
        return ClaimOpinion(ClaimVerdict.NOT_JUDGED, reasoning=str(lost[0]), error=lost[0])
    return opinion


def _results(
    cited: JudgedSource, opinions: Sequence[Mapping[int, ClaimOpinion]], bench: JudgingContext
) -> dict[int, VerificationResult]:
    """What the opinions come to, after every quote was looked up."""
    tables = read_tables(cited.document.plain)
    return {
        at: _result(cited, claim, [one[at] for one in opinions if at in one], tables, bench)
        for at, claim in cited.claims.items()
    }


def _result(
    cited: JudgedSource,
    claim: ExtractedClaim,
    opinions: Sequence[ClaimOpinion],
    tables: Sequence[TableIndex],
    bench: JudgingContext,
) -> VerificationResult:
    check = partial(guard_opinion, claim, cited.source, cited.document)
    check_abandoned()
    found = [check(opinion, bench.settings.min_quote_overlap) for opinion in opinions]
    best = min(found, key=_place)
    if best.verdict not in (ClaimVerdict.SUPPORTED, ClaimVerdict.PARTIAL):
        return best
    wrong = bench.contradicts(claim, tables) if tables else ""
    if not wrong:
        return _disputed(best, found)
    return best._replace(
        verdict=ClaimVerdict.CONTRADICTED,
        confidence=None,
        code=NUMBER_CONTRADICTED,
        reasoning=f"a table of the source says otherwise: {wrong}",
        judged=best.verdict,
    )


def _place(one: VerificationResult) -> tuple[int, bool, float]:
    return _ORDER.index(one.verdict), not one.code, -(one.confidence or 0.0)


def _disputed(best: VerificationResult, found: Sequence[VerificationResult]) -> VerificationResult:
    """A result that another piece of its source contradicts is support in part, and flagged."""
    against = [one for one in found if one.verdict is ClaimVerdict.CONTRADICTED]
    if best.verdict is not ClaimVerdict.SUPPORTED or not against:
        return best
    other = min(against, key=_place)
    return best._replace(
        verdict=ClaimVerdict.PARTIAL,
        confidence=None,
        code=SOURCES_DISAGREE,
        reasoning=f"another part of the source says otherwise: {other.evidence}",
        judged=best.verdict,
    )
