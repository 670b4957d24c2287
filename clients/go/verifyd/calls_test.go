package verifyd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// peer is a server that fails as a test scripts it, and keeps the evidence it is given.
type peer struct {
	verifydv1.UnimplementedVerifyServiceServer
	verifydv1.UnimplementedEvidenceServiceServer

	mutex    sync.Mutex
	failures []error // of the next calls of Verify, in order
	refusals []error // of the next uploads
	attempts int
	uploads  []string // the bytes of each
	known    map[string]bool
	received *verifydv1.VerifyRequest
	tokens   []string
	blocks   bool
	called   func()                   // at each call of Verify
	script   func(serverStream) error // of VerifyStream
}

func (p *peer) Verify(
	ctx context.Context, request *verifydv1.VerifyRequest,
) (*verifydv1.VerifyResponse, error) {
	p.mutex.Lock()
	p.attempts++
	p.received = request
	held, _ := metadata.FromIncomingContext(ctx)
	p.tokens = held.Get("authorization")
	blocks := p.blocks
	err := next(&p.failures)
	for _, handle := range request.GetEvidence().GetHandles() {
		if err == nil && !p.known[handle] {
			err = lost(handle)
		}
	}
	p.mutex.Unlock()
	if p.called != nil {
		p.called()
	}
	if blocks {
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	return &verifydv1.VerifyResponse{}, err
}

func (p *peer) PutQueryResult(
	stream grpc.ClientStreamingServer[verifydv1.PutQueryResultRequest, verifydv1.PutQueryResultResponse],
) error {
	var name, data string
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if header := part.GetHeader(); header != nil {
			name = header.QueryId
		}
		data += string(part.GetChunk())
		if len(part.GetChunk()) > chunkBytes {
			return status.Error(codes.InvalidArgument, "the chunk is too large")
		}
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err := next(&p.refusals); err != nil {
		return err
	}
	p.uploads = append(p.uploads, data)
	p.known[name] = true
	return stream.SendAndClose(&verifydv1.PutQueryResultResponse{Handle: name})
}

func (p *peer) PutSource(
	_ context.Context, request *verifydv1.PutSourceRequest,
) (*verifydv1.PutSourceResponse, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.known[request.Source.Id] = true
	return &verifydv1.PutSourceResponse{Handle: request.Source.Id}, nil
}

// next is how the next call fails.
func next(failures *[]error) error {
	if len(*failures) == 0 {
		return nil
	}
	err := (*failures)[0]
	*failures = (*failures)[1:]
	return err
}

func lost(handle string) error {
	made, _ := status.New(codes.NotFound, "no such evidence").WithDetails(&errdetails.ErrorInfo{
		Reason: "EVIDENCE_NOT_FOUND", Domain: "verifyd", Metadata: map[string]string{"handle": handle},
	})
	return made.Err()
}

// start serves a peer on a Unix socket, and returns a client of it.
func start(t *testing.T, p *peer, options ...Option) *Client {
	t.Helper()
	p.known = map[string]bool{}
	path := filepath.Join(t.TempDir(), "v.sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	verifydv1.RegisterVerifyServiceServer(server, p)
	verifydv1.RegisterEvidenceServiceServer(server, p)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	client, err := NewClient("unix://"+path, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func request() *verifydv1.VerifyRequest {
	return &verifydv1.VerifyRequest{Narrative: "5 owls", RequestId: "r1"}
}

func TestWhatIsSafeIsTriedAgain(t *testing.T) {
	away := status.Error(codes.Unavailable, "away")
	busy := refusal(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{Reason: "OVERLOADED", Domain: "verifyd"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)})
	full := refusal(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{Reason: "EVIDENCE_STORE_FULL", Domain: "verifyd"})
	for name, one := range map[string]struct {
		failures []error
		attempts int
		kind     error
	}{
		"at once":       {nil, 1, nil},
		"unavailable":   {[]error{away, away}, 3, nil},
		"overloaded":    {[]error{busy}, 2, nil},
		"six attempts":  {slices.Repeat([]error{away}, 9), 6, ErrUnavailable},
		"store is full": {[]error{full}, 1, errors.ErrUnsupported},
		"invalid":       {[]error{status.Error(codes.InvalidArgument, "no")}, 1, ErrInvalidRequest},
		"internal":      {[]error{status.Error(codes.Internal, "no")}, 1, errors.ErrUnsupported},
		"exhausted":     {[]error{status.Error(codes.ResourceExhausted, "no")}, 1, errors.ErrUnsupported},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &peer{failures: one.failures}
			report, err := start(t, p).Verify(t.Context(), request())
			if p.attempts != one.attempts {
				t.Errorf("%d attempts", p.attempts)
			}
			switch {
			case one.kind == nil && err != nil:
				t.Error(err)
			case one.kind != nil && (err == nil || report != nil):
				t.Error("it passed")
			case one.kind != nil && one.kind != errors.ErrUnsupported && !errors.Is(err, one.kind):
				t.Error(err)
			}
		})
	}
}

func TestNoAttemptIsMadePastTheDeadline(t *testing.T) {
	busy := refusal(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{Reason: "OVERLOADED", Domain: "verifyd"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)})
	p := &peer{failures: []error{busy, busy}}
	_, err := start(t, p).Verify(t.Context(), request())
	failed, _ := errors.AsType[*Error](err)
	if !errors.Is(err, ErrOverloaded) || failed.RetryAfter != time.Hour || failed.RequestID != "r1" {
		t.Errorf("%+v", failed)
	}
	if p.attempts != 1 {
		t.Errorf("%d attempts", p.attempts)
	}
}

