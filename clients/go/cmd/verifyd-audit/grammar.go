package main

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// record is what of a line its place in the chain depends on.
type record struct {
	tenant   string // its JSON text
	sequence int64
	previous string
	digest   string
	covered  []byte // what the digest is made of

	recordDigest string // JSON text of that of the outcome's record, if there is one
}

// checkpoint is a checkpoint as its line has it.
type checkpoint struct {
	tenant    string // its JSON text
	count     int64
	head      string
	key       string
	signature string
	covered   []byte // what the signature is made of
}

// scanner reads a line from left to right; once something is not as it must be, bad stays true.
type scanner struct {
	line []byte
	at   int
	bad  bool
}

// saidVersion is the version of the format that a line says it has.
func saidVersion(line []byte) (int64, bool) {
	name := []byte(`"v":`)
	for from := 0; ; {
		at := bytes.Index(line[from:], name)
		if at < 0 {
			return 0, false
		}
		at += from
		from = at + len(name)
		s := scanner{line: line, at: from}
		version := s.integer()
		leads := at > 0 && (line[at-1] == '{' || line[at-1] == ',')
		if leads && !s.bad && (s.peek() == ',' || s.peek() == '}') {
			return version, true
		}
	}
}

// member is a name of a line with its JSON text, and where both stand.
type member struct {
	name, value string
	from, to    int
}

// parseMembers are those of a line with its newline, where that is a flat object in canonical form
// (RFC 8785): names in order, each once.
func parseMembers(line []byte) (map[string]member, bool) {
	found := map[string]member{}
	s := scanner{line: line}
	s.literal("{")
	for before := ""; !s.bad; {
		one := member{from: s.at}
		s.literal(`"`)
		one.name = s.name()
		s.literal(`":`)
		one.value = s.value()
		one.to = s.at
		s.bad = s.bad || one.name <= before
		found[one.name], before = one, one.name
		if s.peek() == '}' {
			break
		}
		s.literal(",")
	}
	s.literal("}\n")
	return found, !s.bad && s.at == len(line) && utf8.Valid(line)
}

// parseRecord is the record of a line with its newline, where it is one in canonical form.
func parseRecord(line []byte) (record, bool) {
	of, ok := parseMembers(line)
	if !ok {
		return record{}, false
	}
	tenant, sequence := scan(of["tenant"]), scan(of["sequence"])
	moment, previous, digest := scan(of["time"]), scan(of["previous"]), scan(of["digest"])
	found := record{
		tenant:   tenant.text(),
		sequence: sequence.integer(),
		previous: previous.quoted(func(s *scanner) string { return s.hex(64) }),
		digest:   digest.quoted(func(s *scanner) string { return s.hex(64) }),
		covered:  without(line, of["digest"]),

		recordDigest: of["record_digest"].value,
	}
	moment.quoted((*scanner).moment)
	ok = of["v"].value == "2"
	for _, each := range []*scanner{tenant, sequence, moment, previous, digest} {
		ok = ok && each.ended()
	}
	return found, ok
}

// parseCheckpoint is the checkpoint of a line with its newline, where it is one in canonical form.
func parseCheckpoint(line []byte) (checkpoint, bool) {
	of, ok := parseMembers(line)
	if !ok || len(of) != 7 {
		return checkpoint{}, false
	}
	tenant, count, moment := scan(of["tenant"]), scan(of["count"]), scan(of["time"])
	head, key, signature := scan(of["head"]), scan(of["key"]), scan(of["signature"])
	found := checkpoint{
		tenant:    tenant.text(),
		count:     count.integer(),
		head:      head.quoted(func(s *scanner) string { return s.hex(64) }),
		key:       key.quoted(func(s *scanner) string { return s.hex(16) }),
		signature: signature.quoted(func(s *scanner) string { return s.base64(86) + s.run(2, padding) }),
		covered:   without(line, of["signature"]),
	}
	moment.quoted((*scanner).moment)
	ok = of["v"].value == "2" && found.count > 0
	for _, each := range []*scanner{tenant, count, moment, head, key, signature} {
		ok = ok && each.ended()
	}
	return found, ok
}

// without is the canonical form of a line's object but for one member, which is not its last.
func without(line []byte, one member) []byte {
	covered := make([]byte, 0, len(line))
	covered = append(covered, line[:one.from]...)
	return append(covered, line[min(one.to+1, len(line)-1):len(line)-1]...)
}

