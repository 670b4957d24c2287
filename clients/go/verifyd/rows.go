package verifyd

import (
	"database/sql"
	"reflect"
	"strings"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// ResultOption says what is known of a query result beyond its data.
type ResultOption func(*verifydv1.QueryResult)

// WithFamily names the source that a query result comes from, such as LMIS.
func WithFamily(family string) ResultOption {
	return func(r *verifydv1.QueryResult) { r.Family = family }
}

// WithTitle gives a query result a caption.
func WithTitle(title string) ResultOption {
	return func(r *verifydv1.QueryResult) { r.Title = title }
}

// WithColumns describes columns by name: label, unit, synonyms. For rows that are slices it gives the
// names of all columns, in order.
func WithColumns(columns ...*verifydv1.Column) ResultOption {
	return func(r *verifydv1.QueryResult) { r.Columns = columns }
}

// FromJSON makes a query result of JSON text: [{"a": 1}], or {"columns": ["a"], "rows": [[1]]}.
func FromJSON(queryID, text string, options ...ResultOption) (*verifydv1.QueryResult, error) {
	result := describe(queryID, options)
	if start := strings.TrimSpace(text); !strings.HasPrefix(start, "[") && !strings.HasPrefix(start, "{") {
		return nil, invalid("data", "query result %q: the text is not JSON with rows", queryID)
	}
	result.Data = &verifydv1.QueryResult_Json{Json: text}
	return result, nil
}

// FromArrow makes a query result of the bytes of an Arrow IPC stream or file.
func FromArrow(queryID string, data []byte, options ...ResultOption) *verifydv1.QueryResult {
	result := describe(queryID, options)
	result.Data = &verifydv1.QueryResult_Arrow{Arrow: data}
	return result
}

// FromRows makes a query result of rows: maps by column name, structs (a column is named by the json
// tag of its field, or the field), or slices (with [WithColumns]).
//
// Columns stand in the order of first appearance; those of one map, sorted by name. Cells may be
// numbers of any kind, [Decimal], *big.Int, *big.Rat, json.Number, text, truth values, time.Time, nil,
// pointers to these, and what implements driver.Valuer or encoding.TextMarshaler. Integers and
// decimals stay exact. NaN and infinities are NULL. Anything else is an error that names its row, from
// 0, and its column.
func FromRows[R any](queryID string, rows []R, options ...ResultOption) (*verifydv1.QueryResult, error) {
	result := describe(queryID, options)
	t := table{places: map[string]int{}}
	if len(rows) == 0 || isList(reflect.ValueOf(rows[0])) {
		t.setColumns(result.Columns)
	}
	for number, row := range rows {
		if err := t.add(reflect.ValueOf(row)); err != nil {
			return nil, invalid("data", "query result %q: row %d%v", queryID, number, err)
		}
	}
	result.Data = &verifydv1.QueryResult_Rows{Rows: t.finish()}
	return result, nil
}

// FromSQL makes a query result of the rest of some rows of a database, and closes them.
func FromSQL(queryID string, rows *sql.Rows, options ...ResultOption) (*verifydv1.QueryResult, error) {
	defer rows.Close()
	result := describe(queryID, options)
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, invalid("data", "query result %q: %v", queryID, err)
	}
	t := table{}
	values, targets := make([]any, len(types)), make([]any, len(types))
	for i, column := range types {
		t.columns = append(t.columns, column.Name())
		targets[i] = &values[i]
	}
	for number := 0; rows.Next(); number++ {
		if err := rows.Scan(targets...); err != nil {
			return nil, invalid("data", "query result %q: row %d: %v", queryID, number, err)
		}
		for i, value := range values {
			values[i] = readValue(value, types[i].DatabaseTypeName())
		}
		if err := t.add(reflect.ValueOf(values)); err != nil {
			return nil, invalid("data", "query result %q: row %d%v", queryID, number, err)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, invalid("data", "query result %q: %v", queryID, err)
	}
	result.Data = &verifydv1.QueryResult_Rows{Rows: t.finish()}
	return result, nil
}

// readValue reads a value of a database: drivers give decimals as text.
func readValue(value any, kind string) any {
	if data, ok := value.([]byte); ok {
		value = string(data)
	}
	kind = strings.ToUpper(kind)
	text, ok := value.(string)
	if ok && (strings.HasPrefix(kind, "DECIMAL") || strings.HasPrefix(kind, "NUMERIC")) {
		return Decimal(text)
	}
	return value
}

func describe(queryID string, options []ResultOption) *verifydv1.QueryResult {
	result := &verifydv1.QueryResult{QueryId: queryID}
	for _, option := range options {
		option(result)
	}
	return result
}
