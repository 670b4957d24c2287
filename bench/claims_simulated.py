"""What the quotes do to judges of several qualities, over annotated claims.

    python -m bench.claims_simulated RECORDS

A simulated judge gives the right verdict as often as it is good, and quotes the source as a kind of
judge does: the sentences that have most of the claim's words (``careful``), the claim itself
(``inventing``), or any sentence (``careless``). The product asks it over HTTP. Printed are, for
each judge, the share of its right verdicts, and of those "supported", that the quotes change, and
the share of its wrong "supported" that they stop.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import records
from bench.claims import LABELS, evaluated, judged
from bench.model_endpoint import Body, endpoint
from bench.scoring import Record, ratio, table
from sidecar.citations.overlap import content_words
from sidecar.settings.root import Settings

QUALITIES = (1.0, 0.9, 0.7, 0.5)
_QUOTES = 4
_SENTENCE = re.compile(r"[^\n.!?]+(?:[.!?](?!\s)[^\n.!?]*)*[.!?]*")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.claims_simulated",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("records", type=Path, help="a file of annotated records")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, metavar="N", help="no more than N records")
    options = parser.parse_args(argv)
    chosen = [_merged(one) for one in records.read(options.records) if one.get("sources")]
    chosen = chosen[: options.first]
    rows = [_row(chosen, name, quality, options.seed) for name in _KINDS for quality in QUALITIES]
    print(table(rows))
    return 0


def _merged(record: Record) -> Record:
    """A record with its sources as one, which its label is about."""
    text = "\n".join(source["text"] for source in record["sources"])
    return {**record, "sources": [{"source_id": "s1", "text": text}]}


def _row(chosen: Sequence[Record], name: str, quality: float, seed: int) -> dict[str, object]:
    """What the quotes did to one judge."""
    said, verdicts = _asked(chosen, name, quality, random.Random(seed))
    labels = {record["id"]: record["gold"][0]["label"] for record in chosen}
    kept = {id_ for id_, verdict in verdicts.items() if verdict == "supported"}
    right = {id_ for id_ in said if said[id_] == labels[id_]}
    same = {id_ for id_ in right if verdicts.get(id_) == said[id_]}
    good = {id_ for id_ in right if said[id_] == "supported"}
    bad = {id_ for id_, verdict in said.items() if verdict == "supported"} - good
    return {
        "quotes": name,
        "quality": quality,
        "right": len(right),
        "lost": ratio(len(right - same), len(right)),
        "right_supported": len(good),
        "supported_lost": ratio(len(good - kept), len(good)),
        "wrong_supported": len(bad),
        "stopped": ratio(len(bad - kept), len(bad)),
        "not_judged": len(chosen) - len(verdicts),
    }


def _asked(
    chosen: Sequence[Record], name: str, quality: float, source: random.Random
) -> tuple[dict[str, str], dict[str, str]]:
    """What a judge says of each record, and what came of it."""
    said: dict[str, str] = {}
    by_id = {record["id"]: record for record in chosen}
    own = {"enabled": True, "model": "simulated", "cache_bytes": 0, "skip_opinions": False}
    with endpoint() as known:

        def begun(id_: str) -> None:
            record = by_id[id_]
            label = record["gold"][0]["label"]
            others = [one for one in LABELS if one != label]
            verdict = label if source.random() < quality else source.choice(others)
            said[id_] = verdict
            known.answer = _judge(record, verdict, _KINDS[name], source)

        settings = Settings.model_validate({"claims": own | {"base_url": known.url}})
        with evaluated(settings, begun) as evaluation:
            found = judged(chosen, evaluation.results(chosen, {}))
    return said, {id_: one.verdict for id_, one in found.items()}


def _judge(
    record: Record, verdict: str, quotes: Callable[..., list[str]], source: random.Random
) -> Callable[[Body], str]:
    """Answers the one question about a record."""
    (one,) = record["sources"]
    said = quotes(record["narrative"], one["text"], source) if verdict != "unsupported" else []
    entry = {"id": "c0", "verdict": verdict, "confidence": 0.9, "quotes": said, "reasoning": ""}
    answer = json.dumps({"results": [entry]})
    return lambda _: answer


def _careful(claim: str, text: str, _: random.Random) -> list[str]:
    """The sentences that together have most of the claim's words."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text)]
    wanted = set(content_words(claim)) | set(re.findall(r"\d[\d.,]*\d|\d", claim))
    chosen: list[str] = []
    while wanted and len(chosen) < _QUOTES:
        best = max(sentences, key=lambda one: len(_held(one, wanted)), default="")
        held = _held(best, wanted)
        if not held:
            break
        chosen.append(best)
        wanted -= held
    return chosen or sentences[:1]


def _held(sentence: str, wanted: set[str]) -> set[str]:
    return wanted & (set(content_words(sentence)) | set(re.findall(r"\d[\d.,]*\d|\d", sentence)))


def _inventing(claim: str, _: str, __: random.Random) -> list[str]:
    """What the source should say."""
    return [claim]


def _careless(_: str, text: str, source: random.Random) -> list[str]:
    """Any sentence of the source."""
    return [source.choice([match[0].strip() for match in _SENTENCE.finditer(text)])]


_KINDS: dict[str, Callable[..., list[str]]] = {
    "careful": _careful,
    "inventing": _inventing,
    "careless": _careless,
}


if __name__ == "__main__":
    sys.exit(main())
