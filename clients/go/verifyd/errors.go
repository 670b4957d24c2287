package verifyd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Kinds of errors, for errors.Is. An [*Error] that fits none is of no kind.
var (
	// ErrInvalidRequest: the request or its evidence is not valid; sending it again will not help.
	ErrInvalidRequest = errors.New("invalid request")
	// ErrEvidenceNotFound: the server does not know a handle: expired, evicted, deleted, or never put.
	ErrEvidenceNotFound = errors.New("evidence not found")
	// ErrNotAllowed: the server does not let this caller do that, such as loosening a setting.
	ErrNotAllowed = errors.New("not allowed")
	// ErrUnauthenticated: the token of the call is missing or unknown.
	ErrUnauthenticated = errors.New("unauthenticated")
	// ErrOverloaded: the server is busy, and stayed so over all attempts.
	ErrOverloaded = errors.New("overloaded")
	// ErrDeadlineExceeded: the time ran out.
	ErrDeadlineExceeded = errors.New("deadline exceeded")
	// ErrUnavailable: the server cannot be reached, or is shutting down.
	ErrUnavailable = errors.New("unavailable")
	// ErrReviewConflict: somebody else has decided meanwhile, or already; read the review again.
	ErrReviewConflict = errors.New("review conflict")
)

// Error says why a call failed. Nothing was approved.
//
// It wraps its kind (such as [ErrOverloaded]) and, where the context ended the call, the error of
// the context.
type Error struct {
	// Reason is the cause for programs: the name of an ErrorReason without its prefix, such as
	// NARRATIVE_EMPTY; ARGUMENT_INVALID where the client refused to send the call; the name of the
	// status code where the server gave none.
	Reason string
	// Code is the name of the gRPC status code, such as INVALID_ARGUMENT.
	Code string
	// Message is the cause for people.
	Message string
	// Metadata has the values that the message mentions.
	Metadata map[string]string
	// RequestID is the id of the request, where it is known.
	RequestID string
	// RetryAfter is how long the server asks to wait before another attempt; else 0.
	RetryAfter time.Duration

	wraps []error
}

// Error returns the reason and the message.
func (e *Error) Error() string { return e.Reason + ": " + e.Message }

// Unwrap returns the kind of the error and what ended its context, where there are such.
func (e *Error) Unwrap() []error { return e.wraps }

var kindByReason = map[string]error{
	"EVIDENCE_NOT_FOUND":     ErrEvidenceNotFound,
	"OVERLOADED":             ErrOverloaded,
	"REVIEW_ALREADY_DECIDED": ErrReviewConflict,
	"REVIEW_CHANGED":         ErrReviewConflict,
}

var kindByCode = map[codes.Code]error{
	codes.InvalidArgument:  ErrInvalidRequest,
	codes.PermissionDenied: ErrNotAllowed,
	codes.Unauthenticated:  ErrUnauthenticated,
	codes.DeadlineExceeded: ErrDeadlineExceeded,
	codes.Unavailable:      ErrUnavailable,
}

var contextErrors = map[codes.Code]error{
	codes.Canceled:         context.Canceled,
	codes.DeadlineExceeded: context.DeadlineExceeded,
}

// adviceByReason is what a caller can do, by reason, where the server's message does not say.
var adviceByReason = map[string]string{
	"DEADLINE_EXCEEDED":   "give it longer, by the context's deadline or WithTimeout",
	"NOTHING_TO_VERIFY":   "give evidence, handles or a structured response, or name checks",
	"CREDENTIALS_MISSING": "give the client one: NewClient(address, WithToken(token))",
	"CREDENTIALS_INVALID": "the client's token should be one of the server's server.token_file",
}

// invalid is the error for something that the client refuses to send.
func invalid(argument, format string, values ...any) *Error {
	return &Error{
		Reason:   "ARGUMENT_INVALID",
		Code:     code.Code_INVALID_ARGUMENT.String(),
		Message:  fmt.Sprintf(format, values...),
		Metadata: map[string]string{"argument": argument},
		wraps:    []error{ErrInvalidRequest},
	}
}

// newError reads a failed attempt. An error that is read already stays as it is.
func newError(err error, address, requestID string) *Error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	failed := status.Convert(err)
	if _, ok := status.FromError(err); !ok {
		failed = status.FromContextError(err)
	}
	info, retryAfter := readDetails(failed)
	made := &Error{
		Reason:     info.GetReason(),
		Code:       code.Code(failed.Code()).String(),
		Message:    failed.Message(),
		Metadata:   maps.Clone(info.GetMetadata()),
		RequestID:  requestID,
		RetryAfter: retryAfter,
	}
	if made.Metadata == nil {
		made.Metadata = map[string]string{}
	}
	if made.Reason == "" {
		made.Reason = made.Code
	}
	if given, ok := made.Metadata["request_id"]; ok {
		made.RequestID = given
	}
	if failed.Code() == codes.Unavailable && info.GetReason() == "" {
		made.Metadata["address"] = address
		made.Message = fmt.Sprintf("no verifyd answers at %s (%s). %s",
			address, failed.Message(), adviseUnreachable(address, failed.Message()))
	} else if can, ok := adviceByReason[made.Reason]; ok {
		made.Message += "; " + can
	}
	if kind := kindByReason[made.Reason]; kind != nil {
		made.wraps = append(made.wraps, kind)
	} else if kind := kindByCode[failed.Code()]; kind != nil {
		made.wraps = append(made.wraps, kind)
	}
	if ended := contextErrors[failed.Code()]; ended != nil {
		made.wraps = append(made.wraps, ended)
	}
	return made
}

// readDetails returns the server's own account and the time it asks to wait. What a proxy says in
// another domain does not count.
func readDetails(failed *status.Status) (*errdetails.ErrorInfo, time.Duration) {
	var own *errdetails.ErrorInfo
	var retryAfter time.Duration
	for _, detail := range failed.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.Domain == "verifyd" {
				own = detail
			}
		case *errdetails.RetryInfo:
			retryAfter = detail.RetryDelay.AsDuration()
		}
	}
	return own, retryAfter
}

func adviseUnreachable(address, message string) string {
	if strings.Contains(strings.ToLower(message), "handshake") {
		return "The server speaks no TLS, or its certificate is not trusted: leave out WithTLS for a " +
			"Unix socket, or name its authority with TLSFiles."
	}
	secured := ""
	if !strings.HasPrefix(address, "unix:") {
		secured = ", and use WithTLS if it asks for TLS"
	}
	return "Is the sidecar running? Start it with `verifyd serve --listen " + address +
		"` (Python package verifyd-sidecar)" + secured + "."
}
