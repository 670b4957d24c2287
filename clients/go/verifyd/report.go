package verifyd

import (
	"fmt"
	"strconv"
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Report is everything that was found about one text: a view of the answer as it came.
type Report struct {
	narrative string
	raw       *verifydv1.VerifyResponse
}

// Span is a half-open range of the text, in bytes: narrative[Start:End].
type Span struct {
	Start, End int
}

// Finding is something in the text that is wrong, doubtful or worth knowing.
type Finding struct {
	// Check is the check that found it.
	Check string
	// Code is what it is, such as CLAIM_NOT_FOUND. A code never changes its meaning.
	Code     string
	Severity Severity
	Verdict  Verdict
	// Message is a sentence for people, and Details has its values for programs.
	Message string
	Details map[string]string
	// Text is the words that Span covers; empty where the finding is about no place in the text.
	Text string
	Span Span
	// Repair would settle the finding; nil where none is known.
	Repair *Repair
	// Confidence is how sure the check is, from 0 to 1; nil where it cannot say.
	Confidence *float64
}

// Repair replaces a part of the text.
type Repair struct {
	Span        Span
	Replacement string
}

// Binding is one number of the text with the cell that it was bound to.
type Binding struct {
	// Text is the number as it is written, at Span.
	Text string
	Span Span
	// Matched says whether a source supports the number.
	Matched bool
	// Source is the id of the query result, and Location the place there, such as data[5].salary.
	Source   string
	Location string
	// Grade is how closely the two agree, such as EXACT.
	Grade   Grade
	Verdict Verdict
}

// Failure is a check that could not finish: nothing is known of what it would have found.
type Failure struct {
	Check     string
	Reason    string
	Message   string
	Retryable bool
}

// Decision is what the findings add up to. A missing or unknown one reads as UNVERIFIED.
func (r *Report) Decision() Decision {
	return readDecision(r.raw.GetReport().GetDecision())
}

// Action is what to do with the text. A missing or unknown one, or one beside a decision that is
// missing or unknown, reads as HOLD.
func (r *Report) Action() Action {
	report := r.raw.GetReport()
	return readAction(report.GetAction(), report.GetDecision())
}

// Released says whether the text may go out: whether the action is RELEASE.
func (r *Report) Released() bool {
	return r.Action() == ActionRelease
}

// Findings returns the findings of all checks, check by check.
func (r *Report) Findings() []Finding {
	var found []Finding
	for _, result := range r.raw.GetReport().GetResults() {
		for _, finding := range result.GetFindings().GetFindings() {
			found = append(found, r.finding(finding))
		}
	}
	return found
}

// Bindings returns the numbers of the text, in order.
func (r *Report) Bindings() []Binding {
	var bound []Binding
	for _, binding := range r.numeric().GetBindings() {
		span := r.span(binding.GetSpan())
		verdict := readVerdict(binding.GetVerdict())
		bound = append(bound, Binding{
			Text:     r.slice(span),
			Span:     span,
			Matched:  binding.GetMatched() && verdict == VerdictSupported,
			Source:   binding.GetMatchedSourceQid(),
			Location: binding.GetMatchedLocation(),
			Grade:    readGrade(binding.GetGrade()),
			Verdict:  verdict,
		})
	}
	return bound
}

// Failures returns the checks that could not finish.
func (r *Report) Failures() []Failure {
	var failures []Failure
	for _, result := range r.raw.GetReport().GetResults() {
		switch {
		case result.GetFailure() != nil:
			failure := result.GetFailure()
			failures = append(failures, Failure{
				result.Check, failure.Reason, failure.Message, failure.Retryable,
			})
		case result.GetFindings() == nil:
			failures = append(failures, Failure{
				result.Check, "INTERNAL", "the server gave no outcome", false,
			})
		}
	}
	return failures
}

// Repaired is the text with every repair of its findings carried out, none over another.
func (r *Report) Repaired() string {
	return repaired(r.narrative, r.Findings())
}

// Feedback is what to send back to the model so that it corrects its answer; empty where nothing is
// wrong.
func (r *Report) Feedback() string {
	return r.raw.GetReport().GetRetryHint()
}

// Narrative is the text that was verified.
func (r *Report) Narrative() string {
	return r.narrative
}

// Meta says when and how fast the request was answered.
func (r *Report) Meta() *verifydv1.ResponseMeta {
	return r.raw.GetMeta()
}

// Raw is the whole answer as it came, with the detail of every check.
func (r *Report) Raw() *verifydv1.VerifyResponse {
	return r.raw
}

// String is the decision, what failed and each finding, a line each.
func (r *Report) String() string {
	numbers := r.numeric()
	head := fmt.Sprintf("%s (%s): %d of %d numbers supported", r.Decision(),
		strings.ToLower(string(r.Action())), numbers.GetClaimsMatched(), numbers.GetClaimsTotal())
	if uncovered := numbers.GetClaimsUncovered(); uncovered > 0 {
		head += fmt.Sprintf(", %d not covered", uncovered)
	}
	lines := []string{head}
	for _, failure := range r.Failures() {
		lines = append(lines, failure.Check+" failed: "+failure.Message)
	}
	for _, finding := range r.Findings() {
		lines = append(lines, finding.String())
	}
	return strings.Join(lines, "\n")
}

// String is the finding in a line.
func (f Finding) String() string {
	words := ""
	// Most messages say the words themselves.
	if f.Text != "" && !strings.HasPrefix(f.Message, quote(f.Text)) {
		words = " " + quote(shorten(f.Text))
	}
	return strings.ToLower(string(f.Severity)) + " " + f.Code + words + ": " + f.Message
}

func (r *Report) finding(message *verifydv1.Finding) Finding {
	span := r.span(message.GetSpan())
	made := Finding{
		Check:      message.Check,
		Code:       message.Code,
		Severity:   readSeverity(message.Severity),
		Verdict:    readVerdict(message.Verdict),
		Message:    message.Message,
		Details:    message.Details,
		Text:       r.slice(span),
		Span:       span,
		Confidence: message.Confidence,
	}
	if repair := message.Repair; repair != nil {
		made.Repair = &Repair{r.span(repair.Span), repair.Replacement}
	}
	return made
}

// numeric is what the numeric check did; empty where it did not run.
func (r *Report) numeric() *verifydv1.NumericDetail {
	for _, result := range r.raw.GetReport().GetResults() {
		if detail := result.GetFindings().GetNumeric(); detail != nil {
			return detail
		}
	}
	return nil
}

// slice returns the words that a span covers.
func (r *Report) slice(span Span) string {
	return r.narrative[span.Start:span.End]
}

// span returns a place within the text: what lies past the text is its end, and an end before its
// start is at the start.
func (r *Report) span(span *verifydv1.Span) Span {
	length := uint32(len(r.narrative))
	start := min(span.GetStart(), length)
	return Span{int(start), int(max(start, min(span.GetEnd(), length)))}
}

// quote returns a text in quotation marks, with what nobody would see written out: hidden characters.
func quote(text string) string {
	mark := '\''
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		mark = '"'
	}
	var written strings.Builder
	written.WriteRune(mark)
	for _, each := range text {
		switch {
		case each == mark || each == '\\':
			written.WriteRune('\\')
			written.WriteRune(each)
		case strconv.IsPrint(each):
			written.WriteRune(each)
		default:
			written.WriteString(strings.Trim(strconv.QuoteRuneToASCII(each), "'"))
		}
	}
	written.WriteRune(mark)
	return written.String()
}

// shorten puts a text on one line of at most 80 characters, whole words of it.
func shorten(text string) string {
	const most = 80
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) <= most {
		return string(line)
	}
	cut := most - 1 // for the ellipsis
	for cut > 0 && line[cut] != ' ' {
		cut--
	}
	return string(line[:cut]) + "…"
}
