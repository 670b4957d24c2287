package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const deepest = 100 // levels below a line

var errNoJSON = errors.New("no JSON that has a canonical form")

var (
	// Escapes that are none of UTF-16, and those that are a pair.
	unescaped = regexp.MustCompile(`\\[^u]|\\u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2}`)
	// Half a pair, which the decoder would replace.
	halved = regexp.MustCompile(`\\u[dD][89a-fA-F]`)
)

// property is a name of an object with its value.
type property struct {
	name  string
	value any
}

// parse reads a JSON value strictly: UTF-8, each name of an object once, nothing behind it.
func parse(data []byte) (any, error) {
	if !utf8.Valid(data) || !json.Valid(data) || halved.Match(unescaped.ReplaceAll(data, nil)) {
		return nil, errNoJSON
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	value, err := parseValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoJSON
	}
	return value, nil
}

func parseValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil || depth > deepest {
		return nil, errNoJSON
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			value, err := parseValue(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = decoder.Token()
		return list, err
	case json.Delim('{'):
		object := []property{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, errNoJSON
			}
			value, err := parseValue(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			object = append(object, property{name.(string), value})
		}
		_, err = decoder.Token()
		return object, err
	}
	return token, nil
}

// canonical is the canonical form of a value by RFC 8785.
func canonical(value any) (string, error) {
	var out strings.Builder
	if err := write(&out, value); err != nil {
		return "", err
	}
	return out.String(), nil
}

func write(out *strings.Builder, value any) error {
	switch value := value.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(value))
	case string:
		writeText(out, value)
	case json.Number:
		number, err := value.Float64()
		if err != nil || !isHeld(value.String(), number) {
			return errNoJSON
		}
		out.WriteString(double(number))
	case []any:
		for at, each := range value {
			out.WriteByte("[,"[min(at, 1)])
			if err := write(out, each); err != nil {
				return err
			}
		}
		if len(value) == 0 {
			out.WriteByte('[')
		}
		out.WriteByte(']')
	case []property:
		return writeObject(out, value)
	}
	return nil
}

func writeObject(out *strings.Builder, object []property) error {
	slices.SortFunc(object, func(one, other property) int {
		return slices.Compare(utf16.Encode([]rune(one.name)), utf16.Encode([]rune(other.name)))
	})
	out.WriteByte('{')
	for at, each := range object {
		if at > 0 {
			if cmp.Compare(object[at-1].name, each.name) == 0 {
				return errNoJSON
			}
			out.WriteByte(',')
		}
		writeText(out, each.name)
		out.WriteByte(':')
		if err := write(out, each.value); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

var short = map[rune]string{
	'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`,
}

func writeText(out *strings.Builder, text string) {
	out.WriteByte('"')
	for _, sign := range text {
		if escape, ok := short[sign]; ok {
			out.WriteString(escape)
		} else if sign < ' ' {
			fmt.Fprintf(out, `\u%04x`, sign)
		} else {
			out.WriteRune(sign)
		}
	}
	out.WriteByte('"')
}

// isHeld says whether an integer is the double that stands for it, or is how that is written.
func isHeld(written string, number float64) bool {
	if strings.ContainsAny(written, ".eE") {
		return true
	}
	integer, _ := new(big.Int).SetString(written, 10)
	exact, _ := big.NewFloat(number).Int(nil)
	form, ok := new(big.Float).SetPrec(1100).SetString(double(number))
	if !ok {
		return false
	}
	shown, _ := form.Int(nil)
	return integer.Cmp(exact) == 0 || integer.Cmp(shown) == 0
}

// double is a number as ECMAScript writes it.
func double(number float64) string {
	if number == 0 {
		return "0"
	}
	if size := math.Abs(number); 1e-6 <= size && size < 1e21 {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(number, 'e', -1, 64), "e")
	return digits + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
