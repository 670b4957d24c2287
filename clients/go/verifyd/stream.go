package verifyd

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

const streamTimeout = 10 * time.Minute

type verifyCall = grpc.BidiStreamingClient[verifydv1.VerifyStreamRequest, verifydv1.VerifyStreamResponse]

// VerifyStream is a narrative that is verified while it is being written: pieces in, findings out, the
// report at the end. It is an [io.Writer]. One goroutine writes; any may read what is known.
//
// Findings are provisional until the report. A stream that fails has verified nothing beyond what was
// released before. One that is not finished must be cancelled.
type VerifyStream struct {
	client    *Client
	ctx       context.Context
	cancel    context.CancelFunc
	call      verifyCall
	requestID string
	checks    []string

	mutex    sync.Mutex
	changed  *sync.Cond
	progress progress
	updates  []*StreamUpdate
	finished bool
	ended    bool
	report   *Report
	err      error
}

// VerifyStream opens a stream: the request has no narrative, which is written to the stream in pieces.
// The deadline of the context bounds the whole stream; where it has none, 10 minutes do.
//
// Evidence is uploaded in advance as [Client.Verify] does it.
func (c *Client) VerifyStream(
	ctx context.Context, start *verifydv1.VerifyStreamStart, handles ...*Handle,
) (*VerifyStream, error) {
	ctx, release := withTimeout(ctx, streamTimeout)
	ctx, stop := context.WithCancel(ctx)
	cancel := func() { stop(); release() }
	stream, err := c.openStream(ctx, start, handles)
	if err != nil {
		cancel()
		return nil, err
	}
	stream.ctx, stream.cancel = ctx, cancel
	go stream.read()
	return stream, nil
}

func (c *Client) openStream(
	ctx context.Context, start *verifydv1.VerifyStreamStart, handles []*Handle,
) (*VerifyStream, error) {
	request, handles, err := c.prepare(ctx, start.GetRequest(), handles, roomBytes)
	if err != nil {
		return nil, err
	}
	first := &verifydv1.VerifyStreamRequest{Part: &verifydv1.VerifyStreamRequest_Start{
		Start: &verifydv1.VerifyStreamStart{Request: request, Release: start.GetRelease()},
	}}
	return ask(ctx, c, request.GetRequestId(), handles, func() (*VerifyStream, error) {
		call, err := c.verify.VerifyStream(ctx)
		if err != nil {
			return nil, err
		}
		// A failed Send only says that the stream has ended; Recv says why.
		_ = call.Send(first)
		answer, err := call.Recv()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		started := answer.GetStarted()
		if started == nil {
			return nil, broken("the server did not say that the stream has started")
		}
		stream := &VerifyStream{
			client: c, call: call, requestID: started.RequestId, checks: started.Checks,
			progress: progress{
				releasesSentences: started.Release == verifydv1.ReleaseMode_RELEASE_MODE_SENTENCE,
				findings:          map[uint32]StreamFinding{},
			},
		}
		stream.changed = sync.NewCond(&stream.mutex)
		return stream, nil
	})
}

// Write sends the next piece of the narrative, which may end inside a character. It waits while the
// server is slower than the model. A piece without text tells the server that more will come.
func (s *VerifyStream) Write(piece []byte) (int, error) {
	if err := s.add(piece); err != nil {
		return 0, err
	}
	part := &verifydv1.VerifyStreamRequest_Text{Text: piece}
	if err := s.send(&verifydv1.VerifyStreamRequest{Part: part}); err != nil {
		return 0, err
	}
	return len(piece), nil
}

// WriteString is Write for a string.
func (s *VerifyStream) WriteString(piece string) (int, error) {
	return s.Write([]byte(piece))
}

// AddEvidence adds evidence. Sentences that were judged before are judged with it in the report only.
func (s *VerifyStream) AddEvidence(evidence *verifydv1.Evidence, handles ...*Handle) error {
	if err := s.add(nil); err != nil {
		return err
	}
	request := &verifydv1.VerifyRequest{Evidence: evidence}
	request, _, err := s.client.prepare(s.ctx, request, handles, roomBytes)
	if err != nil {
		return err
	}
	part := &verifydv1.VerifyStreamRequest_Evidence{Evidence: request.Evidence}
	return s.send(&verifydv1.VerifyStreamRequest{Part: part})
}

