// Command driver makes the calls of the shared tests: it reads a call a line from standard input, and
// writes the answer of each as a line of JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/verifyd/verifyd/clients/go/verifyd"
	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// maxLineBytes is more than any request of the tests.
const maxLineBytes = 256 << 20

// line is one call.
type line struct {
	Address  string            `json:"address"`
	Token    string            `json:"token"`
	TimeoutS float64           `json:"timeout_s"`
	Method   string            `json:"method"`
	Request  json.RawMessage   `json:"request"`
	Put      []json.RawMessage `json:"put"`
	Drop     bool              `json:"drop"`
	Parts    []part            `json:"parts"`
	Count    int               `json:"count"`
}

// answer is what a call comes to.
type answer map[string]any

// driver keeps one client for each address and token.
type driver struct {
	clients map[[2]string]*verifyd.Client
}

func main() {
	d := driver{clients: map[[2]string]*verifyd.Client{}}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, maxLineBytes)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var call line
		err := json.Unmarshal(in.Bytes(), &call)
		var said answer
		if err == nil {
			said, err = d.run(call)
		}
		if err == nil {
			err = out.Encode(said)
		}
		if err != nil {
			fail(err)
		}
	}
	if err := in.Err(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "driver:", err)
	os.Exit(1)
}

// run makes a call. What the client refuses or the server fails is an answer; an error is a line
// that is no call.
func (d driver) run(call line) (answer, error) {
	client, err := d.client(call)
	if err != nil {
		return describeError(err)
	}
	ctx := context.Background()
	if call.TimeoutS > 0 {
		bounded, cancel := context.WithTimeout(ctx, time.Duration(call.TimeoutS*float64(time.Second)))
		defer cancel()
		ctx = bounded
	}
	switch call.Method {
	case "Verify":
		return verify(ctx, client, call)
	case "VerifyTranscript":
		return verifyTranscript(ctx, client, call)
	case "VerifyToolCall":
		return verifyToolCall(ctx, client, call)
	case "VerifyStream":
		return stream(ctx, client, call)
	case "Measure":
		return measure(ctx, client, call)
	}
	method, known := methods[call.Method]
	if !known {
		return nil, fmt.Errorf("there is no method %q", call.Method)
	}
	response, err := method(ctx, client, call.Request)
	if err != nil {
		return describeError(err)
	}
	return answer{"response": message(response)}, nil
}

func (d driver) client(call line) (*verifyd.Client, error) {
	key := [2]string{call.Address, call.Token}
	if client, ok := d.clients[key]; ok {
		return client, nil
	}
	client, err := verifyd.NewClient(call.Address, verifyd.WithToken(call.Token))
	if err == nil {
		d.clients[key] = client
	}
	return client, err
}

func verify(ctx context.Context, client *verifyd.Client, call line) (answer, error) {
	request := &verifydv1.VerifyRequest{}
	if err := read(call.Request, request); err != nil {
		return nil, err
	}
	var handles []*verifyd.Handle
	for _, given := range call.Put {
		result := &verifydv1.QueryResult{}
		if err := read(given, result); err != nil {
			return nil, err
		}
		handle, err := client.Put(ctx, result)
		if err != nil {
			return describeError(err)
		}
		handles = append(handles, handle)
		if call.Drop {
			if err := client.DeleteEvidence(ctx, handle.ID); err != nil {
				return describeError(err)
			}
		}
	}
	report, err := client.Verify(ctx, request, handles...)
	if err != nil {
		return describeError(err)
	}
	return answer{"response": message(report.Raw()), "report": describeReport(report)}, nil
}

// read reads a message from protobuf's JSON.
func read(data []byte, into proto.Message) error {
	if len(data) == 0 {
		return nil
	}
	return protojson.Unmarshal(data, into)
}

func message(given proto.Message) json.RawMessage {
	data, err := protojson.Marshal(given)
	if err != nil {
		panic(err)
	}
	return data
}
