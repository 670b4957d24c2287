package verifyd

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// wantRows compares rows with those of protobuf's JSON.
func wantRows(t *testing.T, got *verifydv1.QueryResult, want string) {
	t.Helper()
	rows := &verifydv1.Rows{}
	if err := protojson.Unmarshal([]byte(want), rows); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(got.GetRows(), rows) {
		t.Errorf("got %v, want %v", got.GetRows(), rows)
	}
}

// libraryDecimal is a decimal as libraries have it.
type libraryDecimal struct{ text string }

func (d libraryDecimal) String() string             { return d.text }
func (libraryDecimal) Coefficient() *big.Int        { return nil }
func (libraryDecimal) Exponent() int32              { return 0 }
func (libraryDecimal) Value() (driver.Value, error) { return "as text", nil }
func (libraryDecimal) MarshalText() ([]byte, error) { return nil, errors.New("not asked") }

func TestCellsLoseNothing(t *testing.T) {
	type count int
	type word string
	large, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	number := 7
	day := time.Date(2024, 4, 24, 10, 30, 0, 0, time.UTC)
	for _, one := range []struct {
		given any
		want  string
	}{
		{nil, `{}`},
		{(*int)(nil), `{}`},
		{(*big.Int)(nil), `{}`},
		{math.NaN(), `{}`},
		{math.Inf(-1), `{}`},
		{sql.NullInt64{}, `{}`},
		{Decimal("NaN"), `{}`},
		{Decimal("-Infinity"), `{}`},
		{true, `{"boolean": true}`},
		{int64(math.MaxInt64), `{"integer": "9223372036854775807"}`},
		{uint64(math.MaxUint64), `{"decimal": "18446744073709551615"}`},
		{uint8(3), `{"integer": 3}`},
		{count(-4), `{"integer": -4}`},
		{&number, `{"integer": 7}`},
		{large, `{"decimal": "123456789012345678901234567890"}`},
		{big.NewInt(5), `{"integer": 5}`},
		{big.NewRat(-5, 4), `{"decimal": "-1.25"}`},
		{big.NewFloat(2.5), `{"decimal": "2.5"}`},
		{new(big.Float).SetInf(true), `{}`},
		{0.1, `{"number": 0.1}`},
		{float32(0.1), `{"number": 0.1}`},
		{json.Number("9007199254740993"), `{"integer": "9007199254740993"}`},
		{json.Number("12.50"), `{"decimal": "12.50"}`},
		{json.Number("1e3"), `{"decimal": "1e3"}`},
		{Decimal("1234.50"), `{"decimal": "1234.50"}`},
		{Decimal(".5"), `{"decimal": ".5"}`},
		{libraryDecimal{"0.30"}, `{"decimal": "0.30"}`},
		{sql.NullFloat64{Float64: 2.5, Valid: true}, `{"number": 2.5}`},
		{"1,234 🦉", `{"text": "1,234 🦉"}`},
		{word("owl"), `{"text": "owl"}`},
		{[]byte("bytes"), `{"text": "bytes"}`},
		{netip.MustParseAddr("::1"), `{"text": "::1"}`},
		{day, `{"date": "2024-04-24T10:30:00Z"}`},
		{&day, `{"date": "2024-04-24T10:30:00Z"}`},
	} {
		cell, err := cellOf(one.given)
		if err != nil {
			t.Errorf("%v: %v", one.given, err)
			continue
		}
		want := &verifydv1.Cell{}
		if err := protojson.Unmarshal([]byte(one.want), want); err != nil {
			t.Fatal(err)
		}
		if !proto.Equal(cell, want) {
			t.Errorf("%T %v: got %v, want %v", one.given, one.given, cell, want)
		}
	}
}

