package verifyd

import (
	"context"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// TranscriptReport is everything that was found in a message of a conversation: a view of the answer
// as it came.
type TranscriptReport struct {
	raw *verifydv1.VerifyTranscriptResponse
}

// ToolCallReport is what was found in a tool call. Make the call only where its report is released.
type ToolCallReport struct {
	// MessageIndex is the place of its message in the list.
	MessageIndex int
	// CallID is the id of the call; empty where it has none.
	CallID string
	// Tool is the name of the tool.
	Tool string
	// Report is about the arguments, as JSON text.
	Report *Report
}

// VerifyTranscript judges a message of a conversation: its text as [Client.Verify] does, against what
// tools returned before it, and its tool calls as [Client.VerifyToolCall] does.
//
// The evidence of the request, and that behind the handles, is added to that of the conversation. An
// error means that the message was not judged, and nothing was approved.
func (c *Client) VerifyTranscript(
	ctx context.Context, request *verifydv1.VerifyTranscriptRequest, handles ...*Handle,
) (*TranscriptReport, error) {
	if err := checkTranscript(request.GetTranscript()); err != nil {
		return nil, err
	}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	given := request.GetRequest()
	taken := proto.Size(request) - proto.Size(given)
	inner, handles, err := c.prepare(ctx, given, handles, roomBytes-taken)
	if err != nil {
		return nil, err
	}
	asked := &verifydv1.VerifyTranscriptRequest{
		Transcript:   request.GetTranscript(),
		Request:      inner,
		MessageIndex: request.MessageIndex,
		Rules:        request.GetRules(),
		ToolCalls:    request.GetToolCalls(),
	}
	answer, err := ask(ctx, c, given.GetRequestId(), handles,
		func() (*verifydv1.VerifyTranscriptResponse, error) {
			return c.transcripts.VerifyTranscript(ctx, asked)
		})
	if err != nil {
		return nil, err
	}
	return &TranscriptReport{raw: answer}, nil
}

// VerifyToolCall judges the arguments of a tool call before it is made: where each value comes from,
// and whether they have the shape that the tool's schema asks for. The narrative of the report is
// their JSON text.
func (c *Client) VerifyToolCall(
	ctx context.Context, request *verifydv1.VerifyToolCallRequest,
) (*Report, error) {
	if err := checkTranscript(request.GetTranscript()); err != nil {
		return nil, err
	}
	answer, err := unary(ctx, c, c.transcripts.VerifyToolCall, request)
	if err != nil {
		return nil, err
	}
	return &Report{narrative: answer.GetArgumentsJson(), raw: answer.GetResponse()}, nil
}

func checkTranscript(transcript *verifydv1.Transcript) error {
	if !utf8.ValidString(transcript.GetMessages()) {
		return invalid("transcript", "the messages are not valid UTF-8")
	}
	return nil
}

// Decision is the worst of text and tool calls. A missing or unknown one reads as UNVERIFIED.
func (r *TranscriptReport) Decision() Decision {
	return readDecision(r.raw.GetDecision())
}

// Action is what to do with the message. A missing or unknown one, or one beside a decision that is
// missing or unknown, reads as HOLD.
func (r *TranscriptReport) Action() Action {
	return readAction(r.raw.GetAction(), r.raw.GetDecision())
}

// Released says whether the message may go out, and its tool calls may be made: whether the action is
// RELEASE.
func (r *TranscriptReport) Released() bool {
	return r.Action() == ActionRelease
}

// Report is what was found in the text; nil where the message has none.
func (r *TranscriptReport) Report() *Report {
	if r.raw.GetResponse() == nil {
		return nil
	}
	return &Report{narrative: r.raw.GetNarrative(), raw: r.raw.GetResponse()}
}

// ToolCalls returns what was found in the tool calls.
func (r *TranscriptReport) ToolCalls() []ToolCallReport {
	var calls []ToolCallReport
	for _, call := range r.raw.GetToolCalls() {
		calls = append(calls, ToolCallReport{
			MessageIndex: int(call.GetMessageIndex()),
			CallID:       call.GetCallId(),
			Tool:         call.GetTool(),
			Report: &Report{
				narrative: call.GetArgumentsJson(),
				raw:       &verifydv1.VerifyResponse{Report: call.GetReport()},
			},
		})
	}
	return calls
}

// Feedback is what to send back to the model; empty where nothing is wrong.
func (r *TranscriptReport) Feedback() string {
	var parts []string
	if report := r.Report(); report != nil && report.Feedback() != "" {
		parts = append(parts, report.Feedback())
	}
	for _, call := range r.ToolCalls() {
		if said := call.Report.Feedback(); said != "" {
			parts = append(parts, "Call of "+call.Tool+": "+said)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Raw is the whole answer as it came.
func (r *TranscriptReport) Raw() *verifydv1.VerifyTranscriptResponse {
	return r.raw
}
