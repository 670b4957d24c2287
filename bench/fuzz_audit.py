"""Whatever is changed in an audit file, verifying it with its checkpoints tells.

    python -m bench.fuzz_audit [--count N] [--seed S]

Draws audit files of one to five tenants, with checkpoints up to the end of each chain, which are
accepted as they are, and damages them: in ways that somebody without a plan would, and in those of
somebody who knows the format and makes all digests anew. The keys stay out of their reach. Prints
how many of each kind were made, and by which codes they were told. One that is accepted fails the
run, and so does an exception.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
from collections import Counter, defaultdict
from os import getpid

from bench.audit_files import PUBLIC
from bench.drawn_audit import DrawnLog, damaged, whole
from bench.fuzz_tally import FuzzTally
from sidecar.audit import checkpoints, verifying
from sidecar.audit.faults import AuditFault
from sidecar.audit.verifying import verify


def judged(drawn: DrawnLog) -> str | None:
    """The code of what is wrong with a file; None where it is accepted."""
    try:
        data = io.BytesIO(b"".join(drawn.marks))
        marks = checkpoints.read(verifying.read_checkpoints(data), PUBLIC)
    except AuditFault as fault:
        return fault.code
    found = verify(verifying.read_records(io.BytesIO(b"".join(drawn.lines))), marks).fault
    return None if found is None else found.code


def run(seed: int, count: int, told: dict[str, Counter[str]]) -> FuzzTally:
    """Verify damaged files; counts for each kind by which codes they were told."""
    tally = FuzzTally("audit", seed, count, getpid())
    source = random.Random(-seed)
    for number, drawn in enumerate(damaged(seed, count)):
        started = time.process_time()
        try:
            found = judged(drawn)
            fine = judged(whole(source)) if number % 50 == 0 else None
        except Exception as error:
            tally.fault(number, repr(error)[:300])
            continue
        if found is None or fine is not None:
            tally.fault(number, f"{drawn.kind} told as {found}; a whole file as {fine}")
            continue
        told[drawn.kind][found] += 1
        size = sum(map(len, drawn.lines))
        tally.record(number, found, time.process_time() - started, size)
    return tally


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz_audit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=10_000, help="damaged files (10000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    told: dict[str, Counter[str]] = defaultdict(Counter)
    tally = run(options.seed, options.count, told)
    for kind, codes in told.items():
        each = ", ".join(f"{code} {count}" for code, count in codes.most_common())
        print(f"{kind:20} {codes.total():5}  {each}")
    print(tally)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
