package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"google.golang.org/grpc/status"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

//go:embed demo.csv
var builtInData []byte

//go:embed demo.md
var builtInNarrative []byte

// demo verifies a narrative against a table, inline and by handle, and then provokes an error.
func demo(out io.Writer, address, dataPath, narrativePath string) error {
	table, err := either(dataPath, builtInData)
	if err != nil {
		return err
	}
	text, err := either(narrativePath, builtInNarrative)
	if err != nil {
		return err
	}
	rows, err := rowsOf(table)
	if err != nil {
		return err
	}
	client, err := verifyd.Dial(address)
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()

	result := &verifydv1.QueryResult{
		QueryId: "demo", Data: &verifydv1.QueryResult_Json{Json: rows},
	}
	put, err := client.PutQueryResult(ctx, result)
	if err != nil {
		return explain(err)
	}
	fmt.Fprintf(out, "put %d rows ahead as %s\n", put.Info.RowCount, put.Handle)

	narrative := string(text)
	response, err := client.Verify(ctx, &verifydv1.VerifyRequest{
		Narrative: narrative, Evidence: &verifydv1.Evidence{Handles: []string{put.Handle}},
	})
	if err != nil {
		return explain(err)
	}
	printReport(out, narrative, response.Report)

	_, err = client.Verify(ctx, &verifydv1.VerifyRequest{
		Narrative: narrative, Checks: []string{"numerics"},
	})
	reason, metadata := verifyd.Reason(err)
	if reason == "" {
		return fmt.Errorf("a check that does not exist was not refused with a reason: %v", err)
	}
	fmt.Fprintf(out, "refused %s: %s %s\n", status.Code(err), reason, ordered(metadata))
	return nil
}

func printReport(out io.Writer, narrative string, report *verifydv1.Report) {
	fmt.Fprintf(out, "%s, %s\n", report.Decision, report.Action)
	for _, result := range report.Results {
		if failure := result.GetFailure(); failure != nil {
			fmt.Fprintf(out, "%s failed: %s\n", result.Check, failure.Message)
		}
		for _, finding := range result.GetFindings().GetFindings() {
			fmt.Fprintf(out, "%s %s %q: %s\n", finding.Severity, finding.Code,
				verifyd.Quote(narrative, finding.Span), finding.Message)
		}
	}
}

// explain adds reason and metadata to an error.
func explain(err error) error {
	reason, metadata := verifyd.Reason(err)
	return fmt.Errorf("%w (%s %s)", err, reason, ordered(metadata))
}

func ordered(values map[string]string) string {
	pairs := make([]string, 0, len(values))
	for key, value := range values {
		pairs = append(pairs, fmt.Sprintf("%s=%q", key, value))
	}
	sort.Strings(pairs)
	return strings.Join(pairs, " ")
}

func either(path string, builtIn []byte) ([]byte, error) {
	if path == "" {
		return builtIn, nil
	}
	return os.ReadFile(path)
}

// rowsOf turns CSV into JSON rows. A cell that is a JSON number stays one, digit by digit.
func rowsOf(table []byte) (string, error) {
	records, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		return "", err
	}
	if len(records) == 0 {
		return "", fmt.Errorf("the table has no header")
	}
	rows := make([][]any, 0, len(records)-1)
	for _, record := range records[1:] {
		row := make([]any, len(record))
		for i, cell := range record {
			row[i] = cellOf(cell)
		}
		rows = append(rows, row)
	}
	data, err := json.Marshal(map[string]any{"columns": records[0], "rows": rows})
	return string(data), err
}

func cellOf(text string) any {
	switch {
	case text == "":
		return nil
	case strings.ContainsAny(text[:1], "-0123456789") && json.Valid([]byte(text)):
		return json.Number(text)
	default:
		return text
	}
}
