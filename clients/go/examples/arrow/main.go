// Command arrow verifies a text against a table of Apache Arrow.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

func main() {
	data, err := stream()
	if err != nil {
		log.Fatal(err)
	}
	client, err := verifyd.NewClient("")
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx := context.Background()
	handle, err := client.Put(ctx, verifyd.FromArrow("lmis_1", data))
	if err != nil {
		log.Fatal(err)
	}
	report, err := client.Verify(ctx, &verifydv1.VerifyRequest{
		Narrative: "Energy has 1,234 employees, Banking 890.",
	}, handle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report)
}

// stream is a table as the bytes of an Arrow IPC stream.
func stream() ([]byte, error) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "sector", Type: arrow.BinaryTypes.String},
		{Name: "employees", Type: arrow.PrimitiveTypes.Int64},
	}, nil)
	table := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer table.Release()
	table.Field(0).(*array.StringBuilder).AppendValues([]string{"Energy", "Banking"}, nil)
	table.Field(1).(*array.Int64Builder).AppendValues([]int64{1234, 980}, nil)
	batch := table.NewRecordBatch()
	defer batch.Release()

	var sink bytes.Buffer
	writer := ipc.NewWriter(&sink, ipc.WithSchema(schema))
	if err := writer.Write(batch); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return sink.Bytes(), nil
}
