package verifyd

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// cursor is a database with one result, as a driver has it.
type cursor struct {
	names, kinds []string
	rows         [][]driver.Value
	end          error
}

func (c *cursor) Connect(context.Context) (driver.Conn, error) { return c, nil }
func (c *cursor) Driver() driver.Driver                        { return nil }
func (c *cursor) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (c *cursor) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (c *cursor) Close() error                                 { return nil }
func (c *cursor) Columns() []string                            { return c.names }
func (c *cursor) ColumnTypeDatabaseTypeName(i int) string      { return c.kinds[i] }

func (c *cursor) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return c, nil
}

func (c *cursor) Next(into []driver.Value) error {
	if len(c.rows) == 0 {
		return c.end
	}
	copy(into, c.rows[0])
	c.rows = c.rows[1:]
	return nil
}

func query(t *testing.T, from *cursor) *sql.Rows {
	t.Helper()
	database := sql.OpenDB(from)
	t.Cleanup(func() { database.Close() })
	rows, err := database.QueryContext(t.Context(), "select")
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRowsOfADatabaseKeepTheirDecimals(t *testing.T) {
	rows := query(t, &cursor{
		names: []string{"id", "wage", "note", "note", "day"},
		kinds: []string{"BIGINT", "decimal(10,2)", "TEXT", "TEXT", "DATE"},
		rows: [][]driver.Value{
			{int64(1 << 60), []byte("8412.50"), []byte("7.10"), "x", time.Date(2024, 4, 24, 0, 0, 0, 0, time.UTC)},
			{nil, nil, nil, nil, nil},
		},
		end: io.EOF,
	})
	got, err := FromSQL("q", rows, WithFamily("LMIS"))
	if err != nil {
		t.Fatal(err)
	}
	wantRows(t, got, `{"columns": ["id", "wage", "note", "note", "day"], "rows": [
		{"cells": [{"integer": "1152921504606846976"}, {"decimal": "8412.50"}, {"text": "7.10"},
			{"text": "x"}, {"date": "2024-04-24T00:00:00Z"}]},
		{"cells": [{}, {}, {}, {}, {}]}]}`)
	if got.Family != "LMIS" {
		t.Errorf("%v", got)
	}
}

func TestRowsThatBreakOffAreNoResult(t *testing.T) {
	broken := &cursor{names: []string{"id"}, kinds: []string{"INT"}, end: errors.New("connection lost")}
	_, err := FromSQL("q", query(t, broken))
	if err == nil || !strings.Contains(err.Error(), "connection lost") {
		t.Error(err)
	}
}
