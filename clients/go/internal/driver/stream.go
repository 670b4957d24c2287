package main

import (
	"context"
	"encoding/json"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// part is a piece of a narrative, evidence, or how much must be judged before the next.
type part struct {
	Text     []byte          `json:"text"`
	Evidence json.RawMessage `json:"evidence"`
	Judged   int             `json:"judged"`
}

// stream verifies what comes in parts.
func stream(ctx context.Context, client *verifyd.Client, call line) (answer, error) {
	start := &verifydv1.VerifyStreamStart{}
	if err := read(call.Request, start); err != nil {
		return nil, err
	}
	verifying, err := client.VerifyStream(ctx, start)
	if err != nil {
		return describeError(err)
	}
	defer verifying.Cancel()
	steps := []answer{}
	for _, part := range call.Parts {
		if err := send(verifying, part); err != nil {
			return describeError(err)
		}
		if part.Judged > 0 {
			steps = append(steps, known(verifying))
		}
	}
	report, err := verifying.Finish()
	if err != nil {
		return describeError(err)
	}
	sentences := []answer{}
	for _, one := range verifying.Sentences() {
		sentences = append(sentences, answer{
			"start": one.Span.Start, "end": one.Span.End, "action": one.Action,
		})
	}
	said := known(verifying)
	said["response"], said["report"] = message(report.Raw()), describeReport(report)
	said["sentences"], said["steps"] = sentences, steps
	return said, nil
}

// send hands a part on, or waits until enough is judged.
func send(verifying *verifyd.VerifyStream, part part) error {
	if part.Text != nil {
		_, err := verifying.Write(part.Text)
		return err
	}
	if part.Evidence != nil {
		evidence := &verifydv1.Evidence{}
		if err := read(part.Evidence, evidence); err != nil {
			return err
		}
		return verifying.AddEvidence(evidence)
	}
	if verifying.Judged() >= part.Judged {
		return nil
	}
	for update, err := range verifying.Updates() {
		if err != nil {
			return err
		}
		if update.Judged >= part.Judged {
			break
		}
	}
	return nil
}

// known is what is known of a narrative so far.
func known(verifying *verifyd.VerifyStream) answer {
	findings := []answer{}
	for _, one := range verifying.Findings() {
		findings = append(findings, answer{
			"check": one.Check, "code": one.Code, "text": one.Text,
			"start": one.Span.Start, "end": one.Span.End,
		})
	}
	return answer{"findings": findings, "released": len(verifying.Released())}
}
