// Command verifyd-smoke proves that the contract of verifyd is no language's own: it verifies a
// narrative, reads a rich error, and runs the shared case files, all from Go.
//
//	verifyd-smoke -address unix:///run/verifyd/verifyd.sock
//	verifyd-smoke -address ... -data table.csv -narrative text.md
//	verifyd-smoke -address ... -cases ../../tests/cases/numeric [-servers servers.json]
//	verifyd-smoke -address ... -outcomes ../../tests/cases/outcomes [-servers servers.json]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/verifyd/verifyd/clients/go/internal/cases"
	"github.com/verifyd/verifyd/clients/go/internal/outcomes"
	"github.com/verifyd/verifyd/clients/go/verifyd"
)

const timeout = 10 * time.Second

var errFailed = errors.New("cases failed")

func main() {
	address := flag.String("address", "unix:///run/verifyd/verifyd.sock",
		"where the server listens: unix:///path.sock or tcp://host:port")
	data := flag.String("data", "", "CSV file to verify against; default: a built-in table")
	narrative := flag.String("narrative", "", "text to verify; default: a built-in text")
	folder := flag.String("cases", "", "run the YAML cases of this folder instead")
	settled := flag.String("outcomes", "",
		"run the YAML cases of outcomes of this folder instead; the server needs a store")
	servers := flag.String("servers", "",
		"JSON file {settings as JSON text: address}, for cases whose settings are not the shipped")
	flag.Parse()

	var err error
	switch {
	case *settled != "":
		err = runOutcomes(os.Stdout, *settled, *address, *servers)
	case *folder != "":
		err = runCases(os.Stdout, *folder, *address, *servers)
	default:
		err = demo(os.Stdout, *address, *data, *narrative)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "verifyd-smoke:", err)
		os.Exit(1)
	}
}

// runCases runs every case of a folder and prints what differs.
func runCases(out io.Writer, folder, address, servers string) error {
	known, err := knownServers(address, servers)
	if err != nil {
		return err
	}
	all, err := cases.Load(folder)
	if err != nil {
		return err
	}
	told := tally{out: out}
	for _, c := range all {
		lines, err := runCase(known, c)
		told.add(c.Name, lines, err)
	}
	return told.end()
}

// runOutcomes does the same for cases of outcomes. A run settles under a name of its own.
func runOutcomes(out io.Writer, folder, address, servers string) error {
	known, err := knownServers(address, servers)
	if err != nil {
		return err
	}
	all, err := outcomes.Load(folder)
	if err != nil {
		return err
	}
	run := fmt.Sprintf("go-%d", time.Now().UnixNano())
	told := tally{out: out}
	for _, c := range all {
		lines, err := runOutcome(known, c, run)
		told.add(c.Name, lines, err)
	}
	return told.end()
}

func knownServers(address, path string) (*cases.Servers, error) {
	known := cases.NewServers(address)
	if path == "" {
		return known, nil
	}
	return known, known.Read(path)
}

// tally prints what differs, and counts.
type tally struct {
	out            io.Writer
	passed, failed int
}

func (t *tally) add(name string, lines []string, err error) {
	if err != nil {
		lines = []string{err.Error()}
	}
	if len(lines) == 0 {
		t.passed++
		return
	}
	t.failed++
	fmt.Fprintf(t.out, "FAILED %s\n", name)
	for _, line := range lines {
		fmt.Fprintf(t.out, "    %s\n", line)
	}
}

func (t *tally) end() error {
	fmt.Fprintf(t.out, "%d passed, %d failed\n", t.passed, t.failed)
	if t.failed > 0 {
		return errFailed
	}
	return nil
}

func runOutcome(servers *cases.Servers, c outcomes.Case, run string) ([]string, error) {
	address, err := servers.Address(c.Settings)
	if err != nil {
		return nil, err
	}
	client, err := verifyd.Dial(address)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return outcomes.Differences(ctx, client, c, run), nil
}

func runCase(servers *cases.Servers, c cases.Case) ([]string, error) {
	address, err := servers.Address(c.Settings)
	if err != nil {
		return nil, err
	}
	client, err := verifyd.Dial(address)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	response, err := client.Verify(ctx, c.Request)
	return cases.Differences(c, response.GetReport(), err), nil
}
