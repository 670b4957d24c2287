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

func TestRepairedCarriesOutNoRepairOverAnother(t *testing.T) {
	text := "🦉 one two three"
	finding := func(start, end uint32, replacement string) *verifydv1.Finding {
		span := &verifydv1.Span{Start: start, End: end}
		return &verifydv1.Finding{
			Span:   &verifydv1.Span{Start: 5, End: 6},
			Repair: &verifydv1.Repair{Span: span, Replacement: replacement},
		}
	}
	elsewhere := finding(5, 8, "lost")
	elsewhere.Span = &verifydv1.Span{}
	findings := []*verifydv1.Finding{
		finding(9, 12, "2"),
		finding(5, 12, "both"),
		finding(18, 18, "!"),
		finding(18, 18, "!"),
		elsewhere,
		{Span: &verifydv1.Span{Start: 5, End: 8}},
	}
	report := &verifydv1.Report{Results: []*verifydv1.CheckResult{{
		Outcome: &verifydv1.CheckResult_Findings{
			Findings: &verifydv1.Findings{Findings: findings},
		},
	}}}
	if got := Repaired(text, report); got != "🦉 both three!" {
		t.Errorf("repaired %q", got)
	}
	if got := Repaired(text, nil); got != text {
		t.Errorf("without a report: %q", got)
	}
}
