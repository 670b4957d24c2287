package verifyd

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// table gathers rows. Its columns are fixed, where rows are lists of cells; else they are known at the
// end.
type table struct {
	columns []string
	places  map[string]int
	rows    []*verifydv1.Row
}

// setColumns gives the table its columns, by place: their names may be equal.
func (t *table) setColumns(columns []*verifydv1.Column) {
	t.places = nil
	for _, column := range columns {
		t.columns = append(t.columns, column.GetName())
	}
}

// add takes a row in. An error begins with what stands between the row's number and its text.
func (t *table) add(row reflect.Value) error {
	for row.Kind() == reflect.Pointer || row.Kind() == reflect.Interface {
		row = row.Elem()
	}
	if !row.IsValid() {
		return errors.New(" is nil")
	}
	byName := row.Kind() == reflect.Struct ||
		row.Kind() == reflect.Map && row.Type().Key().Kind() == reflect.String
	if !byName && !isList(row) {
		return fmt.Errorf(" is a %s, neither a map by column name, a struct nor a slice", row.Type())
	}
	if byName == (t.places == nil) {
		return errors.New(" is unlike the rest: columns by name, or by place")
	}
	t.rows = append(t.rows, &verifydv1.Row{})
	switch row.Kind() {
	case reflect.Map:
		return t.addMap(row)
	case reflect.Struct:
		return t.addStruct(row)
	default:
		return t.addList(row)
	}
}

func isList(row reflect.Value) bool {
	return row.Kind() == reflect.Slice || row.Kind() == reflect.Array
}

func (t *table) addList(row reflect.Value) error {
	if row.Len() != len(t.columns) {
		return fmt.Errorf(" has %d cells for %d columns", row.Len(), len(t.columns))
	}
	for place, column := range t.columns {
		if err := t.set(place, column, row.Index(place)); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) addMap(row reflect.Value) error {
	keys := row.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	for _, key := range keys {
		if err := t.set(t.place(key.String()), key.String(), row.MapIndex(key)); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) addStruct(row reflect.Value) error {
	for _, field := range reflect.VisibleFields(row.Type()) {
		name, ok := columnOf(field)
		if !ok {
			continue
		}
		value, err := row.FieldByIndexErr(field.Index)
		if err != nil { // below an embedded pointer that is nil
			value = reflect.Value{}
		}
		if err := t.set(t.place(name), name, value); err != nil {
			return err
		}
	}
	return nil
}

// columnOf names the column of a struct's field, where it has one.
func columnOf(field reflect.StructField) (string, bool) {
	tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if !field.IsExported() || tag == "-" || field.Anonymous && tag == "" {
		return "", false
	}
	return cmp.Or(tag, field.Name), true
}

// place is where a column stands; a new one stands last.
func (t *table) place(column string) int {
	place, known := t.places[column]
	if !known {
		place = len(t.columns)
		t.places[column] = place
		t.columns = append(t.columns, column)
	}
	return place
}

// set puts a value into the last row.
func (t *table) set(place int, column string, value reflect.Value) error {
	var given any
	if value.IsValid() {
		given = value.Interface()
	}
	cell, err := cellOf(given)
	if err != nil {
		return fmt.Errorf(", column %q: %w", column, err)
	}
	row := t.rows[len(t.rows)-1]
	pad(row, place+1)
	row.Cells[place] = cell
	return nil
}

// finish returns the table; what a row lacks is NULL.
func (t *table) finish() *verifydv1.Rows {
	for _, row := range t.rows {
		pad(row, len(t.columns))
	}
	return &verifydv1.Rows{Columns: t.columns, Rows: t.rows}
}

func pad(row *verifydv1.Row, width int) {
	for len(row.Cells) < width {
		row.Cells = append(row.Cells, &verifydv1.Cell{})
	}
}
