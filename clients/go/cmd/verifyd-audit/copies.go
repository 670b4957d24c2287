package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
)

// outcome is a copy of the record of an outcome.
type outcome struct {
	line     int64
	tenant   string // its JSON text
	sequence int64
	digest   string // of its canonical form
}

// copies are those of a file, each of which is met once.
type copies struct {
	lines *lineReader
	next  *outcome
	met   int64
}

func newCopies(file io.Reader) (*copies, error) {
	all := &copies{lines: newLineReader(file, longestCopy, "records", "RECORD")}
	return all, all.advance()
}

// meet compares the next copy, if it is that of a record of the audit log.
func (c *copies) meet(found record) error {
	if c.next == nil || c.next.tenant != found.tenant || c.next.sequence != found.sequence {
		return nil
	}
	if found.recordDigest != `"`+c.next.digest+`"` {
		return c.next.fault("RECORD_DIFFERS")
	}
	c.met++
	return c.advance()
}

// end says that there are no more records; it fails where a copy was of none of them.
func (c *copies) end() error {
	if c.next == nil {
		return nil
	}
	return c.next.fault("RECORD_UNKNOWN")
}

func (c *copies) advance() error {
	c.next = nil
	line, err := c.lines.read()
	if line == nil || err != nil {
		return err
	}
	found, ok := parseCopy(line)
	if !ok {
		return &fault{File: "records", Line: c.lines.number, Code: "RECORD_MALFORMED"}
	}
	found.line = c.lines.number
	c.next = &found
	return nil
}

func (o *outcome) fault(code string) error {
	return &fault{"records", o.line, code, []byte(o.tenant), &o.sequence}
}

func parseCopy(line []byte) (outcome, bool) {
	value, err := parse(line)
	object, ok := value.([]property)
	if err != nil || !ok || len(object) != 3 {
		return outcome{}, false
	}
	of := map[string]any{}
	for _, each := range object {
		of[each.name] = each.value
	}
	name, ok := of["tenant"].(string)
	number, isNumber := of["sequence"].(json.Number)
	content, isThere := of["record"]
	if !ok || !isNumber || !isThere {
		return outcome{}, false
	}
	sequence, err := strconv.ParseInt(number.String(), 10, 64)
	if err != nil {
		return outcome{}, false
	}
	tenant, err := canonical(name)
	if err != nil {
		return outcome{}, false
	}
	form, err := canonical(content)
	if err != nil {
		return outcome{}, false
	}
	digest := sha256.Sum256([]byte(form))
	return outcome{tenant: tenant, sequence: sequence, digest: hex.EncodeToString(digest[:])}, true
}
