package verifyd

import (
	"errors"
	"reflect"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

func TestReasonReadsVerifydsDetailsAlone(t *testing.T) {
	values := map[string]string{"check": "numerics"}
	for domain, want := range map[string]string{"verifyd": "CHECK_UNKNOWN", "proxy.example": ""} {
		failed, err := status.New(codes.InvalidArgument, "no").WithDetails(
			&errdetails.ErrorInfo{Reason: "CHECK_UNKNOWN", Domain: domain, Metadata: values},
		)
		if err != nil {
			t.Fatal(err)
		}
		reason, metadata := Reason(failed.Err())
		if reason != want {
			t.Errorf("domain %s: reason %q", domain, reason)
		}
		if want != "" && !reflect.DeepEqual(metadata, values) {
			t.Errorf("metadata %v", metadata)
		}
	}
	if reason, _ := Reason(errors.New("no status")); reason != "" {
		t.Errorf("reason %q", reason)
	}
}

func TestQuoteCountsBytes(t *testing.T) {
	text := "🦉 naïve 5 %"
	if got := Quote(text, &verifydv1.Span{Start: 12, End: 15}); got != "5 %" {
		t.Errorf("quoted %q", got)
	}
	if got := Quote(text, &verifydv1.Span{Start: 90, End: 99}); got != "" {
		t.Errorf("past the end: %q", got)
	}
}

func TestAQueryResultWithoutDataIsRefused(t *testing.T) {
	client, err := Dial("unix:///nowhere")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.PutQueryResult(t.Context(), &verifydv1.QueryResult{QueryId: "q"}); err == nil {
		t.Error("no error")
	}
}
