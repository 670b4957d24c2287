package outcomes

import (
	"strings"

	"google.golang.org/genproto/googleapis/type/money"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// seenResult is a result in the words of the cases.
func seenResult(result *verifydv1.OutcomeResult) map[string]any {
	metrics, met, unmeasured, flags := map[string]any{}, []any{}, []any{}, []any{}
	for name, value := range result.Metrics {
		metrics[name] = value
	}
	for _, one := range result.CriterionResults {
		met = append(met, one.Met)
		if one.Error != "" {
			unmeasured = append(unmeasured, one.Metric)
		}
	}
	for _, flag := range result.GovernanceFlags {
		flags = append(flags, flag.Code)
	}
	var score any
	if result.WeightedScore != nil {
		score = result.GetWeightedScore()
	}
	return map[string]any{
		"success":    result.Success,
		"metrics":    metrics,
		"met":        met,
		"unmeasured": unmeasured,
		"score":      score,
		"bonus":      amountOrNil(result.Bonus),
		"penalty":    amountOrNil(result.Penalty),
		"flags":      flags,
	}
}

func amountOrNil(given *money.Money) any {
	if given == nil {
		return nil
	}
	return verifyd.Amount(given)
}

// seenEntry is an entry of the ledger in the words of the cases. Of the breakdown, what is not 0.
func seenEntry(entry *verifydv1.Settlement) map[string]any {
	parts, breakdown := entry.Breakdown, []any{}
	for _, part := range []struct {
		name   string
		amount *money.Money
	}{
		{"base", parts.GetBase()},
		{"bonus", parts.GetBonus()},
		{"bonus_capped", parts.GetBonusCapped()},
		{"penalty", parts.GetPenalty()},
		{"penalty_capped", parts.GetPenaltyCapped()},
		{"floor", parts.GetFloor()},
		{"total_capped", parts.GetTotalCapped()},
		{"rounding", parts.GetRounding()},
		{"total", parts.GetTotal()},
	} {
		if amount := verifyd.Amount(part.amount); amount != "0" {
			breakdown = append(breakdown, part.name+" "+amount)
		}
	}
	var settled any
	if entry.Success != nil {
		settled = entry.GetSuccess()
	}
	return map[string]any{
		"kind":      strings.TrimPrefix(entry.Kind.String(), "SETTLEMENT_KIND_"),
		"breakdown": breakdown,
		"total":     verifyd.Amount(parts.GetTotal()) + " " + entry.Currency,
		"domain":    entry.Domain,
		"reason":    entry.Reason,
		"settled":   settled,
		"reversed":  entry.ReversedBy != "",
		"lined":     entry.AuditSequence > 0 && len(entry.AuditDigest) == 64,
	}
}
