// Command verifyd-smoke proves that the contract of verifyd is no language's own: it verifies a
// narrative, reads a rich error, and runs the shared case files, all from Go.
//
//	verifyd-smoke -address unix:///run/verifyd/verifyd.sock
//	verifyd-smoke -address ... -data table.csv -narrative text.md
//	verifyd-smoke -address ... -cases ../../tests/cases/numeric [-servers servers.json]
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
	servers := flag.String("servers", "",
		"JSON file {settings as JSON text: address}, for cases whose settings are not the shipped")
	flag.Parse()

	var err error
	if *folder != "" {
		err = runCases(os.Stdout, *folder, *address, *servers)
	} else {
		err = demo(os.Stdout, *address, *data, *narrative)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "verifyd-smoke:", err)
		os.Exit(1)
	}
}

// runCases runs every case of a folder and prints what differs.
func runCases(out io.Writer, folder, address, servers string) error {
	known := cases.NewServers(address)
	if servers != "" {
		if err := known.Read(servers); err != nil {
			return err
		}
	}
	all, err := cases.Load(folder)
	if err != nil {
		return err
	}
	failed := 0
	for _, c := range all {
		lines, err := runCase(known, c)
		if err != nil {
			lines = []string{err.Error()}
		}
		if len(lines) > 0 {
			failed++
			fmt.Fprintf(out, "FAILED %s\n", c.Name)
		}
		for _, line := range lines {
			fmt.Fprintf(out, "    %s\n", line)
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", len(all)-failed, failed)
	if failed > 0 {
		return errFailed
	}
	return nil
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