func TestPausesDoubleAndAreShortenedAtRandom(t *testing.T) {
	for attempt, longest := range []time.Duration{50, 100, 200, 400, 800, 1000, 1000} {
		for range 100 {
			pause := pauseAfter(attempt, 0)
			if pause > longest*time.Millisecond || pause < longest*time.Millisecond/2 {
				t.Fatalf("attempt %d: %v", attempt, pause)
			}
		}
	}
	if pause := pauseAfter(0, time.Minute); pause != time.Minute {
		t.Errorf("the server asks for a minute: %v", pause)
	}
}

func TestTheTimeRunsOut(t *testing.T) {
	client := start(t, &peer{blocks: true}, WithTimeout(50*time.Millisecond))
	_, err := client.Verify(t.Context(), request())
	if !errors.Is(err, ErrDeadlineExceeded) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	patient := start(t, &peer{blocks: true}, WithTimeout(time.Hour))
	if _, err := patient.Verify(ctx, request()); !errors.Is(err, ErrDeadlineExceeded) {
		t.Errorf("the deadline of the context does not count: %v", err)
	}
}

func TestACallCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	wantCancelled(t, start(t, &peer{blocks: true, called: cancel}), ctx)
}

func TestACallCanBeCancelledBetweenAttempts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancelAfterwards := grpc.WithUnaryInterceptor(func(
		ctx context.Context, method string, request, answer any, conn *grpc.ClientConn,
		invoke grpc.UnaryInvoker, options ...grpc.CallOption,
	) error {
		defer cancel()
		return invoke(ctx, method, request, answer, conn, options...)
	})
	busy := refusal(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{Reason: "OVERLOADED", Domain: "verifyd"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)})
	p := &peer{failures: []error{busy}}
	wantCancelled(t, start(t, p, WithTimeout(2*time.Hour), WithDialOptions(cancelAfterwards)), ctx)
	if p.attempts != 1 {
		t.Errorf("%d attempts", p.attempts)
	}
}

func wantCancelled(t *testing.T, client *Client, ctx context.Context) {
	t.Helper()
	_, err := client.Verify(ctx, request())
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if failed, ok := errors.AsType[*Error](err); !ok || failed.Code != "CANCELLED" {
		t.Errorf("%+v", failed)
	}
}

func TestATokenIsSent(t *testing.T) {
	p := &peer{}
	if _, err := start(t, p, WithToken("secret")).Verify(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.tokens, []string{"Bearer secret"}) {
		t.Errorf("%v", p.tokens)
	}
}

func TestLostEvidenceIsPutAgainOnce(t *testing.T) {
	p := &peer{}
	client := start(t, p)
	result, err := FromJSON("q1", `[{"owls": 5}]`)
	if err != nil {
		t.Fatal(err)
	}
	handle, err := client.Put(t.Context(), result)
	if err != nil {
		t.Fatal(err)
	}
	source, err := client.PutSource(t.Context(), &verifydv1.Source{Id: "s1"})
	if err != nil {
		t.Fatal(err)
	}
	p.known = map[string]bool{}
	given := request()
	if _, err := client.Verify(t.Context(), given, handle, source); err != nil {
		t.Fatal(err)
	}
	if len(p.uploads) != 2 || p.attempts != 3 {
		t.Errorf("%d uploads, %d attempts", len(p.uploads), p.attempts)
	}
	if given.Evidence != nil {
		t.Errorf("the request was changed: %v", given)
	}
	// A server that loses it every time is not asked for ever.
	p.attempts, p.failures = 0, slices.Repeat([]error{lost("q1")}, 9)
	if _, err := client.Verify(t.Context(), given, handle); !errors.Is(err, ErrEvidenceNotFound) {
		t.Error(err)
	}
	if p.attempts != 2 {
		t.Errorf("%d attempts", p.attempts)
	}
}

