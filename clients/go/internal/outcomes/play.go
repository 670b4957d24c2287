package outcomes

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/type/money"

	"github.com/verifyd/verifyd/clients/go/internal/cases"
	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// player makes the calls of a case, one after the other.
type player struct {
	of      Case
	service verifydv1.OutcomeServiceClient
	own     string
	entries map[string]*verifydv1.Settlement
}

// Differences says where the answers are not what a case wants; nothing where they are. The name of
// a run tells runs on one server apart.
func Differences(ctx context.Context, client *verifyd.Client, c Case, run string) []string {
	p := &player{c, client.Outcomes(), run + "/" + c.Name, map[string]*verifydv1.Settlement{}}
	var lines []string
	for number, one := range c.steps {
		seen, err := p.play(ctx, one)
		if err != nil {
			seen = map[string]any{"error": cases.SeenError(err)}
		}
		for _, line := range cases.Compare("", one.want, seen) {
			lines = append(lines, fmt.Sprintf("step %d: %s", number+1, line))
		}
	}
	return lines
}

func (p *player) play(ctx context.Context, one step) (map[string]any, error) {
	switch one.verb {
	case "validate":
		return p.validate(ctx, one)
	case "verify":
		return p.verify(ctx, one)
	case "settle":
		return p.settle(ctx, one)
	case "reverse":
		return p.reverse(ctx, one.told)
	case "get":
		return p.get(ctx, one.told)
	case "list":
		return p.list(ctx, one.told)
	}
	return nil, fmt.Errorf("%q is no call", one.verb)
}

func (p *player) validate(ctx context.Context, one step) (map[string]any, error) {
	reply, err := p.service.ValidateCriteria(ctx, &verifydv1.ValidateCriteriaRequest{
		Source: &verifydv1.ValidateCriteriaRequest_Document{Document: p.document(one)},
	})
	if err != nil {
		return nil, err
	}
	faults := []any{}
	for _, fault := range reply.Faults {
		faults = append(faults, fault.Code)
	}
	return map[string]any{"valid": reply.Valid, "faults": faults}, nil
}

func (p *player) verify(ctx context.Context, one step) (map[string]any, error) {
	reply, err := p.service.VerifyOutcome(ctx, p.task(one))
	if err != nil {
		return nil, err
	}
	return seenResult(reply.Result), nil
}

func (p *player) settle(ctx context.Context, one step) (map[string]any, error) {
	request := &verifydv1.SettleOutcomeRequest{
		Outcome:    p.task(one),
		Key:        text(one.told, "key", ""),
		ConsumerId: text(one.told, "consumer", "consumer"),
		Domain:     text(one.told, "domain", ""),
	}
	for name, field := range map[string]**money.Money{
		"base_cost": &request.BaseCost, "max_bonus": &request.MaxBonus,
		"max_penalty": &request.MaxPenalty, "max_total": &request.MaxTotal,
	} {
		told, ok := one.told[name].(string)
		if !ok {
			continue
		}
		amount, currency, _ := strings.Cut(told, " ")
		made, err := verifyd.Money(amount, currency)
		if err != nil {
			return nil, err
		}
		*field = made
	}
	reply, err := p.service.SettleOutcome(ctx, request)
	if err != nil {
		return nil, err
	}
	p.entries["settlement"] = reply.Settlement
	return joined(
		seenResult(reply.Result), seenEntry(reply.Settlement),
		map[string]any{"replayed": reply.Replayed},
	), nil
}

func (p *player) reverse(ctx context.Context, told map[string]any) (map[string]any, error) {
	reply, err := p.service.ReverseSettlement(ctx, &verifydv1.ReverseSettlementRequest{
		SettlementId: p.id(told),
		ContractId:   p.contract(told),
		Key:          text(told, "key", ""),
		Reason:       text(told, "reason", ""),
	})
	if err != nil {
		return nil, err
	}
	p.entries["reversal"] = reply.Reversal
	return joined(seenEntry(reply.Reversal), map[string]any{"replayed": reply.Replayed}), nil
}

func (p *player) get(ctx context.Context, told map[string]any) (map[string]any, error) {
	reply, err := p.service.GetOutcome(ctx, &verifydv1.GetOutcomeRequest{SettlementId: p.id(told)})
	if err != nil {
		return nil, err
	}
	kept := reply.Outcome.Result != nil
	seen := joined(seenEntry(reply.Outcome.Settlement), map[string]any{"kept": kept})
	if kept {
		seen = joined(seen, seenResult(reply.Outcome.Result))
	}
	return seen, nil
}

func (p *player) list(ctx context.Context, told map[string]any) (map[string]any, error) {
	kind := verifydv1.SettlementKind_value["SETTLEMENT_KIND_"+text(told, "kind", "UNSPECIFIED")]
	size, _ := told["page_size"].(int)
	request := &verifydv1.ListOutcomesRequest{
		ContractId: p.contract(told),
		AgentId:    text(told, "agent", ""),
		Domain:     text(told, "domain", ""),
		Kind:       verifydv1.SettlementKind(kind),
		PageSize:   uint32(size),
		PageToken:  text(told, "page_token", ""),
	}
	if success, ok := told["success"].(bool); ok {
		request.Success = &success
	}
	reply, err := p.service.ListOutcomes(ctx, request)
	if err != nil {
		return nil, err
	}
	entries := []any{}
	for _, one := range reply.Outcomes {
		entries = append(entries, seenEntry(one.Settlement))
	}
	return map[string]any{"entries": entries, "more": reply.NextPageToken != ""}, nil
}

// contract is that of the case, another one of it, or none.
func (p *player) contract(told map[string]any) string {
	given, ok := told["contract"].(string)
	if !ok {
		return p.own
	}
	if given == "" {
		return ""
	}
	return p.own + "/" + given
}

// id is that of the entry that a step is about.
func (p *player) id(told map[string]any) string {
	of := text(told, "of", "settlement")
	if found, ok := p.entries[of]; ok {
		return found.Id
	}
	return of
}

func (p *player) document(one step) string {
	given := one.criteria
	if name, ok := given.(string); ok {
		given = p.of.shared.Criteria[name]
	}
	return asJSON(given)
}

func (p *player) task(one step) *verifydv1.VerifyOutcomeRequest {
	parts, _ := one.task.(map[string]any)
	if name, ok := one.task.(string); ok {
		parts = p.of.shared.Tasks[name]
	}
	return &verifydv1.VerifyOutcomeRequest{
		ContractId:   p.contract(one.told),
		AgentId:      text(one.told, "agent", "agent of "+p.own),
		Source:       &verifydv1.VerifyOutcomeRequest_Document{Document: p.document(one)},
		InputJson:    asJSON(parts["input"]),
		OutputJson:   asJSON(parts["output"]),
		MetadataJson: asJSON(parts["metadata"]),
	}
}

// asJSON is a part of a request; text stands for itself, and what is not there is {}.
func asJSON(part any) string {
	if told, ok := part.(string); ok {
		return told
	}
	if part == nil {
		return "{}"
	}
	data, err := json.Marshal(part)
	if err != nil {
		panic(err) // YAML has nothing else that the files use
	}
	return string(data)
}

func text(told map[string]any, key, otherwise string) string {
	if found, ok := told[key].(string); ok {
		return found
	}
	return otherwise
}

func joined(each ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, one := range each {
		for key, value := range one {
			all[key] = value
		}
	}
	return all
}
