// Command outcomes is a platform for work: it publishes tasks with success criteria, and settles what
// is delivered. The same in Python is demo/outcomes/run.py, whose files this reads; both print the
// same. The server needs a store (setting store.url).
//
//	go run ./examples/outcomes -address unix:///run/verifyd/verifyd.sock
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/type/money"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

const timeout = 30 * time.Second

// execution is work that an agent has done.
type execution struct {
	// work is its name: criteria are in a YAML file, what was delivered in a JSON file.
	work string
	// agentID is who did it.
	agentID string
	// cpcRate is what the agent takes for it, in dollars, whatever comes of it.
	cpcRate string
	// maxCPATotal is the most that the consumer pays in bonuses; empty where there is no bound.
	maxCPATotal string
}

var executions = []execution{
	{"summarisation", "agent-7", "0.10", "0.04"},
	{"classification", "agent-8", "0.25", ""},
}

type platform struct {
	client *verifyd.Client
	folder string
	out    io.Writer
}

func main() {
	address := flag.String("address", "unix:///run/verifyd/verifyd.sock", "where the server listens")
	folder := flag.String("folder", "../../demo/outcomes", "where the work is")
	flag.Parse()
	if err := run(os.Stdout, *address, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "outcomes:", err)
		os.Exit(1)
	}
}

// --- intake

// submitWork takes in work, and publishes it unless its criteria have faults; returns whether it did.
func (p *platform) submitWork(ctx context.Context, work string) (bool, error) {
	criteria, err := os.ReadFile(filepath.Join(p.folder, work+".yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return true, p.publish("work.submitted", map[string]any{"work_id": work, "has_cpa": false})
	}
	if err != nil {
		return false, err
	}
	found, err := p.client.ValidateCriteria(ctx, &verifydv1.ValidateCriteriaRequest{
		Source: &verifydv1.ValidateCriteriaRequest_Document{Document: string(criteria)},
	})
	if err != nil {
		return false, err
	}
	for _, fault := range found.Faults {
		fmt.Fprintf(p.out, "%s: refused, %s %s\n", work, fault.Metric, fault.Code)
	}
	if !found.Valid {
		return false, nil
	}
	return true, p.publish("work.submitted", map[string]any{"work_id": work, "has_cpa": true})
}

// --- settlement

// calculateCost verifies what was delivered, and writes what it costs: once, however often it is
// called.
func (p *platform) calculateCost(
	ctx context.Context, done execution,
) (*verifydv1.SettleOutcomeResponse, error) {
	criteria, err := os.ReadFile(filepath.Join(p.folder, done.work+".yaml"))
	if err != nil {
		return nil, err
	}
	delivered, err := os.ReadFile(filepath.Join(p.folder, done.work+".json"))
	if err != nil {
		return nil, err
	}
	var task struct{ Input, Output, Metadata json.RawMessage }
	if err := json.Unmarshal(delivered, &task); err != nil {
		return nil, err
	}
	base, err := verifyd.Money(done.cpcRate, "USD")
	if err != nil {
		return nil, err
	}
	var most *money.Money
	if done.maxCPATotal != "" {
		if most, err = verifyd.Money(done.maxCPATotal, "USD"); err != nil {
			return nil, err
		}
	}
	return p.client.SettleOutcome(ctx, &verifydv1.SettleOutcomeRequest{
		Outcome: &verifydv1.VerifyOutcomeRequest{
			ContractId:   "contract-" + done.work,
			AgentId:      done.agentID,
			Source:       &verifydv1.VerifyOutcomeRequest_Document{Document: string(criteria)},
			InputJson:    string(task.Input),
			OutputJson:   string(task.Output),
			MetadataJson: string(task.Metadata),
		},
		Key:        "execution-1",
		ConsumerId: "consumer-1",
		Domain:     done.work,
		BaseCost:   base,
		MaxBonus:   most,
	})
}

// --- the rest

// publish is where a platform would send an event to its message queue.
func (p *platform) publish(topic string, event map[string]any) error {
	told, err := json.Marshal(event)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s %s\n", topic, told)
	return err
}

// run publishes, settles, settles again, and takes back.
func run(out io.Writer, address, folder string) error {
	client, err := verifyd.NewClient(address)
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	p := &platform{client, folder, out}
	// One with faults, and one without criteria, which is paid by its base cost only.
	for _, work := range []string{"unclear", "translation"} {
		if _, err := p.submitWork(ctx, work); err != nil {
			return err
		}
	}
	for _, done := range executions {
		if published, err := p.submitWork(ctx, done.work); err != nil || !published {
			return fmt.Errorf("%s is not published: %w", done.work, err)
		}
	}
	for _, done := range executions {
		settled, err := p.calculateCost(ctx, done)
		if err != nil {
			return err
		}
		ended := either(settled.Result.Success, "success", "no success")
		fmt.Fprintf(out, "%s: %s\n  %s\n", done.work, ended, settled.Result.Reason)
		fmt.Fprintf(out, "  %s\n", told(settled.Settlement))
	}
	return p.again(ctx, executions[0])
}

// again settles with the same key, as after an answer that never came, and takes back.
func (p *platform) again(ctx context.Context, done execution) error {
	again, err := p.calculateCost(ctx, done)
	if err != nil {
		return err
	}
	what := either(again.Replayed, "replayed", "settled twice")
	fmt.Fprintf(p.out, "%s, again: %s\n", done.work, what)
	back, err := p.client.ReverseSettlement(ctx, &verifydv1.ReverseSettlementRequest{
		SettlementId: again.Settlement.Id,
		ContractId:   again.Settlement.ContractId,
		Key:          "dispute-1",
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s, taken back\n  %s\n", done.work, told(back.Reversal))
	return nil
}

// told is how a total came about: what is not 0, and what it comes to.
func told(entry *verifydv1.Settlement) string {
	parts := entry.Breakdown
	var each []string
	for _, part := range []struct {
		name   string
		amount *money.Money
	}{
		{"base", parts.Base},
		{"bonus", parts.Bonus},
		{"bonus capped", parts.BonusCapped},
		{"penalty", parts.Penalty},
		{"penalty capped", parts.PenaltyCapped},
		{"floor", parts.Floor},
		{"total capped", parts.TotalCapped},
		{"rounding", parts.Rounding},
	} {
		if amount := verifyd.Amount(part.amount); amount != "0" {
			each = append(each, part.name+" "+amount)
		}
	}
	return fmt.Sprintf("%s: %s %s", strings.Join(each, ", "), verifyd.Amount(parts.Total), entry.Currency)
}

func either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}