func TestEvidenceOfOthersIsNotPutAgain(t *testing.T) {
	p := &peer{}
	given := request()
	given.Evidence = &verifydv1.Evidence{Handles: []string{"theirs"}}
	_, err := start(t, p).Verify(t.Context(), given)
	if !errors.Is(err, ErrEvidenceNotFound) || p.attempts != 1 {
		t.Errorf("%v after %d attempts", err, p.attempts)
	}
	_, err = start(t, p).Verify(t.Context(), request(), &Handle{ID: "made by hand"})
	if !errors.Is(err, ErrEvidenceNotFound) || p.attempts != 2 {
		t.Errorf("%v after %d attempts", err, p.attempts)
	}
}

func TestWhatDoesNotFitIsUploadedInAdvance(t *testing.T) {
	p := &peer{}
	client := start(t, p)
	large := `[{"text": "` + strings.Repeat("x", 5<<20) + `"}]`
	given := request()
	given.Checks = []string{"numeric"}
	given.Evidence = &verifydv1.Evidence{
		QueryResults: []*verifydv1.QueryResult{
			{QueryId: "large", Data: &verifydv1.QueryResult_Json{Json: large}},
			{QueryId: "small", Data: &verifydv1.QueryResult_Json{Json: `[{"a": 1}]`}},
		},
		Items: []*verifydv1.EvidenceItem{{Id: "i"}},
	}
	before := proto.CloneOf(given)
	if _, err := client.Verify(t.Context(), given); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.uploads, []string{large}) {
		t.Errorf("%d uploads", len(p.uploads))
	}
	want := proto.CloneOf(given)
	want.Evidence.QueryResults = want.Evidence.QueryResults[1:]
	want.Evidence.Handles = []string{"large"}
	if !proto.Equal(p.received, want) {
		t.Errorf("received %v", p.received)
	}
	if !proto.Equal(given, before) {
		t.Error("the request was changed")
	}
}

func TestWhatFitsBesideTheRestStaysInTheRequest(t *testing.T) {
	given := request()
	given.Evidence = &verifydv1.Evidence{}
	for _, name := range []string{"first", "second", "third"} {
		size := map[string]int{"first": 3 << 20, "second": 2 << 20, "third": 512 << 10}[name]
		given.Evidence.QueryResults = append(given.Evidence.QueryResults, &verifydv1.QueryResult{
			QueryId: name, Data: &verifydv1.QueryResult_Arrow{Arrow: make([]byte, size)},
		})
	}
	p := &peer{}
	if _, err := start(t, p).Verify(t.Context(), given); err != nil {
		t.Fatal(err)
	}
	var inline []string
	for _, result := range p.received.Evidence.QueryResults {
		inline = append(inline, result.QueryId)
	}
	if !slices.Equal(inline, []string{"first", "third"}) ||
		!slices.Equal(p.received.Evidence.Handles, []string{"second"}) {
		t.Errorf("%v in the request, %v in advance", inline, p.received.Evidence.Handles)
	}
}

func TestAnUploadIsTriedAgain(t *testing.T) {
	p := &peer{refusals: []error{status.Error(codes.Unavailable, "away")}}
	rows, err := FromRows("q", []map[string]any{{"owls": 5}})
	if err != nil {
		t.Fatal(err)
	}
	handle, err := start(t, p).Put(t.Context(), rows)
	if err != nil || handle.ID != "q" || len(p.uploads) != 1 {
		t.Errorf("%v, %v, %d uploads", handle, err, len(p.uploads))
	}
}

func TestWhatCannotBeSentIsRefused(t *testing.T) {
	p := &peer{}
	client := start(t, p)
	_, err := client.Put(t.Context(), &verifydv1.QueryResult{QueryId: "q"})
	if !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("without data: %v", err)
	}
	_, err = client.Verify(t.Context(), &verifydv1.VerifyRequest{Narrative: "\xff"})
	if !errors.Is(err, ErrInvalidRequest) || p.attempts != 0 {
		t.Errorf("no UTF-8: %v", err)
	}
	if _, err = client.Verify(t.Context(), request(), nil); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("without a handle: %v", err)
	}
	broken := &verifydv1.QueryResult{Data: &verifydv1.QueryResult_Rows{
		Rows: &verifydv1.Rows{Columns: []string{"\xff"}},
	}}
	if _, err = client.Put(t.Context(), broken); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("a name that is no UTF-8: %v", err)
	}
}

func TestAClientIsShared(t *testing.T) {
	p := &peer{}
	client := start(t, p)
	handle, err := client.Put(t.Context(), FromArrow("q", []byte("arrow")))
	if err != nil {
		t.Fatal(err)
	}
	shared, failed := request(), atomic.Int32{}
	var group sync.WaitGroup
	for number := range 16 {
		group.Go(func() {
			report, err := client.Verify(t.Context(), shared, handle)
			if err != nil || fmt.Sprint(report) == "" {
				failed.Add(1)
				t.Errorf("goroutine %d: %v", number, err)
			}
		})
	}
	group.Wait()
	if failed.Load() > 0 || p.attempts != 16 {
		t.Errorf("%d attempts", p.attempts)
	}
}
