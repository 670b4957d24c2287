package verifyd

import (
	"context"

	"google.golang.org/protobuf/proto"

	verifydv1 "github.com/verifyd/verifyd/clients/go/verifyd/v1"
)

// chunkBytes is the size of the pieces of an upload.
const chunkBytes = 1 << 20

// Handle is evidence that was uploaded in advance. It holds the data: should the server have dropped
// it, [Client.Verify] uploads it again. One that is made of an ID alone cannot be uploaded again.
type Handle struct {
	// ID names it in requests.
	ID string
	// Info is what the server stored.
	Info *verifydv1.EvidenceInfo
	// AlreadyPresent says whether it was there already.
	AlreadyPresent bool

	upload func(context.Context, *Client) error
}

// Put uploads a query result in advance, so that it is decoded and indexed while the model still
// writes. The message must not be changed afterwards.
func (c *Client) Put(ctx context.Context, result *verifydv1.QueryResult) (*Handle, error) {
	ctx, cancel := withTimeout(ctx, uploadTimeout)
	defer cancel()
	return c.put(ctx, result)
}

// PutSource uploads a source in advance. The message must not be changed afterwards.
func (c *Client) PutSource(ctx context.Context, source *verifydv1.Source) (*Handle, error) {
	request := &verifydv1.PutSourceRequest{Source: source}
	answer, err := unary(ctx, c, c.evidence.PutSource, request)
	if err != nil {
		return nil, err
	}
	again := func(ctx context.Context, c *Client) error {
		_, err := unary(ctx, c, c.evidence.PutSource, request)
		return err
	}
	return &Handle{answer.Handle, answer.Info, answer.AlreadyPresent, again}, nil
}

// GetEvidence returns what the server knows of a piece of evidence, by the id of its handle.
func (c *Client) GetEvidence(ctx context.Context, id string) (*verifydv1.EvidenceInfo, error) {
	answer, err := unary(ctx, c, c.evidence.GetEvidence, &verifydv1.GetEvidenceRequest{Handle: id})
	return answer.GetInfo(), err
}

// DeleteEvidence deletes a piece of evidence, by the id of its handle.
func (c *Client) DeleteEvidence(ctx context.Context, id string) error {
	_, err := unary(ctx, c, c.evidence.DeleteEvidence, &verifydv1.DeleteEvidenceRequest{Handle: id})
	return err
}

func (c *Client) put(ctx context.Context, result *verifydv1.QueryResult) (*Handle, error) {
	format, data, err := payload(result)
	if err != nil {
		return nil, err
	}
	header := &verifydv1.PutQueryResultHeader{
		QueryId:       result.QueryId,
		Family:        result.Family,
		Title:         result.Title,
		Columns:       result.Columns,
		Format:        format,
		AsOf:          result.AsOf,
		ExpiresAt:     result.ExpiresAt,
		RowCount:      result.RowCount,
		RowLimit:      result.RowLimit,
		ControlTotals: result.ControlTotals,
	}
	answer, err := retry(ctx, c, "", func() (*verifydv1.PutQueryResultResponse, error) {
		return c.stream(ctx, header, data)
	})
	if err != nil {
		return nil, err
	}
	again := func(ctx context.Context, c *Client) error {
		_, err := c.put(ctx, result)
		return err
	}
	return &Handle{answer.Handle, answer.Info, answer.AlreadyPresent, again}, nil
}

// stream makes one attempt of an upload.
func (c *Client) stream(
	ctx context.Context, header *verifydv1.PutQueryResultHeader, data []byte,
) (*verifydv1.PutQueryResultResponse, error) {
	stream, err := c.evidence.PutQueryResult(ctx)
	if err != nil {
		return nil, err
	}
	err = stream.Send(&verifydv1.PutQueryResultRequest{
		Part: &verifydv1.PutQueryResultRequest_Header{Header: header},
	})
	// A failed Send only says that the stream has ended; CloseAndRecv says why.
	for err == nil && len(data) > 0 {
		size := min(len(data), chunkBytes)
		err = stream.Send(&verifydv1.PutQueryResultRequest{
			Part: &verifydv1.PutQueryResultRequest_Chunk{Chunk: data[:size]},
		})
		data = data[size:]
	}
	return stream.CloseAndRecv()
}

func payload(result *verifydv1.QueryResult) (verifydv1.EvidenceFormat, []byte, error) {
	switch data := result.GetData().(type) {
	case *verifydv1.QueryResult_Arrow:
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_ARROW, data.Arrow, nil
	case *verifydv1.QueryResult_Json:
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_JSON, []byte(data.Json), nil
	case *verifydv1.QueryResult_Rows:
		rows, err := proto.MarshalOptions{Deterministic: true}.Marshal(data.Rows)
		if err != nil {
			return 0, nil, invalid("data", "query result %q: %v", result.GetQueryId(), err)
		}
		return verifydv1.EvidenceFormat_EVIDENCE_FORMAT_ROWS, rows, nil
	default:
		return 0, nil, invalid("data", "query result %q has no data", result.GetQueryId())
	}
}
