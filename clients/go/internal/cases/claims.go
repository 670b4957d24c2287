package cases

import (
	"fmt"
	"strings"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// seenVerification is what was found about claims, in the words of the cases.
func seenVerification(narrative string, detail *verifydv1.ClaimsDetail) map[string]any {
	claims, sources, skipped := []any{}, []any{}, []any{}
	for _, claim := range detail.Claims {
		claims = append(claims, seenClaim(claim))
	}
	counts := detail.GetSummary()
	for _, source := range counts.GetBySource() {
		sources = append(sources, seenAnalysis(source))
	}
	for _, statement := range detail.Skipped {
		skipped = append(skipped, map[string]any{
			"text": verifyd.Quote(narrative, statement.Span), "reason": statement.Reason,
		})
	}
	return map[string]any{
		"claims":    claims,
		"by_source": sources,
		"skipped":   skipped,
		"verification": map[string]any{
			"total":          int(counts.GetTotalClaims()),
			"supported":      int(counts.GetSupportedClaims()),
			"partial":        int(counts.GetPartialClaims()),
			"unsupported":    int(counts.GetUnsupportedClaims()),
			"contradicted":   int(counts.GetContradictedClaims()),
			"not_judged":     int(counts.GetNotJudgedClaims()),
			"flagged":        int(counts.GetFlaggedCount()),
			"avg_confidence": fmt.Sprintf("%.2f", counts.GetAvgConfidence()),
			"pass":           counts.GetVerificationPass(),
		},
	}
}

func seenClaim(one *verifydv1.ClaimVerification) map[string]any {
	sources, results := []any{}, []any{}
	for _, source := range one.Claim.Sources {
		sources = append(sources, source.Id)
	}
	for _, result := range one.Results {
		results = append(results, map[string]any{
			"source_id": result.SourceId,
			"verdict":   verdictName(result.Verdict),
			"evidence":  result.Evidence,
			"judged":    judgedName(result.Judged),
		})
	}
	return map[string]any{
		"text":          one.Claim.Text,
		"type":          strings.TrimPrefix(one.Claim.ClaimType.String(), "CLAIM_TYPE_"),
		"verdict":       verdictName(one.Verdict),
		"confidence":    fmt.Sprintf("%.2f", one.GetConfidence()),
		"flagged":       one.Flagged,
		"source_number": int(one.Claim.SourceNumber),
		"source_url":    one.Claim.SourceUrl,
		"sources":       sources,
		"results":       results,
	}
}

func seenAnalysis(one *verifydv1.SourceAnalysis) map[string]any {
	return map[string]any{
		"id":          one.Source.Id,
		"origin":      strings.TrimPrefix(one.Origin.String(), "SOURCE_ORIGIN_"),
		"unavailable": one.Unavailable,
		"claims":      int(one.ClaimsVerified),
		"supported":   int(one.Supported),
		"flagged":     int(one.Flagged),
	}
}

// judgedName is what the judge said, nil where its quotes bore that out.
func judgedName(verdict verifydv1.ClaimVerdict) any {
	if verdict == verifydv1.ClaimVerdict_CLAIM_VERDICT_UNSPECIFIED {
		return nil
	}
	return verdictName(verdict)
}

func verdictName(verdict verifydv1.ClaimVerdict) string {
	return strings.TrimPrefix(verdict.String(), "CLAIM_VERDICT_")
}
