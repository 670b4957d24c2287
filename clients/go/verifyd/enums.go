package verifyd

import (
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Decision is what the findings of a request add up to.
type Decision string

// The decisions.
const (
	DecisionPass       Decision = "PASS"
	DecisionWarn       Decision = "WARN"
	DecisionFail       Decision = "FAIL"
	DecisionUnverified Decision = "UNVERIFIED"
)

// Action is what to do with a text.
type Action string

// The actions.
const (
	ActionRelease Action = "RELEASE"
	ActionHold    Action = "HOLD"
)

// Severity is how bad a finding is. One that this version does not know reads as ERROR.
type Severity string

// The severities.
const (
	SeverityInfo    Severity = "INFO"
	SeverityWarning Severity = "WARNING"
	SeverityError   Severity = "ERROR"
)

// Verdict is what the evidence says about a statement. One that this version does not know reads as
// INCONCLUSIVE.
type Verdict string

// The verdicts.
const (
	VerdictSupported    Verdict = "SUPPORTED"
	VerdictContradicted Verdict = "CONTRADICTED"
	VerdictUnsupported  Verdict = "UNSUPPORTED"
	VerdictInconclusive Verdict = "INCONCLUSIVE"
)

// Grade is how closely a number agrees with its cell, as in the contract's enum without its prefix:
// EXACT, say. One that this version does not know reads as UNSPECIFIED.
type Grade string

func readDecision(value verifydv1.Decision) Decision {
	return readEnum(value, verifydv1.Decision_name, "DECISION_", DecisionUnverified)
}

func readAction(value verifydv1.Action, beside verifydv1.Decision) Action {
	if readEnum(beside, verifydv1.Decision_name, "DECISION_", "") == "" {
		return ActionHold
	}
	return readEnum(value, verifydv1.Action_name, "ACTION_", ActionHold)
}

func readSeverity(value verifydv1.Severity) Severity {
	return readEnum(value, verifydv1.Severity_name, "SEVERITY_", SeverityError)
}

func readVerdict(value verifydv1.Verdict) Verdict {
	return readEnum(value, verifydv1.Verdict_name, "VERDICT_", VerdictInconclusive)
}

func readGrade(value verifydv1.Grade) Grade {
	return readEnum(value, verifydv1.Grade_name, "GRADE_", Grade("UNSPECIFIED"))
}

// readEnum returns the name of an enum's value; the safe one where the value is not set or not known.
func readEnum[E ~int32, W ~string](value E, names map[int32]string, prefix string, safe W) W {
	name, known := names[int32(value)]
	if value == 0 || !known {
		return safe
	}
	return W(strings.TrimPrefix(name, prefix))
}
