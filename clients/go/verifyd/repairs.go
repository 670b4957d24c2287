package verifyd

import (
	"cmp"
	"slices"
	"strings"
)

// repaired gives a text with its repairs, none over another. Of two that change the same words the
// one that begins first is carried out, and of those the one that changes more. Findings about a
// response that is not the text are left alone.
func repaired(text string, findings []Finding) string {
	var repairs []Repair
	for _, finding := range findings {
		if finding.Repair != nil && finding.Span.Start < finding.Span.End {
			repairs = append(repairs, *finding.Repair)
		}
	}
	slices.SortFunc(repairs, func(a, b Repair) int {
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(b.Span.End, a.Span.End),
			cmp.Compare(a.Replacement, b.Replacement),
		)
	})
	var mended strings.Builder
	position := 0
	for _, repair := range slices.Compact(repairs) {
		start, end := repair.Span.Start, repair.Span.End
		if start < position {
			continue
		}
		mended.WriteString(text[position:start])
		mended.WriteString(repair.Replacement)
		position = end
	}
	mended.WriteString(text[position:])
	return mended.String()
}
