package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	mostTenants = 1_000_000
	shortTenant = 64 // bytes; a digest stands for a longer name
	shownTenant = 40 // characters of such a one
)

var genesis = strings.Repeat("0", 64)

// chain is how far the chain of a tenant has been followed.
type chain struct {
	count  int64
	head   string
	passed int    // checkpoints
	tenant string // its JSON text, of which a long one is cut
}

// follower follows the chains of a file.
type follower struct {
	marks  *marks  // nil: there are no checkpoints
	copies *copies // nil: there are no copies of records
	chains map[string]*chain
	lines  int64
}

func newFollower(marks *marks, copies *copies) *follower {
	return &follower{marks: marks, copies: copies, chains: map[string]*chain{}}
}

// take takes the next line, with its newline; it fails where that does not belong there.
func (f *follower) take(line []byte) error {
	number := f.lines + 1
	if version, ok := saidVersion(line); ok && version != 2 {
		return &fault{File: "audit", Line: number, Code: "VERSION_UNKNOWN"}
	}
	found, ok := parseRecord(line)
	if !ok {
		return &fault{File: "audit", Line: number, Code: "LINE_MALFORMED"}
	}
	wrong := func(code string) error {
		return &fault{"audit", number, code, []byte(found.tenant), &found.sequence}
	}
	if digest := sha256.Sum256(found.covered); hex.EncodeToString(digest[:]) != found.digest {
		return wrong("DIGEST_WRONG")
	}
	key := tenantKey(found.tenant)
	known := f.chains[key]
	if known == nil {
		if len(f.chains) >= mostTenants {
			return wrong("TENANTS_TOO_MANY")
		}
		known = &chain{head: genesis, tenant: shortened(found.tenant)}
	}
	switch wanted := known.count + 1; {
	case found.sequence > wanted:
		return wrong("SEQUENCE_GAP")
	case found.sequence < wanted:
		return wrong("SEQUENCE_REPEATED")
	case found.previous != known.head:
		return wrong("PREVIOUS_WRONG")
	}
	known.count, known.head = found.sequence, found.digest
	if next := f.next(key, known); next != nil && next.count == known.count {
		if next.head != known.head {
			return wrong("HEAD_WRONG")
		}
		known.passed++
	}
	f.chains[key] = known
	f.lines = number
	if f.copies != nil {
		return f.copies.meet(found)
	}
	return nil
}

// next is the next checkpoint that a chain must pass; nil where there is none.
func (f *follower) next(key string, known *chain) *mark {
	if f.marks == nil || f.marks.of[key] == nil || known.passed == len(f.marks.of[key].each) {
		return nil
	}
	return &f.marks.of[key].each[known.passed]
}

// end says that there are no more lines; it fails where a checkpoint was not reached, or a copy was
// not met.
func (f *follower) end() error {
	if err := f.reached(); err != nil || f.copies == nil {
		return err
	}
	return f.copies.end()
}

func (f *follower) reached() error {
	if f.marks == nil {
		return nil
	}
	for _, key := range f.marks.order {
		missing := int64(1)
		if known := f.chains[key]; known != nil {
			missing = known.count + 1
		}
		if marks := f.marks.of[key]; missing <= marks.last() {
			return &fault{"audit", f.lines + 1, "TAIL_CUT", []byte(marks.tenant), &missing}
		}
	}
	return nil
}

func (f *follower) verdict() verdict {
	found := verdict{Records: f.lines, Tenants: len(f.chains), Past: []past{}}
	if f.marks != nil {
		found.Checkpoints = &f.marks.count
	}
	if f.copies != nil {
		found.Copies = &f.copies.met
	}
	counts := map[string]int64{}
	for key, known := range f.chains {
		uncovered := known.count
		if f.marks != nil && f.marks.of[key] != nil {
			uncovered -= min(f.marks.of[key].last(), known.count)
		}
		if uncovered > 0 {
			counts[known.tenant] += uncovered
			found.Uncovered += uncovered
		}
	}
	for _, tenant := range slices.Sorted(maps.Keys(counts)) {
		found.Past = append(found.Past, past{json.RawMessage(tenant), counts[tenant]})
	}
	return found
}

// shortened is the JSON text of a tenant to show, of which a long one is cut.
func shortened(tenant string) string {
	if len(tenant) <= shortTenant {
		return strings.Clone(tenant)
	}
	var name string
	if json.Unmarshal([]byte(tenant), &name) != nil {
		return `""` // which the grammar lets nothing be
	}
	if signs := []rune(name); len(signs) > shownTenant {
		name = string(signs[:shownTenant])
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(name + "…")
	return strings.TrimSpace(text.String())
}

func tenantKey(tenant string) string {
	if len(tenant) <= shortTenant {
		return strings.Clone(tenant)
	}
	digest := sha256.Sum256([]byte(tenant))
	return string(digest[:])
}

// lineReader reads a file by lines, none of which is held that is longer than allowed.
type lineReader struct {
	reader       *bufio.Reader
	longest      int
	name, prefix string
	number       int64
}

func newLineReader(file io.Reader, longest int, name, prefix string) *lineReader {
	return &lineReader{bufio.NewReader(file), longest, name, prefix, 0}
}

// read is the next line, with its newline; nil at the end.
func (r *lineReader) read() ([]byte, error) {
	r.number++
	var line []byte
	for {
		part, err := r.reader.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > r.longest:
			return nil, &fault{File: r.name, Line: r.number, Code: r.prefix + "_TOO_LONG"}
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil, nil
		case errors.Is(err, io.EOF):
			return nil, &fault{File: r.name, Line: r.number, Code: r.prefix + "_CUT"}
		}
		return line, err
	}
}

// eachLine gives each line of a file to take.
func eachLine(file io.Reader, longest int, name, prefix string, take func([]byte) error) error {
	lines := newLineReader(file, longest, name, prefix)
	for {
		line, err := lines.read()
		if line == nil || err != nil {
			return err
		}
		if err := take(line); err != nil {
			return err
		}
	}
}
