"""An eval as JUnit XML: one test case for each question, for the pages of a build server.

A wrong answer is a failure; an answer that could not be verified, or that never came, an error. A
warning passes, and is reported in the case's output. A run that has not ended has an error of its
own.
"""

from __future__ import annotations

import re
from collections import Counter
from math import fsum
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from sidecar.evals.measures.observing import QuestionEnding, classify_ending, explain_ending
from sidecar.evals.model import EvalResult, EvalRun

_TAGS = {
    QuestionEnding.FAILED: "failure",
    QuestionEnding.UNVERIFIED: "error",
    QuestionEnding.ERROR: "error",
}
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(run: EvalRun) -> str:
    """Write an eval as JUnit XML.

    Characters that XML cannot hold become U+FFFD. Times are seconds: the agent's and those of
    verification together.
    """
    cases = [_case(run, result) for result in run.results]
    ends = Counter(_TAGS.get(classify_ending(result), "") for result in run.results)
    if not run.complete:  # build servers read cases: those that are missing must not look well
        cases.append(_unfinished(run))
        ends["error"] += 1
    totals = {
        "name": _plain(run.dataset_name or run.dataset_id),
        "tests": str(len(cases)),
        "failures": str(ends["failure"]),
        "errors": str(ends["error"]),
        "time": f"{fsum(map(_seconds, run.results)):.3f}",
    }
    root = Element("testsuites", totals)
    stamp = {"timestamp": _plain(run.started_at)} if run.started_at else {}
    suite = SubElement(root, "testsuite", {**totals, "skipped": "0", **stamp})
    properties = SubElement(suite, "properties")
    for name in ("dataset_id", "agent", "settings_digest", "engine_version"):
        value = _plain(str(getattr(run, name)))
        SubElement(properties, "property", {"name": name, "value": value})
    complete = "true" if run.complete else "false"
    SubElement(properties, "property", {"name": "complete", "value": complete})
    suite.extend(cases)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _case(run: EvalRun, result: EvalResult) -> Element:
    how, why = classify_ending(result), [_plain(reason) for reason in explain_ending(result)]
    case = Element(
        "testcase",
        {
            "classname": _plain(run.dataset_id),
            "name": _plain(result.question.id),
            "time": f"{_seconds(result):.3f}",
        },
    )
    tag = _TAGS.get(how)
    if tag is not None:
        head = why[0] if why else how.value
        SubElement(case, tag, {"type": how.value, "message": head}).text = "\n".join(why)
    output = [
        f"question: {_plain(result.question.question)}",
        f"ending: {how.value}",
        f"tags: {_plain(', '.join(result.question.tags))}",
        f"attempts: {result.attempts}",
    ]
    if how is QuestionEnding.WARNING:
        output += why
    SubElement(case, "system-out").text = "\n".join(output)
    return case


def _unfinished(run: EvalRun) -> Element:
    name = {"classname": _plain(run.dataset_id), "name": "the run has not ended", "time": "0.000"}
    case = Element("testcase", name)
    told = "there are questions without a result"
    SubElement(case, "error", {"type": "incomplete", "message": told}).text = told
    return case


def _seconds(result: EvalResult) -> float:
    found = result.run.verification
    agent = max(0.0, result.run.duration_seconds)  # less is not known, as in the metrics
    return agent + (found.seconds if found else 0.0)


def _plain(string: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", string)
