package main

import (
	"bytes"
	"strconv"
)

// record is what of a line its place in the chain depends on.
type record struct {
	tenant   string // its JSON text
	sequence int64
	time     string
	previous string
	digest   string
	covered  int // bytes that the digest is made of
}

// checkpoint is a checkpoint as its line has it.
type checkpoint struct {
	tenant    string // its JSON text
	count     int64
	head      string
	time      string
	key       string
	signature string
	covered   int // bytes that the signature is made of
}

// scanner reads a line from left to right; once something is not as it must be, bad stays true.
type scanner struct {
	line []byte
	at   int
	bad  bool
}

// leadingVersion is the version that a line says it has.
func leadingVersion(line []byte) (int64, bool) {
	s := scanner{line: line}
	s.literal(`{"v":`)
	version := s.integer()
	s.literal(",")
	return version, !s.bad
}

// parseRecord is the record of a line with its newline, where it is one in canonical form.
func parseRecord(line []byte) (record, bool) {
	var found record
	s := scanner{line: line}
	s.literal(`{"v":1,"tenant":`)
	found.tenant = s.text()
	s.literal(`,"sequence":`)
	found.sequence = s.integer()
	known := map[string]bool{
		"v": true, "tenant": true, "sequence": true, "previous": true, "digest": true,
	}
	for !s.bad && !bytes.HasPrefix(line[s.at:], []byte(`,"previous":`)) {
		s.literal(`,"`)
		name := s.name()
		s.literal(`":`)
		value := s.value()
		if known[name] {
			s.bad = true
		}
		known[name] = true
		if name == "time" && !s.bad {
			inner := scanner{line: []byte(value)}
			inner.literal(`"`)
			found.time = inner.moment()
			inner.literal(`"`)
			s.bad = inner.bad
		}
	}
	s.literal(`,"previous":"`)
	found.previous = s.hex(64)
	s.literal(`"`)
	found.covered = s.at
	s.literal(`,"digest":"`)
	found.digest = s.hex(64)
	s.literal("\"}\n")
	return found, !s.bad && s.at == len(line) && found.time != ""
}

// parseCheckpoint is the checkpoint of a line with its newline, where it is one in canonical form.
func parseCheckpoint(line []byte) (checkpoint, bool) {
	var found checkpoint
	s := scanner{line: line}
	s.literal(`{"v":1,"tenant":`)
	found.tenant = s.text()
	s.literal(`,"count":`)
	found.count = s.integer()
	s.literal(`,"head":"`)
	found.head = s.hex(64)
	s.literal(`","time":"`)
	found.time = s.moment()
	s.literal(`","key":"`)
	found.key = s.hex(16)
	s.literal(`"`)
	found.covered = s.at
	s.literal(`,"signature":"`)
	found.signature = s.run(86, func(c byte) bool {
		return lower(c) || digit(c) || 'A' <= c && c <= 'Z' || c == '+' || c == '/'
	}) + "=="
	s.literal("==\"}\n")
	return found, !s.bad && s.at == len(line) && found.count > 0
}

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

// integer is a whole number of at most 18 digits, without a leading zero.
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
	if s.bad || s.at == first || s.at-first > 18 || s.line[first] == '0' && written != "0" {
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

// text is the JSON text of a string: ASCII, escaped in the one way that the format has.
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
		case c < ' ' || c > '~':
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
	if c != 'u' {
		s.bad = true
		return
	}
	unit := s.unit()
	switch {
	case unit >= ' ' && unit <= '~', unit == '\b', unit == '\f', unit == '\n', unit == '\r', unit == '\t':
		s.bad = true // which have a shorter form
	case unit >= 0xdc00 && unit <= 0xdfff:
		s.bad = true // half a pair
	case unit >= 0xd800 && unit <= 0xdbff:
		s.literal(`\u`)
		if low := s.unit(); low < 0xdc00 || low > 0xdfff {
			s.bad = true
		}
	}
}

// unit is one of UTF-16, in four hex digits.
func (s *scanner) unit() uint64 {
	value, err := strconv.ParseUint(s.hex(4), 16, 16)
	s.bad = s.bad || err != nil
	return value
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
