package main

import (
	"context"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

func verifyTranscript(ctx context.Context, client *verifyd.Client, call line) (answer, error) {
	request := &verifydv1.VerifyTranscriptRequest{}
	if err := read(call.Request, request); err != nil {
		return nil, err
	}
	found, err := client.VerifyTranscript(ctx, request)
	if err != nil {
		return describeError(err)
	}
	var text any
	if report := found.Report(); report != nil {
		text = describeReport(report)
	}
	calls := []answer{}
	for _, one := range found.ToolCalls() {
		calls = append(calls, answer{
			"message_index": one.MessageIndex, "call_id": one.CallID, "tool": one.Tool,
			"report": describeReport(one.Report),
		})
	}
	return answer{"response": message(found.Raw()), "report": answer{
		"decision": found.Decision(), "action": found.Action(), "released": found.Released(),
		"feedback": found.Feedback(), "report": text, "tool_calls": calls,
	}}, nil
}

func verifyToolCall(ctx context.Context, client *verifyd.Client, call line) (answer, error) {
	request := &verifydv1.VerifyToolCallRequest{}
	if err := read(call.Request, request); err != nil {
		return nil, err
	}
	report, err := client.VerifyToolCall(ctx, request)
	if err != nil {
		return describeError(err)
	}
	return answer{"response": message(report.Raw()), "report": describeReport(report)}, nil
}
