package verifyd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
)

// refusal is a status as a server sends it.
func refusal(t *testing.T, code codes.Code, details ...protoadapt.MessageV1) error {
	t.Helper()
	made, err := status.New(code, "no").WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return made.Err()
}

func TestOnlyDetailsOfVerifydCount(t *testing.T) {
	values := map[string]string{"check": "numerics"}
	for domain, want := range map[string]string{
		"verifyd": "CHECK_UNKNOWN", "proxy.example": "INVALID_ARGUMENT",
	} {
		got := newError(refusal(t, codes.InvalidArgument, &errdetails.ErrorInfo{
			Reason: "CHECK_UNKNOWN", Domain: domain, Metadata: values,
		}), "unix:///v", "r1")
		if got.Reason != want || got.Code != "INVALID_ARGUMENT" || got.RequestID != "r1" {
			t.Errorf("%s: %+v", domain, got)
		}
		if domain == "verifyd" && !maps.Equal(got.Metadata, values) {
			t.Errorf("metadata %v", got.Metadata)
		}
		if !errors.Is(got, ErrInvalidRequest) {
			t.Errorf("%s is of another kind: %v", domain, got)
		}
	}
}

func TestKindsAreByReasonThenByCode(t *testing.T) {
	all := []error{
		ErrInvalidRequest, ErrEvidenceNotFound, ErrNotAllowed, ErrUnauthenticated, ErrOverloaded,
		ErrDeadlineExceeded, ErrUnavailable, ErrReviewConflict,
	}
	for _, one := range []struct {
		code   codes.Code
		reason string
		kind   error
	}{
		{codes.NotFound, "EVIDENCE_NOT_FOUND", ErrEvidenceNotFound},
		{codes.NotFound, "REVIEW_NOT_FOUND", nil},
		{codes.ResourceExhausted, "OVERLOADED", ErrOverloaded},
		{codes.ResourceExhausted, "EVIDENCE_STORE_FULL", nil},
		{codes.FailedPrecondition, "REVIEW_ALREADY_DECIDED", ErrReviewConflict},
		{codes.Aborted, "REVIEW_CHANGED", ErrReviewConflict},
		{codes.PermissionDenied, "OVERRIDE_NOT_ALLOWED", ErrNotAllowed},
		{codes.Unauthenticated, "CREDENTIALS_INVALID", ErrUnauthenticated},
		{codes.DeadlineExceeded, "DEADLINE_EXCEEDED", ErrDeadlineExceeded},
		{codes.Unavailable, "SHUTTING_DOWN", ErrUnavailable},
		{codes.Internal, "INTERNAL", nil},
	} {
		info := &errdetails.ErrorInfo{Reason: one.reason, Domain: "verifyd"}
		var err error = newError(refusal(t, one.code, info), "unix:///v", "")
		for _, kind := range all {
			if errors.Is(err, kind) != (kind == one.kind) {
				t.Errorf("%s: %v is %v", one.reason, err, kind)
			}
		}
	}
}

func TestTheTimeToWaitAndTheRequestIDAreRead(t *testing.T) {
	got := newError(refusal(t, codes.ResourceExhausted,
		&errdetails.ErrorInfo{
			Reason: "OVERLOADED", Domain: "verifyd", Metadata: map[string]string{"request_id": "own"},
		},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(1500 * time.Millisecond)},
	), "unix:///v", "given")
	if got.RetryAfter != 1500*time.Millisecond || got.RequestID != "own" {
		t.Errorf("%+v", got)
	}
}

func TestWhatEndedTheContextIsWrapped(t *testing.T) {
	late := newError(context.DeadlineExceeded, "", "")
	if late.Code != "DEADLINE_EXCEEDED" || !errors.Is(late, ErrDeadlineExceeded) ||
		!errors.Is(late, context.DeadlineExceeded) {
		t.Errorf("%+v", late)
	}
	ended := newError(context.Canceled, "", "")
	if ended.Code != "CANCELLED" || !errors.Is(ended, context.Canceled) {
		t.Errorf("%+v", ended)
	}
}

func TestAnErrorIsReadOnce(t *testing.T) {
	first := invalid("data", "wrong")
	if got := newError(fmt.Errorf("more: %w", first), "", ""); got != first {
		t.Errorf("%+v", got)
	}
}

func TestAdviceWhereNobodyAnswers(t *testing.T) {
	for _, one := range []struct{ address, message, want, not string }{
		{"unix:///v", "connection refused", "verifyd serve --listen unix:///v", "WithTLS"},
		{"tcp://h:1", "connection refused", "use WithTLS if it asks for TLS", "not trusted"},
		{"tcp://h:1", "authentication handshake failed", "not trusted", "verifyd serve"},
	} {
		got := newError(status.Error(codes.Unavailable, one.message), one.address, "")
		if !strings.Contains(got.Message, one.want) || strings.Contains(got.Message, one.not) {
			t.Error(got)
		}
		if got.Metadata["address"] != one.address {
			t.Errorf("%v", got.Metadata)
		}
	}
}
