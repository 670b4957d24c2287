// Command verifyd-audit says whether an audit file of verifyd is whole, or names the first thing
// that is wrong. It shares no code with what wrote the file, and needs nothing but this folder; the
// format and the reason codes are those of docs/audit.md.
//
//	verifyd-audit FILE [-checkpoints FILE -public-key PEM] [-records FILE]
//
// Exit status: 0 whole, 1 not, 2 nothing was verified.
package main

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
)

const (
	longestRecord     = 1 << 20
	longestCheckpoint = 1 << 14
	longestCopy       = 1 << 27
)

// verdict is what came of verifying a file, as JSON has it.
type verdict struct {
	Whole       bool   `json:"whole"`
	Records     int64  `json:"records"`
	Tenants     int    `json:"tenants"`
	Checkpoints *int64 `json:"checkpoints"`
	Copies      *int64 `json:"copies"`
	Uncovered   int64  `json:"uncovered"`
	Past        []past `json:"past"`
	Fault       *fault `json:"fault"`
}

// past is how many records of a tenant lie past its last checkpoint.
type past struct {
	Tenant  json.RawMessage `json:"tenant"`
	Records int64           `json:"records"`
}

// fault is the first thing that is wrong.
type fault struct {
	File     string          `json:"file"`
	Line     int64           `json:"line"`
	Code     string          `json:"code"`
	Tenant   json.RawMessage `json:"tenant"`
	Sequence *int64          `json:"sequence"`
}

func (f *fault) Error() string { return f.Code }

func main() {
	checkpoints := flag.String("checkpoints", "", "file of signed checkpoints")
	records := flag.String("records", "", "file of copies of records, to compare")
	format := flag.String("format", "text", "text or json")
	keys := map[string]ed25519.PublicKey{}
	flag.Func("public-key", "PEM file of a key that signs them; may be given several times",
		func(path string) error { return addKey(keys, path) })
	flag.Parse()
	name := flag.Arg(0)
	if name != "" { // options may also stand after the file
		_ = flag.CommandLine.Parse(flag.Args()[1:])
	}
	if name == "" || flag.NArg() > 0 || (*checkpoints == "") != (len(keys) == 0) {
		fmt.Fprintln(os.Stderr, "verifyd-audit: one FILE; -checkpoints and -public-key need each other")
		os.Exit(2)
	}
	found, err := verifyFiles(name, *checkpoints, *records, keys)
	if err != nil {
		fmt.Fprintln(os.Stderr, "verifyd-audit:", err)
		os.Exit(2)
	}
	show(os.Stdout, found, map[string]string{"audit": name, "checkpoints": *checkpoints, "records": *records}, *format)
	if !found.Whole {
		os.Exit(1)
	}
}

// verifyFiles verifies a file; the error tells why nothing could be.
func verifyFiles(name, checkpoints, records string, keys map[string]ed25519.PublicKey) (verdict, error) {
	var marks *marks
	if checkpoints != "" {
		file, err := os.Open(checkpoints)
		if err != nil {
			return verdict{}, err
		}
		defer file.Close()
		if marks, err = readMarks(file, keys); err != nil {
			return ended(verdict{Checkpoints: new(int64), Past: []past{}}, err)
		}
	}
	file, err := os.Open(name)
	if err != nil {
		return verdict{}, err
	}
	defer file.Close()
	follower := newFollower(marks, nil)
	if records != "" {
		file, err := os.Open(records)
		if err != nil {
			return verdict{}, err
		}
		defer file.Close()
		if follower.copies, err = newCopies(file); err != nil {
			follower.copies = nil
			return ended(follower.verdict(), err)
		}
	}
	err = eachLine(file, longestRecord, "audit", "LINE", follower.take)
	if err == nil {
		err = follower.end()
	}
	return ended(follower.verdict(), err)
}

// ended is a verdict with the fault that ended it, if one did; other errors stay errors.
func ended(found verdict, err error) (verdict, error) {
	var wrong *fault
	if errors.As(err, &wrong) {
		found.Fault = wrong
		return found, nil
	}
	found.Whole = err == nil
	return found, err
}

func show(out io.Writer, found verdict, files map[string]string, format string) {
	if format == "json" {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		_ = encoder.Encode(found)
		return
	}
	if wrong := found.Fault; wrong != nil {
		fmt.Fprintf(out, "%s:%d: %s", files[wrong.File], wrong.Line, wrong.Code)
		if wrong.Sequence != nil {
			fmt.Fprintf(out, " (tenant %s, record %d)", ascii(wrong.Tenant), *wrong.Sequence)
		}
		fmt.Fprintln(out)
		return
	}
	fmt.Fprintf(out, "%s: whole: %s of %s", files["audit"], counted(found.Records, "record"),
		counted(int64(found.Tenants), "tenant"))
	if found.Copies != nil {
		fmt.Fprintf(out, "; copies that agree: %d", *found.Copies)
	}
	if found.Checkpoints == nil {
		fmt.Fprint(out, "\nWithout checkpoints it cannot be seen whether records are missing at the"+
			" end, or whether a chain was made anew.\n")
		return
	}
	fmt.Fprintf(out, "; up to %s\n", counted(*found.Checkpoints, "checkpoint"))
	if found.Uncovered > 0 {
		fmt.Fprintf(out, "Past the last checkpoint: %s of %s\n", counted(found.Uncovered, "record"),
			counted(int64(len(found.Past)), "tenant"))
	}
	for _, each := range found.Past {
		fmt.Fprintf(out, "  %s: %d\n", ascii(each.Tenant), each.Records)
	}
}

// counted is a number with its noun.
func counted(number int64, noun string) string {
	if number != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", number, noun)
}

// ascii is a tenant's JSON text for a terminal, which obeys some characters.
func ascii(tenant json.RawMessage) string {
	var name string
	_ = json.Unmarshal(tenant, &name)
	return strconv.QuoteToASCII(name)
}