// add takes in a piece, or nothing, before it is sent.
func (s *VerifyStream) add(piece []byte) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.finished {
		return invalid("piece", "the narrative is finished: nothing can be added")
	}
	s.progress.narrative.Write(piece)
	return nil
}

func (s *VerifyStream) send(part *verifydv1.VerifyStreamRequest) error {
	if err := s.call.Send(part); err != nil {
		return s.wait() // which knows why
	}
	return nil
}

// Finish ends the narrative and waits for its report, which is that of [Client.Verify] for the whole of
// it.
func (s *VerifyStream) Finish() (*Report, error) {
	s.mutex.Lock()
	s.finished = true
	s.mutex.Unlock()
	_ = s.call.CloseSend() // always nil
	if err := s.wait(); err != nil {
		return nil, err
	}
	return s.report, nil
}

// Cancel ends the call, wherever it is. After Finish it does nothing.
func (s *VerifyStream) Cancel() {
	s.cancel()
}

// Updates returns what changes, each change once, until the report or an error.
func (s *VerifyStream) Updates() iter.Seq2[*StreamUpdate, error] {
	return func(yield func(*StreamUpdate, error) bool) {
		for {
			update, err := s.next()
			if update == nil && err == nil {
				return
			}
			if !yield(update, err) || err != nil {
				return
			}
		}
	}
}

// RequestID is the id of the request.
func (s *VerifyStream) RequestID() string { return s.requestID }

// Checks returns the checks that judge sentences on the way.
func (s *VerifyStream) Checks() []string { return s.checks }

// ReleasesSentences says whether sentences are released before the report: where that was asked for,
// and no check holds everything back.
func (s *VerifyStream) ReleasesSentences() bool { return s.progress.releasesSentences }

// Narrative is what was written so far.
func (s *VerifyStream) Narrative() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.progress.narrative.String()
}

// Released is what of the narrative may be shown.
func (s *VerifyStream) Released() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.progress.narrative.String()[:s.progress.released]
}

// Judged is up to where the narrative was judged, in bytes.
func (s *VerifyStream) Judged() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.progress.judged
}

// Findings returns the findings that hold now, in the order of the text.
func (s *VerifyStream) Findings() []StreamFinding {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.progress.holding()
}

// Sentences returns the sentences that were judged, in the order of the text.
func (s *VerifyStream) Sentences() []StreamSentence {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.progress.sentences)
}

// next waits for an update; it returns none at the end of a stream that ended well.
func (s *VerifyStream) next() (*StreamUpdate, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for len(s.updates) == 0 && !s.ended {
		s.changed.Wait()
	}
	if len(s.updates) == 0 {
		return nil, s.err
	}
	update := s.updates[0]
	s.updates = s.updates[1:]
	return update, nil
}

// wait waits for the end, and returns its error.
func (s *VerifyStream) wait() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for !s.ended {
		s.changed.Wait()
	}
	return s.err
}

func (s *VerifyStream) isFinished() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.finished
}

// read takes in what the server says until the call ends.
func (s *VerifyStream) read() {
	var result *verifydv1.VerifyResponse
	var err error
	for err == nil {
		var answer *verifydv1.VerifyStreamResponse
		if answer, err = s.call.Recv(); err != nil {
			break
		}
		if update := answer.GetUpdate(); update != nil {
			s.mutex.Lock()
			s.updates = append(s.updates, s.progress.apply(update))
			s.changed.Broadcast()
			s.mutex.Unlock()
		}
		if answer.GetResult() != nil {
			result = answer.GetResult()
			if !s.isFinished() {
				err = broken("the server gave a report before the end of the narrative")
			}
		}
	}
	if errors.Is(err, io.EOF) && result == nil {
		err = broken("the server ended the stream without a report")
	}
	s.end(result, err)
}

// end settles how the stream ended: with io.EOF it ended well.
func (s *VerifyStream) end(result *verifydv1.VerifyResponse, err error) {
	s.cancel()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.ended = true
	if errors.Is(err, io.EOF) {
		s.report = &Report{narrative: s.progress.narrative.String(), raw: result}
		if s.report.Released() {
			s.progress.released = s.progress.narrative.Len()
		}
	} else {
		s.err = newError(err, s.client.address, s.requestID)
	}
	s.changed.Broadcast()
}

func broken(message string) *Error {
	internal := code.Code_INTERNAL.String()
	return &Error{Reason: internal, Code: internal, Message: message, Metadata: map[string]string{}}
}
