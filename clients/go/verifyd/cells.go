package verifyd

import (
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// Decimal is an exact decimal number as text, such as "1234.50", for a cell.
type Decimal string

// coefficients is what decimal libraries offer.
type coefficients interface {
	fmt.Stringer
	Coefficient() *big.Int
	Exponent() int32
}

// cellOf makes a cell of a value, with nothing lost that a check could need. NULL is a cell without a
// value.
func cellOf(value any) (*verifydv1.Cell, error) {
	if given := reflect.ValueOf(value); given.Kind() == reflect.Pointer && given.IsNil() {
		value = nil
	}
	switch value := value.(type) {
	case nil:
		return &verifydv1.Cell{}, nil
	case string:
		return textCell(value)
	case []byte:
		return textCell(string(value))
	case time.Time:
		return &verifydv1.Cell{Value: &verifydv1.Cell_Date{Date: value.Format(time.RFC3339Nano)}}, nil
	case *time.Time: // which writes text by itself
		return cellOf(*value)
	case time.Duration:
		return nil, errors.New("a table cell cannot hold a duration; give its seconds or days as a " +
			"number, and the unit in the column's Unit")
	case json.Number:
		return jsonCell(value)
	case Decimal:
		return decimalCell(string(value))
	case *big.Int:
		return integerCell(value), nil
	case *big.Rat:
		places, finite := value.FloatPrec()
		if !finite {
			return nil, fmt.Errorf("%s is no finite decimal", value)
		}
		return decimalCell(value.FloatString(places))
	case *big.Float:
		if value.IsInf() {
			return &verifydv1.Cell{}, nil
		}
		return decimalCell(value.Text('g', -1))
	case coefficients:
		return decimalCell(value.String())
	case driver.Valuer:
		plain, err := value.Value()
		if err != nil {
			return nil, err
		}
		if _, again := plain.(driver.Valuer); again {
			return nil, unfit(value)
		}
		return cellOf(plain)
	case encoding.TextMarshaler:
		text, err := value.MarshalText()
		if err != nil {
			return nil, err
		}
		return textCell(string(text))
	}
	return cellOfKind(value)
}

// cellOfKind makes a cell of a value by the kind of its type, so that named types count too.
func cellOfKind(value any) (*verifydv1.Cell, error) {
	given := reflect.ValueOf(value)
	switch {
	case given.Kind() == reflect.Pointer:
		return cellOf(given.Elem().Interface())
	case given.Kind() == reflect.Bool:
		return &verifydv1.Cell{Value: &verifydv1.Cell_Boolean{Boolean: given.Bool()}}, nil
	case given.Kind() == reflect.String:
		return textCell(given.String())
	case given.CanInt():
		return &verifydv1.Cell{Value: &verifydv1.Cell_Integer{Integer: given.Int()}}, nil
	case given.CanUint():
		return integerCell(new(big.Int).SetUint64(given.Uint())), nil
	case given.CanFloat():
		return floatCell(given.Float(), given.Type().Bits()), nil
	}
	return nil, unfit(value)
}

func textCell(text string) (*verifydv1.Cell, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("the text is not valid UTF-8")
	}
	return &verifydv1.Cell{Value: &verifydv1.Cell_Text{Text: text}}, nil
}

// floatCell keeps the shortest number that reads as the same float: 0.1 of 32 bits is 0.1.
func floatCell(value float64, bits int) *verifydv1.Cell {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return &verifydv1.Cell{}
	}
	if bits == 32 {
		value, _ = strconv.ParseFloat(strconv.FormatFloat(value, 'g', -1, 32), 64)
	}
	return &verifydv1.Cell{Value: &verifydv1.Cell_Number{Number: value}}
}

func integerCell(value *big.Int) *verifydv1.Cell {
	if value.IsInt64() {
		return &verifydv1.Cell{Value: &verifydv1.Cell_Integer{Integer: value.Int64()}}
	}
	return &verifydv1.Cell{Value: &verifydv1.Cell_Decimal{Decimal: value.String()}}
}

func jsonCell(number json.Number) (*verifydv1.Cell, error) {
	if whole, ok := new(big.Int).SetString(number.String(), 10); ok {
		return integerCell(whole), nil
	}
	return decimalCell(number.String())
}

var decimalForm = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

func decimalCell(text string) (*verifydv1.Cell, error) {
	switch {
	case text == "NaN" || strings.TrimPrefix(text, "-") == "Infinity":
		return &verifydv1.Cell{}, nil
	case !decimalForm.MatchString(text):
		return nil, fmt.Errorf("%q is no decimal number", text)
	}
	return &verifydv1.Cell{Value: &verifydv1.Cell_Decimal{Decimal: text}}, nil
}

func unfit(value any) error {
	return fmt.Errorf("a table cell cannot hold a %T; give a number, a text, a truth value, a time or nil", value)
}
