package verifyd

import (
	"cmp"
	"slices"
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Repaired gives the narrative with every repair of its findings carried out, none over another.
// Of two that change the same words the one that begins first is carried out, and of those the one
// that changes more. Findings about a response that is not the narrative are left alone.
func Repaired(narrative string, report *verifydv1.Report) string {
	var repairs []*verifydv1.Repair
	for _, result := range report.GetResults() {
		for _, finding := range result.GetFindings().GetFindings() {
			about := finding.GetSpan()
			if finding.Repair != nil && about.GetStart() < about.GetEnd() {
				repairs = append(repairs, finding.Repair)
			}
		}
	}
	slices.SortStableFunc(repairs, func(a, b *verifydv1.Repair) int {
		return cmp.Or(
			cmp.Compare(a.Span.GetStart(), b.Span.GetStart()),
			cmp.Compare(b.Span.GetEnd(), a.Span.GetEnd()),
			cmp.Compare(a.Replacement, b.Replacement),
		)
	})
	repairs = slices.CompactFunc(repairs, same)
	var mended strings.Builder
	position := 0
	for _, repair := range repairs {
		start, end := int(repair.Span.GetStart()), int(repair.Span.GetEnd())
		if start < position || end > len(narrative) {
			continue
		}
		mended.WriteString(narrative[position:start])
		mended.WriteString(repair.Replacement)
		position = end
	}
	mended.WriteString(narrative[position:])
	return mended.String()
}

func same(a, b *verifydv1.Repair) bool {
	return a.Span.GetStart() == b.Span.GetStart() && a.Span.GetEnd() == b.Span.GetEnd() &&
		a.Replacement == b.Replacement
}