func TestWhatNoCellHoldsIsRefused(t *testing.T) {
	for _, value := range []any{
		[]int{1}, map[string]int{}, struct{ A int }{}, complex(1, 2), func() {}, make(chan int),
		time.Second, "\xff", []byte{0xff}, big.NewRat(1, 3), json.Number("x"), Decimal("1,5"), Decimal(""),
	} {
		_, err := FromRows("q", []map[string]any{{"a": 1}, {"b": value}})
		if err == nil {
			t.Errorf("%T %v was taken", value, value)
			continue
		}
		failed, ok := errors.AsType[*Error](err)
		if !ok || !strings.HasPrefix(failed.Message, `query result "q": row 1, column "b": `) {
			t.Error(err)
		}
	}
}

func TestColumnsOfMapsStandInOrderOfAppearance(t *testing.T) {
	got, err := FromRows("q", []map[string]any{{"b": 1, "a": 2}, {"c": 3}, {"a": nil}},
		WithFamily("LMIS"), WithTitle("Jobs"), WithColumns(&verifydv1.Column{Name: "a", Unit: "percent"}))
	if err != nil {
		t.Fatal(err)
	}
	wantRows(t, got, `{"columns": ["a", "b", "c"], "rows": [
		{"cells": [{"integer": 2}, {"integer": 1}, {}]}, {"cells": [{}, {}, {"integer": 3}]},
		{"cells": [{}, {}, {}]}]}`)
	if got.QueryId != "q" || got.Family != "LMIS" || got.Title != "Jobs" || got.Columns[0].Unit != "percent" {
		t.Errorf("%v", got)
	}
}

type Place struct {
	Region string `json:"region"`
	Secret string `json:"-"`
}

func TestStructsNameTheirColumns(t *testing.T) {
	type row struct {
		*Place
		Orders int `json:"orders,omitempty"`
		Share  *float64
		hidden int
	}
	share := 0.5
	got, err := FromRows("q", []*row{{&Place{"East", "no"}, 3, &share, 1}, {Orders: 4}})
	if err != nil {
		t.Fatal(err)
	}
	wantRows(t, got, `{"columns": ["region", "orders", "Share"], "rows": [
		{"cells": [{"text": "East"}, {"integer": 3}, {"number": 0.5}]},
		{"cells": [{}, {"integer": 4}, {}]}]}`)
}

func TestSlicesTakeTheNamesOfTheirColumns(t *testing.T) {
	columns := WithColumns(&verifydv1.Column{Name: "n"}, &verifydv1.Column{Name: "n"})
	got, err := FromRows("q", [][]any{{"a", 1}, {"b", nil}}, columns)
	if err != nil {
		t.Fatal(err)
	}
	wantRows(t, got, `{"columns": ["n", "n"], "rows": [
		{"cells": [{"text": "a"}, {"integer": 1}]}, {"cells": [{"text": "b"}, {}]}]}`)
	empty, err := FromRows("q", [][]any{}, columns)
	if err != nil {
		t.Fatal(err)
	}
	wantRows(t, empty, `{"columns": ["n", "n"]}`)
}

func TestRowsThatAreNoneAreRefused(t *testing.T) {
	for want, rows := range map[string][]any{
		"row 0 is nil":                           {nil},
		"row 0 is a int":                         {5},
		"row 0 is a map[int]int":                 {map[int]int{1: 2}},
		"row 0 has 1 cells for 0 columns":        {[]int{1}},
		"row 1 is unlike the rest":               {map[string]int{"a": 1}, []int{1}},
		`row 1, column "a": a table cell cannot`: {map[string]int{"a": 1}, map[string]any{"a": []int{}}},
	} {
		_, err := FromRows("q", rows)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestTextThatIsNoJSONIsRefused(t *testing.T) {
	if _, err := FromJSON("q", "a,b\n1,2"); !errors.Is(err, ErrInvalidRequest) {
		t.Error(err)
	}
	got, err := FromJSON("q", ` [{"a": 1}]`, WithFamily("LMIS"))
	if err != nil || got.GetJson() != ` [{"a": 1}]` || got.Family != "LMIS" {
		t.Errorf("%v, %v", got, err)
	}
}
