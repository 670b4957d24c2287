// Package verifyd is a client of verifyd, the sidecar that checks what an AI agent is about to say
// before anyone acts on it. The messages are those of package verifydv1.
package verifyd

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// chunkBytes is the size of the pieces in which PutQueryResult sends data.
const chunkBytes = 1 << 20

// Client calls one server. It is safe for use by several goroutines.
type Client struct {
	conn     *grpc.ClientConn
	verify   verifydv1.VerifyServiceClient
	evidence verifydv1.EvidenceServiceClient
	outcomes verifydv1.OutcomeServiceClient
}

// Dial makes a client of the server at unix:///path.sock or tcp://host:port. It connects with the
// first call. Options for TLS or a token replace the default, which is neither.
func Dial(address string, options ...grpc.DialOption) (*Client, error) {
	plain := grpc.WithTransportCredentials(insecure.NewCredentials())
	target := strings.TrimPrefix(address, "tcp://")
	conn, err := grpc.NewClient(target, append([]grpc.DialOption{plain}, options...)...)
	if err != nil {
		return nil, fmt.Errorf("verifyd at %s: %w", address, err)
	}
	return &Client{
		conn:     conn,
		verify:   verifydv1.NewVerifyServiceClient(conn),
		evidence: verifydv1.NewEvidenceServiceClient(conn),
		outcomes: verifydv1.NewOutcomeServiceClient(conn),
	}, nil
}

// Close ends the connection.
func (c *Client) Close() error {
	return c.conn.Close()
}

// Verify judges one narrative. An error means that it was not judged, and nothing was approved;
// Reason tells why.
func (c *Client) Verify(
	ctx context.Context, request *verifydv1.VerifyRequest,
) (*verifydv1.VerifyResponse, error) {
	return c.verify.Verify(ctx, request)
}

// Outcomes has the methods that judge tasks by success criteria and settle them. Money makes their
// amounts, and Amount tells them.
func (c *Client) Outcomes() verifydv1.OutcomeServiceClient {
	return c.outcomes
}

// PutQueryResult sends a query result ahead; the handle in the answer is for Evidence.Handles.
func (c *Client) PutQueryResult(
	ctx context.Context, result *verifydv1.QueryResult,
) (*verifydv1.PutQueryResultResponse, error) {
	format, data, err := payload(result)
	if err != nil {
		return nil, err
	}
	stream, err := c.evidence.PutQueryResult(ctx)
	if err != nil {
		return nil, err
	}
	header := &verifydv1.PutQueryResultHeader{
		QueryId: result.QueryId,
		Family:  result.Family,
		Title:   result.Title,
		Columns: result.Columns,
		Format:  format,
	}
	part := &verifydv1.PutQueryResultRequest{
		Part: &verifydv1.PutQueryResultRequest_Header{Header: header},
	}
	// A failed Send only says that the stream has ended; CloseAndRecv says why.
	for err = stream.Send(part); err == nil && len(data) > 0; {
		size := min(len(data), chunkBytes)
		err = stream.Send(&verifydv1.PutQueryResultRequest{
			Part: &verifydv1.PutQueryResultRequest_Chunk{Chunk: data[:size]},
		})
		data = data[size:]
	}
	return stream.CloseAndRecv()
}

func payload(result *verifydv1.QueryResult) (verifydv1.EvidenceFormat, []byte, error) {
	switch data := result.Data.(type) {
	case *verifydv1.QueryResult_Arrow:
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_ARROW, data.Arrow, nil
	case *verifydv1.QueryResult_Json:
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_JSON, []byte(data.Json), nil
	case *verifydv1.QueryResult_Rows:
		rows, err := proto.MarshalOptions{Deterministic: true}.Marshal(data.Rows)
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_ROWS, rows, err
	default:
		return 0, nil, fmt.Errorf("query result %q has no data", result.QueryId)
	}
}

// Reason tells why a call failed: the name of an ErrorReason without its prefix, and the values
// that belong to it. Both are empty where the error did not come from a verifyd server.
func Reason(err error) (string, map[string]string) {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok && info.Domain == "verifyd" {
			return info.Reason, info.Metadata
		}
	}
	return "", nil
}

// Quote gives the words that a span covers. Spans count bytes, and so do Go's strings.
func Quote(narrative string, span *verifydv1.Span) string {
	end := min(int(span.GetEnd()), len(narrative))
	return narrative[min(int(span.GetStart()), end):end]
}