// scan reads the JSON text of a member; of none, which is bad.
func scan(of member) *scanner { return &scanner{line: []byte(of.value), bad: of.value == ""} }

// quoted is what stands between quotes.
func (s *scanner) quoted(inner func(*scanner) string) string {
	s.literal(`"`)
	found := inner(s)
	s.literal(`"`)
	return found
}

// ended says whether everything was read, and as it must be.
func (s *scanner) ended() bool { return !s.bad && s.at == len(s.line) }

func padding(c byte) bool { return c == '=' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func hexit(c byte) bool { return digit(c) || 'a' <= c && c <= 'f' }

// peek is the next byte; 0 at the end, which stands nowhere in a line.
func (s *scanner) peek() byte {
	if s.at < len(s.line) {
		return s.line[s.at]
	}
	return 0
}

func (s *scanner) literal(wanted string) {
	if s.bad || !bytes.HasPrefix(s.line[s.at:], []byte(wanted)) {
		s.bad = true
		return
	}
	s.at += len(wanted)
}

// run is that many bytes, all of one kind.
func (s *scanner) run(count int, kind func(byte) bool) string {
	from := s.at
	for range count {
		if s.bad = s.bad || !kind(s.peek()); s.bad {
			return ""
		}
		s.at++
	}
	return string(s.line[from:s.at])
}

func (s *scanner) hex(count int) string { return s.run(count, hexit) }

func (s *scanner) base64(count int) string {
	return s.run(count, func(c byte) bool {
		return lower(c) || digit(c) || 'A' <= c && c <= 'Z' || c == '+' || c == '/'
	})
}

// integer is a whole number of at most 15 digits, without a leading zero.
func (s *scanner) integer() int64 {
	from := s.at
	if s.peek() == '-' {
		s.at++
	}
	first := s.at
	for digit(s.peek()) {
		s.at++
	}
	written := string(s.line[from:s.at])
	if s.bad || s.at == first || s.at-first > 15 || s.line[first] == '0' && written != "0" {
		s.bad = true
		return 0
	}
	value, err := strconv.ParseInt(written, 10, 64)
	s.bad = err != nil
	return value
}

// name is that of a field.
func (s *scanner) name() string {
	from := s.at
	s.run(1, lower)
	for c := s.peek(); lower(c) || digit(c) || c == '_'; c = s.peek() {
		s.at++
	}
	return string(s.line[from:s.at])
}

// value is the JSON text of a string, a whole number, true, false or null.
func (s *scanner) value() string {
	from := s.at
	switch s.peek() {
	case '"':
		return s.text()
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.integer()
	}
	return string(s.line[from:s.at])
}

// text is the JSON text of a string, which escapes what must be and nothing else.
func (s *scanner) text() string {
	from := s.at
	s.literal(`"`)
	for !s.bad {
		c := s.peek()
		s.at++
		switch {
		case c == '"':
			return string(s.line[from:s.at])
		case c == '\\':
			s.escape()
		case c < ' ':
			s.bad = true
		}
	}
	return ""
}

// escape is what stands after a backslash.
func (s *scanner) escape() {
	c := s.peek()
	s.at++
	if bytes.IndexByte([]byte(`"\bfnrt`), c) >= 0 {
		return
	}
	unit, err := strconv.ParseUint(s.hex(4), 16, 16)
	s.bad = s.bad || err != nil || c != 'u' || unit >= ' ' ||
		bytes.IndexByte([]byte("\b\f\n\r\t"), byte(unit)) >= 0 // which have a shorter form
}

// moment is RFC 3339 with microseconds, in UTC.
func (s *scanner) moment() string {
	from := s.at
	s.run(4, digit)
	for _, part := range []struct {
		before      string
		least, most int
	}{{"-", 1, 12}, {"-", 1, 31}, {"T", 0, 23}, {":", 0, 59}, {":", 0, 59}} {
		s.literal(part.before)
		if value, err := strconv.Atoi(s.run(2, digit)); err != nil || value < part.least || value > part.most {
			s.bad = true
		}
	}
	s.literal(".")
	s.run(6, digit)
	s.literal("Z")
	if s.bad {
		return ""
	}
	return string(s.line[from:s.at])
}
