package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

const warmUp = 20

// measure times calls by the generated stub and through the client, in turns.
func measure(ctx context.Context, client *verifyd.Client, call line) (answer, error) {
	request := &verifydv1.VerifyRequest{}
	if err := read(call.Request, request); err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient(strings.TrimPrefix(call.Address, "tcp://"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stub := verifydv1.NewVerifyServiceClient(conn)
	byStub := func() error { _, err := stub.Verify(ctx, request); return err }
	byFace := func() error { _, err := client.Verify(ctx, request); return err }
	var stubMs, faceMs []float64
	for number := range warmUp + call.Count {
		stubTime, err := timed(byStub)
		if err != nil {
			return nil, err
		}
		faceTime, err := timed(byFace)
		if err != nil {
			return describeError(err)
		}
		if number >= warmUp {
			stubMs, faceMs = append(stubMs, stubTime), append(faceMs, faceTime)
		}
	}
	return answer{"stub_ms": percentiles(stubMs), "face_ms": percentiles(faceMs)}, nil
}

// timed returns how many milliseconds a call takes.
func timed(call func() error) (float64, error) {
	start := time.Now()
	err := call()
	return float64(time.Since(start)) / float64(time.Millisecond), err
}

// percentiles returns the 50th and the 95th.
func percentiles(values []float64) []float64 {
	slices.Sort(values)
	at := func(share float64) float64 { return values[int(share*float64(len(values)-1))] }
	return []float64{at(0.5), at(0.95)}
}
