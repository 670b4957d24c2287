package verifyd

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

type serverStream = grpc.BidiStreamingServer[verifydv1.VerifyStreamRequest, verifydv1.VerifyStreamResponse]

func (p *peer) VerifyStream(stream serverStream) error {
	p.mutex.Lock()
	p.attempts++
	err := next(&p.failures)
	p.mutex.Unlock()
	if err != nil {
		return err
	}
	return p.script(stream)
}

func started(release verifydv1.ReleaseMode) *verifydv1.VerifyStreamResponse {
	return &verifydv1.VerifyStreamResponse{Part: &verifydv1.VerifyStreamResponse_Started{
		Started: &verifydv1.VerifyStreamStarted{
			RequestId: "r", Checks: []string{"numeric"}, Release: release,
		},
	}}
}

func updated(update *verifydv1.VerifyStreamUpdate) *verifydv1.VerifyStreamResponse {
	return &verifydv1.VerifyStreamResponse{Part: &verifydv1.VerifyStreamResponse_Update{Update: update}}
}

func released() *verifydv1.VerifyStreamResponse {
	report := &verifydv1.Report{
		Decision: verifydv1.Decision_DECISION_PASS, Action: verifydv1.Action_ACTION_RELEASE,
	}
	return &verifydv1.VerifyStreamResponse{Part: &verifydv1.VerifyStreamResponse_Result{
		Result: &verifydv1.VerifyResponse{Report: report},
	}}
}

const bySentence = verifydv1.ReleaseMode_RELEASE_MODE_SENTENCE

// say makes a script that sends responses one by one.
func say(responses ...*verifydv1.VerifyStreamResponse) func(serverStream) error {
	return func(stream serverStream) error {
		for _, response := range responses {
			if err := stream.Send(response); err != nil {
				return err
			}
		}
		return nil
	}
}

// after makes a script that sends responses before and behind the end of the narrative.
func after(
	before []*verifydv1.VerifyStreamResponse, behind ...*verifydv1.VerifyStreamResponse,
) func(serverStream) error {
	return func(stream serverStream) error {
		if err := say(before...)(stream); err != nil {
			return err
		}
		for {
			if _, err := stream.Recv(); errors.Is(err, io.EOF) {
				return say(behind...)(stream)
			} else if err != nil {
				return err
			}
		}
	}
}

func open(t *testing.T, client *Client, release verifydv1.ReleaseMode) *VerifyStream {
	t.Helper()
	stream, err := client.VerifyStream(t.Context(), &verifydv1.VerifyStreamStart{Release: release})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stream.Cancel)
	return stream
}

func TestPiecesAndEvidenceGoInAndUpdatesComeOut(t *testing.T) {
	var parts []*verifydv1.VerifyStreamRequest
	p := &peer{script: func(stream serverStream) error {
		for {
			part, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			parts = append(parts, part)
			if len(parts) == 1 {
				if err := stream.Send(started(bySentence)); err != nil {
					return err
				}
			} else if len(part.GetText()) > 0 {
				update := &verifydv1.VerifyStreamUpdate{JudgedBytes: 6, ReleasedBytes: 6}
				if err := stream.Send(updated(update)); err != nil {
					return err
				}
			}
		}
		return stream.Send(released())
	}}
	stream := open(t, start(t, p), bySentence)
	if stream.RequestID() != "r" || !slices.Equal(stream.Checks(), []string{"numeric"}) ||
		!stream.ReleasesSentences() {
		t.Errorf("%q, %v", stream.RequestID(), stream.Checks())
	}
	for _, piece := range []string{"5 \xf0\x9f", "\xa6\x89. ", "", "7."} {
		if count, err := stream.WriteString(piece); err != nil || count != len(piece) {
			t.Fatal(count, err)
		}
	}
	if err := stream.AddEvidence(&verifydv1.Evidence{Handles: []string{"a"}}, &Handle{ID: "b"}); err != nil {
		t.Fatal(err)
	}
	report, err := stream.Finish()
	if err != nil || report.Narrative() != "5 🦉. 7." || stream.Released() != report.Narrative() {
		t.Errorf("%v, %q", err, stream.Released())
	}
	var judged []int
	for update, err := range stream.Updates() {
		if err != nil {
			t.Fatal(err)
		}
		judged = append(judged, update.Judged)
	}
	if !slices.Equal(judged, []int{5, 6, 6}) && !slices.Equal(judged, []int{6, 6, 6}) {
		t.Errorf("judged %v", judged)
	}
	last := parts[len(parts)-1].GetEvidence()
	if !slices.Equal(last.GetHandles(), []string{"a", "b"}) {
		t.Errorf("evidence %v", last)
	}
	if _, err := stream.WriteString("x"); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("behind the end: %v", err)
	}
}

