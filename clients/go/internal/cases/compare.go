package cases

import (
	"fmt"
	"reflect"
	"sort"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Differences says where an answer is not what a case wants; nothing where it is.
func Differences(c Case, report *verifydv1.Report, failed error) []string {
	wanted, refused := c.Want["error"]
	if !refused && failed == nil {
		return Compare("", c.Want, seen(c.Request.Narrative, report))
	}
	if !refused {
		wanted = map[string]any{"code": "OK"}
	}
	return Compare("error", wanted, SeenError(failed))
}

// Compare reports the keys of want that differ. Lists must have the same length; of mappings only
// the wanted keys count.
func Compare(place string, want, got any) []string {
	switch want := want.(type) {
	case map[string]any:
		return compareMaps(place, want, got)
	case []any:
		return compareLists(place, want, got)
	}
	if reflect.DeepEqual(want, got) {
		return nil
	}
	return []string{fmt.Sprintf("%s: wanted %#v, got %#v", place, want, got)}
}

func compareMaps(place string, want map[string]any, got any) []string {
	fields, ok := got.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s: wanted %v, got %v", place, want, got)}
	}
	keys := make([]string, 0, len(want))
	for key := range want {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var lines []string
	for _, key := range keys {
		below := strings.TrimPrefix(place+"."+key, ".")
		lines = append(lines, Compare(below, want[key], fields[key])...)
	}
	return lines
}

func compareLists(place string, want []any, got any) []string {
	entries, ok := got.([]any)
	if !ok || len(entries) != len(want) {
		return []string{fmt.Sprintf("%s: wanted %d entries, got %v", place, len(want), got)}
	}
	var lines []string
	for i := range want {
		lines = append(lines, Compare(fmt.Sprintf("%s[%d]", place, i), want[i], entries[i])...)
	}
	return lines
}

// SeenError is a failed call in the words of the cases.
func SeenError(err error) map[string]any {
	reason, values := verifyd.Reason(err)
	metadata := map[string]any{}
	for key, value := range values {
		metadata[key] = value
	}
	return map[string]any{"code": codeName(status.Code(err)), "reason": reason, "metadata": metadata}
}

// codeName is a status code as other languages write it: INVALID_ARGUMENT for InvalidArgument.
func codeName(code codes.Code) string {
	if code == codes.OK {
		return "OK"
	}
	var name strings.Builder
	for i, letter := range code.String() {
		if i > 0 && letter >= 'A' && letter <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(letter)
	}
	return strings.ToUpper(name.String())
}

// seen is a report in the words of the cases.
func seen(narrative string, report *verifydv1.Report) map[string]any {
	findings, bindings, sums, citations := []any{}, []any{}, []any{}, []any{}
	var failure, validity, structure, support, confidence any
	verified := map[string]any{}
	for _, result := range report.GetResults() {
		if why := result.GetFailure(); why != nil && failure == nil {
			failure = map[string]any{"check": result.Check, "reason": why.Reason}
		}
		for _, finding := range result.GetFindings().GetFindings() {
			findings = append(findings, seenFinding(narrative, finding))
		}
		for _, binding := range result.GetFindings().GetNumeric().GetBindings() {
			bindings = append(bindings, seenBinding(narrative, binding))
		}
		cited := result.GetFindings().GetCitations()
		for _, citation := range cited.GetCitations() {
			citations = append(citations, seenCitation(narrative, citation))
		}
		if cited != nil && cited.CitationValidityRate != nil {
			validity = fmt.Sprintf("%.2f", cited.GetCitationValidityRate())
		}
		if detail := result.GetFindings().GetSupport(); detail != nil {
			support = seenSupport(detail.EvidenceSupport)
			confidence = seenConfidence(narrative, detail.ConfidenceCalibration)
		}
		for _, sum := range result.GetFindings().GetConsistency().GetMathChecks() {
			sums = append(sums, map[string]any{
				"name": sum.Name, "passed": sum.Passed,
				"total": sum.Total, "expected": sum.Expected,
			})
		}
		if detail := result.GetFindings().GetStructure(); detail != nil && structure == nil {
			structure = seenStructure(detail)
		}
		if detail := result.GetFindings().GetClaims(); detail != nil {
			verified = seenVerification(narrative, detail)
		}
	}
	return map[string]any{
		"claims":       verified["claims"],
		"verification": verified["verification"],
		"by_source":    verified["by_source"],
		"skipped":      verified["skipped"],
		"repaired":     verifyd.Repaired(narrative, report),
		"citations":    citations,
		"validity":     validity,
		"support":      support,
		"confidence":   confidence,
		"decision":     strings.TrimPrefix(report.GetDecision().String(), "DECISION_"),
		"action":       strings.TrimPrefix(report.GetAction().String(), "ACTION_"),
		"findings":     findings,
		"bindings":     bindings,
		"math_checks":  sums,
		"structure":    structure,
		"failure":      failure,
	}
}

func seenFinding(narrative string, finding *verifydv1.Finding) map[string]any {
	var replaced any
	if repair := finding.GetRepair(); repair != nil {
		replaced = verifyd.Quote(narrative, repair.Span)
	}
	details := map[string]any{}
	for key, value := range finding.Details {
		details[key] = value
	}
	return map[string]any{
		"details":     details,
		"replaced":    replaced,
		"code":        finding.Code,
		"severity":    strings.TrimPrefix(finding.Severity.String(), "SEVERITY_"),
		"verdict":     strings.TrimPrefix(finding.Verdict.String(), "VERDICT_"),
		"text":        verifyd.Quote(narrative, finding.Span),
		"replacement": finding.GetRepair().GetReplacement(),
	}
}

func seenSupport(score *verifydv1.EvidenceSupportScore) map[string]any {
	ids := []any{}
	for _, id := range score.SupportingEvidenceIds {
		ids = append(ids, id)
	}
	return map[string]any{
		"score":       fmt.Sprintf("%.2f", score.Score),
		"count":       int(score.EvidenceCount),
		"relevance":   fmt.Sprintf("%.2f", score.MeanRelevance),
		"provenances": int(score.ProvenanceCount),
		"cited":       score.Cited,
		"ids":         ids,
	}
}

func seenConfidence(narrative string, compared *verifydv1.ConfidenceCalibration) map[string]any {
	return map[string]any{
		"stated":     fmt.Sprintf("%.2f", compared.StatedConfidence),
		"delta":      fmt.Sprintf("%.2f", compared.CalibrationDelta),
		"calibrated": compared.IsCalibrated,
		"text":       verifyd.Quote(narrative, compared.Span),
	}
}

func seenCitation(narrative string, citation *verifydv1.CitationVerification) map[string]any {
	ids := []any{}
	for _, id := range citation.EvidenceIds {
		ids = append(ids, id)
	}
	return map[string]any{
		"text":         verifyd.Quote(narrative, citation.Span),
		"id":           citation.CitationId,
		"found":        citation.Found,
		"form":         strings.TrimPrefix(citation.Form.String(), "CITATION_FORM_"),
		"evidence_ids": ids,
		"snippet":      citation.EvidenceSnippet,
	}
}

func seenStructure(detail *verifydv1.StructureDetail) map[string]any {
	errors, repairs := []any{}, []any{}
	for _, one := range detail.Errors {
		errors = append(errors, map[string]any{
			"instance_path": one.InstancePath, "keyword": one.Keyword, "repaired": one.Repaired,
		})
	}
	for _, repair := range detail.Repairs {
		repairs = append(repairs, map[string]any{
			"instance_path": repair.InstancePath,
			"kind":          strings.TrimPrefix(repair.Kind.String(), "STRUCTURE_REPAIR_KIND_"),
			"inserted_json": repair.InsertedJson,
		})
	}
	return map[string]any{
		"valid":           detail.Valid,
		"corrected_json":  detail.CorrectedJson,
		"corrected_valid": detail.CorrectedValid,
		"has_hint":        detail.RetryHint != "",
		"errors":          errors,
		"repairs":         repairs,
	}
}

func seenBinding(narrative string, binding *verifydv1.ClaimBinding) map[string]any {
	return map[string]any{
		"text":               verifyd.Quote(narrative, binding.Span),
		"value":              binding.Value,
		"unit":               strings.TrimPrefix(binding.Unit.String(), "UNIT_"),
		"matched":            binding.Matched,
		"matched_source_qid": binding.MatchedSourceQid,
		"matched_location":   binding.MatchedLocation,
		"grade":              strings.TrimPrefix(binding.Grade.String(), "GRADE_"),
		"verdict":            strings.TrimPrefix(binding.Verdict.String(), "VERDICT_"),
	}
}
