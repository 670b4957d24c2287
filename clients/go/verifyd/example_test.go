package verifyd_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

func ExampleClient_Verify() {
	client, err := verifyd.NewClient("unix:///run/verifyd/verifyd.sock")
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	rows, err := verifyd.FromRows("lmis_1", []map[string]any{{"sector": "Energy", "employees": 1234}})
	if err != nil {
		log.Fatal(err)
	}
	report, err := client.Verify(context.Background(), &verifydv1.VerifyRequest{
		Narrative: "Energy has 1,324 employees.",
		Evidence:  &verifydv1.Evidence{QueryResults: []*verifydv1.QueryResult{rows}},
	})
	if err != nil {
		log.Fatal(err) // it was not judged: hold the text
	}
	if !report.Released() {
		fmt.Println(report.Feedback())
	}
}

func ExampleFromRows() {
	type job struct {
		Sector string          `json:"sector"`
		Wage   verifyd.Decimal `json:"wage"`
	}
	result, err := verifyd.FromRows("lmis_1", []job{{"Energy", "8412.50"}}, verifyd.WithFamily("LMIS"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.GetRows().Columns, result.GetRows().Rows[0].Cells[1].GetDecimal())

	_, err = verifyd.FromRows("lmis_1", []map[string]any{{"sector": []string{"Energy"}}})
	fmt.Println(err)
	// Output:
	// [sector wage] 8412.50
	// ARGUMENT_INVALID: query result "lmis_1": row 0, column "sector": a table cell cannot hold a []string; give a number, a text, a truth value, a time or nil
}

func ExampleError() {
	_, err := verifyd.NewClient("10.0.0.7:50051", verifyd.WithToken("secret"))
	if failed, ok := errors.AsType[*verifyd.Error](err); ok {
		fmt.Println(failed.Reason, failed.Code, errors.Is(err, verifyd.ErrInvalidRequest))
	}
	// Output: ARGUMENT_INVALID INVALID_ARGUMENT true
}

func ExampleMoney() {
	amount, err := verifyd.Money("-1.75", "EUR")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(amount.Units, amount.Nanos, verifyd.Amount(amount), amount.CurrencyCode)
	// Output: -1 -750000000 -1.75 EUR
}