func TestWhatHoldsNow(t *testing.T) {
	p := progress{releasesSentences: true, findings: map[uint32]StreamFinding{}}
	p.narrative.WriteString("Ä 5. 🦉 7. 9.")
	finding := func(id, replaced uint32, name string, start uint32) *verifydv1.StreamFinding {
		span := &verifydv1.Span{Start: start, End: start + 1}
		return &verifydv1.StreamFinding{
			Id: id, ReplacedId: replaced, Holds: id == 1, Finding: &verifydv1.Finding{Code: name, Span: span},
		}
	}
	sentence := func(start, end uint32, action verifydv1.Action) *verifydv1.StreamSentence {
		return &verifydv1.StreamSentence{Span: &verifydv1.Span{Start: start, End: end}, Action: action}
	}
	p.apply(&verifydv1.VerifyStreamUpdate{
		Findings: []*verifydv1.StreamFinding{finding(1, 0, "LATER", 11), finding(2, 0, "FIRST", 3)},
		Sentences: []*verifydv1.StreamSentence{
			sentence(6, 14, verifydv1.Action_ACTION_HOLD), sentence(0, 6, verifydv1.Action_ACTION_RELEASE),
		},
	})
	held := p.holding()
	if len(held) != 2 || held[0].Text != "5" || held[1].Text != "7" || held[0].Holds || !held[1].Holds {
		t.Errorf("%v", held)
	}
	changed := p.apply(&verifydv1.VerifyStreamUpdate{
		WithdrawnIds: []uint32{2},
		Findings:     []*verifydv1.StreamFinding{finding(3, 1, "OTHER", 11)},
		Sentences:    []*verifydv1.StreamSentence{sentence(6, 14, 99)},
	})
	held = p.holding()
	if !slices.Equal(changed.WithdrawnIDs, []uint32{2, 1}) || len(held) != 1 || held[0].Code != "OTHER" {
		t.Errorf("%v, %v", changed.WithdrawnIDs, held)
	}
	want := []StreamSentence{{Span{0, 6}, ActionRelease}, {Span{6, 14}, ActionHold}}
	if !slices.Equal(p.sentences, want) {
		t.Errorf("%v", p.sentences)
	}
}

func TestNothingIsReleasedThatWasNotSentAndJudged(t *testing.T) {
	p := progress{releasesSentences: true, findings: map[uint32]StreamFinding{}}
	p.narrative.WriteString("abc. ")
	for _, step := range []struct {
		judged, released uint64
		want             int
	}{{3, 5, 3}, {99, 1 << 63, 5}, {0, 0, 5}} {
		update := &verifydv1.VerifyStreamUpdate{JudgedBytes: step.judged, ReleasedBytes: step.released}
		if got := p.apply(update).Released; got != step.want {
			t.Errorf("%v: %d", step, got)
		}
	}
	p.releasesSentences, p.released = false, 0
	if got := p.apply(&verifydv1.VerifyStreamUpdate{ReleasedBytes: 5}).Released; got != 0 {
		t.Errorf("released %d before the report", got)
	}
}

