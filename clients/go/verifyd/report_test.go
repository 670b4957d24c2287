package verifyd

import (
	"slices"
	"strings"
	"testing"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

const owl = "🦉 naïve 5 % and more"

// reportOf is a report of findings by one check.
func reportOf(narrative string, findings ...*verifydv1.Finding) *Report {
	return &Report{narrative, &verifydv1.VerifyResponse{Report: &verifydv1.Report{
		Results: []*verifydv1.CheckResult{{
			Check: "numeric",
			Outcome: &verifydv1.CheckResult_Findings{
				Findings: &verifydv1.Findings{Findings: findings},
			},
		}},
	}}}
}

func TestWhatIsNotKnownIsHeld(t *testing.T) {
	const newer = 99
	for _, one := range []struct {
		decision verifydv1.Decision
		action   verifydv1.Action
		want     Decision
		does     Action
	}{
		{verifydv1.Decision_DECISION_PASS, verifydv1.Action_ACTION_RELEASE, DecisionPass, ActionRelease},
		{verifydv1.Decision_DECISION_FAIL, verifydv1.Action_ACTION_RELEASE, DecisionFail, ActionRelease},
		{verifydv1.Decision_DECISION_PASS, verifydv1.Action_ACTION_HOLD, DecisionPass, ActionHold},
		{verifydv1.Decision_DECISION_PASS, 0, DecisionPass, ActionHold},
		{verifydv1.Decision_DECISION_PASS, newer, DecisionPass, ActionHold},
		{0, verifydv1.Action_ACTION_RELEASE, DecisionUnverified, ActionHold},
		{newer, verifydv1.Action_ACTION_RELEASE, DecisionUnverified, ActionHold},
	} {
		report := &Report{"", &verifydv1.VerifyResponse{
			Report: &verifydv1.Report{Decision: one.decision, Action: one.action},
		}}
		if report.Decision() != one.want || report.Action() != one.does ||
			report.Released() != (one.does == ActionRelease) {
			t.Errorf("%v, %v: %s", one.decision, one.action, report)
		}
	}
	empty := &Report{"", nil}
	if empty.Decision() != DecisionUnverified || empty.Released() {
		t.Errorf("no answer: %s", empty)
	}
}

func TestPlacesCountBytes(t *testing.T) {
	report := reportOf(owl,
		&verifydv1.Finding{Span: &verifydv1.Span{Start: 12, End: 15}},
		&verifydv1.Finding{Span: &verifydv1.Span{Start: 90, End: 99}},
		&verifydv1.Finding{Severity: 99, Verdict: 99},
	)
	found := report.Findings()
	if found[0].Text != "5 %" || owl[found[0].Span.Start:found[0].Span.End] != "5 %" {
		t.Errorf("%+v", found[0])
	}
	if found[1].Text != "" || found[2].Text != "" {
		t.Errorf("past the end: %+v", found)
	}
	if found[2].Severity != SeverityError || found[2].Verdict != VerdictInconclusive {
		t.Errorf("unknown words: %+v", found[2])
	}
}

func TestANumberIsMatchedOnlyWhereItIsSupported(t *testing.T) {
	report := &Report{owl, &verifydv1.VerifyResponse{Report: &verifydv1.Report{
		Results: []*verifydv1.CheckResult{{Outcome: &verifydv1.CheckResult_Findings{
			Findings: &verifydv1.Findings{Detail: &verifydv1.Findings_Numeric{
				Numeric: &verifydv1.NumericDetail{Bindings: []*verifydv1.ClaimBinding{
					{
						Span: &verifydv1.Span{Start: 12, End: 15}, Matched: true,
						Verdict: verifydv1.Verdict_VERDICT_SUPPORTED, MatchedSourceQid: "q",
						MatchedLocation: "data[0].n", Grade: verifydv1.Grade_GRADE_EXACT,
					},
					{Matched: true, Verdict: 99, Grade: 99},
				}},
			}},
		}}},
	}}}
	want := []Binding{
		{"5 %", Span{12, 15}, true, "q", "data[0].n", "EXACT", VerdictSupported},
		{"", Span{}, false, "", "", "UNSPECIFIED", VerdictInconclusive},
	}
	if got := report.Bindings(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestACheckWithoutAnOutcomeHasFailed(t *testing.T) {
	report := &Report{"", &verifydv1.VerifyResponse{Report: &verifydv1.Report{
		Results: []*verifydv1.CheckResult{
			{Check: "numeric"},
			{Check: "claims", Outcome: &verifydv1.CheckResult_Failure{
				Failure: &verifydv1.CheckFailure{Reason: "JUDGE_UNREACHABLE", Message: "no model answers"},
			}},
		},
	}}}
	want := []Failure{
		{"numeric", "INTERNAL", "the server gave no outcome", false},
		{"claims", "JUDGE_UNREACHABLE", "no model answers", false},
	}
	if got := report.Failures(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	told := "UNVERIFIED (hold): 0 of 0 numbers supported\n" +
		"numeric failed: the server gave no outcome\nclaims failed: no model answers"
	if got := report.String(); got != told {
		t.Error(got)
	}
}

func TestAFindingNamesItsWordsOnce(t *testing.T) {
	finding := Finding{Severity: SeverityError, Code: "CLAIM_NOT_FOUND", Text: "5 %"}
	for _, one := range [][2]string{
		{"'5 %' is not there", "error CLAIM_NOT_FOUND: '5 %' is not there"},
		{"the number is absent", "error CLAIM_NOT_FOUND '5 %': the number is absent"},
	} {
		message, want := one[0], one[1]
		finding.Message = message
		if got := finding.String(); got != want {
			t.Error(got)
		}
	}
	finding.Text = strings.Repeat("naïve ", 50)
	// Thirteen words of five letters, and the spaces between them, are within 79.
	if got := finding.String(); !strings.Contains(got, "'"+strings.Repeat("naïve ", 12)+"naïve…': ") {
		t.Error(got)
	}
	for text, want := range map[string]string{
		strings.Repeat("x", 81): "'…'", strings.Repeat("x", 80): "'" + strings.Repeat("x", 80) + "'",
		"a\u200bb": `'a\u200bb'`, "it's": `"it's"`, `'"`: `'\'"'`, "a\nb": `'a b'`, "🦉": "'🦉'",
	} {
		finding.Text = text
		if got := finding.String(); got != "error CLAIM_NOT_FOUND "+want+": the number is absent" {
			t.Error(got)
		}
	}
}

func TestNoRepairIsCarriedOutOverAnother(t *testing.T) {
	text := "🦉 one two three"
	finding := func(start, end uint32, replacement string) *verifydv1.Finding {
		return &verifydv1.Finding{
			Span: &verifydv1.Span{Start: 5, End: 6},
			Repair: &verifydv1.Repair{
				Span: &verifydv1.Span{Start: start, End: end}, Replacement: replacement,
			},
		}
	}
	elsewhere := finding(13, 18, "lost")
	elsewhere.Span = &verifydv1.Span{}
	report := reportOf(text,
		finding(9, 12, "2"),
		finding(5, 12, "both"),
		finding(18, 18, "!"),
		finding(18, 18, "!"),
		finding(90, 99, "beyond"),
		finding(90, 17, "reversed"),
		elsewhere,
		&verifydv1.Finding{Span: &verifydv1.Span{Start: 5, End: 8}},
	)
	if got := report.Repaired(); got != "🦉 both three!beyondreversed" { // past the text is its end
		t.Errorf("repaired %q", got)
	}
	if got := (&Report{text, nil}).Repaired(); got != text {
		t.Errorf("without a report: %q", got)
	}
}
