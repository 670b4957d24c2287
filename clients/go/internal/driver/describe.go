package main

import (
	"errors"

	"github.com/verifyd/verifyd/clients/go/verifyd"
)

// describeReport is a report as the typed face has it.
func describeReport(report *verifyd.Report) answer {
	failures, findings, bindings := []answer{}, []answer{}, []answer{}
	for _, one := range report.Failures() {
		failures = append(failures, answer{"check": one.Check, "reason": one.Reason})
	}
	for _, one := range report.Findings() {
		var replacement any
		if one.Repair != nil {
			replacement = one.Repair.Replacement
		}
		findings = append(findings, answer{
			"check": one.Check, "code": one.Code, "severity": one.Severity, "verdict": one.Verdict,
			"message": one.Message, "text": one.Text, "start": one.Span.Start, "end": one.Span.End,
			"replacement": replacement,
		})
	}
	for _, one := range report.Bindings() {
		bindings = append(bindings, answer{
			"text": one.Text, "start": one.Span.Start, "end": one.Span.End, "matched": one.Matched,
			"verdict": one.Verdict, "grade": one.Grade, "source": one.Source, "location": one.Location,
		})
	}
	return answer{
		"decision": report.Decision(), "action": report.Action(), "released": report.Released(),
		"feedback": report.Feedback(), "repaired": report.Repaired(),
		"failures": failures, "findings": findings, "bindings": bindings,
	}
}

var kinds = map[string]error{
	"InvalidRequest":   verifyd.ErrInvalidRequest,
	"EvidenceNotFound": verifyd.ErrEvidenceNotFound,
	"NotAllowed":       verifyd.ErrNotAllowed,
	"Unauthenticated":  verifyd.ErrUnauthenticated,
	"Overloaded":       verifyd.ErrOverloaded,
	"DeadlineExceeded": verifyd.ErrDeadlineExceeded,
	"Unavailable":      verifyd.ErrUnavailable,
	"ReviewConflict":   verifyd.ErrReviewConflict,
}

// describeError is a failed call as the typed face has it. Another error than the client's is one of the
// driver's.
func describeError(err error) (answer, error) {
	failed, ok := errors.AsType[*verifyd.Error](err)
	if !ok {
		return nil, err
	}
	called := "VerifydError"
	for name, kind := range kinds {
		if errors.Is(err, kind) {
			called = name
		}
	}
	return answer{"error": answer{
		"kind": called, "code": failed.Code, "reason": failed.Reason, "metadata": failed.Metadata,
	}}, nil
}