func TestAStreamWithoutItsReportHasVerifiedNothing(t *testing.T) {
	begun := started(bySentence)
	for name, script := range map[string]func(serverStream) error{
		"no report":    say(begun),
		"early report": say(begun, released()),
		"failed": func(stream serverStream) error {
			_ = stream.Send(begun)
			return status.Error(codes.Unavailable, "away")
		},
		"failed behind the report": func(stream serverStream) error {
			_ = after([]*verifydv1.VerifyStreamResponse{begun}, released())(stream)
			return status.Error(codes.Unavailable, "away")
		},
	} {
		stream := open(t, start(t, &peer{script: script}), bySentence)
		if name != "failed behind the report" {
			for range stream.Updates() { // until it has failed
			}
		}
		report, err := stream.Finish()
		failed, ok := errors.AsType[*Error](err)
		if !ok || report != nil || stream.Released() != "" {
			t.Errorf("%s: %v, %v", name, report, err)
		}
		for _, got := range stream.Updates() {
			if got != failed {
				t.Errorf("%s: updates end with %v", name, got)
			}
		}
	}
	_, err := start(t, &peer{script: say(released())}).VerifyStream(t.Context(), nil)
	if failed, ok := errors.AsType[*Error](err); !ok || failed.Reason != "INTERNAL" {
		t.Errorf("no start: %v", err)
	}
}

func TestOpeningIsTriedAgain(t *testing.T) {
	begun := []*verifydv1.VerifyStreamResponse{started(bySentence)}
	p := &peer{
		script:   after(begun, released()),
		failures: []error{status.Error(codes.Unavailable, "away"), lost("q")},
	}
	client := start(t, p)
	handle, err := client.Put(t.Context(), FromArrow("q", []byte("arrow")))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := client.VerifyStream(t.Context(), &verifydv1.VerifyStreamStart{}, handle)
	if err != nil {
		t.Fatal(err)
	}
	report, err := stream.Finish()
	if err != nil || !report.Released() || p.attempts != 3 || len(p.uploads) != 2 {
		t.Errorf("%v, %d attempts, %d uploads", err, p.attempts, len(p.uploads))
	}
}

func TestAStreamEndsWithItsContext(t *testing.T) {
	ended := make(chan struct{}, 4)
	p := &peer{script: func(stream serverStream) error {
		_ = stream.Send(started(bySentence))
		<-stream.Context().Done()
		ended <- struct{}{}
		return nil
	}}
	client := start(t, p)
	for name, end := range map[string]func(*VerifyStream, context.CancelFunc){
		"context": func(_ *VerifyStream, cancel context.CancelFunc) { cancel() },
		"cancel":  func(stream *VerifyStream, _ context.CancelFunc) { stream.Cancel() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		stream, err := client.VerifyStream(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		end(stream, cancel)
		if _, err := stream.Finish(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		<-ended
		cancel()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	stream, err := client.VerifyStream(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A server that does not read makes Write wait.
	piece := []byte(strings.Repeat("x", 1<<16))
	for err == nil {
		_, err = stream.Write(piece)
	}
	if !errors.Is(err, ErrDeadlineExceeded) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if sent := len(stream.Narrative()); sent > 100*len(piece) {
		t.Errorf("%d bytes were taken", sent)
	}
}

func TestLargeEvidenceOfAStreamIsUploadedInAdvance(t *testing.T) {
	begun := []*verifydv1.VerifyStreamResponse{started(bySentence)}
	p := &peer{script: after(begun, released())}
	stream := open(t, start(t, p), bySentence)
	evidence := &verifydv1.Evidence{QueryResults: []*verifydv1.QueryResult{
		FromArrow("large", make([]byte, 5<<20)), FromArrow("small", []byte("arrow")),
	}}
	if err := stream.AddEvidence(evidence); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Finish(); err != nil || len(p.uploads) != 1 {
		t.Errorf("%v, %d uploads", err, len(p.uploads))
	}
}
